"""Answers to the exercises of lesson 12."""

import numpy as np

from tests.answers import right


@right("12a", "by sums of squares")
def _(table, other):
    apart = ((table.T[:, None] - other.T[None]) ** 2).sum(axis=2)
    return apart.argmin(axis=0)


right("12c", "measured")(71)


@right("12b", "with slices")
def slices(table):
    half = table.shape[1] // 2
    out = np.empty_like(table)
    out[:, 0::2] = table[:, :half]
    out[:, 1::2] = table[:, half:]
    return out
