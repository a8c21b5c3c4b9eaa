"""Answers to the exercises of lesson 02."""

import numpy as np

from tests.answers import right, wrong

right("2a", "formula")(lambda x: 2 / x**2)

right("2b", "least squares")(
    lambda w, d: w - d[:, None] @ np.linalg.lstsq(d[:, None], w, rcond=None)[0]
)


def columns(n, d, numbers):
    """Return the same number in every column."""
    return np.outer(numbers, np.ones(d))


right("2c", "divided by the length")(lambda n, d: columns(n, d, np.arange(n) / n))
wrong("2c", "large", "counting", says="names 26% of the words")(
    lambda n, d: columns(n, d, np.arange(1, n + 1))
)
wrong("2c", "same rows", "0, 1, 0, 1", says="only 2 different rows")(
    lambda n, d: columns(n, d, np.arange(n) % 2)
)
wrong("2c", "random", "without a seed")(lambda n, d: np.random.normal(size=(n, d)))
wrong("2c", "shape", "one number a row", says="2 axes")(lambda n, d: np.arange(n) / n)
wrong("2c", "no return", "printed")(lambda n, d: print(np.arange(n) / n))
