"""Exercises of lesson 16: longer texts."""

import numpy as np
from hintcheck.comparison import Comparison, at, fixed
from hintcheck.edits import read_edits
from hintcheck.own_numbers import Number, Remark

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
    ),
    describe=lambda n, trained, paces: (
        f"For {n} words, {trained} trained, and {len(paces)} paces"
    ),
    place=at("place", "pair"),
    right="All angles stay below that of the first place that is new, and short texts "
    "keep theirs.",
)


EXERCISES["16b"] = Number(
    **EDITS["16b"],
    right=lambda: (
        "35 of 64 pairs; 29 do not come back within the text. With the base 10 000 "
        "only 14 would not: the larger base slows more clocks."
    ),
    remarks=(
        Remark(
            "range",
            lambda pairs: not 0 <= pairs <= 64,
            lambda pairs: f"There are 64 pairs in all; got {pairs:g}.",
        ),
    ),
    otherwise=lambda n: "Count the pairs with 8192 times the pace at least 2 pi.",
    whole="number of pairs",
)


EXERCISES["16c"] = Comparison(
    **EDITS["16c"],
    seen="Which words have a weight in row 0, and what do the rows sum to?",
    draw=lambda random: [
        (random.normal(size=(n, n)), width)
        for n, width in ((3, 2), (6, 3), (5, 1), (9, 4))
    ],
    describe=lambda scores, width: f"For {len(scores)} words and a window of {width}",
    place=at("query", "key"),
    right="Each row sums to 1 over the last words, the word itself among them.",
)
