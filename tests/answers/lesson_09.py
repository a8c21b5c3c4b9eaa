"""Answers to the exercises of lesson 09."""

import math

import numpy as np

from tests.answers import right, wrong
from tests.answers.makers import softmax

right("9a", "root")(math.sqrt(4 * 9 * 49))
wrong("9a", "inverse", "1/42")(1 / 42)
wrong("9a", None, "12.0 = 2*6", says="the variance would be 12.2.")(12)
wrong("9a", "minus", "-42", says="above 0; got -42")(-42)
wrong("9a", "range", "0", says="above 0; got 0")(0)
wrong("9a", "rounded", "42.5")(42.5)

right("9b", "helper")(lambda q, k, v: softmax(q @ k.T / math.sqrt(k.shape[1])) @ v)
wrong("9b", "stops", "key not transposed")(
    lambda q, k, v: softmax(q @ k / q.shape[1] ** 0.5) @ v
)


@wrong("9b", "axis", "keepdims forgotten")
def _(query, key, value):
    weights = np.exp(query @ key.T / np.sqrt(query.shape[-1]))
    weights = weights / weights.sum(axis=1)
    return weights @ value


wrong("9b", "M20", "no root at all")(lambda q, k, v: softmax(q @ k.T) @ v)
wrong("9b", "hard", "largest only")(lambda q, k, v: v[(q @ k.T).argmax(axis=1)])


@wrong("9b", "M16", "norm instead of sum")
def _(query, key, value):
    powers = np.exp(query @ key.T / np.sqrt(key.shape[1]))
    return powers / np.linalg.norm(powers, axis=1, keepdims=True) @ value


wrong("9b", "twice", "softmax of softmax")(
    lambda query, key, value: (
        softmax(softmax(query @ key.T / np.sqrt(key.shape[1]))) @ value
    )
)


def measured(d_k, power=0.5, same=True, of=np.mean, count=10_000):
    """Return what a student measures with queries that equal their keys."""
    random = np.random.default_rng(1)
    query, key = random.normal(size=(2, count, d_k))
    return of((key * (key if same else query)).sum(axis=1) / d_k**power)


right("9c", "measured")(measured(144))
wrong("9c", "M20", "undivided", says="before the division")(144)
wrong("9c", "minus", "below 0", says="never below 0")(-12)
wrong("9c", "range", "below 0, and another", says="never below 0")(-5)
wrong("9c", None, "11", says="use each key as its own query")(11)
