"""Mistakes in which an otherwise right result is changed."""

import dataclasses
import functools
import itertools
from collections.abc import Callable

import numpy as np

from hintcheck.answers import as_numbers
from hintcheck.course import Course
from hintcheck.edits import read_edits
from hintcheck.explanations import Mistake


def of_axes(hint: str, axes: int) -> str:
    """Return a hint with the words for what lies along a result's first axis."""
    row, rows = "row", "rows"
    if axes > 2:
        row, rows = "part along the first axis", "parts along the first axis"
    return hint.replace("{row}", row).replace("{rows}", rows)


def changes(
    course: Course, right: Callable, case: tuple, arrays: list
) -> list[Mistake]:
    """Return the mistakes in which the right result is changed.

    `case` shows which axes the result has; `arrays` are what the answer returned.
    """
    minus, *others = moves(course, right, case)
    if all(array is None or _is_plain(array) for array in arrays):
        return [minus, *others]
    axes = np.ndim(right(*case))
    more = [_changed(right, slip, axes) for slip in EDITS["numbers"]["mistakes"]]
    return [minus, *more, *others]


def _changed(right: Callable, slip: Mistake, axes: int) -> Mistake:
    """Return the mistake that comes from applying a slip to the right result."""

    def table(*given):
        return as_numbers(right(*given))

    def tolerance(*given):
        margin = slip.tolerance(table(*given))
        return np.reshape(margin, (-1, *[1] * (axes - 1)))

    return dataclasses.replace(
        slip,
        model=lambda *given: slip.model(table(*given)),
        hint=of_axes(slip.hint, axes),
        tolerance=slip.tolerance and tolerance,
    )


def moves(course: Course, right: Callable, case: tuple) -> list[Mistake]:
    """Return the changes to a result that keep its digits; the minus sign comes first.

    `right` is the right function, which may already contain another slip.
    """
    axes = np.ndim(right(*case))
    slips = [Mistake("minus", np.negative, "All your signs are reversed.")]
    if axes:
        slips += [Mistake("transposed", *entry) for entry in _turned_over(axes)]
        slips += course.changes
        slips += EDITS["rows"]["mistakes"]
    return [_changed(right, slip, axes) for slip in slips]


def _turned_over(axes):
    """Return ways to transpose a result, each with its hint."""
    ways = list(itertools.permutations(range(axes)))[1:-1] if axes < 5 else []
    moved = "Your numbers are right, but the axes have changed places."
    return [
        (np.transpose, "Your result is transposed."),
        *((functools.partial(np.transpose, axes=way), moved) for way in ways),
    ]


def _is_plain(array):
    """Return whether an array holds only 0, 1 and -1, which many slips lead to."""
    return bool((np.abs(array[..., None] - (-1, 0, 1)).min(axis=-1) < 1e-3).all())


def without(table: np.ndarray, row: int) -> np.ndarray:
    """Return a table with zeros in one row."""
    table = table.copy()
    table[row] = 0
    return table


def alone(table: np.ndarray, row: int) -> np.ndarray:
    """Return a table with zeros in all rows but one."""
    empty = np.zeros_like(table)
    empty[row] = table[row]
    return empty


def standard(table: np.ndarray, axis: int | None) -> np.ndarray:
    """Return a table scaled to mean 0 and standard deviation 1 along an axis."""
    spread = np.maximum(table.std(axis, keepdims=True), 1e-9)
    return (table - table.mean(axis, keepdims=True)) / spread


EDITS = read_edits(__file__, globals())
