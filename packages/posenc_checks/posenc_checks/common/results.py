"""What goes wrong in tables with pairs of columns, or with rows of weights."""

import numpy as np
from hintcheck import read_edits
from hintcheck.general.observed import near

COLUMNS = "Your columns sum to 1. Along which axis should the softmax go?"
ALL_IN_ONE = "All your numbers together sum to 1. Which ones should?"


def reordered(table, order):
    """Return a table of pairs with its columns in a different order.

    `order` takes the columns' numbers and their count, and returns the new order.
    """
    d = table.shape[-1]
    if table.ndim < 2 or d % 2:
        return np.empty(0)
    return table[..., order(np.arange(d), d)]


def pair_alone(table, pair):
    """Return a table in which all pairs of columns but one are 0."""
    d = table.shape[-1]
    if table.ndim < 2 or d % 2:
        return np.empty(0)
    return np.where(np.arange(d) // 2 == pair % (d // 2), table, 0)


CHANGES = read_edits(__file__, globals())["pairs"]["mistakes"]


def sums_of_1(arrays, rights, cases):
    """Return what to say about numbers that sum to 1 along the wrong axis, or None."""
    if any(r.ndim != 2 or not near(r.sum(1), np.ones(len(r))) for r in rights):
        return None
    if all(near(a.sum(1), np.ones(len(a))) for a in arrays):
        return None
    if all(near(a.sum(0), np.ones(a.shape[1])) for a in arrays):
        return "M19", COLUMNS
    if all(near(a.sum(), np.ones(())) for a in arrays):
        return "M19", ALL_IN_ONE
    return None
