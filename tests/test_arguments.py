"""Argument checks: what they return, and one clear sentence for each bad value."""

import inspect
import math
from decimal import Decimal

import numpy as np
import pytest
from numpy.typing import ArrayLike

import posenc_lessons
from posenc_lessons.mathematics.arguments import (
    accepts,
    brief,
    count,
    labels,
    multiple_of,
    numbers,
    one_of,
    permutation,
    positive_number,
    same_size,
    whole_numbers,
)


@accepts(same_size("x", 1, "w", 0), x=numbers(ndim=2), w=numbers(ndim=2), k=count(0))
def shapes(x, w, k=1):
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


@pytest.mark.parametrize(
    ("check", "value", "kind"),
    [
        (count(2, 5), 2, int),
        (count(2, 5), np.int8(5), int),
        (count(), 10**30, int),
        (positive_number, 1, float),
        (positive_number, np.float32(0.5), float),
        (positive_number, 1e-300, float),
        (one_of("a", "b"), "b", str),
    ],
)
def test_values_arrive_as_python_s_own(check, value, kind):
    assert type(check("n", value)) is kind
    assert check("n", value) == value


# What every public function says about bad values


CHECKED = [
    (name, argument)
    for name in posenc_lessons.__all__
    for argument in getattr(getattr(posenc_lessons, name), "__checks__", ())
]


def check_of(name, argument):
    return getattr(posenc_lessons, name).__checks__[argument]


NO_VALUES = [object(), "nonsense", 1j, {"a": 1}, [[1], [1, 2]], math.nan]


@pytest.mark.parametrize(("name", "argument"), CHECKED)
def test_every_declared_argument_refuses_what_is_no_value(name, argument):
    check = check_of(name, argument)
    for value in NO_VALUES:
        with pytest.raises(
            (TypeError, ValueError), match=f"{argument} must "
        ) as caught:
            check(argument, value)
        assert "; got " in str(caught.value)
        assert len(str(caught.value)) < 200


def refuses(check, argument, value, words):
    with pytest.raises((TypeError, ValueError), match=f"{argument} must {words}"):
        check(argument, value)


def of_type(kind):
    """Return the arguments of a type outside of figures, each with its function."""
    functions = [
        function
        for function in map(posenc_lessons.__dict__.get, posenc_lessons.__all__)
        if inspect.isfunction(function) and ".figures." not in function.__module__
    ]
    return {
        (function.__name__, parameter.name)
        for function in functions
        for parameter in inspect.signature(function).parameters.values()
        if parameter.annotation is kind
    }


# These hand a value on to a function that checks it, or look it up.
HAND_ON = {
    "length_rows",
    "normalized_positions",
    "recall",
    "recall_loss",
    "trial_rows",
    "wavelengths",
}


@pytest.mark.parametrize(
    ("name", "argument"), sorted(a for a in of_type(int) if a[0] not in HAND_ON)
)
def test_every_whole_number_has_its_bounds(name, argument):
    check = check_of(name, argument)
    refuses(check, argument, -(10**10), "be at least")
    if argument.startswith(("n_", "d_")):
        refuses(check, argument, 0, "be at least")


def test_every_array_and_every_choice_has_a_check():
    arguments = of_type(ArrayLike) | of_type(str)
    assert {a for a in arguments if a[0] not in HAND_ON} <= set(CHECKED)


def test_numbers_that_are_handed_on_are_refused_there():
    with pytest.raises(ValueError, match="n_positions must be at least 1; got 0"):
        posenc_lessons.normalized_positions(0, 6)
    with pytest.raises(ValueError, match=r"d_model must be even, .*; got 7"):
        posenc_lessons.wavelengths(7)


@pytest.mark.parametrize(
    "name",
    sorted(n for n, a in of_type(float) if a == "base" and n not in HAND_ON),
)
def test_no_base_lets_waves_get_shorter(name):
    check = check_of(name, "base")
    refuses(check, "base", 0, "be finite and above 0; got 0")
    refuses(check, "base", 0.5, "be at least 1, .*; got 0.5")
    assert check("base", 1) == 1


# What does not pass


MATRIX, WHOLE, REAL = numbers(ndim=2), "a whole number; got ", "a number; got "
FINITE = "finite and above 0; got "
ORDER = "each of 0, 1, ..., n - 1 once, in any order"


