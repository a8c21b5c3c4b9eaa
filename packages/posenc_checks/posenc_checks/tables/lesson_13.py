"""Exercises of lesson 13: rotary positions."""

import numpy as np
from hintcheck.answers import of_the_package
from hintcheck.comparison import Comparison, at
from hintcheck.explanations import Mistake, combinations, in_parts
from hintcheck.own_numbers import Number, value

from posenc_checks.families.counts import PairsThatTurn
from posenc_checks.families.layouts import in_halves, in_turn
from posenc_checks.families.rotations import slips_of_angles
from posenc_checks.families.weighing import (
    slips_of_division,
    slips_of_shares,
)
from posenc_lessons.mathematics.attention import softmax
from posenc_lessons.mathematics.rotary import rotate
from posenc_lessons.mathematics.sinusoids import sinusoidal_encoding

EXERCISES = {}


def _vectors_to_turn(random):
    """Return vectors and their positions, which are not those of the rows."""
    return [
        (random.normal(size=(len(positions), width)), np.array(positions))
        for positions, width in (
            ([0, 1], 4),
            ([5, 2, 7], 2),
            ([3, 0, 40, 8], 8),
            ([100, 4, 1], 6),
        )
    ]


def _in_halves(x, positions):
    """Return vectors turned in halves."""
    return rotate(x, positions, layout="halves")


