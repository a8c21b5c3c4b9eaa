"""Exercises of lesson 13: rotary positions."""

import numpy as np
from hintcheck import Comparison, Number, at, of_the_package, read_edits

from posenc_lessons.mathematics.attention import softmax
from posenc_lessons.mathematics.rotary import rotate
from posenc_lessons.mathematics.sinusoids import (
    angular_frequencies,
    sinusoidal_encoding,
)

EDITS = read_edits(__file__, globals())
EXERCISES = {}

EXERCISES["13a"] = Comparison(
    **EDITS["13a"],
    draw=lambda random: [
        (random.normal(size=(len(positions), width)), np.array(positions))
        for positions, width in (
            ([0, 1], 4),
            ([5, 2, 7], 2),
            ([3, 0, 40, 8], 8),
            ([100, 4, 1], 6),
        )
    ],
    describe=lambda x, positions: (
        f"For vectors of width {x.shape[1]} at the positions "
        f"{', '.join(map(str, positions.tolist()))}"
    ),
    place=at("row", "column"),
    coarse=lambda x, positions: 1e-4,
    forbids=of_the_package("rotate"),
    right="As in Hugging Face's Llama, the columns of a pair are half the width apart.",
)

EXERCISES["13b"] = Number(**EDITS["13b"], whole="position")

EXERCISES["13c"] = Comparison(
    **EDITS["13c"],
    draw=lambda random: [
        (
            random.normal(size=(n, width)),
            *random.normal(size=(3, width, d_k)) / np.sqrt(width),
        )
        for n, width, d_k in ((3, 4, 4), (5, 6, 2), (6, 8, 8))
    ],
    describe=lambda x, w_query, w_key, w_value: (
        f"For {len(x)} words of width {x.shape[1]} and d_k = {w_key.shape[1]}"
    ),
    place=at("word", "column"),
    right="Nothing comes between the turns now, so each score depends on the distance.",
)
