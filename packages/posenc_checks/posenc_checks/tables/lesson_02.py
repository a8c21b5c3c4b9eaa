"""Exercises of lesson 02: whole numbers as positions."""

import numpy as np
from hintcheck.comparison import Comparison, fixed
from hintcheck.edits import read_edits
from hintcheck.own_numbers import Number, Remark
from hintcheck.questions import Statement, Statements

from posenc_lessons.mathematics.layers import layer_norm

EDITS = read_edits(__file__, globals())
EXERCISES = {}


def _share(p):
    """Return which share of the vector the number p makes up."""
    return p**2 / (1 + p**2)


def _told(p):
    """Say which share a wrong count makes up, and whether that is enough."""
    enough = ", but it is not the first" if p > 32 else ": not more than 99.9 %"
    return f"At {p:g} the share is {_share(p):.3%}{enough}."


EXERCISES["2a"] = Number(
    **EDITS["2a"],
    right=lambda: "32^2 / (1 + 32^2) is 99.902 %, and 31 stays just below.",
    remarks=(
        Remark("range", lambda p: p <= 0, lambda p: "Counts are 1, 2, 3, ..."),
        Remark(
            "off by one",
            lambda p: p == 31,
            lambda p: (
                f"{_told(p)} (If it is 31.6, rounded: which way? Or is the first count "
                "taken for 0?)"
            ),
        ),
        Remark(None, lambda p: True, _told),
    ),
    whole="count",
)


def _step_after_norm():
    """Return how far layer norm leaves the first two rows of the code apart."""
    first, second, *_ = layer_norm(EDITS["2b"]["reference"](7, 7).astype(float))
    return np.abs(second - first).max()


EXERCISES["2b"] = Comparison(
    **EDITS["2b"],
    # Beyond 2048, neither a byte nor float16 holds each whole number.
    draw=fixed((5, 3), (1, 4), (7, 7), (2100, 2)),
    describe=lambda n, d: f"For {n} position{'s' * (n > 1)} and d_model = {d}",
    right="The layer norm cannot subtract this one. But without a word beside it, the "
    f"rows of positions 0 and 1 differ by no more than {_step_after_norm():.0e} after "
    "the norm at d_model = 7: what is left is a direction, and no longer a number.",
)


EXERCISES["2c"] = Statements(
    (
        Statement(
            "a",
            lambda: False,
            "that a gradient needs positions which can be differentiated",
            "It is that of the weights: where does a position stand in its formula?",
        ),
        Statement(
            "b",
            lambda: True,
            "that what is added to every component outlives the norm",
            "What is left of (c, c, c) when its mean is subtracted?",
        ),
        Statement(
            "c",
            lambda: False,
            "that a good rate repairs it",
            "What is the lowest loss of all rates, beside that of the words alone?",
        ),
    ),
    right=lambda: "All three, as measured.",
)
