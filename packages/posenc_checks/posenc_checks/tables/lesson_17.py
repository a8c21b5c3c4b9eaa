"""Exercises of lesson 17: two and three dimensions."""

import numpy as np
from hintcheck import Comparison, Number, at, fixed, read_edits

from posenc_lessons.mathematics.rotary import rotate
from posenc_lessons.mathematics.sinusoids import (
    angular_frequencies,
    sinusoidal_encoding,
)

EDITS = read_edits(__file__, globals())
EXERCISES = {}

EXERCISES["17a"] = Comparison(
    **EDITS["17a"],
    draw=fixed((2, 3, 4, 6), (3, 2, 5, 12), (4, 3, 2, 24), (1, 6, 3, 12)),
    describe=lambda frames, height, width, d_model: (
        f"For {frames} frames of {height} x {width} and d_model = {d_model}"
    ),
    place=at("frame", "line", "column", "number"),
    coarse=lambda *arguments: 1e-5,
    right="One more axis costs only its share of the numbers.",
)

EXERCISES["17b"] = Number(**EDITS["17b"], digits=3)

EXERCISES["17c"] = Comparison(
    **EDITS["17c"],
    draw=lambda random: [
        (random.normal(size=(height * width, d_k)), height, width)
        for height, width, d_k in ((2, 3, 4), (4, 2, 8), (3, 3, 4), (1, 5, 8))
    ],
    describe=lambda vectors, height, width: f"For {height} x {width} patches",
    place=at("patch", "number"),
    right="You read a whole line, `width` patches, before the next one begins.",
)
