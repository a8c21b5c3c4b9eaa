"""Exercises of homework 1: order, counting, and shares of the length."""

import math

import numpy as np
from hintcheck import Comparison, OwnNumber, at, of_the_package, read_edits

from posenc_checks.tables.lesson_01 import WEIGHTS
from posenc_lessons.mathematics.attention import softmax

EDITS = read_edits(__file__, globals())
EXERCISES = {}

EXERCISES["H1a"] = Comparison(**WEIGHTS, **EDITS["H1a"], forbids=of_the_package())

EXERCISES["H1b"] = Comparison(
    **EDITS["H1b"],
    draw=lambda random: [(5,), (2,), (20,), (int(random.integers(30, 200)),)],
    describe=lambda n: f"For n = {n}",
    forbids=of_the_package(),
    right="In a sentence of n words, position pos gets (pos + 1) / n.",
)

EXERCISES["H1c"] = Comparison(
    **EDITS["H1c"],
    draw=lambda random: [
        (random.normal(size=(batch, n, d)), random.normal(size=(longest, d)))
        for batch, n, d, longest in ((2, 3, 4, 5), (4, 4, 6, 9), (1, 5, 2, 5))
    ],
    describe=lambda x, codes: "For {} sentences of {} words at d_model = {}".format(
        *x.shape
    ),
    place=at("sentence", "position", "column"),
    forbids=of_the_package(),
    right="The encodings run along the words and are the same in each sentence.",
)


def _share_there(count, percent, norm):
    """Return a hint that says which share a wrong count makes up."""
    share = 1 / (1 + (norm / count) ** 2) if count else 0
    enough = "enough, but it is not the first"
    short = f"not yet above {percent}%"
    how = enough if share > percent / 100 else short
    return f"There, the count makes up {share:.2%}: {how}."


EXERCISES["H1d"] = OwnNumber(
    **EDITS["H1d"],
    numbers=lambda random: {
        # At 99, a slip is right by chance; at 98, rounding decides.
        "percent": int(random.choice([90, 95, 97])),
        "norm": int(random.integers(3, 40)),
    },
    whole="count",
)
