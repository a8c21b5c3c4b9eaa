"""Exercises of lesson 09: the square root."""

import numpy as np
from hintcheck import Comparison, Number, Remark, at, of_the_package, read_edits

from posenc_lessons.mathematics.attention import softmax

EDITS = read_edits(__file__, globals())
EXERCISES = {}


EXERCISES["9a"] = Number(
    **EDITS["9a"],
    right=lambda: (
        "The variances of 49 products, 36 each, add up to 1764, and its root is 42."
    ),
    remarks=(
        Remark(
            "range",
            lambda divisor: divisor <= 0,
            lambda divisor: f"The divisor is above 0; got {divisor:g}.",
        ),
        Remark(
            "rounded",
            lambda divisor: 0.95 < 42**2 / divisor**2 < 1.05,
            lambda divisor: f"{divisor:.6g} is near, but it can be computed exactly.",
        ),
    ),
    otherwise=lambda divisor: f"The variance would be {42**2 / divisor**2:.3g}.",
)


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
    right="softmax(Q K^T / sqrt(d_k)) V, row by row.",
    forbids=of_the_package(),
)


EXERCISES["9c"] = Number(
    **EDITS["9c"],
    right=lambda: (
        "Each product is a square with the mean 1, so the score is about d_k, and its "
        "root is left. The root keeps scores small only for queries and keys that are "
        "independent."
    ),
    remarks=(
        Remark(
            "range",
            lambda mean: mean < 0,
            lambda mean: f"A sum of squares is never below 0; got {mean:g}.",
        ),
    ),
    otherwise=lambda mean: "Draw 10,000 keys, and let each query be its key.",
    tolerance=0.02,
)
