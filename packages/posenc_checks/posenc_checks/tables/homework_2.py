"""Exercises of homework 2: one wave, and pairs of waves."""

import math

import numpy as np
from hintcheck import Comparison, OwnNumber, at, of_the_package, read_edits

from posenc_lessons.mathematics.neighbors import closest_pair
from posenc_lessons.mathematics.sinusoids import angular_frequencies

EDITS = read_edits(__file__, globals())
EXERCISES = {}

EXERCISES["H2a"] = Comparison(
    **EDITS["H2a"],
    draw=lambda random: [
        (np.arange(5), np.array([4.0, 10.0, 25.0])),
        (np.array([0, 3, 1]), np.array([7.0])),
        (np.arange(40), np.array([5.0, 12.0, 30.0, 77.0])),
        (random.integers(0, 500, size=6), random.uniform(3, 90, size=5)),
    ],
    describe=lambda positions, wavelengths: (
        f"For {len(positions)} positions and {len(wavelengths)} "
        f"wavelength{'s' * (len(wavelengths) > 1)}"
    ),
    place=lambda index, positions, wavelengths: {
        "position": int(positions[index[0]]),
        "column": int(index[1]),
    },
    tolerance=lambda *arguments: 1e-4,
    forbids=of_the_package(),
    right="Each wavelength gets two columns, sine and cosine of 2 pi pos / wavelength.",
)


def _drawn_clearly(random, n, d):
    """Return a random table whose two closest rows are not neighbors."""
    while True:
        table = random.normal(size=(n, d))
        apart = np.linalg.norm(table[:, None] - table, axis=-1)
        smallest = np.sort(apart[np.triu_indices(n, 1)])
        first, second, _ = closest_pair(table)
        if smallest[1] - smallest[0] > 0.01 and second - first > 1:
            return table


def _code_tables(random):
    """Return tables whose two closest rows are in many different places."""
    waves = EDITS["H2a"]["reference"]
    irregular = np.array([0, 2, 5, 9, 14, 20, 27, 35, 44, 54])
    return [
        (np.array([[0.0, 0], [3, 0], [0, 1], [4, 4], [3, 0.5]]),),
        # The two closest rows have neither the smallest sum of differences nor the
        # smallest maximum difference.
        *(
            (size * np.array([[0.0, 0], [9, 4], [1, 1], [20, 9], [10.5, 4], [24, 3]]),)
            for size in (1, 2)
        ),
        (np.array([[0.0, 7], [9, 4], [1.3, 7], [20, 0], [10, 5], [24, 1]]),),
        # The two include the first row, the last row or both, or they are neighbors.
        (np.array([[0.0, 0], [4, 4], [4, 3.5], [5, 1], [2, 2]]),),
        (np.array([[0.0, 0], [5, 1], [2, 3], [0.2, 0], [4, 4]]),),
        (np.array([[0.0, 0], [4, 4], [2, 3], [5, 1], [4.1, 4]]),),
        (np.array([[0.0, 0], [4, 4], [2, 3], [5, 1], [0, 0.3]]),),
        # Irregular positions: with equal steps, many pairs would be equally close.
        (waves(irregular, np.array([6.3, 20.1])),),
        # Several pairs are close, and the closest is not the first of them.
        (np.array([[0.0, 0], [0.04, 0], [3, 0], [3, 0.01], [5, 5]]),),
        (np.array([[0.0, 0], [0.008, 0], [3, 0], [5, 5], [3, 0.004]]),),
        # In float16, the first three rows are the same.
        (np.array([[10, 5.0], [10.003, 5], [10.0032, 5], [12, 9], [3, 2]]),),
        *(
            (_drawn_clearly(random, n, d),)
            for n, d in ((12, 3), (30, 2), (9, 4), (15, 3), (20, 5), (7, 2), (25, 3))
        ),
    ]


EXERCISES["H2b"] = Comparison(
    **EDITS["H2b"],
    draw=_code_tables,
    describe=lambda codes: f"For {len(codes)} encodings of {codes.shape[1]} numbers",
    place=at("index"),
    forbids=of_the_package(),
    right="You compared every row with every other one, and none with itself.",
)

EXERCISES["H2c"] = Comparison(
    **EDITS["H2c"],
    draw=lambda random: [
        (4, 10000.0),
        (3, 50.0),
        (int(random.integers(5, 40)), float(random.integers(100, 20_000))),
        (256, 10000.0),
    ],
    describe=lambda n, base: f"For {n} pairs and the base {base:g}",
    place=at("pair"),
    tolerance=lambda n, base: 1e-4 * float(base) ** (-np.arange(n) / n),
    forbids=of_the_package(),
    right="`//` rounded every exponent down to 0; `/` keeps the fraction.",
)

CLOCKS = [(6, 8), (6, 10), (9, 12), (8, 12), (10, 15), (12, 18), (14, 21), (15, 20)]
EXERCISES["H2d"] = OwnNumber(
    **EDITS["H2d"],
    numbers=lambda random: dict(zip(("short", "long"), CLOCKS[random.integers(8)])),
    whole="position",
)