def _halves_turned(new):
    """Return halves from cosine and sine of each angle, by a rule of its own."""

    def model(x, positions):
        half = np.arange(x.shape[1] // 2)
        angles = np.multiply.outer(positions, 10000.0 ** -(half / half.size))
        a, b = np.split(x, 2, axis=1)
        return np.hstack(new(a, b, np.cos(angles), np.sin(angles)))

    return model


def _rotation(a, b, cosine, sine):
    return a * cosine - b * sine, a * sine + b * cosine


def _overwritten(a, b, cosine, sine):
    first = a * cosine - b * sine
    return first, first * sine + b * cosine


EXERCISES["13a"] = Comparison(
    reference=_in_halves,
    draw=_vectors_to_turn,
    describe=lambda x, positions: (
        f"For vectors of width {x.shape[1]} at the positions "
        f"{', '.join(map(str, positions.tolist()))}"
    ),
    place=at("row", "column"),
    coarse=lambda x, positions: 1e-4,
    forbids=of_the_package("rotate"),
    mistakes=(
        Mistake(
            "M31",
            rotate,
            "The columns 2 i and 2 i + 1 were taken for a pair: here it is i and "
            "i + d / 2.",
        ),
        Mistake(
            "M31",
            lambda x, positions: in_turn(_in_halves(x, positions)),
            "The numbers are right, but each pair stands side by side now: put the "
            "halves back.",
        ),
        Mistake(
            "M31",
            lambda x, positions: in_halves(rotate(x, positions)),
            "The columns 2 i and 2 i + 1 were taken for a pair, and put back as "
            "halves: read them as halves, too.",
        ),
        Mistake(
            "sign",
            lambda x, positions: _in_halves(x, -positions),
            "It turns the other way: in a cos - b sin there is the minus.",
        ),
        Mistake(
            "sign",
            _halves_turned(lambda a, b, c, s: (a * c + b * s, a * s + b * c)),
            "One of the two sines needs a minus: this is no rotation, and lengths "
            "change.",
        ),
        Mistake(
            "sign",
            _halves_turned(lambda a, b, c, s: (a * c - b * s, b * c - a * s)),
            "Both sines have a minus: only the one of the first half does.",
        ),
        *slips_of_angles(lambda turn: turn, "halves"),
        *(
            Mistake(
                "half",
                _halves_turned(lambda *parts, turned=turned: turned(parts)),
                f"Only the {which} half is turned: the other one is still as it was.",
                partly=True,
            )
            for turned, which in (
                (lambda parts: (_rotation(*parts)[0], parts[1]), "first"),
                (lambda parts: (parts[0], _rotation(*parts)[1]), "second"),
            )
        ),
        Mistake(
            "in place",
            _halves_turned(_overwritten),
            "The second half was computed from the *new* first one: keep the old one "
            "until both are done.",
        ),
        Mistake(
            "M8",
            _halves_turned(lambda *parts: _rotation(*parts)[::-1]),
            "The two halves have changed places.",
        ),
        Mistake(
            "M8",
            _halves_turned(lambda a, b, c, s: _rotation(a, b, s, c)),
            "Sine and cosine have changed places: at position 0 nothing turns.",
        ),
        *(
            Mistake(
                "M14",
                lambda x, positions, row=row: _in_halves(
                    x, np.full_like(positions, positions[row])
                ),
                f"All vectors are turned by the position of the {which} one: each has "
                "its own.",
            )
            for row, which in ((0, "first"), (-1, "last"))
        ),
        Mistake(
            "half",
            lambda x, positions: _in_halves(x, positions)[:, : x.shape[1] // 2],
            "That is the first half alone: the second one follows it.",
        ),
        *(
            Mistake(
                "rows",
                lambda x, positions, first=first: _in_halves(
                    x, first + np.arange(len(x))
                ),
                f"The rows are numbered {first}, {first + 1}, {first + 2}, ...: use "
                "the positions that are given.",
            )
            for first in (0, 1)
        ),
        *(
            Mistake(
                "M9",
                lambda x, positions, by=by: _in_halves(x, positions + by),
                f"Each vector is turned by its position {words} 1: take the one that "
                "is given.",
            )
            for by, words in ((1, "plus"), (-1, "less"))
        ),
        Mistake(
            "sum",
            lambda x, positions: (
                x
                + in_halves(
                    sinusoidal_encoding(int(positions.max()) + 1, x.shape[1])[positions]
                )
            ),
            "An encoding is added: nothing is to be added here, only turned.",
        ),
        Mistake("unchanged", lambda x, positions: x, "Nothing has been turned."),
    ),
    right="As Hugging Face has it for Llama: pairs of half the width apart.",
)


_PAIRS = PairsThatTurn(base=10_000, width=128, words=2048)
_TURNS = _PAIRS.count()

EXERCISES["13b"] = Number(
    reference=lambda: _TURNS,
    right=lambda: (
        f"The other {64 - _TURNS} do not come round in 2048 words: of their turn a "
        "model sees a part only. Lesson 16 asks what that does to longer texts."
    ),
    mistakes=tuple(
        _PAIRS.slips(
            value(
                "M1",
                _PAIRS.count(width=64),
                "So many are they in a head 64 wide, or where the frequencies fall "
                "twice as fast: the head is 128 wide, and the exponent is 2 i / d.",
            )
        )
    ),
    remarks=(_PAIRS.out_of_range,),
    otherwise=lambda pairs: "A pair finishes a turn if its wavelength is at most 2048.",
    whole="number of pairs",
)


def _on_embeddings(x, matrices, places):
    return [rotate(x, places) @ matrix for matrix in matrices]


def _after(query=rotate, key=rotate, value=lambda vectors, places: vectors):
    """Return a rule that turns what the matrices give."""

    def rule(x, matrices, places):
        turns = query, key, value
        return [turn(x @ matrix, places) for turn, matrix in zip(turns, matrices)]

    return rule


_TURNED = _after()


@in_parts
def _attending(
    turn=_TURNED,
    divide=lambda dots, d_k: dots / np.sqrt(d_k),
    share=lambda scores: softmax(scores),
):
    """Return attention whose queries, keys and values are made by a rule."""

    def model(x, *matrices):
        query, key, value = turn(x, matrices, np.arange(len(x)))
        return share(divide(query @ key.T, key.shape[1])) @ value

    return model


def _plain(vectors, places):
    return vectors


def _from_one(vectors, places):
    return rotate(vectors, places + 1)


def _backwards(vectors, places):
    return rotate(vectors, -places)


def _still_first(x, matrices, places):
    """Turn the embeddings for queries and keys, and leave the values alone."""
    query, key, _ = _on_embeddings(x, matrices, places)
    return query, key, x @ matrices[2]


def _twice(x, matrices, places):
    """Turn the embeddings, and then queries and keys once more."""
    query, key, value = _on_embeddings(x, matrices, places)
    return rotate(query, places), rotate(key, places), value


def _twice_but_values(x, matrices, places):
    query, key, _ = _twice(x, matrices, places)
    return query, key, x @ matrices[2]


def _one_before(x, matrices, places):
    """Turn queries after their matrix, and make keys of turned embeddings."""
    _, key, _ = _on_embeddings(x, matrices, places)
    return rotate(x @ matrices[0], places), key, x @ matrices[2]


def _other_before(x, matrices, places):
    """Turn keys after their matrix, and make queries of turned embeddings."""
    query, _, _ = _on_embeddings(x, matrices, places)
    return query, rotate(x @ matrices[1], places), x @ matrices[2]


def _exchanged(x, matrices, places):
    """Turn queries and keys rightly, and take each for the other."""
    query, key, value = _after()(x, matrices, places)
    return key, query, value


def _values_alone(x, matrices, places):
    """Turn queries and keys, and make the values of turned embeddings."""
    query, key, _ = _after()(x, matrices, places)
    return query, key, _on_embeddings(x, matrices, places)[2]


def _by_model_width(x, *matrices):
    """Return attention whose scores are divided by the root of the words' width."""
    divide = _attending(divide=lambda dots, d_k: dots / np.sqrt(x.shape[1]))
    return divide(x, *matrices)


def _encoded(x, matrices, places):
    """Return queries, keys and values of embeddings to which a code is added."""
    code = sinusoidal_encoding(*x.shape)
    return [(x + code) @ matrix for matrix in matrices]


def _causal(scores):
    """Return shares of the words up to the one that asks."""
    return softmax(np.where(np.tri(*scores.shape), scores, -1e9))


# What is done to queries, keys or values, to be tried two at once.
TURNS = [
    ("M32", {"value": rotate}, "the values are turned, too."),
    ("M33", {"key": _backwards}, "the keys turn the other way."),
    ("M33", {"query": _backwards}, "the queries turn the other way."),
    ("one", {"key": _plain}, "the keys are not turned."),
    ("one", {"query": _plain}, "the queries are not turned."),
]


def _sentences(random):
    """Return sentences and three matrices each."""
    return [
        (
            random.normal(size=(n, width)),
            *random.normal(size=(3, width, d_k)) / np.sqrt(width),
        )
        for n, width, d_k in ((3, 4, 4), (5, 6, 2), (6, 8, 8))
    ]


EXERCISES["13c"] = Comparison(
    reference=_attending(),
    draw=_sentences,
    describe=lambda x, w_query, w_key, w_value: (
        f"For {len(x)} words of width {x.shape[1]} and d_k = {w_key.shape[1]}"
    ),
    place=at("word", "column"),
    given=_attending(_on_embeddings),
    seen="Which results change if all words move one place on, and which should? (M35)",
    alternatives=(
        Mistake(
            "M31",
            _attending(_after(*[lambda x, p: rotate(x, p, layout="halves")] * 2)),
            "Under another convention: queries and keys are turned in halves.",
        ),
        Mistake(
            "sign",
            _attending(_after(_backwards, _backwards)),
            "Under another convention: queries and keys both turn the other way.",
        ),
    ),
    mistakes=(
        Mistake(
            "M32",
            _attending(_after(value=rotate)),
            "The values are turned, too: they tell of their places.",
        ),
        Mistake(
            "M35",
            _attending(_still_first),
            "The values are mended, but queries and keys are still made of turned "
            "embeddings: make them first, then turn them.",
        ),
        Mistake(
            "M35",
            _attending(_values_alone),
            "Queries and keys are right, and the values are made of turned embeddings: "
            "they tell of their places.",
        ),
        *(
            Mistake(
                "M35",
                _attending(rule),
                "Queries and keys are turned, and the embeddings still are, before "
                "them.",
            )
            for rule in (_twice, _twice_but_values)
        ),
        Mistake(
            "M33",
            _attending(_after(key=_backwards)),
            "The keys turn the other way: the scores then depend on the sum of the "
            "two positions.",
        ),
        Mistake(
            "M33",
            _attending(_after(query=_backwards)),
            "The queries turn the other way: the scores then depend on the sum of the "
            "two positions.",
        ),
        Mistake(
            "one",
            _attending(_after(key=_plain)),
            "Only the queries are turned: scores know the query's place alone then.",
        ),
        Mistake(
            "one",
            _attending(_after(query=_plain)),
            "Only the keys are turned: scores know the key's place alone then.",
        ),
        *(
            Mistake(
                "M31",
                _attending(_after(*turns)),
                "Queries and keys are turned in different layouts: their pairs do not "
                "meet.",
            )
            for turns in (
                (rotate, lambda x, p: rotate(x, p, layout="halves")),
                (lambda x, p: rotate(x, p, layout="halves"), rotate),
            )
        ),
        Mistake(
            "identity",
            _attending(_after(_plain, _plain)),
            "Nothing is turned, or all words by the same angle: the order of the words "
            "is lost.",
        ),
        *slips_of_division(
            lambda divide: _attending(divide=divide), "The turns are right. "
        ),
        Mistake(
            "M20",
            _by_model_width,
            "The scores are divided by the root of the words' width, not of d_k.",
        ),
        *slips_of_shares(
            lambda share: _attending(share=share), "The turns are right. "
        ),
        Mistake(
            "mask",
            _attending(share=_causal),
            "A causal mask hides the later words: here each sees all of them.",
        ),
        *(
            Mistake(
                "M35",
                _attending(rule),
                "Only one of queries and keys is turned after its matrix: the other is "
                "still made of turned embeddings.",
            )
            for rule in (_one_before, _other_before)
        ),
        Mistake(
            "M13",
            _attending(_exchanged),
            "Queries and keys are exchanged: a row of scores belongs to a query.",
        ),
        Mistake(
            "sum",
            _attending(_encoded),
            "An encoding is added: queries and keys are turned, and nothing is added.",
        ),
        *(
            Mistake(
                "M9",
                _attending(_after(*turns)),
                "Queries and keys are one place apart: both begin with position 0.",
            )
            for turns in ((_from_one, rotate), (rotate, _from_one))
        ),
        *slips_of_angles(lambda turn: _attending(_after(turn, turn))),
    ),
    pairs=lambda: combinations(TURNS, lambda turns: _attending(_after(**turns))),
    right="Between the two turns there is nothing now: each score knows the distance.",
)
