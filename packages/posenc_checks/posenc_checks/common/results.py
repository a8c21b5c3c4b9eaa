"""What goes wrong with tables whose columns are pairs, and whose rows are weights."""

import numpy as np
from hintcheck import Change
from hintcheck.general.observed import near

COLUMNS = "Your columns sum to 1. Along which axis should the softmax go?"
ALL_IN_ONE = "All your numbers together sum to 1. Over which of them should one sum go?"


def _moved(order):
    """Return what puts the columns of a table of pairs in another order.

    Parameters
    ----------
    order : callable
        Takes the columns' numbers and how many they are; returns the new order.
    """

    def change(table):
        d = table.shape[-1]
        return table[..., order(np.arange(d), d)] if d % 2 == 0 else np.empty(0)

    return change


def _pair_alone(pair):
    """Return what sets all pairs of columns but one to 0."""

    def change(table):
        d = table.shape[-1]
        if d % 2 or d < 4:
            return table if d == 2 else np.empty(0)
        return np.where(np.arange(d) // 2 == pair % (d // 2), table, 0)

    return change


CHANGES = [
    *(
        Change(
            "unfinished",
            _pair_alone(pair),
            f"Only your {which} two columns are filled in. Does the loop go through "
            "all pairs, and is each filled within it?",
        )
        for pair, which in ((0, "first"), (-1, "last"))
    ),
    Change(
        "M10",
        _moved(lambda c, d: d - 2 - (c - c % 2) + c % 2),
        "Your pairs of columns are in reverse order.",
    ),
    Change(
        "M8",
        _moved(lambda c, d: c ^ 1),
        "In each of your pairs the two columns are exchanged. Which comes first, the "
        "sine or the cosine?",
    ),
    Change(
        "M8",
        _moved(lambda c, d: (c + d // 2) % d),
        "The two halves of your columns are exchanged. Which comes first, the sines or "
        "the cosines?",
    ),
    Change(
        "M5",
        _moved(lambda c, d: 2 * c % d + 2 * c // d),
        "Your numbers are right, but every second column comes first (halves).",
    ),
    Change(
        "M5",
        _moved(lambda c, d: c // 2 + c % 2 * (d // 2)),
        "Your numbers are right, but the columns of the two halves alternate.",
    ),
    Change(
        "M34",
        lambda table: np.repeat(table, 2, axis=-1),
        "You have every number twice, side by side. Is one asked for each column?",
        axes=1,
    ),
]


def sums_of_1(arrays, rights, cases):
    """Return what is said of numbers that sum to 1 along another axis, or None."""
    if any(r.ndim != 2 or not near(r.sum(1), np.ones(len(r))) for r in rights):
        return None
    if all(near(a.sum(1), np.ones(len(a))) for a in arrays):
        return None
    if all(near(a.sum(0), np.ones(a.shape[1])) for a in arrays):
        return "M19", COLUMNS
    if all(near(a.sum(), np.ones(())) for a in arrays):
        return "M19", ALL_IN_ONE
    return None
