"""Exercises of lesson 17: two dimensions, and three."""

from math import isqrt

import numpy as np
from hintcheck.comparison import Comparison, at, fixed
from hintcheck.edits import read_edits
from hintcheck.own_numbers import Number, Remark

from posenc_lessons.mathematics.sinusoids import sinusoidal_encoding

EDITS = read_edits(__file__, globals())
EXERCISES = {}


EXERCISES["17a"] = Comparison(
    **EDITS["17a"],
    pairs=EDITS.together("17a", "formula", first=36),
    draw=fixed((2, 3, 4, 6), (3, 2, 5, 12), (4, 3, 2, 24), (1, 6, 3, 12)),
    describe=lambda frames, height, width, d_model: (
        f"For {frames} frames of {height} x {width} and d_model = {d_model}"
    ),
    place=at("frame", "line", "column", "number"),
    coarse=lambda *arguments: 1e-5,
    right="An axis more costs no more than a share of the numbers.",
)


EXERCISES["17b"] = Number(
    **EDITS["17b"],
    right=lambda: (
        "Its row is a mixture of the old lines 2 and 3: 29 % of the one, 71 % of the "
        "other."
    ),
    remarks=(
        Remark(
            "range",
            lambda place: not -0.5 <= place <= 13.5,
            lambda place: f"The old lines are 0 to 13; got {place:g}.",
        ),
    ),
)


EXERCISES["17c"] = Comparison(
    **EDITS["17c"],
    draw=lambda random: [
        (random.normal(size=(old[0] * old[1], width)), old, new)
        for old, new, width in (
            ((2, 3), (4, 3), 2),
            ((2, 8), (4, 4), 3),
            ((3, 5), (6, 7), 4),
            ((4, 2), (2, 6), 3),
            ((1, 4), (3, 2), 2),
        )
    ],
    describe=lambda table, old, new: (
        f"From {old[0]} x {old[1]} to {new[0]} x {new[1]} patches"
    ),
    place=at("patch", "number"),
    seen="If each patch holds the number of its line: what do the new lines hold? "
    "(M42)",
    right="Height stands before width wherever patches go line by line.",
)
