"""Exercises of lesson 02: whole numbers as positions."""

import numpy as np
from hintcheck.comparison import Comparison, fixed
from hintcheck.explanations import Mistake
from hintcheck.own_numbers import Number, Remark, value
from hintcheck.questions import Statement, Statements

from posenc_lessons.mathematics.layers import layer_norm

EXERCISES = {}


def _share(p):
    """Return which share of the vector the number p makes up."""
    return p**2 / (1 + p**2)


def _told(p):
    """Say which share a wrong count makes up, and whether that is enough."""
    enough = ", but it is not the first" if p > 32 else ": not more than 99.9 %"
    return f"At {p:g} the share is {_share(p):.3%}{enough}."


EXERCISES["2a"] = Number(
    reference=lambda: 32,
    right=lambda: "32^2 / (1 + 32^2) is 99.902 %, and 31 stays just below.",
    mistakes=(
        *(
            value("not squared", p, "Take its root: the share is p^2 / (1 + p^2).")
            for p in (999, 1000)
        ),
        value("99 %", 100, "100 is the first above 99.99 %; 99.9 % are asked for."),
        value("99 %", 10, "At 10 the share is 99.01 %, and 99.9 % are asked for."),
    ),
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


def _count(n_positions, d_model, start=1, column=0):
    """Return a code that counts in one column."""
    columns = np.arange(d_model) == column % d_model
    return np.arange(start, start + n_positions)[:, None] * columns


def _step_after_norm():
    """Return how far layer norm leaves the first two rows of the code apart."""
    first, second, *_ = layer_norm(_count(7, 7).astype(float))
    return np.abs(second - first).max()


EXERCISES["2b"] = Comparison(
    reference=_count,
    # Beyond 2048, neither a byte nor float16 holds each whole number.
    draw=fixed((5, 3), (1, 4), (7, 7), (2100, 2)),
    describe=lambda n, d: f"For {n} position{'s' * (n > 1)} and d_model = {d}",
    mistakes=(
        Mistake(
            "M9",
            lambda n, d: _count(n, d, start=0),
            "The count starts at 0; the lecture counts from 1.",
        ),
        Mistake(
            "M13", lambda n, d: _count(n, d).T, "It is transposed: a row is a position."
        ),
        Mistake(
            "all columns",
            lambda n, d: np.repeat(_count(n, 1), d, axis=1),
            "The columns after the first should be 0.",
        ),
        Mistake(
            "all columns",
            lambda n, d: _count(n, 1) * np.where(np.arange(d) % 2, -1, 1),
            "The count stands in every column, with the signs of section 5: it belongs "
            "in the first one alone.",
        ),
        Mistake(
            "columns",
            lambda n, d: _count(n, d, column=-1),
            "The numbers stand in the last column; the first is asked for.",
        ),
        Mistake(
            "columns",
            lambda n, d: _count(n, d, column=1),
            "The numbers stand in the second column: columns count from 0.",
        ),
        *(
            Mistake(
                "columns",
                on_diagonal,
                "The numbers stand on the diagonal: the first column is asked for.",
            )
            for on_diagonal in (
                lambda n, d: np.eye(n, d) * np.arange(1, n + 1)[:, None],
                lambda n, d: np.diag(np.arange(1, n + 1)),
            )
        ),
        Mistake(
            "one column",
            lambda n, d: _count(n, 1),
            "Only the first column is there: the others hold 0.",
        ),
        Mistake(
            "ones",
            lambda n, d: np.where(np.arange(d), 1, _count(n, d)),
            "The columns after the first hold 1: they should hold 0.",
        ),
        Mistake(
            "share",
            lambda n, d: _count(n, d) / n,
            "The numbers are divided by how many there are: 1, 2, ... are asked for.",
        ),
        Mistake(
            "M13",
            lambda n, d: (np.arange(n) == 0)[:, None] * np.arange(1, d + 1),
            "The numbers stand in the first row; the first column is asked for.",
        ),
        Mistake(
            "M13",
            lambda n, d: np.tile(np.arange(1, d + 1), (n, 1)),
            "It counts along the row; a row is a position, and holds one number.",
        ),
        Mistake(
            "axis",
            lambda n, d: np.arange(1, n + 1),
            "The numbers are right; each should begin a row of d_model numbers.",
        ),
        Mistake(
            "flat",
            lambda n, d: np.arange(1, n * d + 1).reshape(n, d),
            "It counts through the whole table; a row is a position, and counts once.",
        ),
        Mistake(
            "M14",
            lambda n, d: _count(1, d)[[0] * n] * n,
            "Every row holds the last count: is an index lost, as in `[row] * n`, "
            "one row, n times over?",
        ),
        Mistake(
            "sum",
            lambda n, d: np.cumsum(_count(n, d), axis=0),
            "The counts are added up on the way: 1, 3, 6, ...",
        ),
        Mistake(
            "M14",
            lambda n, d: _count(1, d)[[0] * n],
            "Every row holds 1: the count does not go on.",
        ),
        *(
            Mistake(
                "M15",
                lambda n, d, kind=kind: _count(n, d).astype(kind),
                f"The count is kept in {kind.__name__}, which has no room for all "
                "these numbers.",
                partly=True,
            )
            for kind in (np.int8, np.uint8, np.float16)
        ),
    ),
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
