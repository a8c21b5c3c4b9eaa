"""Exercises of lesson 16: longer texts."""

import numpy as np
from hintcheck.comparison import Comparison, at, fixed
from hintcheck.explanations import Mistake, in_parts
from hintcheck.own_numbers import Number

from posenc_checks.families.counts import PairsThatTurn
from posenc_checks.families.frequencies import of_base
from posenc_checks.families.weighing import slips_of_shares
from posenc_lessons.mathematics.attention import softmax
from posenc_lessons.mathematics.rotary import ntk_aware

EXERCISES = {}


@in_parts
def _angles(places, longer=lambda n, trained: max(n / trained, 1), paces=lambda p: p):
    """Return the angles of a text, with some parts exchanged."""

    def model(n, trained, given):
        return np.outer(places(n) / longer(n, trained), paces(given))

    return model


def _by_ntk(n, trained, paces):
    """Return the angles under the NTK-aware base."""
    return np.outer(np.arange(n), ntk_aware(paces, max(n / trained, 1)))


EXERCISES["16a"] = Comparison(
    reference=_angles(np.arange),
    draw=fixed(
        (8, 4, np.array([1.0, 0.5])),
        (3, 4, np.array([1.0, 0.1])),
        (10, 4, np.array([1.0, 0.25, 0.0625])),
        (48, 32, 10_000.0 ** (-np.arange(8) / 8)),
        (32, 32, np.array([0.9, 0.3])),
    ),
    describe=lambda n, trained, paces: (
        f"For {n} words, {trained} trained, and {len(paces)} paces"
    ),
    place=at("place", "pair"),
    mistakes=(
        Mistake(
            "M40",
            _angles(np.arange, lambda n, trained: 1 / max(n / trained, 1)),
            "The angles have grown: places are divided by the factor, not multiplied.",
        ),
        Mistake(
            "M40",
            _angles(np.arange, lambda n, trained: trained / n),
            "Places are multiplied by n / trained: divide by it, and leave a text that "
            "is no longer than the trained ones as it is.",
            partly=True,
        ),
        Mistake(
            "unchanged",
            _angles(np.arange, lambda n, trained: 1),
            "These are the angles as trained: nothing is interpolated.",
            partly=True,
        ),
        Mistake(
            "short",
            _angles(np.arange, lambda n, trained: n / trained),
            "Right for long texts; a text shorter than the trained ones is stretched.",
            partly=True,
        ),
        Mistake(
            "last",
            _angles(np.arange, lambda n, trained: max((n - 1) / (trained - 1), 1)),
            "The last place of the text falls on the last trained one. Divide by the "
            "quotient of the lengths, n / trained.",
        ),
        Mistake(
            "M17",
            _angles(np.arange, lambda n, trained: max(n // trained, 1)),
            "The factor is a whole number: n // trained loses what is left over.",
            partly=True,
        ),
        Mistake(
            "M17",
            lambda n, trained, paces: np.outer(
                np.arange(n) * min(trained // n, 1), paces
            ),
            "In longer texts all angles are 0: so is trained // n.",
            partly=True,
        ),
        Mistake(
            "rounded",
            lambda n, trained, paces: np.outer(
                np.floor(np.arange(n) / max(n / trained, 1)), paces
            ),
            "The places are whole numbers, so that neighbours share an angle: keep the "
            "fractions.",
        ),
        Mistake(
            "length",
            _angles(np.arange, lambda n, trained: n),
            "Places are divided by the length of the text: the trained length is not "
            "used.",
        ),
        Mistake(
            "length",
            _angles(np.arange, lambda n, trained: trained),
            "Places are divided by the trained length; the factor is n / trained.",
        ),
        Mistake(
            "paces",
            _by_ntk,
            "That is the NTK-aware base: here all pairs are slowed alike.",
        ),
        Mistake(
            "M34",
            lambda n, trained, paces: np.repeat(
                _angles(np.arange)(n, trained, paces), 2, axis=1
            ),
            "There is a column for each of the two entries of a pair; one angle for "
            "each pair is asked for.",
        ),
        Mistake(
            "M13",
            lambda n, trained, paces: _angles(np.arange)(n, trained, paces).T,
            "The table is transposed: a row for each place, a column for each pair.",
        ),
        Mistake(
            "M9",
            _angles(lambda n: np.arange(1, n + 1)),
            "Places count from 0, and these from 1.",
        ),
        Mistake(
            "clipped",
            lambda n, trained, paces: np.outer(
                np.minimum(np.arange(n), trained - 1), paces
            ),
            "New places all stand at the last trained one: divide all places instead.",
            partly=True,
        ),
        Mistake(
            "wrapped",
            lambda n, trained, paces: np.outer(np.arange(n) % trained, paces),
            "New places start again from 0: divide all places instead.",
            partly=True,
        ),
        Mistake(
            "argument",
            lambda n, trained, paces: np.outer(
                np.arange(n) / max(trained / n, 1), paces
            ),
            "The two lengths have changed places in the factor.",
            partly=True,
        ),
        Mistake(
            "argument",
            _angles(np.arange, lambda n, trained: min(n / trained, 1)),
            "Short texts are stretched, and long ones left as they are: it is the "
            "other way round.",
            partly=True,
        ),
        Mistake(
            "last",
            _angles(np.arange, lambda n, trained: max((n - 1) / trained, 1)),
            "The last place of the text falls on `trained`, which is the first new "
            "one. Divide by the quotient of the lengths, n / trained.",
            partly=True,
        ),
        Mistake(
            "root",
            _angles(np.arange, lambda n, trained: max(n / trained, 1) ** 0.5),
            "It is divided by the root of the factor: take the factor itself.",
            partly=True,
        ),
        Mistake(
            "twice",
            _angles(np.arange, lambda n, trained: max(n / trained, 1) ** 2),
            "It is divided by the factor twice: by places or by paces, not both.",
            partly=True,
        ),
        Mistake(
            "later",
            lambda n, trained, paces: np.outer(
                np.where(
                    np.arange(n) < trained,
                    np.arange(n),
                    np.arange(n) / max(n / trained, 1),
                ),
                paces,
            ),
            "Only the new places are divided: all places of a longer text are.",
            partly=True,
        ),
        Mistake(
            "sum",
            lambda n, trained, paces: np.add.outer(
                np.arange(n) / max(n / trained, 1), paces
            ),
            "Places and paces are added: multiply them, a pace is the angle of one.",
        ),
        *(
            Mistake(name, _angles(np.arange, paces=paces), hint)
            for name, paces, hint in (
                (
                    "M11",
                    np.rad2deg,
                    "The angles were made degrees: radians are asked for.",
                ),
                (
                    "M11",
                    np.deg2rad,
                    "The paces were taken for degrees: they are radians.",
                ),
                (
                    "M12",
                    lambda paces: 1 / paces,
                    "Places are divided by the paces: a pace is the angle of one "
                    "place, so multiply.",
                ),
                (
                    "2pi",
                    lambda paces: 2 * np.pi * paces,
                    "The angles are 2 pi times too large: paces are radians, not "
                    "turns.",
                ),
                (
                    "row ignored",
                    lambda paces: of_base(10_000)(2 * len(paces)),
                    "The paces are computed anew: use those that are given.",
                ),
                (
                    "M4",
                    lambda paces: np.full_like(paces, paces[0]),
                    "All pairs have the pace of the first: each has its own.",
                ),
                (
                    "M4",
                    lambda paces: np.full_like(paces, paces[-1]),
                    "All pairs have the pace of the last: each has its own.",
                ),
                (
                    "M10",
                    lambda paces: paces[::-1],
                    "The paces stand in reverse order.",
                ),
            )
        ),
        *(
            Mistake(
                "angles",
                lambda n, trained, paces, wave=wave: wave(
                    _angles(np.arange)(n, trained, paces)
                ),
                "These are sines or cosines of the angles: the angles themselves are "
                "asked for.",
            )
            for wave in (np.sin, np.cos)
        ),
    ),
    right="All angles stay below that of the first place that is new, and short texts "
    "keep theirs.",
)


_PAIRS = PairsThatTurn(base=500_000, width=128, words=8192)
_FINISHED = _PAIRS.count()
_OF_10_000 = PairsThatTurn(base=10_000, width=128, words=8192).count()

EXERCISES["16b"] = Number(
    reference=lambda: _FINISHED,
    right=lambda: (
        f"{_FINISHED} of 64 pairs; {64 - _FINISHED} do not come back within the text. "
        f"With the base 10 000 only {64 - _OF_10_000} would not: the larger base slows "
        "more clocks."
    ),
    mistakes=tuple(_PAIRS.slips()),
    remarks=(_PAIRS.out_of_range,),
    otherwise=lambda n: "Count the pairs with 8192 times the pace at least 2 pi.",
    whole="number of pairs",
)


@in_parts
def _window(near, late=False, share=lambda scores: softmax(scores)):
    """Return attention weights in a window, with some parts exchanged.

    ``near`` takes how many places back a key stands, and the width.
    """

    def model(scores, width):
        place = np.arange(len(scores))
        seen = near(place[:, None] - place, width)
        if not late:
            return share(np.where(seen, scores, -1e9))
        return np.where(seen, share(scores), 0)

    return model


def _right(back, width):
    return (back >= 0) & (back < width)


def _back(scores, width):
    place = np.arange(len(scores))
    return place[:, None] - place, width


def _block(back, width):
    """Return how many blocks of the text a key stands before the query."""
    block = np.arange(len(back)) // width
    return block[:, None] - block


def _as_given(back, width):
    return (-back >= 0) & (-back < width)


EXERCISES["16c"] = Comparison(
    reference=_window(_right),
    given=_window(_as_given, late=True),
    seen="Which words have a weight in row 0, and what do the rows sum to?",
    draw=lambda random: [
        (random.normal(size=(n, n)), width)
        for n, width in ((3, 2), (6, 3), (5, 1), (9, 4))
    ],
    describe=lambda scores, width: f"For {len(scores)} words and a window of {width}",
    place=at("query", "key"),
    mistakes=(
        Mistake(
            "too late",
            _window(_right, late=True),
            "The right words are seen; but the rest is cut off *after* the softmax, so "
            "that the rows do not sum to 1.",
            partly=True,
        ),
        Mistake(
            "sign",
            _window(_as_given),
            "The rows sum to 1; but each word sees itself and *later* ones.",
        ),
        Mistake(
            "later",
            _window(lambda back, width: back < width),
            "Later words are seen as well: how many places back may not be negative.",
        ),
        Mistake(
            "later",
            _window(lambda back, width: np.abs(back) < width),
            "Words on both sides are seen; a causal model sees none that is later.",
        ),
        Mistake(
            "off by one",
            _window(lambda back, width: (back >= 0) & (back <= width)),
            "One word too many is seen: the word itself counts as one of the width.",
        ),
        *(
            Mistake(
                "off by one",
                _window(
                    lambda back, width, least=least: (
                        (back >= 0) & (back < max(width - 1, least))
                    )
                ),
                "One word too few is seen: the word itself is one of the width, and "
                "width - 1 stand before it.",
            )
            for least in (0, 1)
        ),
        *slips_of_shares(
            lambda share: _window(_right, share=share), "The right words are seen. "
        ),
        Mistake(
            "itself",
            _window(
                lambda back, width: (
                    (back > 0) & (back <= width)
                    | (back == 0) & (np.arange(len(back)) == 0)[:, None]
                )
            ),
            "The word itself is not seen; it is one of the width.",
        ),
        Mistake(
            "itself",
            _window(
                lambda back, width: (
                    (back > 0) & (back < width)
                    | (back == 0) & (np.arange(len(back)) == 0)[:, None]
                )
            ),
            "The word itself is not seen; it is one of the width.",
        ),
        Mistake(
            "M14",
            _window(lambda back, width: _right(back[[-1] * len(back)], width)),
            "Every word sees the window of the last one: each has its own.",
        ),
        Mistake(
            "M14",
            _window(
                lambda back, width: (back >= 0) & (np.arange(len(back)) < width),
            ),
            "Every word sees the first ones of the text: the window goes on with the "
            "word.",
            partly=True,
        ),
        *(
            Mistake(
                "blocks",
                _window(
                    lambda back, width, least=least: (
                        (back >= least(width)) & (_block(back, width) == 0)
                    )
                ),
                "The text is cut into blocks of this width, and a word sees those of "
                "its own: the window goes on with each word.",
                partly=True,
            )
            for least in (lambda width: 0, lambda width: -width)
        ),
        *(
            Mistake(
                "itself",
                _window(
                    lambda back, width, more=more: (back > 0) & (back < width + more)
                ),
                "The word itself is not seen; it is one of the width.",
            )
            for more in (1, 0)
        ),
        Mistake(
            "later",
            _window(lambda back, width: np.abs(back) <= width // 2),
            "The window stands on both sides of the word; a causal model sees none "
            "that is later.",
            partly=True,
        ),
        Mistake(
            "M13",
            lambda scores, width: _window(_right)(scores.T, width),
            "The scores are transposed: a row belongs to the word that asks.",
        ),
        Mistake(
            "zero",
            lambda scores, width: softmax(
                np.where(_right(*_back(scores, width)), scores, 0)
            ),
            "A score of 0 hides nothing: its exponential is 1. What is not seen gets "
            "-1e9.",
        ),
        Mistake(
            "length",
            _window(lambda back, width: back >= 0),
            "That is the causal mask alone: no window.",
        ),
    ),
    right="Each row sums to 1 over the last words, the word itself among them.",
)
