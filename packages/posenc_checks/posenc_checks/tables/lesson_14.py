"""Exercises of lesson 14: biases."""

import numpy as np
from hintcheck import Comparison, Number, at, fixed, of_the_package, read_edits

from posenc_lessons.mathematics.attention import softmax

EDITS = read_edits(__file__, globals())
EXERCISES = {}

EXERCISES["14a"] = Comparison(
    **EDITS["14a"],
    draw=lambda random: [
        (*np.random.default_rng(n).normal(size=(2, n, d_k)), slope)
        for n, d_k, slope in ((3, 4, 0.5), (5, 9, 0.25), (8, 16, 1 / 16))
    ],
    describe=lambda query, key, slope: (
        "For {} words of {} numbers and the slope {:g}".format(*query.shape, slope)
    ),
    place=at("row", "column"),
    right="Each row sums to 1, and each word of distance costs the slope.",
)

EXERCISES["14b"] = Number(**EDITS["14b"])

EXERCISES["14c"] = Comparison(
    **EDITS["14c"],
    draw=fixed(
        (np.arange(24),),
        (np.arange(0, 400, 7),),
        (np.arange(100, 140),),
        (np.array([5, 1000, 64, 127]),),
    ),
    describe=lambda distance: f"For the distances {distance[0]} to {distance[-1]}",
    place=lambda index, distance: {"distance": int(distance[index[0]])},
    forbids=of_the_package("t5_bucket"),
    right="16 buckets hold one distance each, and 16 share the range from 16 to 128.",
)
