"""Exercises of homework 5: turned queries and keys, biases, a code for a clock."""

import math

import numpy as np
from hintcheck.answers import of_the_package
from hintcheck.comparison import Comparison, at
from hintcheck.designs import Demand, Design
from hintcheck.explanations import STILL, Mistake, in_parts
from hintcheck.own_numbers import OwnNumber

from posenc_checks.families.buckets import (
    LIMIT,
    buckets_of,
    slips_of_buckets,
)
from posenc_checks.families.rotations import slips_of_angles
from posenc_lessons.mathematics.biases import alibi_slopes, t5_bucket
from posenc_lessons.mathematics.sinusoids import angular_frequencies

EXERCISES = {}


def _as_complex(x, layout="neighbours"):
    """Return pairs of columns as complex numbers."""
    if layout == "neighbours":
        return x[..., 0::2] + 1j * x[..., 1::2]
    return x[..., : x.shape[-1] // 2] + 1j * x[..., x.shape[-1] // 2 :]


def _by_signs(cosine, first, second):
    """Return what a c and b d, b c and a d make with these signs."""

    def model(query, key):
        q, k = _as_complex(query), _as_complex(key)
        return np.stack(
            [
                q.real * k.real + cosine * q.imag * k.imag,
                first * q.imag * k.real + second * q.real * k.imag,
            ],
            axis=-1,
        )

    return model


def _in_layouts(of_query, of_key):
    """Return the parts of a query and a key whose pairs are made in two layouts."""

    def model(query, key):
        product = _as_complex(query, of_query).conj() * _as_complex(key, of_key)
        return np.stack([product.real, 0 - product.imag], axis=-1)

    return model


def _parts_of_cosine_and_sine(product):
    """Return a row for each pair: what stands before its cosine, and before its sine.

    Parameters
    ----------
    product : callable
        Takes a query's and a key's pairs as complex numbers; returns what is turned by
        the offset.
    """

    def model(query, key, layout="neighbours"):
        turned = product(_as_complex(query, layout), _as_complex(key, layout))
        return np.stack([turned.real, 0 - turned.imag], axis=-1)

    return model


_PARTS = _parts_of_cosine_and_sine(lambda q, k: q.conj() * k)


DIVIDED = "The parts are divided: the score is taken as it is here."

EXERCISES["H5a"] = Comparison(
    reference=_PARTS,
    draw=lambda random: [
        (np.array([1.0, 2.0, 3.0, 4.0]), np.array([5.0, -6.0, 7.0, 8.0])),
        (np.array([1.0, 0.5]), np.array([-2.0, 3.0])),
        *(
            (random.normal(size=width), random.normal(size=width))
            for width in (6, 2 * int(random.integers(4, 9)))
        ),
    ],
    describe=lambda query, key: f"For vectors of width {len(query)}",
    place=at("pair", "column"),
    forbids=of_the_package(),
    mistakes=(
        Mistake(
            "sign",
            _parts_of_cosine_and_sine(lambda q, k: q * k.conj()),
            "The sine has the other sign: the offset is the key's position less the "
            "query's.",
        ),
        Mistake(
            "M33",
            _parts_of_cosine_and_sine(lambda q, k: q * k),
            "That belongs to the *sum* of the positions: a dot product of two turned "
            "pairs subtracts their angles.",
        ),
        Mistake(
            "M33",
            _parts_of_cosine_and_sine(lambda q, k: (q * k).conj()),
            "That belongs to the *sum* of the positions, and the sine's sign is the "
            "other one, too.",
        ),
        Mistake(
            "M31",
            lambda query, key: _PARTS(query, key, "halves"),
            "The columns i and i + d / 2 are taken for a pair: here it is 2 i and "
            "2 i + 1.",
        ),
        *(
            Mistake(
                "M31",
                _in_layouts(*layouts),
                "Query and key are read in different layouts: in both, pairs are "
                "columns 2 i and 2 i + 1.",
            )
            for layouts in (("neighbours", "halves"), ("halves", "neighbours"))
        ),
        *(
            Mistake(
                "sign",
                _by_signs(1, sign, sign),
                "The cosine's part is right. In the sine's one product is to be taken "
                "off the other.",
            )
            for sign in (1, -1)
        ),
        *(
            Mistake(
                "sign",
                _by_signs(-1, sign, -sign),
                "The cosine's part is the dot product of the two pairs: its products "
                "are added.",
            )
            for sign in (1, -1)
        ),
        *(
            Mistake(
                "M20",
                lambda query, key, part=part: _PARTS(query, key) / part(query),
                hint,
            )
            for part, hint in (
                (lambda query: np.sqrt(len(query)), DIVIDED),
                (len, DIVIDED),
            )
        ),
        *(
            Mistake(
                "M34",
                repeated,
                "Each row is there twice: one row for each pair is asked for.",
            )
            for repeated in (
                lambda query, key: np.repeat(_PARTS(query, key), 2, axis=0),
                lambda query, key: np.tile(_PARTS(query, key), (2, 1)),
            )
        ),
        Mistake(
            "axis",
            lambda query, key: _PARTS(query, key).T.ravel(),
            "All are there, in one long row: a row of two is asked for, for each pair.",
        ),
        Mistake(
            "cosines",
            _parts_of_cosine_and_sine(lambda q, k: (q.conj() * k).real + 0j),
            "The cosines are right, the sines are missing: a b and b a do not cancel.",
        ),
        Mistake(
            "form",
            lambda query, key: np.stack(
                [
                    np.abs(_as_complex(query) * _as_complex(key)),
                    np.angle(_as_complex(query)) - np.angle(_as_complex(key)),
                ],
                axis=1,
            ),
            "These are an amplitude and an angle: what stands before the cosine and "
            "before the sine is asked for.",
        ),
        Mistake(
            "unfinished",
            lambda query, key: np.stack(np.split(query * key, len(key) // 2)),
            "Of the cosine's part, these are the two products: add them; and the "
            "sine's part is missing.",
        ),
        Mistake(
            "M8",
            lambda query, key: _PARTS(query, key)[:, ::-1],
            "The column of the cosine comes first.",
        ),
        Mistake(
            "twice",
            lambda query, key: 2 * _PARTS(query, key),
            "All is twice too large.",
        ),
        Mistake(
            "one pair",
            lambda query, key: _PARTS(query, key)[0],
            "That is the first pair alone: a row for each.",
        ),
        Mistake(
            "sum",
            lambda query, key: _PARTS(query, key).sum(axis=0),
            "The pairs are added up: each turns at its own pace, and has its own row.",
        ),
    ),
    right="The score of the offset o is the sum of A_i cos(o w_i) + B_i sin(o w_i).",
)


@in_parts
def _scores_of(score, layout="neighbours", position=np.arange):
    """Return the scores of all words, from what is made of the turned pairs."""

    def model(query, key):
        n, d = query.shape
        turn = np.exp(1j * np.outer(position(n), angular_frequencies(d)))
        return score(_as_complex(query, layout), _as_complex(key, layout), turn)

    return model


def _turned_by(turn):
    """Return scores of queries and keys that a function turns by their positions."""

    def model(query, key):
        places = np.arange(len(query))
        return turn(query, places) @ turn(key, places).T

    return model


def _in_two_layouts(of_query, of_key):
    """Return scores of queries and keys that are turned in different layouts."""

    def model(query, key):
        n, d = query.shape
        turn = np.exp(1j * np.outer(np.arange(n), angular_frequencies(d)))
        turned = _as_complex(query, of_query) * turn
        return (turned @ (_as_complex(key, of_key) * turn).conj().T).real

    return model


_SCORES = _scores_of(lambda q, k, turn: ((q * turn) @ (k * turn).conj().T).real)


MENDED = "The sum of positions is mended. "


def _on(pairs, turn):
    """Return pairs turned as if positions began with 1."""
    return pairs * turn * turn[1]


def _shares(scores, axis):
    """Return the softmax of scores along an axis."""
    powers = np.exp(scores - scores.max())
    return powers / powers.sum(axis=axis, keepdims=True)


EXERCISES["H5b"] = Comparison(
    reference=_SCORES,
    draw=lambda random: [
        (random.normal(size=(n, d)), random.normal(size=(n, d)))
        for n, d in ((3, 4), (5, 2), (8, 6), (int(random.integers(4, 12)), 16))
    ],
    describe=lambda query, key: f"For {len(query)} words of width {query.shape[1]}",
    place=at("query", "key"),
    coarse=lambda query, key: 1e-3,
    forbids=of_the_package(),
    mistakes=(
        Mistake(
            "M33",
            _scores_of(lambda q, k, turn: ((q * turn) @ (k * turn).T).real),
            f"{STILL} Does a score stay if both words move one place on? (M33)",
        ),
        Mistake(
            "M33",
            _scores_of(lambda q, k, turn: ((q * turn) @ (k * turn.conj()).T).real),
            "Queries and keys turn in opposite directions, and the sines of their "
            "angles still enter with the wrong sign.",
        ),
        Mistake(
            "M33",
            _scores_of(lambda q, k, turn: ((q * turn) @ (k.conj() * turn).T).real),
            "Word 0 with itself is right now. But the score still depends on the sum "
            "of the two positions: compare words 0 and 2 with words 1 and 3.",
        ),
        Mistake(
            "M33",
            _scores_of(lambda q, k, turn: ((q / turn) @ (k * turn).T).real),
            "The queries turn backwards, and the sines of their angles still enter "
            "with the wrong sign.",
        ),
        Mistake(
            "M31",
            _scores_of(
                lambda q, k, turn: ((q * turn) @ (k * turn).conj().T).real, "halves"
            ),
            "The sum of positions is mended. But pairs are columns 2 i and 2 i + 1: "
            "that was right as given.",
        ),
        Mistake(
            "identity",
            lambda query, key: query @ key.T,
            "Nothing is turned, or all words by the same angle: these are the bare dot "
            "products.",
        ),
        *(
            Mistake(
                "one",
                _scores_of(wrong),
                "Only one of query and key is turned: the score depends on that one's "
                "position alone.",
            )
            for wrong in (
                lambda q, k, turn: ((q * turn) @ k.conj().T).real,
                lambda q, k, turn: (q @ (k * turn).conj().T).real,
            )
        ),
        Mistake(
            "sign",
            _scores_of(lambda q, k, turn: ((q / turn) @ (k / turn).conj().T).real),
            "The score knows the offset alone now. But queries and keys turn "
            "backwards: position times frequency was right as given.",
        ),
        Mistake(
            "abs",
            _scores_of(lambda q, k, turn: abs((q * turn) @ (k * turn).conj().T)),
            "The absolute value loses the signs of the dot products: take the real "
            "part.",
        ),
        Mistake(
            "M8",
            _scores_of(lambda q, k, turn: ((q * turn) @ (k * turn).conj().T).imag),
            "That is the imaginary part: the dot product is the real one.",
        ),
        *(
            Mistake(
                "M20",
                lambda query, key, part=part: (
                    _SCORES(query, key) * part(query.shape[1])
                ),
                "The scores are asked for as they are, not divided or multiplied.",
            )
            for part in (
                lambda d: d**-0.5,
                lambda d: 1 / d,
                lambda d: d**0.5,
                lambda d: 1 / (d // 2),
                lambda d: 2,
            )
        ),
        *(
            Mistake(
                name,
                lambda query, key, axis=axis, part=part: _shares(
                    _SCORES(query, key) * part(query.shape[1]), axis
                ),
                hint,
            )
            for name, axis, hint in (
                ("share", 1, "These are weights: the scores themselves are asked for."),
                (
                    "M19",
                    0,
                    "These are weights, and their columns sum to 1: the scores "
                    "themselves are asked for.",
                ),
            )
            for part in (lambda d: 1, lambda d: d**-0.5)
        ),
        *(
            Mistake(
                "M31",
                _in_two_layouts(*layouts),
                MENDED + "But queries and keys are read in different layouts: pairs "
                "are columns 2 i and 2 i + 1, in both.",
            )
            for layouts in (("neighbours", "halves"), ("halves", "neighbours"))
        ),
        Mistake(
            "mask",
            lambda query, key: np.tril(_SCORES(query, key)),
            "Later words are hidden: here all scores are asked for.",
        ),
        *(
            Mistake(
                "M9",
                _scores_of(moved),
                MENDED + "But queries and keys are one place apart: both begin with "
                "position 0.",
            )
            for moved in (
                lambda q, k, turn: (_on(q, turn) @ (k * turn).conj().T).real,
                lambda q, k, turn: ((q * turn) @ _on(k, turn).conj().T).real,
            )
        ),
        *slips_of_angles(_turned_by, before=MENDED + "But this was right as given. "),
    ),
    right=(
        "With one of the two conjugated, angles are subtracted: the offset alone is "
        "left."
    ),
)


def _slope(n_heads, head):
    """Return the slope of a head, counted from 1."""
    return alibi_slopes(n_heads)[head - 1]


def _slope_beyond(n_heads, head):
    """Return the slope of a head, and of one that follows the last."""
    lower = _lower(n_heads)
    return (
        _slope(2 * lower, 2 * (head - lower) - 1)
        if head > lower
        else (_slope(lower, head))
    )


def _lower(n_heads):
    """Return the next lower power of two."""
    return 2 ** (n_heads.bit_length() - 1)


def _share(slope):
    """Return what makes the weight's factor of a slope."""

    def model(n_heads, head, distance):
        return math.exp(-slope(n_heads, head) * distance)

    return model


_SHARE = _share(_slope)


def _heads_of_ones_own(random):
    """Return a head that the plain formula gives another slope, and a distance.

    It is never the last one: its number would be that of the heads.
    """
    n_heads = [26, 14, 28, 22, 24, 12][random.integers(6)]
    return {
        "n_heads": n_heads,
        "head": n_heads - int(random.integers(1, n_heads - _lower(n_heads) - 1)),
        "distance": int(random.integers(3, 8)),
    }


EXERCISES["H5c"] = OwnNumber(
    numbers=_heads_of_ones_own,
    reference=_SHARE,
    right=lambda n_heads, head, distance: (
        f"The slope is {_slope(n_heads, head):.4g}, and exp(-{distance} * "
        f"{_slope(n_heads, head):.4g}) is {_SHARE(n_heads, head, distance):.4g}."
    ),
    digits=3,
    mistakes=(
        Mistake(
            "M37",
            _share(lambda n_heads, head: 2 ** (-8 * head / n_heads)),
            "That is the formula for a power of two: the authors fill up otherwise.",
        ),
        Mistake(
            "M37",
            _share(
                lambda n_heads, head: _slope(
                    2 * _lower(n_heads), head - _lower(n_heads)
                )
            ),
            "The heads that fill up take *every other* slope of the larger set, from "
            "its first on.",
        ),
        Mistake(
            "M37",
            _share(
                lambda n_heads, head: _slope(
                    2 * _lower(n_heads), 2 * (head - _lower(n_heads))
                )
            ),
            "Every other slope, yes; but the first, third, fifth, ... of the larger "
            "set.",
        ),
        Mistake(
            "M37",
            _share(lambda n_heads, head: _slope(2 * _lower(n_heads), head)),
            "These are the slopes of the next *higher* power of two: begin with those "
            "of the lower one.",
        ),
        *(
            Mistake(
                "off by one",
                _share(lambda n_heads, head, by=by: _slope_beyond(n_heads, head + by)),
                "That is the factor of the head before or after: heads count from 1.",
            )
            for by in (-1, 1)
        ),
        *(
            Mistake(
                "M37",
                _share(lambda n_heads, head, by=by: 2 ** (-8 * (head + by) / n_heads)),
                "That is the formula for a power of two, and of the head before or "
                "after.",
            )
            for by in (-1, 1)
        ),
        *(
            Mistake(
                "M38",
                _share(lambda n_heads, head, by=by: by * _slope(n_heads, head)),
                hint,
            )
            for by, hint in (
                (
                    1 / 8,
                    "The price is divided by the root of 64: it is taken as it is.",
                ),
                (8, "The price is multiplied by the root of 64: it is taken as it is."),
            )
        ),
        Mistake(
            "share",
            lambda n_heads, head, distance: (
                _SHARE(n_heads, head, distance) / (1 + _SHARE(n_heads, head, distance))
            ),
            "That is the share of the far word if there are these two: asked is how "
            "many times as much as the nearer one it gets.",
        ),
        Mistake(
            "rest",
            lambda *own, **named: 1 - _SHARE(*own, **named),
            "That is by how much *less* it gets: asked is how many times as much.",
        ),
        Mistake(
            "percent",
            lambda *own, **named: 100 * _SHARE(*own, **named),
            "That is in per cent.",
        ),
        Mistake(
            "power",
            lambda n_heads, head, distance: _slope(n_heads, head) ** distance,
            "The slope is raised to the distance: the price is their product, and the "
            "softmax raises e to it.",
        ),
        Mistake(
            "sorted",
            _share(lambda n_heads, head: -np.sort(-alibi_slopes(n_heads))[head - 1]),
            "The slopes are sorted: the authors put those that fill up last.",
        ),
        *(
            Mistake(
                "exp",
                lambda n_heads, head, distance, sign=sign: (
                    sign * _slope(n_heads, head) * distance
                ),
                "That is the difference of the scores; the softmax makes a factor of "
                "it.",
            )
            for sign in (-1, 1)
        ),
        Mistake(
            "M36",
            lambda n_heads, head, distance: 1 - _slope(n_heads, head) * distance,
            "The price is taken off after the softmax: it belongs to the score, before "
            "it.",
        ),
        Mistake(
            "unfinished",
            lambda n_heads, head, distance: _SHARE(n_heads, head, 1),
            "That is the factor of one word: the distance is larger.",
        ),
        Mistake(
            "M37",
            _share(lambda n_heads, head: 2 ** (-8 * head / _lower(n_heads))),
            "That goes on with the formula of the power of two below: the heads beyond "
            "it are filled up from that above.",
        ),
        Mistake(
            "unfinished",
            lambda n_heads, head, distance: _slope(n_heads, head),
            "That is the slope: what does it do to the weight over the distance?",
        ),
        Mistake(
            "inverse",
            lambda *own, **named: 1 / _SHARE(*own, **named),
            "That is how much *more* the near word gets: is the quotient the other way "
            "round, or the exponent's minus missing?",
        ),
        *(
            Mistake(
                "M7",
                lambda n_heads, head, distance, base=base: (
                    base ** (-_slope(n_heads, head) * distance)
                ),
                f"The softmax raises e to the score, not {base}.",
            )
            for base in (2, 10)
        ),
        *(
            Mistake(
                "off by one",
                lambda n_heads, head, distance, by=by: _SHARE(
                    n_heads, head, distance + by
                ),
                "That is for one word nearer or farther.",
            )
            for by in (-1, 1)
        ),
    ),
    otherwise=lambda answer, **own: EXERCISES["H5c"].right_for_nobody(
        "H5c", answer, own
    ),
)


@in_parts
def _both_ways(
    bucket=buckets_of,
    halve=2,
    later=lambda offset, one_way: (offset > 0) * one_way,
    distance=np.abs,
):
    """Return the buckets in both directions, or what a mistake makes of them."""

    def model(offsets, n_buckets, max_distance):
        one_way = n_buckets // halve
        near = bucket(distance(offsets), one_way, max_distance)
        return near + later(offsets, one_way)

    return model


def _clear(offsets, n_buckets, max_distance):
    """Return the offsets that no rounding of a logarithm moves, with the numbers."""
    exact = n_buckets // 4
    steps = np.log(np.maximum(np.abs(offsets), 1) / exact) / np.log(
        max_distance / exact
    )
    steps *= exact
    plain = (np.abs(offsets) <= exact) | (np.abs(steps - np.round(steps)) > 1e-4)
    return offsets[plain], n_buckets, max_distance


EXERCISES["H5d"] = Comparison(
    reference=lambda offsets, n_buckets, max_distance: t5_bucket(
        offsets, n_buckets=n_buckets, max_distance=max_distance, causal=False
    ),
    draw=lambda random: [
        _clear(np.arange(-12, 13), 32, 128),
        _clear(np.array([-500, -130, -100, -60, 7, 8, 20, 90, 127, 1000]), 32, 128),
        _clear(np.arange(-70, 70, 3), 8, 50),
        _clear(random.integers(-300, 300, size=20), 16, 200),
        _clear(
            random.integers(-900, 900, size=20),
            4 * int(random.integers(4, 17)),
            int(random.integers(100, 600)),
        ),
    ],
    describe=lambda offsets, n_buckets, max_distance: (
        f"For {len(offsets)} offsets from {min(offsets)} to {max(offsets)}, "
        f"{n_buckets} buckets and max_distance = {max_distance}"
    ),
    place=lambda index, offsets, *rest: {"the entry of offset": int(offsets[index[0]])},
    forbids=of_the_package(),
    mistakes=(
        Mistake(
            "directions",
            _both_ways(halve=1),
            "Both directions need room: each has half of the buckets.",
        ),
        Mistake(
            "directions",
            _both_ways(later=lambda offset, one_way: 0),
            "Earlier and later words get the same buckets: later ones get the upper "
            "half.",
        ),
        Mistake(
            "M39",
            _both_ways(halve=1, later=lambda offset, one_way: 0),
            "Both directions share all buckets: each has half of them for itself.",
        ),
        Mistake(
            "directions",
            _both_ways(
                halve=1,
                later=lambda offset, one_way: 0,
                distance=lambda offset: np.maximum(-offset, 0),
            ),
            "All buckets are those of earlier words: later ones get the upper half.",
        ),
        Mistake(
            "sign",
            _both_ways(later=lambda offset, one_way: (offset < 0) * one_way),
            "The upper half is for *later* words, whose offset is above 0.",
        ),
        Mistake(
            "itself",
            _both_ways(later=lambda offset, one_way: (offset >= 0) * one_way),
            "The word itself, offset 0, has the bucket 0.",
            partly=True,
        ),
        *slips_of_buckets(_both_ways, [LIMIT]),
        Mistake(
            "row ignored",
            lambda offsets, n_buckets, max_distance: _both_ways()(
                offsets, n_buckets, 128
            ),
            "The largest distance is always 128: use `max_distance`.",
            partly=True,
        ),
        Mistake(
            "row ignored",
            lambda offsets, n_buckets, max_distance: _both_ways()(
                offsets, 32, max_distance
            ),
            "There are always 32 buckets: use `n_buckets`.",
            partly=True,
        ),
    ),
    right="Exact nearby, by the logarithm farther off, each direction on its own.",
)


def _hand(hours):
    """Return the hand of a clock of 24 hours."""
    angles = 2 * np.pi * hours / 24
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1)


def _whole_day(hours, rows):
    """Return the rows of the whole hours of the first day."""
    first = {float(hour): row for hour, row in zip(hours[::-1], rows[::-1])}
    return np.array([first[hour] for hour in range(24)])


def _length(rows):
    """Return the typical length of a row, as a measure."""
    return np.sqrt((rows**2).sum(axis=1).mean())


def _pairs(hours, meet):
    """Return the numbers of two entries, for all whose difference meets a condition."""
    return np.nonzero(np.triu(meet(np.abs(hours[:, None] - hours)), 1))


def _near(hours, rows, meet, share):
    """Tell whether rows are near each other for all hours of certain differences."""
    first, second = _pairs(hours, meet)
    apart = np.linalg.norm(rows[first] - rows[second], axis=1)
    return bool((apart <= share * _length(rows)).all())


def _told_apart(hours, rows):
    """Tell whether no two whole hours are much closer than a tenth of a length."""
    day = _whole_day(hours, rows)
    apart = np.linalg.norm(day[:, None] - day, axis=-1)
    return bool(apart[np.triu_indices(24, 1)].min() > 0.1 * _length(day))


def _similarities(hours, rows):
    """Return the similarity of each whole hour with that of k hours later."""
    day = _whole_day(hours, rows)
    hour, k = np.ogrid[:24, :24]
    return (day @ day.T)[hour, (hour + k) % 24]


def _of_the_difference(hours, rows):
    """Tell whether similarity depends on the difference of the hours alone."""
    table = _similarities(hours, rows)
    return bool(np.ptp(table, axis=0).max() <= 1e-4 * np.abs(table).max())


def _falls(hours, rows):
    """Tell whether similarity falls with every hour of distance, up to twelve."""
    mean = _similarities(hours, rows).mean(axis=0)
    return bool((np.diff(mean[:13]) < -1e-6 * abs(mean[0])).all())


def _two_waves(angle):
    """Return sine and cosine of an angle for each hour, in either order."""
    waves = np.sin, np.cos
    return [
        lambda hours, order=order: np.stack([w(angle(hours)) for w in order], axis=-1)
        for order in (waves, waves[::-1])
    ]


def _of_hours(width):
    """Return the paper's code of the hours, in either layout."""

    def code(hours):
        angles = np.outer(hours, angular_frequencies(width))
        return np.stack([np.sin(angles), np.cos(angles)], axis=-1)

    return [
        lambda hours: code(hours).reshape(len(hours), width),
        lambda hours: code(hours).swapaxes(1, 2).reshape(len(hours), width),
    ]


# A mistake's number, the codes that it leads to, and a hint.
_CODES = [
    (
        "M11",
        _two_waves(lambda hours: 15 * hours),
        "The angles look like degrees: NumPy's sine wants radians.",
    ),
    (
        "M11",
        _two_waves(lambda hours: np.deg2rad(hours)),
        "The hours look like degrees: a day is a full turn.",
    ),
    (
        "M4",
        _two_waves(lambda hours: hours),
        "It turns by 1 radian an hour: a day should be a full turn, of 2 pi.",
    ),
    (
        "2pi",
        _two_waves(lambda hours: hours / 24),
        "It turns by 1 radian a day: it should turn by 2 pi.",
    ),
    (
        "half turn",
        _two_waves(lambda hours: np.pi * hours / 24),
        "It makes half a turn a day: it should make a full one.",
    ),
    (
        "twice",
        _two_waves(lambda hours: np.pi * hours / 6),
        "It makes two turns a day: it should make one.",
    ),
    (
        "M12",
        _two_waves(lambda hours: 2 * np.pi * hours * 24),
        "The hours are multiplied by 24, where they should be divided: it makes 24 "
        "turns an hour.",
    ),
    (
        "M12",
        _two_waves(lambda hours: hours * 24),
        "The hours are multiplied by 24, where they should be divided, and 2 pi is "
        "forgotten.",
    ),
    (
        "one",
        [
            lambda hours: np.sin(2 * np.pi * hours / 24)[:, None],
            lambda hours: np.cos(2 * np.pi * hours / 24)[:, None],
        ],
        "A sine or a cosine alone has each value twice a day: take both.",
    ),
    (
        "angles",
        [lambda hours: (2 * np.pi * hours / 24)[:, None]],
        "That is the angle: take its sine and its cosine.",
    ),
    (
        "2pi",
        _two_waves(lambda hours: 2 * np.pi * hours),
        "It makes a turn an hour: it should make one a day.",
    ),
    (
        "M17",
        _two_waves(lambda hours: 2 * np.pi * np.floor(hours) / 24),
        "The hours are made whole numbers: keep their fractions.",
    ),
    (
        "M17",
        _two_waves(lambda hours: 2 * np.pi * (hours // 24)),
        "The hours are divided by 24 with //, which leaves the number of the day.",
    ),
    *(
        (
            "M7",
            _of_hours(width),
            "That is the paper's code, whose waves do not fit into a day.",
        )
        for width in (4, 8, 16, 32, 64)
    ),
    *(
        ("line", [share], f"That is {said}, as one number.")
        for said, share in (
            ("the time in days", lambda hours: hours[:, None] / 24),
            ("the share of the day", lambda hours: hours[:, None] % 24 / 24),
            ("the time itself", lambda hours: hours[:, None] * 1.0),
            ("the hour of the day", lambda hours: hours[:, None] % 24),
        )
    ),
]

EXERCISES["H5e"] = Design(
    reference=_hand,
    draw=lambda random: [
        (np.arange(24.0),),
        (np.arange(24.0) + 24,),
        (np.array([0.0, 0.01, 6.0, 6.01, 11.99, 23.99, 30.5, 6.5, 150.5]),),
        (np.array([7.0, 3.0, 7.0, 43.0]),),
        (random.permutation(48)[:6] + np.array([0, 0, 0, 0, 0.5, 0.75]),),
    ],
    describe=lambda hours: (
        f"For {len(hours)} hours from {min(hours):g} to {max(hours):g}"
    ),
    forbids=of_the_package(),
    mistakes=tuple(
        Mistake(name, code, hint) for name, codes, hint in _CODES for code in codes
    ),
    demands=(
        Demand(
            "too close",
            _told_apart,
            "Two of the 24 hours have nearly the same code: they should be a tenth of "
            "a code's length apart, at least.",
        ),
        Demand(
            "day",
            lambda hours, rows: _near(
                hours, rows, lambda apart: (apart > 0) & (apart % 24 == 0), 1e-4
            ),
            "The code of an hour is not that of the same hour on another day.",
        ),
        Demand(
            "jump",
            lambda hours, rows: _near(hours, rows, lambda apart: apart <= 0.011, 0.05),
            "Between two moments half a minute apart the code jumps: it should move "
            "with the time, and not stand still for an hour.",
        ),
        Demand(
            "place",
            _of_the_difference,
            "The dot product of two hours depends on more than their difference: "
            "compare 1 and 3 with 7 and 9.",
        ),
        Demand(
            "rises",
            _falls,
            "The dot product should fall with every hour of distance up to 12: "
            "somewhere it rises, or stays.",
        ),
    ),
    right="Back after a day, and near where the time is near: a clock's hand does it.",
)
