"""Argument checks that say in one clear sentence why a value cannot be used.

A public function contains only its formula. A decorator checks the arguments before the
function runs::

    @accepts(scores=numbers(ndim=2))
    def softmax(scores): ...

A check is called with an argument's name and value. It returns the value to use. It
raises `TypeError` if the value has the wrong type, and `ValueError` if a value of the
right type cannot be used.
"""

import functools
import inspect
import numbers as number_types
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Check = Callable[[str, Any], Any]
Relation = Callable[[dict[str, Any]], None]


def accepts(*relations: Relation, **checks: Check) -> Callable:
    """Make a decorator that checks a function's arguments before the function runs.

    Each check is passed under the name of its argument. After the checks, each relation
    is called with a dict of all arguments and raises an error if they do not fit
    together.
    """

    def decorate(function):
        signature = inspect.signature(function)

        @functools.wraps(function)
        def checked(*args, **kwargs):
            bound = signature.bind(*args, **kwargs)
            bound.apply_defaults()
            for name, check in checks.items():
                bound.arguments[name] = check(name, bound.arguments[name])
            for relation in relations:
                relation(bound.arguments)
            return function(*bound.args, **bound.kwargs)

        checked.__checks__ = checks
        return checked

    return decorate


# Arrays


def numbers(ndim: int | tuple[int, ...]) -> Check:
    """Make a check that returns finite real numbers as a float64 array.

    `ndim` is the number of axes that the array must have, or a tuple of allowed
    numbers. The array must not be empty.
    """
    allowed = (ndim,) if isinstance(ndim, int) else ndim

    def check(name, value):
        try:
            array = np.asarray(value)
        except ValueError:  # rows of different lengths
            array = np.asarray(None)
        if array.size and array.dtype.kind not in "iuf":
            raise TypeError(
                f"{name} must be an array of real numbers with rows of equal length; "
                f"got {brief(value)}"
            )
        if array.ndim not in allowed:
            axes = " or ".join(map(str, allowed))
            noun = "axis" if allowed == (1,) else "axes"
            raise ValueError(
                f"{name} must be an array with {axes} {noun}; got shape {array.shape}"
            )
        if array.size == 0:
            raise ValueError(
                f"{name} must not be empty; got an array of shape {array.shape}"
            )
        if not np.isfinite(array).all():
            first = tuple(np.argwhere(~np.isfinite(array))[0].tolist())
            raise ValueError(
                f"{name} must hold finite numbers; got {array[first]} at index {first}"
            )
        return array.astype(float)

    return check


def whole_numbers(ndim: int | tuple[int, ...], minimum: int | None = None) -> Check:
    """Make a check like `numbers`, but for whole numbers of at least `minimum`."""

    def check(name, value):
        array = numbers(ndim)(name, value)
        too_small = minimum is not None and (array < minimum).any()
        if too_small or (array != np.round(array)).any():
            least = "" if minimum is None else f" of at least {minimum}"
            raise ValueError(
                f"{name} must hold whole numbers{least}; got {brief(value)}"
            )
        return array.astype(int)

    return check


labels = whole_numbers(ndim=1, minimum=0)


def permutation(name: str, value: Any) -> NDArray:
    """Check that an array holds each of 0 ... n - 1 exactly once."""
    array = numbers(ndim=1)(name, value)
    if sorted(array) != list(range(array.size)):
        raise ValueError(
            f"{name} must hold each of 0, 1, ..., n - 1 once, in any order; "
            f"got {brief(value)}"
        )
    return array.astype(int)


def same_size(first: str, first_axis: int, second: str, second_axis: int) -> Relation:
    """Make a relation that requires one axis in each of two arrays to match in size."""

    def check(arguments):
        shapes = arguments[first].shape, arguments[second].shape
        if shapes[0][first_axis] != shapes[1][second_axis]:
            raise ValueError(
                f"axis {first_axis} of {first} and axis {second_axis} of {second} must "
                f"have the same size; got shapes {shapes[0]} and {shapes[1]}"
            )

    return check


def divides(width: int, n_heads: int) -> None:
    """Raise `ValueError` if the number of heads does not divide the width."""
    if width % n_heads:
        raise ValueError(
            f"n_heads must divide the width {width}; got {n_heads}, "
            f"which leaves a remainder of {width % n_heads}"
        )


# Single values


def count(minimum: int = 1, maximum: int | None = None) -> Check:
    """Make a check for a whole number from `minimum` to `maximum`, both included."""

    def check(name, value):
        if isinstance(value, (bool, np.bool_)) or not isinstance(
            value, number_types.Integral
        ):
            raise TypeError(f"{name} must be a whole number; got {brief(value)}")
        if value < minimum or (maximum is not None and value > maximum):
            end = "" if maximum is None else f" and at most {maximum:,}"
            raise ValueError(f"{name} must be at least {minimum:,}{end}; got {value:,}")
        return int(value)

    return check


def multiple_of(factor: int, why: str) -> Check:
    """Make a check for a positive multiple of `factor`; its message says `why`."""
    kind = "even" if factor == 2 else f"a multiple of {factor}"

    def check(name, value):
        value = count(factor)(name, value)
        if rest := value % factor:
            raise ValueError(
                f"{name} must be {kind}, {why}; got {value:,}: "
                f"use {value - rest:,} or {value - rest + factor:,}"
            )
        return value

    return check


even = multiple_of(2, "to hold pairs of sine and cosine")


def positive_number(name: str, value: Any) -> float:
    """Check that a value is a finite real number above 0."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, number_types.Real):
        raise TypeError(f"{name} must be a number; got {brief(value)}")
    if not (np.isfinite(value) and value > 0):
        raise ValueError(f"{name} must be finite and above 0; got {value}")
    return float(value)


def base_of_waves(name: str, value: Any) -> float:
    """Check that the base of a progression of wavelengths is at least 1."""
    value = positive_number(name, value)
    if value < 1:
        raise ValueError(
            f"{name} must be at least 1, so that no wave is shorter than the one "
            f"before it; got {value}"
        )
    return value


def one_of(*options: str) -> Check:
    """Make a check that a value is one of the given strings."""

    def check(name, value):
        if not (isinstance(value, str) and value in options):
            names = ", ".join(map(repr, options))
            raise ValueError(f"{name} must be one of {names}; got {brief(value)}")
        return value

    return check


def brief(value: Any) -> str:
    """Return a short description of a value for an error message."""
    if isinstance(value, np.ndarray):
        return f"an array of {value.dtype} with shape {value.shape}"
    shown = repr(value)
    if len(shown) > 60:
        shown = shown[:57] + "..."
    return shown if value is None else f"{shown} ({type(value).__name__})"
