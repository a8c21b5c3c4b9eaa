"""Exercises of lesson 08: the shift by k words."""

import numpy as np
from hintcheck import Comparison, at, fixed, read_edits

from posenc_lessons.mathematics.sinusoids import (
    angular_frequencies,
    sinusoidal_encoding,
)

EDITS = read_edits(__file__, globals())
EXERCISES = {}


def _with_another_sign(packages, name, frame, arguments):
    """Return whether `shift_matrix` is called with -k instead of k."""
    return name == "shift_matrix" and frame.f_locals.get("k") == -arguments[0]


EXERCISES["8a"] = Comparison(
    **EDITS["8a"],
    draw=fixed((1, 6), (5, 2), (40, 16), (-3, 4), (-7, 6)),
    describe=lambda k, d: f"For k = {k} and d_model = {d}",
    place=at("row", "column"),
    coarse=lambda k, d: 1e-6 + 1e-6 * abs(k),
    forbids=_with_another_sign,
    right="Both sines have changed sign: the transposed matrix turns back.",
)

EXERCISES["8b"] = Comparison(
    **EDITS["8b"],
    draw=lambda random: [
        (np.concatenate([row[0::2], row[1::2]]), k)
        for position, k, d in ((0, 1, 4), (7, 5, 16), (50, -20, 6), (30, 12, 8))
        for row in sinusoidal_encoding(1, d, start=position)
    ],
    describe=lambda row, k: f"For a row of width {len(row)} and k = {k}",
    place=at("column"),
    coarse=lambda row, k: 1e-6 + 1e-6 * abs(k),
    right="The order of the columns does not matter, as long as you find the pairs.",
)

ROWS = sinusoidal_encoding(3001, 6)

EXERCISES["8c"] = Comparison(
    **EDITS["8c"],
    draw=fixed(
        *((ROWS[0], ROWS[1]), (ROWS[3], ROWS[7]), (ROWS[200], ROWS[193])),
        *((ROWS[40], ROWS[340]), (ROWS[2000], ROWS[1050]), (ROWS[1000], ROWS[2000])),
    ),
    describe=lambda first, second: (
        f"For rows that start with {first[0]:.2f}, {second[0]:.2f}"
    ),
    tolerance=lambda first, second: 1e-4,
    right="Within 1,000 words, the slowest clock turns less than half a turn, so its "
    "angle gives the distance.",
)
