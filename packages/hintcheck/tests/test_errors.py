"""The sentence that says what stopped an answer, and at which line."""

import functools
import math

import numpy as np
import pytest
from hintcheck.errors import error_text, explained, in_words


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (lambda: np.ones((2, 3)) @ np.ones((2, 3)), "has 3 columns, but the"),
        (lambda: np.dot(np.ones((2, 3)), np.ones((2, 3))), "cannot be multiplied"),
        (lambda: np.ones((2, 3)) + np.ones(2), "cannot be combined entry by entry"),
        (lambda: np.ones((4, 3)) * np.ones((5, 3)), "mean the matrix product `@`"),
        (lambda: np.zeros(4, 3), "a shape needs its own parentheses"),
        (lambda: np.ones(6).reshape(4, 2), "cannot be arranged in the shape (4,2)"),
        (lambda: np.hstack([np.ones((2, 3)), np.ones((3, 2))]), "that do not match"),
        (lambda: np.array([[1], [1, 2]]), "the rows have different lengths"),
        (lambda: np.arange(3) ** -1, "number with a decimal point"),
        (lambda: 1 if np.ones(2) > 0 else 0, "asks a whole array"),
        (lambda: math.sqrt(-1), "square root of a negative number"),
        (lambda: [1, 2][2], "Indices count from 0"),
        (lambda: np.ones(3)[3], "it asks for index 3 of an axis with 3"),
        (lambda: np.ones(3)[:, 0], "2 indices on an array with 1 dimension"),
        (lambda: range(3 / 2), "`/` returns a fraction"),
        (lambda: np.ones(3)[1.0], "`/` returns a fraction"),
        (lambda: np.ones(3).sum(axis=1), "there is no axis 1"),
        (lambda: math.sin(np.ones(3)), "for single numbers was given an array"),
        (lambda: 3 * None, "lack a `return`"),
        (lambda: [1, 2] / 2, "Put it into `np.array"),
        (lambda: -[1, 2], "a list cannot be negated"),
        (lambda: np.split(np.eye(3), 2), "Without `axis=1`, the rows are split"),
        (lambda: np.pi(3), "Is a `*` missing?"),
        (lambda: len(3), "one number is used as if it were a list"),
        (lambda: [1].shape, "a list has no `.shape`"),
        (lambda: math.sine(1), "`math` has nothing called `sine`"),
        (lambda: eval("cos(1)"), "Write `np.cos`"),
        (lambda: eval("frequences"), "the name `frequences` is not defined"),
        (lambda: 1 / 0, "it divides by 0"),
        (lambda: 2.0**10000, "becomes too large"),
        (lambda: {}["a"], "there is no key 'a'"),
        (lambda: np.cos(...), "`...` is still there"),
        (lambda: dict(enumerate(...)), "`...` is still there"),
    ],
)  # fmt: skip
def test_what_numpy_and_python_say_is_put_into_words(error, sentence):
    with pytest.raises(Exception) as raised:
        error()
    assert sentence in explained(error_text(raised.value))


def inner(x):
    return 1 / x


def stopped(function, *arguments):
    """Return where a function stops, in words."""
    try:
        function(*arguments)
    except Exception as error:
        return in_words(error, function)


def test_the_last_line_of_the_readers_own_code_is_named():
    def calling(x):
        return inner(x)

    def sorting(x):
        return sorted([x], key=np.linalg.norm([1], ord="no"))

    at = "at `return 1 / x`: "
    assert stopped(calling, 0).startswith(at)
    assert stopped(functools.partial(calling, 0)).startswith(at)
    assert stopped(np.vectorize(calling), 0).startswith(at)
    # What NumPy does inside is not the reader's code.
    assert stopped(sorting, 0).startswith("at `return sorted([x], key=np.linalg.norm(")
    assert stopped(math.sqrt, -1).startswith("at once: it takes the square root")


def test_an_object_that_cannot_be_looked_at_stops_at_once():
    class Hostile:
        def __getattr__(self, name):
            raise RuntimeError("no")

        def __call__(self):
            raise KeyError("a")

    assert stopped(Hostile()).endswith("there is no key 'a'. (KeyError)")
