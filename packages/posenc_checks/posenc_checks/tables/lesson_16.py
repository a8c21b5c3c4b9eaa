"""Exercises of lesson 16: longer texts."""

import numpy as np
from hintcheck import Comparison, Number, at, fixed, read_edits

from posenc_lessons.mathematics.attention import softmax
from posenc_lessons.mathematics.rotary import ntk_aware

EDITS = read_edits(__file__, globals())
EXERCISES = {}

EXERCISES["16a"] = Comparison(
    **EDITS["16a"],
    draw=fixed(
        (8, 4, np.array([1.0, 0.5])),
        (3, 4, np.array([1.0, 0.1])),
        (10, 4, np.array([1.0, 0.25, 0.0625])),
        (48, 32, 10_000.0 ** (-np.arange(8) / 8)),
        (32, 32, np.array([0.9, 0.3])),
        (33, 32, np.array([0.9, 0.3])),
        (5, 4, np.array([1.0, 0.5])),
    ),
    describe=lambda n, trained, frequencies: (
        f"For {n} words after training on {trained}, at {len(frequencies)} frequencies"
    ),
    place=at("place", "pair"),
    right="All angles stay below that of the first new place, and short texts "
    "keep theirs.",
)

EXERCISES["16b"] = Number(**EDITS["16b"], digits=2)

EXERCISES["16c"] = Comparison(
    **EDITS["16c"],
    draw=lambda random: [
        (random.normal(size=(n, n)), width)
        for n, width in ((3, 2), (6, 3), (5, 1), (9, 4))
    ],
    describe=lambda scores, width: f"For {len(scores)} words and a window of {width}",
    place=at("query", "key"),
    right="Each row sums to 1 over the last words, including the word itself.",
)