@pytest.mark.parametrize(
    ("check", "value", "error", "shown"),
    [
        (MATRIX, "abc", TypeError, "of equal length; got 'abc' (str)"),
        (MATRIX, None, TypeError, "with rows of equal length; got None"),
        (MATRIX, True, TypeError, "got True (bool)"),
        (MATRIX, [["1"]], TypeError, "got [['1']] (list)"),
        (MATRIX, np.array([[1j]]), TypeError, "complex128 with shape (1, 1)"),
        (MATRIX, np.array([["2020"]], "datetime64"), TypeError, "datetime64"),
        (MATRIX, [[1], [1, 2]], TypeError, "of equal length; got [[1], [1, 2]] (list)"),
        (MATRIX, [[object()]], TypeError, "array of real numbers"),
        (MATRIX, [[1.0, math.nan]], ValueError, "got nan at index (0, 1)"),
        (MATRIX, [[1.0], [-math.inf]], ValueError, "got -inf at index (1, 0)"),
        (MATRIX, [[]], ValueError, "not be empty; got an array of shape (1, 0)"),
        (MATRIX, [1.0, 2.0], ValueError, "array with 2 axes; got shape (2,)"),
        (numbers(ndim=(1, 2)), [[[1]]], ValueError, "1 or 2 axes; got shape"),
        (numbers(ndim=1), [[1]], ValueError, "with 1 axis; got shape (1, 1)"),
        (numbers(ndim=(0, 1)), [[1]], ValueError, "with 0 or 1 axes; got shape"),
        *((count(0), value, TypeError, f"{WHOLE}{value!r}")
          for value in (2.0, True, np.True_, "3", None, [3], 1j, math.nan)),
        (count(), 0, ValueError, "at least 1; got 0"),
        (count(2, 5), 1, ValueError, "at least 2 and at most 5; got 1"),
        (count(2, 5), 6, ValueError, "got 6"),
        (multiple_of(4, "why"), 1003, ValueError, "got 1,003: use 1,000 or 1,004"),
        *((positive_number, value, ValueError, f"{FINITE}{value}")
          for value in (0, -1.5, math.nan, math.inf)),
        *((positive_number, value, TypeError, f"{REAL}{value!r}")
          for value in (True, np.True_, "1", None, 1j, Decimal(1))),
        *((permutation, value, ValueError, f"{ORDER}; got {value!r}")
          for value in ([0, 2], [1, 2], [0.5, 0.5], [-1, 0])),
        (permutation, [[0]], ValueError, "an array with 1 axis; got shape (1, 1)"),
        (whole_numbers(ndim=1), [0.5], ValueError, "whole numbers; got [0.5] (list)"),
        (labels, [0.5], ValueError, "whole numbers of at least 0; got [0.5] (list)"),
        (labels, [0, -1], ValueError, "of at least 0; got [0, -1] (list)"),
        *((one_of("a", "b"), value, ValueError, "one of 'a', 'b'; got ")
          for value in ("c", "", None, 1, ["a"], np.array(["a", "b"]))),
    ],
)  # fmt: skip
def test_a_bad_value_is_named_with_what_it_should_be(check, value, error, shown):
    with pytest.raises(error) as caught:
        check("x", value)
    message = str(caught.value)
    assert message.startswith("x must ")
    assert shown in message
    assert len(message) < 160


def test_sizes_that_differ():
    with pytest.raises(ValueError) as caught:
        shapes([[1, 2]], np.eye(3))
    assert str(caught.value) == (
        "axis 1 of x and axis 0 of w must have the same size; "
        "got shapes (1, 2) and (3, 3)"
    )


TWO, FOUR = np.ones((5, 2)), np.ones((5, 4))


@pytest.mark.parametrize(
    ("name", "given", "first", "second"),
    [
        ("attention_weights", (TWO, FOUR), "-1 of query", "-1 of key"),
        ("scaled_dot_product_attention", (TWO, TWO, TWO.T), "-2 of key", "-2 of value"),
        ("self_attention", (TWO, FOUR.T, TWO.T, TWO.T), "-1 of x", "0 of w_query"),
        ("self_attention", (TWO, TWO.T, FOUR.T, TWO.T), "-1 of x", "0 of w_key"),
        ("self_attention", (TWO, TWO.T, TWO.T, FOUR.T), "-1 of x", "0 of w_value"),
        ("recurrent_states", (TWO, FOUR.T, np.eye(5)), "-1 of x", "0 of w_input"),
        ("recurrent_states", (TWO, TWO.T, TWO), "0 of w_state", "1 of w_state"),
        ("recurrent_states", (TWO, TWO.T, np.eye(2)), "1 of w_input", "0 of w_state"),
        ("probe_accuracy", (TWO, [0], TWO, [0] * 5), "0 of features", "0 of classes"),
        ("probe_accuracy", (TWO, [0] * 5, TWO, [0]), "0 of new_f", "0 of new_classes"),
        ("probe_accuracy", (TWO, [0] * 5, FOUR, [0] * 5), "1 of features", "1 of new"),
        ("gradient_descent", (TWO, [0], 2, 1.0), "0 of x", "0 of labels"),
    ],
)
def test_sizes_must_fit_together(name, given, first, second):
    with pytest.raises(ValueError, match=f"axis {first}.* and axis {second}"):
        getattr(posenc_lessons, name)(*given)


def test_a_long_value_is_cut():
    assert brief("a" * 58) == f"'{'a' * 58}' (str)"
    assert brief("a" * 59) == f"'{'a' * 56}... (str)"
