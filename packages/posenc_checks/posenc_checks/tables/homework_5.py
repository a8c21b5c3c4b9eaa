"""Exercises of homework 5: turned queries and keys, biases, and a clock's encoding."""

import math

import numpy as np
from hintcheck import (
    Comparison,
    Demand,
    Design,
    OwnNumber,
    at,
    of_the_package,
    read_edits,
)

from posenc_lessons.mathematics.attention import softmax
from posenc_lessons.mathematics.biases import alibi_slopes
from posenc_lessons.mathematics.sinusoids import angular_frequencies

EDITS = read_edits(__file__, globals())
EXERCISES = {}

EXERCISES["H5a"] = Comparison(
    **EDITS["H5a"],
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
    right="The score at offset k is the sum of A_i cos(k w_i) + B_i sin(k w_i).",
)

EXERCISES["H5b"] = Comparison(
    **EDITS["H5b"],
    draw=lambda random: [
        (random.normal(size=(n, d)), random.normal(size=(n, d)))
        for n, d in ((3, 4), (5, 2), (8, 6), (int(random.integers(4, 12)), 16))
    ],
    describe=lambda query, key: f"For {len(query)} words of width {query.shape[1]}",
    place=at("query", "key"),
    coarse=lambda query, key: 1e-5,
    forbids=of_the_package(),
    right=(
        "With one of the two conjugated, the angles are subtracted, and only the "
        "offset is left."
    ),
)


def _drawn_head(random):
    """Return a distance and a head for which the plain formula yields a wrong slope.

    The head is never the last one, whose number is the number of heads.
    """
    n_heads = [26, 14, 28, 22, 24, 12][random.integers(6)]
    lower = 2 ** (n_heads.bit_length() - 1)
    return {
        "n_heads": n_heads,
        "head": n_heads - int(random.integers(1, n_heads - lower - 1)),
        "distance": int(random.integers(3, 8)),
    }


EXERCISES["H5c"] = OwnNumber(**EDITS["H5c"], numbers=_drawn_head, digits=3)


def _clear(offsets, n_buckets, max_distance):
    """Return a case with only those offsets whose buckets rounding cannot change."""
    exact = n_buckets // 4
    steps = np.log(np.maximum(np.abs(offsets), 1) / exact) / np.log(
        max_distance / exact
    )
    steps *= exact
    plain = (np.abs(offsets) <= exact) | (np.abs(steps - np.round(steps)) > 1e-4)
    return offsets[plain], n_buckets, max_distance


EXERCISES["H5d"] = Comparison(
    **EDITS["H5d"],
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
    place=lambda index, offsets, *rest: {"offset": int(offsets[index[0]])},
    forbids=of_the_package(),
    right="Each direction has its own buckets: exact nearby, logarithmic farther away.",
)


def _whole_day(hours, rows):
    """Return the first day's rows at whole hours."""
    first = {float(hour): row for hour, row in zip(hours[::-1], rows[::-1])}
    return np.array([first[hour] for hour in range(24)])


def _length(rows):
    """Return the typical length of a row, with which distances are compared."""
    return np.sqrt((rows**2).sum(axis=1).mean())


def _pairs(hours, meet):
    """Return the indices of all pairs of hours whose difference meets a condition."""
    return np.nonzero(np.triu(meet(np.abs(hours[:, None] - hours)), 1))


def _repeats(hours, rows):
    """Return whether the same hour has the same row on each day."""
    pairs = _pairs(hours, lambda apart: (apart > 0) & (apart % 24 == 0))
    return _near(hours, rows, *pairs, 1e-4)


def _moves(hours, rows, same_day):
    """Return whether rows stay close within half a minute, on one day or across two."""
    first, second = _pairs(hours, lambda apart: apart < 1 / 120)
    chosen = (hours[first] // 24 == hours[second] // 24) == same_day
    return _near(hours, rows, first[chosen], second[chosen], 0.05)


def _near(hours, rows, first, second, share):
    """Return whether pairs of rows are close compared with a row of a whole hour."""
    apart = np.linalg.norm(rows[first] - rows[second], axis=1)
    return bool((apart <= share * _length(_whole_day(hours, rows))).all())


def _told_apart(hours, rows):
    """Return whether all whole hours are over a tenth of a row's length apart."""
    day = _whole_day(hours, rows)
    apart = np.linalg.norm(day[:, None] - day, axis=-1)
    return bool(apart[np.triu_indices(24, 1)].min() > 0.1 * _length(day))


def _similarities(hours, rows):
    """Return the similarity between each whole hour and the hour k hours later."""
    day = _whole_day(hours, rows)
    hour, k = np.ogrid[:24, :24]
    return (day @ day.T)[hour, (hour + k) % 24]


def _of_the_difference(hours, rows):
    """Return whether similarity depends only on the difference between the hours."""
    table = _similarities(hours, rows)
    return bool(np.ptp(table, axis=0).max() <= 1e-4 * np.abs(table).max())


def _falls(hours, rows):
    """Return whether similarity falls with every hour of distance, up to twelve."""
    mean = _similarities(hours, rows).mean(axis=0)
    return bool((np.diff(mean[:13]) < -1e-6 * abs(mean[0])).all())


EXERCISES["H5e"] = Design(
    **EDITS["H5e"],
    draw=lambda random: [
        (np.arange(24.0),),
        (np.arange(24.0) + 24,),
        (np.array([0.0, 0.008, 6.0, 6.008, 11.992, 23.992, 30.5, 6.5, 150.5]),),
        (random.integers(24) + np.arange(126) / 125,),
        (np.array([7.0, 3.0, 7.0, 43.0]),),
        (random.permutation(48)[:6] + np.array([0, 0, 0, 0, 0.5, 0.75]),),
    ],
    describe=lambda hours: (
        f"For {len(hours)} hours from {min(hours):g} to {max(hours):g}"
    ),
    forbids=of_the_package(),
    demands=(
        Demand(
            "too close",
            _told_apart,
            "Two of the 24 hours have nearly the same encoding. They should be at "
            "least a tenth of an encoding's length apart.",
        ),
        Demand(
            "day",
            _repeats,
            "The same hour on two days has two different encodings. Compare 1 with 25.",
        ),
        Demand(
            "jump",
            lambda hours, rows: _moves(hours, rows, same_day=True),
            "Your encoding jumps within half a minute during a day. Compare 6 with "
            "6.008 and 6.496 with 6.504: are hours rounded?",
        ),
        Demand(
            "midnight",
            lambda hours, rows: _moves(hours, rows, same_day=False),
            "Your encoding jumps at midnight. Compare 23.992 with 24.",
        ),
        Demand(
            "place",
            _of_the_difference,
            "The dot product of two hours depends on more than their difference. "
            "Compare hours 1 and 3 with hours 7 and 9.",
        ),
        Demand(
            "rises",
            _falls,
            "The dot product should fall with every hour of difference up to 12, but "
            "somewhere it rises or stays the same.",
        ),
    ),
    right="Your encoding repeats every day and changes smoothly, like a clock hand.",
)
