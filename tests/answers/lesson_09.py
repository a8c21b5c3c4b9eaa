"""Answers to the exercises of lesson 09."""

import math

import numpy as np

from tests.answers import right, wrong

right("9a", "root")(math.sqrt(4 * 9 * 49))
wrong("9a", None, "12.0 = 2*6", says="the variance would be 12.2.")(12)
wrong("9a", "range", "0", says="above 0; got 0")(0)
wrong("9a", "rounded", "42.5")(42.5)


@right("9b", "with keepdims")
def _(query, key, value):
    e = np.exp(query @ key.T / math.sqrt(key.shape[1]))
    return e / e.sum(axis=1, keepdims=True) @ value


queries = np.random.default_rng(1).normal(size=(10_000, 144))
right("9c", "measured")((queries**2).sum(axis=1).mean() / 12)
wrong("9c", "range", "below 0, and another", says="never below 0")(-5)
wrong("9c", None, "11", says="use each key as its own query")(11)
