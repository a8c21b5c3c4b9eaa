"""Exercises of lesson 15: no encoding at all."""

import numpy as np
from hintcheck import Comparison, Number, at, fixed, read_edits

from posenc_lessons.mathematics.attention import softmax

EDITS = read_edits(__file__, globals())
EXERCISES = {}

EXERCISES["15a"] = Comparison(
    **EDITS["15a"],
    draw=fixed(
        ([1, 0, 2], 1),
        ([1, 0, 2], 2),
        ([0, 1, 3, 2, 4, 5], 1),
        ([0, 1, 3, 2, 4, 5], 3),
        ([1, 0, 2, 3, 4, 5, 6, 7], 2),
        ([0, 2, 1, 3, 4, 5, 6, 7, 8], 3),
        ([2, 1, 0, 3, 5, 4, 6], 1),
        ([2, 1, 0, 3, 5, 4, 6], 2),
        ([0, 1, 2], 4),
    ),
    describe=lambda order, layers: (
        f"For the order {order} and {layers} layer{'s' * (layers > 1)}"
    ),
    place=at("place"),
    right="One layer sees a bag up to each place; two see how each bag was filled.",
)

EXERCISES["15b"] = Number(**EDITS["15b"], whole="place")


def _drawn(random):
    """Return words and layers that are the same for everybody."""
    random = np.random.default_rng(15)
    return [
        (random.normal(size=(n, 4)), random.normal(size=(depth, 3, 4, 4)) / 2)
        for n, depth in ((3, 2), (5, 2), (6, 3))
    ]


EXERCISES["15c"] = Comparison(
    **EDITS["15c"],
    draw=_drawn,
    describe=lambda x, layers: f"For {len(x)} words and {len(layers)} layers",
    place=at("word", "column"),
    right="Every layer needs the mask: one that looks ahead passes on what it saw.",
)
