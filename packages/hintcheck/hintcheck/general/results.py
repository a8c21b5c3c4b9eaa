"""What can go wrong in any exercise: the right result, except for one thing."""

import dataclasses
import functools
import itertools
from collections.abc import Callable

import numpy as np

from hintcheck.course import Course
from hintcheck.explanations import Mistake

# What lies along the first axis of a table, and of an array of more axes.
ROWS = {"row": "row", "rows": "rows"}
PARTS = {
    "row": "part along the first axis",
    "rows": "parts along the first axis",
}


def of_axes(hint: str, axes: int) -> str:
    """Return a hint with the word for what lies along a result's first axis."""
    return hint.format(**(ROWS if axes < 3 else PARTS))


def changes(
    course: Course, right: Callable, case: tuple, arrays: list
) -> list[Mistake]:
    """Return changes of the right result that learners' slips lead to.

    Parameters
    ----------
    course : Course
        It may know more changes, and other names.
    right : callable
        The right function.
    case : tuple
        Arguments, to see which axes the result has.
    arrays : list of numpy.ndarray or None
        What the answer gave.
    """
    minus, *others = moves(course, right, case)
    if all(array is None or _is_plain(array) for array in arrays):
        return [minus, *others]
    more = [*OF_NUMBERS, *(OF_SIZES if np.ndim(right(*case)) > 1 else [])]
    mistakes = course.called([_changed(right, *entry) for entry in more])
    return [minus, *mistakes, *others]


def _changed(right, name, change, hint, whole=False):
    """Return the mistake of a right result that is changed afterwards."""

    def model(*given):
        return change(np.asarray(right(*given)))

    return Mistake(name, model, hint, whole=whole)


def moves(course: Course, right: Callable, case: tuple) -> list[Mistake]:
    """Return those changes of a result that keep its digits, the minus first.

    Parameters
    ----------
    course : Course
        It may know more changes, and other names.
    right : callable
        The right function, or one that makes another slip.
    case : tuple
        Arguments, to see which axes the result has.
    """
    mistake, axes = functools.partial(_changed, right), np.ndim(right(*case))
    minus = mistake("minus", np.negative, "All signs are reversed.")
    if axes == 0:
        return course.called([minus])

    def of_parts(name, change, hint):
        return mistake(name, change, of_axes(hint, axes))

    early, late = of_parts(*FIRST_ROW), of_parts(*LAST_ROW)

    def tolerance(*given):
        return _nothing_below(np.asarray(right(*given)))

    def backwards(*given):
        return tolerance(*given)[::-1]

    mistakes = [
        minus,
        *(mistake("transposed", *entry) for entry in _turned_over(axes)),
        *(
            mistake(change.name, change.function, change.hint)
            for change in course.changes
            if axes >= change.axes
        ),
        *(mistake(*entry) for entry in (OF_TABLES if axes > 1 else [])),
        dataclasses.replace(early, tolerance=tolerance),
        dataclasses.replace(late, tolerance=backwards),
        *(of_parts(*entry) for entry in OF_ROWS),
    ]
    return course.called(mistakes)


def _turned_over(axes):
    """Return what exchanges the axes of a result, each with its hint."""
    ways = list(itertools.permutations(range(axes)))[1:] if axes < 5 else []
    first = ways.pop() if ways else (0,)  # all axes, from the last to the first
    return [
        (lambda table: table.transpose(first), "It is transposed."),
        *(
            (
                lambda table, way=way: table.transpose(way),
                "The numbers are right, but the axes have changed places.",
            )
            for way in ways
        ),
    ]


# A mistake's number, the change, and a hint. Those of `whole` lose digits.
OF_NUMBERS = [
    *(
        (
            "rounded",
            lambda table, digits=digits: np.round(table, digits),
            f"It is rounded to {digits} digits: return all of them.",
        )
        for digits in range(5)
    ),
    ("cut", np.trunc, "The digits after the point are lost.", True),
    ("cut", np.floor, "All numbers are rounded down: is there a `//`?", True),
    ("cut", np.ceil, "All numbers are rounded up.", True),
    (
        "few digits",
        lambda table: table.astype(np.float16).astype(float),
        "The result is kept in float16, which has 3 digits.",
    ),
    (
        "off by one",
        lambda table: table + 1,
        "Every number is one too large: is there a count from 1 instead of 0?",
    ),
    (
        "off by one",
        lambda table: table - 1,
        "Every number is one too small: is there a count from 0 instead of 1?",
    ),
    ("abs", np.abs, "The signs are lost: no number is below 0."),
    ("inverse", lambda table: 1 / table, "It is 1 divided by the right result."),
    (
        "squared",
        np.square,
        "Each number is the square of the right one.",
    ),
    ("root", np.sqrt, "Each number is the root of the right one."),
]

