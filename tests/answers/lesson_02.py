"""Answers to the exercises of lesson 02."""

import numpy as np

from tests.answers import right, wrong

right("2a", "formula")(lambda x: 2 / x**2)
wrong("2a", "half", "one step", says="is reached in one step")(lambda x: 1 / x**2)
wrong("2a", "constant", "0.02 for all", says="the same for every")(lambda x: 0.02)
wrong("2a", "M17", "divided by //")(lambda x: 2 // x**2)

right("2b", "least squares")(
    lambda w, d: w - d[:, None] @ np.linalg.lstsq(d[:, None], w, rcond=None)[0]
)
wrong("2b", "mean", "minus the mean", says="You subtract each column's mean")(
    lambda w, d: w - w.mean(axis=0)
)


def columns(n, d, numbers):
    """Return the same number in every column."""
    return np.outer(numbers, np.ones(d))


right("2c", "divided by the length")(lambda n, d: columns(n, d, np.arange(n) / n))
right("2c", "a random table")(lambda n, d: np.random.default_rng(0).normal(size=(n, d)))
right("2c", "a decay")(lambda n, d: columns(n, d, 0.99 ** np.arange(n)))
wrong("2c", "large", "counting", says="names 26% of the words")(
    lambda n, d: columns(n, d, np.arange(1, n + 1))
)
wrong("2c", "same rows", "0, 1, 0, 1", says="only 2 different rows")(
    lambda n, d: columns(n, d, np.arange(n) % 2)
)
wrong("2c", "random", "without a seed")(lambda n, d: np.random.normal(size=(n, d)))
wrong("2c", "shape", "one number a row", says="2 axes")(lambda n, d: np.arange(n) / n)
wrong("2c", "no return", "printed")(lambda n, d: print(np.arange(n) / n))
