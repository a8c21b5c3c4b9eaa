"""The message about the first case that is not right."""

import math

import numpy as np

from hintcheck.answers import as_numbers, of_shapes, shown, why_not_finite
from hintcheck.explanations import STILL, Mistake
from hintcheck.tables import FunctionTable
from hintcheck.verdicts import Failure, Wrong


def complain(
    table: FunctionTable,
    value: object,
    numbers: np.ndarray | None,
    arguments: tuple,
    mistakes: list[Mistake],
) -> None:
    """Raise `Wrong` for the first case that is not right.

    The message begins with the cause, if it is known. `value` is what the function
    returned, and `numbers` is this value as an array of real numbers, or None. Each of
    the `mistakes` explains all cases; the most likely mistake comes first.
    """
    case = table.describe(*arguments)
    name = mistakes[0].name if mistakes else None
    cause = f"{table.course.hint_of(mistakes)} " if mistakes else ""
    if value is None:
        raise Wrong(f"{case}, your function returned nothing.", "no return")
    if isinstance(value, Failure):
        raise Wrong(cause + value.reason, name or value.name)
    array = _as_array(table, case, value, numbers, name)
    result = table.reference(*arguments)
    right, is_truth = as_numbers(result), np.asarray(result).dtype.kind == "b"
    if array.shape != right.shape and (array.size != 1 or right.ndim):
        hint = "" if cause else of_shapes(array.shape, right.shape)
        text = f"{case}, the shape should be {right.shape}; it is {array.shape}.{hint}"
        raise Wrong(cause + text, name)
    if not np.isfinite(array).all():
        bad = next(number for number in array.flat if not math.isfinite(number))
        hint = "" if cause else why_not_finite(bad)
        raise Wrong(f"{cause}{case}, the result holds {bad}.{hint}", name or "nan")
    array = array.reshape(right.shape)
    off = np.abs(array - right) > table.tolerance(*arguments)
    index = tuple(np.argwhere(off)[0]) if off.any() else (0,) * array.ndim
    expected, got = float(right[index]), float(array[index])
    if table.otherwise and not array.ndim:
        hint = "" if cause else f" {table.otherwise(got, *arguments)}"
        raise Wrong(f"{cause}{case}, {got:g} is not right.{hint}", name)
    place, is_secret = table.place_of(index, *arguments), cause.startswith(STILL)
    text = _of_entry(case, place, expected, got, is_truth, is_secret)
    raise Wrong(cause + text, name)


def _as_array(table, case, value, numbers, name):
    """Return a value as an array of numbers, or raise `Wrong` if that fails."""
    try:
        array = np.asarray(value)
    except Exception:
        if isinstance(value, tuple):
            text = f"{case}, your function returned {len(value)} values instead of one."
            raise Wrong(text, "several") from None
        parts = ", whose parts have different lengths"
        rest = parts if isinstance(value, list) else ", which is not a table"
        text = f"{case}, your function returned {shown(value)}{rest}."
        raise Wrong(text, "shape") from None
    if array.dtype.kind == "O" and numbers is not None:
        array = numbers
    if array.dtype.kind == "O" and array.ndim:
        raise Wrong(f"{case}, the parts of the result differ in length.", "shape")
    if array.dtype.kind == "O" or (array.size and array.dtype.kind not in table.kinds):
        kind = "real" if "f" in table.kinds else "whole"
        got = array.tolist() if array.ndim == 1 and array.size < 9 else value
        form = "not whole" if array.dtype.kind == "f" else "form"
        text = f"{case}, the result should hold {kind} numbers; got {shown(got)}."
        raise Wrong(text, name or form)
    return array


def _of_entry(case, place, expected, got, is_truth, is_secret):
    *others, last = [f"{key} {index}" for key, index in place.items()] or [""]
    where = f"{', '.join(others)} and {last}" if others else last
    entry = f"the entry at {where}" if place else "the result"
    if is_secret:  # the numbers would give the bug away
        return f"{case}, {entry} is wrong."
    wanted, shown_as = apart(expected, got)
    if is_truth and got in (0, 1):
        wanted, shown_as = str(bool(expected)), str(bool(got))
    return f"{case}, {entry} is {shown_as} instead of {wanted}."


def apart(number: float, other: float, digits: int = 6) -> tuple[str, str]:
    """Return two numbers as strings, with enough digits to tell them apart."""
    for more in range(digits, 18):
        texts = f"{number:.{more}g}", f"{other:.{more}g}"
        if texts[0] != texts[1]:
            break
    return texts
