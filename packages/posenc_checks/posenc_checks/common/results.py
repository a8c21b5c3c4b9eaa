"""What goes wrong with tables whose columns are pairs, and whose rows are weights."""

import numpy as np
from hintcheck.course import Change
from hintcheck.general.observed import near

NO_WHOLE = "The columns sum to 1, and the rows should: along which axis is the softmax?"
ALL_IN_ONE = "All numbers together sum to 1, and those of each row should."


def _columns_moved(table, order):
    """Return a table of pairs with its columns in another order, or nothing."""
    d = table.shape[-1]
    return table[..., order(np.arange(d), d)] if d % 2 == 0 else np.empty(0)


def _pair_alone(table, pair):
    """Return a table of pairs with zeros in all but one of them, or nothing."""
    d = table.shape[-1]
    if d % 2 or d < 4:
        return table if d == 2 else np.empty(0)
    return np.where(np.arange(d) // 2 == pair % (d // 2), table, 0)


CHANGES = [
    *(
        Change(
            "unfinished",
            lambda table, pair=pair: _pair_alone(table, pair),
            f"Only the {which} two columns are there: does the loop go through all "
            "pairs, and is each filled within it?",
        )
        for pair, which in ((0, "first"), (-1, "last"))
    ),
    Change(
        "M10",
        lambda table: _columns_moved(table, lambda c, d: d - 2 - (c - c % 2) + c % 2),
        "The pairs of columns are in reverse order.",
    ),
    Change(
        "M8",
        lambda table: _columns_moved(table, lambda c, d: c ^ 1),
        "In each pair of columns the two have changed places: sine and cosine?",
    ),
    Change(
        "M8",
        lambda table: _columns_moved(table, lambda c, d: (c + d // 2) % d),
        "The two halves of the columns have changed places: sines and cosines?",
    ),
    Change(
        "M5",
        lambda table: _columns_moved(table, lambda c, d: 2 * c % d + 2 * c // d),
        "The numbers are right, but every second column comes first (halves).",
    ),
    Change(
        "M5",
        lambda table: _columns_moved(table, lambda c, d: c // 2 + c % 2 * (d // 2)),
        "The numbers are right, but the columns of the two halves alternate.",
    ),
    Change(
        "M34",
        lambda table: np.repeat(table, 2, axis=-1),
        "Every number is there twice, side by side. One for each column?",
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
        return "M19", NO_WHOLE
    if all(near(a.sum(), np.ones(())) for a in arrays):
        return "M19", ALL_IN_ONE
    return None
