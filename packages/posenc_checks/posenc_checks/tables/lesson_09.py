"""Exercises of lesson 09: the square root."""

import numpy as np
from hintcheck import Comparison, Number, at, of_the_package, read_edits

from posenc_lessons.mathematics.attention import softmax

EDITS = read_edits(__file__, globals())
EXERCISES = {}

EXERCISES["9a"] = Number(**EDITS["9a"])

EXERCISES["9b"] = Comparison(
    **EDITS["9b"],
    draw=lambda random: [
        tuple(source.normal(size=shape) for shape in ((m, d_k), (n, d_k), (n, d_v)))
        for source, m, n, d_k, d_v in (
            (np.random.default_rng(9), 3, 5, 4, 2),
            (random, 4, 4, 16, 16),
            (random, 1, 7, 9, 3),
        )
    ],
    describe=lambda query, key, value: (
        f"For {len(query)} queries, {len(key)} keys, d_k = {query.shape[1]} and "
        f"d_v = {value.shape[1]}"
    ),
    place=at("query", "column"),
    tolerance=lambda *arguments: 1e-5,
    right="Your function returns softmax(Q K^T / sqrt(d_k)) V, row by row.",
    forbids=of_the_package(),
)

EXERCISES["9c"] = Number(**EDITS["9c"], tolerance=0.02)
