"""Exercises of lesson 10: heads."""

import numpy as np
from hintcheck import Comparison, Number, at, of_the_package, read_edits

EDITS = read_edits(__file__, globals())
EXERCISES = {}

W = 768  # the width of the model

EXERCISES["10a"] = Number(**EDITS["10a"], whole="number of parameters")

EXERCISES["10b"] = Comparison(
    **EDITS["10b"],
    draw=lambda random: [
        (random.normal(size=(n, width)), n_heads)
        for n, n_heads, width in ((2, 4, 8), (5, 3, 12), (4, 1, 6))
    ],
    describe=lambda x, n_heads: (
        f"For {len(x)} words, width {x.shape[1]} and {n_heads} heads"
    ),
    place=at("head", "word", "column"),
    forbids=of_the_package("split_heads"),
    right="Each word is cut first, and then heads and words are swapped.",
)

EXERCISES["10c"] = Comparison(
    **EDITS["10c"],
    draw=lambda random: [
        (random.normal(size=shape),) for shape in ((2, 3, 4), (8, 2, 5), (1, 4, 3))
    ],
    describe=lambda heads: "For {} heads, {} words and {} numbers".format(*heads.shape),
    place=at("word", "column"),
    forbids=of_the_package("join_heads"),
    right="Swapping the axes back and then reshaping undoes the cut.",
)
