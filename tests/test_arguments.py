"""Checks of arguments: what they return, and one clear sentence for each bad value."""

import math
from decimal import Decimal

import numpy as np
import pytest

import posenc_lessons
from posenc_lessons.mathematics.arguments import (
    accepts,
    brief,
    count,
    labels,
    numbers,
    one_of,
    permutation,
    positive_number,
    same_size,
)


@accepts(same_size("x", 1, "w", 0), x=numbers(ndim=2), w=numbers(ndim=2), k=count(0))
def shapes(x, w, k=1):
    """Return what arrived."""
    return x, w, k


# What passes


@pytest.mark.parametrize("value", [[[1, 2]], ((1, 2),), np.array([[1, 2]], np.uint8)])
def test_arrays_arrive_as_float64(value):
    x, w, k = shapes(value, w=np.eye(2))
    assert (x.dtype, w.dtype, k) == (np.float64, np.float64, 1)
    assert x.tolist() == [[1, 2]]


def test_the_caller_s_array_is_not_touched():
    value = np.ones((1, 2))
    shapes(value, np.eye(2))[0][:] = 7
    assert (value == 1).all()


@pytest.mark.parametrize(("check", "low", "high"), [(count(2, 5), 2, 5)])
def test_both_ends_of_a_range_are_allowed(check, low, high):
    for value in (low, high, np.int8(low)):
        assert type(check("n", value)) is int
        assert check("n", value) == value
    for value in (low - 1, high + 1):
        with pytest.raises(ValueError, match=f"n must be .* got {value}"):
            check("n", value)


def test_a_count_without_upper_end():
    assert count()("n", 10**30) == 10**30
    with pytest.raises(ValueError, match=r"n must be at least 1; got 0$"):
        count()("n", 0)


@pytest.mark.parametrize("value", [1, 0.5, np.float32(0.5), 1e-300])
def test_positive_numbers_arrive_as_floats(value):
    assert type(positive_number("epsilon", value)) is float
    assert positive_number("epsilon", value) == value


def test_indices_arrive_as_whole_numbers():
    for check in (permutation, labels):
        array = check("order", [1.0, 0.0, 2.0])
        assert array.dtype.kind == "i"
        assert array.tolist() == [1, 0, 2]


# What every public function says of bad values


CHECKED = [
    (name, argument)
    for name in posenc_lessons.__all__
    for argument in getattr(getattr(posenc_lessons, name), "__checks__", ())
]
NO_VALUES = [object(), "nonsense", 1j, {"a": 1}, [[1], [1, 2]], math.nan]


@pytest.mark.parametrize(("name", "argument"), CHECKED)
def test_every_declared_argument_refuses_what_is_no_value(name, argument):
    check = getattr(posenc_lessons, name).__checks__[argument]
    for value in NO_VALUES:
        with pytest.raises(
            (TypeError, ValueError), match=f"{argument} must "
        ) as caught:
            check(argument, value)
        assert "; got " in str(caught.value)
        assert len(str(caught.value)) < 200


# What does not


@pytest.mark.parametrize(
    ("value", "error", "shown"),
    [
        ("abc", TypeError, "real numbers; got 'abc' (str)"),
        (None, TypeError, "its rows equally long; got None"),
        (True, TypeError, "got True (bool)"),
        ([[True]], TypeError, "got [[True]] (list)"),
        ([["1"]], TypeError, "got [['1']] (list)"),
        ([[1j]], TypeError, "got [[1j]] (list)"),
        (np.array([[1j]]), TypeError, "an array of complex128 with the shape (1, 1)"),
        (np.array([["2020"]], "datetime64"), TypeError, "datetime64"),
        ([[1], [1, 2]], TypeError, "its rows equally long; got [[1], [1, 2]] (list)"),
        ([[object()]], TypeError, "array of numbers"),
        ({"a": 1}, TypeError, "got {'a': 1} (dict)"),
        ([[1.0, math.nan]], ValueError, "finite numbers; got nan at index (0, 1)"),
        ([[1.0], [-math.inf]], ValueError, "got -inf at index (1, 0)"),
        ([[]], ValueError, "not be empty; got an array of the shape (1, 0)"),
        ([1.0, 2.0], ValueError, "an array with 2 axes; got the shape (2,)"),
        (3, ValueError, "got the shape ()"),
        (np.ones((1, 1, 1)), ValueError, "got the shape (1, 1, 1)"),
    ],
)
def test_bad_arrays(value, error, shown):
    with pytest.raises(error) as caught:
        shapes(value, np.eye(2))
    message = str(caught.value)
    assert message.startswith("x must ")
    assert shown in message
    assert len(message) < 160


def test_all_allowed_numbers_of_axes_are_named():
    with pytest.raises(ValueError, match=r"1 or 2 axes; got the shape \(1, 1, 1\)"):
        numbers(ndim=(1, 2))("x", [[[1]]])


@pytest.mark.parametrize("value", [2.0, True, np.True_, "3", None, [3], 1j, math.nan])
def test_what_is_no_whole_number(value):
    with pytest.raises(TypeError, match="k must be a whole number; got ") as caught:
        shapes([[1, 2]], np.eye(2), value)
    assert repr(value) in str(caught.value)


@pytest.mark.parametrize(
    ("value", "error"),
    [(0, ValueError), (-1.5, ValueError), (math.nan, ValueError)]
    + [(math.inf, ValueError), (True, TypeError), (np.True_, TypeError)]
    + [("1", TypeError), (None, TypeError), (1j, TypeError), (Decimal(1), TypeError)],
)
def test_what_is_no_positive_number(value, error):
    with pytest.raises(error, match="epsilon must be ") as caught:
        positive_number("epsilon", value)
    assert str(value) in str(caught.value)


@pytest.mark.parametrize("value", [[0, 2], [1, 2], [0.5, 0.5], [-1, 0], [[0]], []])
def test_what_is_no_permutation(value):
    with pytest.raises(ValueError, match=r"each of 0, 1, \.\.\. n - 1 once") as caught:
        permutation("order", value)
    assert repr(value) in str(caught.value)


@pytest.mark.parametrize("value", [[-1], [0.5], [0, -0.1]])
def test_what_is_no_label(value):
    with pytest.raises(ValueError, match="labels must hold whole numbers from 0"):
        labels("labels", value)


@pytest.mark.parametrize("value", ["c", "", None, 1, ["a"], np.array(["a", "b"])])
def test_what_is_no_option(value):
    with pytest.raises(ValueError, match="side must be one of 'a', 'b'; got "):
        one_of("a", "b")("side", value)
    assert one_of("a", "b")("side", "b") == "b"


def test_sizes_that_differ():
    with pytest.raises(ValueError) as caught:
        shapes([[1, 2]], np.eye(3))
    assert str(caught.value) == (
        "axis 1 of x and axis 0 of w must have the same size; "
        "got the shapes (1, 2) and (3, 3)"
    )


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "None"),
        (3, "3 (int)"),
        ("a" * 58, f"'{'a' * 58}' (str)"),
        ("a" * 59, f"'{'a' * 56}... (str)"),
        (np.ones((2, 3)), "an array of float64 with the shape (2, 3)"),
    ],
)
def test_brief(value, text):
    assert brief(value) == text
