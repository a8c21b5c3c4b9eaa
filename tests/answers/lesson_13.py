"""Answers to the exercises of lesson 13."""

import math

import numpy as np

from posenc_lessons import rotate
from tests.answers import other_convention, right, wrong
from tests.answers.makers import softmax


def halves(new, places=lambda p: p):
    """Return an answer that joins two new halves."""

    def f(x, positions):
        h = x.shape[1] // 2
        t = np.asarray(places(positions))[:, None] * 10000.0 ** (-np.arange(h) / h)
        return np.concatenate(new(x[:, :h], x[:, h:], np.cos(t), np.sin(t)), axis=1)

    return f


def turned(a, b, c, s):
    return [a * c - b * s, a * s + b * c]


# ---------------------------------------------------------------------------------- 13a
right("13a", "concatenate")(halves(turned))


@right("13a", "loops")
def _(x, positions):
    n, d = x.shape
    new = [[0.0] * d for _ in range(n)]
    for row in range(n):
        for i in range(d // 2):
            t = positions[row] / 10000 ** (2 * i / d)
            a, b = x[row, i], x[row, i + d // 2]
            new[row][i] = a * math.cos(t) - b * math.sin(t)
            new[row][i + d // 2] = a * math.sin(t) + b * math.cos(t)
    return new


@right("13a", "complex numbers")
def _(x, positions):
    h = x.shape[1] // 2
    z = x[:, :h] + 1j * x[:, h:]
    z = z * np.exp(1j * np.outer(positions, 10000.0 ** (-np.arange(h) / h)))
    return np.hstack([z.real, z.imag])


@right("13a", "rotate_half")
def _(x, positions):
    d = x.shape[1]
    t = np.outer(positions, 1 / 10000 ** (np.arange(0, d, 2) / d))
    t = np.concatenate([t, t], axis=-1)
    swapped = np.concatenate([-x[:, d // 2 :], x[:, : d // 2]], axis=-1)
    return x * np.cos(t) + swapped * np.sin(t)


def neighbours(x, positions):
    d = x.shape[1]
    t = np.outer(positions, 1 / 10000 ** (np.arange(0, d, 2) / d))
    a, b = x[:, 0::2], x[:, 1::2]
    new = np.empty(x.shape)
    new[:, 0::2] = a * np.cos(t) - b * np.sin(t)
    new[:, 1::2] = a * np.sin(t) + b * np.cos(t)
    return new


wrong("13a", "M31", "neighbours", says="2 i and 2 i + 1")(neighbours)


@wrong("13a", "borrowed", "rotate of the package")
def _(x, positions):

    return rotate(x, positions, layout="halves")


# ---------------------------------------------------------------------------------- 13b
@wrong("13a", "M34", "each frequency repeated, as for neighbors")
def _(x, positions):
    d = x.shape[1]
    angles = np.outer(positions, np.repeat(10000.0 ** (-np.arange(0, d, 2) / d), 2))
    partner = np.concatenate([-x[:, d // 2 :], x[:, : d // 2]], axis=1)
    return x * np.cos(angles) + partner * np.sin(angles)


right("13b", "largest of all")(
    max(
        range(1000, 1061),
        key=lambda p: 15 * math.cos(p / 10 - 100) - 20 * math.sin(p / 10 - 100),
    )
)
right("13b", "by hand")(round(1000 + (2 * math.pi - math.atan(4 / 3)) * 10))
wrong("13b", "distance", "the offset", says="best offset")(54)
wrong("13b", "range", "a turn beyond", says="between 1000 and 1060")(1117)
wrong("13b", None, "another", says="25 times the cosine")(1040)
wrong("13b", "not whole", "1053.56", says="a whole number")(
    1000 + (2 * math.pi - math.atan(4 / 3)) * 10
)


# ---------------------------------------------------------------------------------- 13c
def attending(make):
    """Return attention from queries, keys and values that a rule makes."""

    def f(x, w_query, w_key, w_value):
        q, k, v = make(x, w_query, w_key, w_value, np.arange(len(x)))
        return softmax(q @ k.T / np.sqrt(k.shape[1])) @ v

    return f


def plainly(x, places):
    return x


def backwards(x, places):
    return neighbours(x, -places)


def after(query, key, value=plainly):
    return attending(
        lambda x, wq, wk, wv, p: (query(x @ wq, p), key(x @ wk, p), value(x @ wv, p))
    )


right("13c", "turned after the matrices")(after(neighbours, neighbours))
right("13c", "positions from 1")(after(*[lambda x, p: neighbours(x, p + 1)] * 2))
right("13c", "by lag")(
    lambda x, wq, wk, wv: (
        softmax(
            np.array(
                [
                    [
                        (neighbours(q[None], [i - j])[0] @ k) / np.sqrt(len(k))
                        for j, k in enumerate(x @ wk)
                    ]
                    for i, q in enumerate(x @ wq)
                ]
            )
        )
        @ (x @ wv)
    )
)
other_convention("13c", "sign", "both backwards")(after(backwards, backwards))
other_convention("13c", "M31", "both in halves")(after(halves(turned), halves(turned)))
wrong("13c", "given", "as given")(
    attending(lambda x, wq, wk, wv, p: [neighbours(x, p) @ w for w in (wq, wk, wv)])
)
wrong("13c", "M35", "values alone mended")(
    attending(
        lambda x, wq, wk, wv, p: (neighbours(x, p) @ wq, neighbours(x, p) @ wk, x @ wv)
    )
)


wrong("13c", "M32+M33", "values turned, keys backwards")(
    after(neighbours, backwards, neighbours)
)
