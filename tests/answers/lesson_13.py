"""Answers to the exercises of lesson 13."""

import math

import numpy as np

from tests.answers import other_convention, right, wrong
from tests.answers.makers import softmax


def halves(new):
    """Return an answer that joins two new halves."""

    def f(x, positions):
        h = x.shape[1] // 2
        t = np.asarray(positions)[:, None] * 10000.0 ** (-np.arange(h) / h)
        return np.concatenate(new(x[:, :h], x[:, h:], np.cos(t), np.sin(t)), axis=1)

    return f


def turned(a, b, c, s):
    return [a * c - b * s, a * s + b * c]


right("13a", "concatenate")(halves(turned))


def neighbors(x, positions):
    d = x.shape[1]
    t = np.outer(positions, 1 / 10000 ** (np.arange(0, d, 2) / d))
    a, b = x[:, 0::2], x[:, 1::2]
    new = np.empty(x.shape)
    new[:, 0::2] = a * np.cos(t) - b * np.sin(t)
    new[:, 1::2] = a * np.sin(t) + b * np.cos(t)
    return new


wrong("13a", "M31", "neighbors", says="2 i and 2 i + 1")(neighbors)


@wrong("13a", "M34", "each frequency repeated, as for neighbors")
def _(x, positions):
    d = x.shape[1]
    angles = np.outer(positions, np.repeat(10000.0 ** (-np.arange(0, d, 2) / d), 2))
    partner = np.concatenate([-x[:, d // 2 :], x[:, : d // 2]], axis=1)
    return x * np.cos(angles) + partner * np.sin(angles)


right("13b", "by hand")(round(1000 + (2 * math.pi - math.atan(4 / 3)) * 10))
wrong("13b", "distance", "the offset", says="best offset")(54)
wrong("13b", "range", "a turn beyond", says="between 1000 and 1060")(1117)
wrong("13b", None, "another", says="25 times the cosine")(1040)
wrong("13b", "not whole", "1053.56", says="a whole number")(
    1000 + (2 * math.pi - math.atan(4 / 3)) * 10
)


def attending(make):
    """Return attention with queries, keys and values that a given rule makes."""

    def f(x, w_query, w_key, w_value):
        q, k, v = make(x, w_query, w_key, w_value, np.arange(len(x)))
        return softmax(q @ k.T / np.sqrt(k.shape[1])) @ v

    return f


def plainly(x, places):
    return x


def backwards(x, places):
    return neighbors(x, -places)


def after(query, key, value=plainly):
    return attending(
        lambda x, wq, wk, wv, p: (query(x @ wq, p), key(x @ wk, p), value(x @ wv, p))
    )


right("13c", "turned after the matrices")(after(neighbors, neighbors))
right("13c", "positions from 1")(after(*[lambda x, p: neighbors(x, p + 1)] * 2))
other_convention("13c", "sign", "both backwards")(after(backwards, backwards))
other_convention("13c", "M31", "both in halves")(after(halves(turned), halves(turned)))
wrong("13c", "M35", "only the values fixed")(
    attending(
        lambda x, wq, wk, wv, p: (neighbors(x, p) @ wq, neighbors(x, p) @ wk, x @ wv)
    )
)
wrong("13c", "M32+M33", "values turned, keys backwards")(
    after(neighbors, backwards, neighbors)
)
