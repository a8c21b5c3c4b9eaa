"""Exercises of lesson 12: conventions."""

import numpy as np
from hintcheck import Comparison, Number, read_edits

from posenc_lessons.mathematics.conventions import sinusoidal_variant

EDITS = read_edits(__file__, globals())
EXERCISES = {}

EXERCISES["12a"] = Comparison(
    **EDITS["12a"],
    draw=lambda random: [
        (table, table[:, order or random.permutation(table.shape[1])].round(9))
        for table, order in [
            (sinusoidal_variant(24, 8), [*range(0, 8, 2), *range(1, 8, 2)]),
            (sinusoidal_variant(6, 4, exponents="to 1"), [2, 0, 1, 3]),
            (random.normal(size=(4, 7)), None),
            (random.normal(size=(9, 5)), None),
        ]
    ],
    describe=lambda table, other: (
        f"For {len(table)} positions and {table.shape[1]} columns"
    ),
    right="Weights whose rows are moved in this order fit the other table.",
)

EXERCISES["12b"] = Comparison(
    **EDITS["12b"],
    draw=lambda random: [
        (sinusoidal_variant(3, 6, layout="halves"),),
        (sinusoidal_variant(5, 2, layout="halves"),),
        (sinusoidal_variant(4, 16, layout="halves"),),
        (random.normal(size=(4, 2 * random.integers(3, 9))),),
        (random.normal(size=(2, 8)),),
    ],
    describe=lambda table: f"For {len(table)} positions and d_model = {table.shape[1]}",
    right="Columns i and i + d_model / 2 become columns 2i and 2i + 1.",
)

EXERCISES["12c"] = Number(**EDITS["12c"])