FIRST_ROW = (
    "early",
    lambda table: np.where(np.arange(len(table)) == 0, table.T, 0).T,
    "Only the first {row} is there: is `return` inside a loop?",
)

LAST_ROW = (
    "unfinished",
    lambda table: np.where(np.arange(len(table)) == len(table) - 1, table.T, 0).T,
    "Only the last {row} is there: is it filled after the loop instead of inside it?",
)

OF_TABLES = [
    (
        "reversed columns",
        lambda table: table[..., ::-1],
        "The columns are in reverse order.",
    ),
]

# Of tables whose columns are brought to one size.
OF_SIZES = [
    (
        "scaled",
        lambda table: table / np.maximum(np.linalg.norm(table, axis=0), 1e-9),
        "Each column has been divided by its length.",
    ),
    *(
        (
            "scaled",
            lambda table, axis=axis: (
                (table - table.mean(axis, keepdims=True))
                / np.maximum(table.std(axis, keepdims=True), 1e-9)
            ),
            "The mean has been taken off, and the spread made 1.",
        )
        for axis in (None, 0, -1)
    ),
]

OF_ROWS = [
    ("backwards", np.flip, "It is in reverse order."),
    ("backwards", lambda table: table[::-1], "The {rows} are in reverse."),
    (
        "early",
        lambda table: table.flat[0],
        "It returned only the first number. Is `return` inside a loop, or "
        "is one place of the result taken?",
    ),
    (
        "early",
        lambda table: table[0],
        "It returned only the first {row}: is `return` inside a loop?",
    ),
    ("short", lambda table: table[:-1], "The last one is missing."),
    ("short", lambda table: table[1:], "The first one is missing."),
    *(
        (
            "short",
            lambda table, row=row: _without(table, row),
            f"The {which} {{row}} is still 0: where does the loop {verb}?",
        )
        for row, which, verb in ((0, "first", "begin"), (-1, "last", "end"))
    ),
    (
        "doubled",
        lambda table: np.repeat(table, 2, axis=-1),
        "Every number is there twice, side by side.",
    ),
    (
        "doubled",
        lambda table: np.repeat(table, 2, axis=0),
        "Every {row} is there twice.",
    ),
    ("axis", np.ravel, "All numbers are there, but in one long row."),
    ("axis", lambda table: table[..., None], "It has an axis too many."),
    ("axis", lambda table: table[None], "It has an axis too many."),
]


CUT = "It holds only whole numbers: the digits after the point are lost."
EMPTY = "All is 0: is it filled in?"
CUT_TO_0 = "All is 0, in whole numbers: are the digits after the point lost? Or is it "
CUT_TO_0 += "not filled in?"


def of_floats(values: list) -> bool:
    """Whether all tables are arrays of floats, and there is at least one."""
    kinds = [v.dtype.kind for v in values if isinstance(v, np.ndarray) and v.ndim]
    return bool(kinds) and set(kinds) == {"f"}


def of_integers(values: list, rights: list) -> list[Mistake]:
    """Return the mistake of tables that hold integers, where fractions are right."""
    try:
        tables = list(map(np.asarray, values))
    except Exception:  # parts of several sizes
        return []
    whole = [np.trunc(right) for right in rights]
    if (
        any(table.dtype.kind not in "iu" or not table.ndim for table in tables)
        or not all(map(np.array_equal, tables, whole))
        or all(map(np.array_equal, whole, rights))
    ):
        return []
    return [Mistake("cut", None, CUT if any(map(np.any, tables)) else CUT_TO_0)]


def unfilled(arrays: list, rights: list) -> list[Mistake]:
    """Return the mistake of tables that are still 0, if all are."""
    empty = all(
        a is not None and a.ndim and a.shape == r.shape and not a.any()
        for a, r in zip(arrays, rights)
    )
    return [Mistake("unfinished", None, EMPTY)] if empty else []


def _is_plain(array):
    """Whether an array holds only 0, 1 and -1, which come about in many ways."""
    return bool((np.abs(array[..., None] - (-1, 0, 1)).min(axis=-1) < 1e-3).all())


def _nothing_below(table):
    """Return a tolerance for a table's first row, and none for the zeros below it."""
    first = np.arange(len(table)) == 0
    return np.where(first, 1e-4, 0).reshape(-1, *[1] * (table.ndim - 1))


def _without(table, row):
    """Return a table with zeros in one row."""
    table = table.copy()
    table[row] = 0
    return table
