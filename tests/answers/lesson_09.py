"""Answers to the exercises of lesson 09."""

import math
from decimal import Decimal
from fractions import Fraction

import numpy as np

from tests.answers import right, wrong
from tests.answers.makers import softmax


def shifted_softmax(s, axis):
    e = np.exp(s - s.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


# ----------------------------------------------------------------------------------- 9a
right("9a", "Fraction")(Fraction(42))
right("9a", "Decimal")(Decimal(42))
right("9a", "array")(np.array([42.0]))
right("9a", "root")(math.sqrt(4 * 9 * 49))
right("9a", "simulated")(41.99)
wrong("9a", "inverse", "1/42")(1 / 42)
right("9a", "as text of the formula")(2 * 3 * 49**0.5)
wrong("9a", "M20", "6.48")(math.sqrt(42))
wrong("9a", None, "12.0 = 2*6", says="The variance would be 12.2.")(12)
wrong("9a", "minus", "-42", says="above 0; got -42")(-42)
wrong("9a", "range", "0", says="above 0; got 0")(0)
wrong("9a", "rounded", "42.5")(42.5)

wrong("9a", "sum", "49 roots of 6")(49 * math.sqrt(6))


wrong("9a", "spread", "variances added", says="You added the variances")((4 + 9) * 7)


# ----------------------------------------------------------------------------------- 9b
right("9b", "helper")(lambda q, k, v: softmax(q @ k.T / math.sqrt(k.shape[1])) @ v)


wrong("9b", "stops", "key not transposed")(
    lambda q, k, v: softmax(q @ k / q.shape[1] ** 0.5) @ v
)


@wrong("9b", "axis", "keepdims forgotten")
def _(query, key, value):
    weights = np.exp(query @ key.T / np.sqrt(query.shape[-1]))
    weights = weights / weights.sum(axis=1)
    return weights @ value


@wrong("9b", "no return", "return forgotten")
def _(query, key, value):
    weights = np.exp(query @ key.T / np.sqrt(query.shape[-1]))
    weights = weights / weights.sum(axis=1, keepdims=True)
    weights @ value


@wrong("9b", "stops", "math.exp of an array")
def _(query, key, value):
    return math.exp(query @ key.T / math.sqrt(key.shape[1])) @ value


@wrong("9b", "stops", "query twice")
def _(query, key, value):
    return softmax(query @ query.T / np.sqrt(query.shape[1])) @ value


wrong("9b", "M19+M20", "root of the length, softmax along the queries")(
    lambda q, k, v: shifted_softmax(q @ k.T / np.sqrt(len(k)), 0) @ v
)
wrong("9b", "M20", "no root at all")(lambda q, k, v: shifted_softmax(q @ k.T, 1) @ v)
right("9b", "expand_dims")(
    lambda q, k, v: (
        (lambda e: e / np.expand_dims(e.sum(axis=1), 1))(
            np.exp(q @ k.T / np.sqrt(k.shape[1]))
        )
        @ v
    )
)
wrong("9b", "several", "output and weights")(
    lambda q, k, v: (
        shifted_softmax(q @ k.T / np.sqrt(k.shape[1]), 1) @ v,
        shifted_softmax(q @ k.T / np.sqrt(k.shape[1]), 1),
    )
)
wrong("9b", "stops", "values transposed")(
    lambda q, k, v: (
        (lambda e: e / e.sum(1, keepdims=True))(np.exp(q @ k.T / q.shape[1] ** 0.5))
        @ v.T
    )
)
wrong("9b", "hard", "largest only")(lambda q, k, v: v[(q @ k.T).argmax(axis=1)])


@wrong("9b", "norm", "norm in place of sum")
def _(query, key, value):
    powers = np.exp(query @ key.T / np.sqrt(key.shape[1]))
    return powers / np.linalg.norm(powers, axis=1, keepdims=True) @ value


@wrong("9b", "argument", "the keys weighed", says="You mix the keys")
def _(query, key, value):
    return softmax(query @ key.T / np.sqrt(key.shape[1])) @ key


@wrong("9b", "twice", "softmax of softmax", says="taken twice")
def _(query, key, value):
    return softmax(softmax(query @ key.T / np.sqrt(key.shape[1]))) @ value


# ----------------------------------------------------------------------------------- 9c
def measured(d_k, power=0.5, same=True, of=np.mean, count=10_000):
    """Return what a student measures, of queries that are their keys."""
    random = np.random.default_rng(1)
    query, key = random.normal(size=(2, count, d_k))
    return of((key * (key if same else query)).sum(axis=1) / d_k**power)


right("9c", "rounded")(round(measured(144)))
right("9c", "measured")(measured(144))
right("9c", "root")(math.sqrt(144))
wrong("9c", "M20", "undivided", says="before the division")(144)
wrong("9c", "M20", "by d_k", says="You divided by d_k")(round(measured(144, power=1)))
wrong("9c", "mean 0", "independent")(0)
wrong("9c", "spread", "variance", says="how far")(round(measured(144, of=np.var)))
wrong("9c", "512", "of the lesson's width 64", says="a different width")(8)
wrong("9c", "minus", "below 0", says="never below 0")(-12)
wrong("9c", "range", "below 0, and another", says="never below 0")(-5)
wrong("9c", None, "11", says="let each query be its key")(11)


# More answers to 9b


@right("9b", "plain numpy")
def _(query, key, value):
    e = np.exp(query @ key.T / np.sqrt(key.shape[1]))
    return e / e.sum(axis=1, keepdims=True) @ value


@right("9b", "max subtracted")
def _(query, key, value):
    def softmax(x):
        x = x - np.max(x, axis=-1, keepdims=True)
        return np.exp(x) / np.exp(x).sum(axis=-1, keepdims=True)

    d_k = query.shape[-1]
    return softmax(np.matmul(query, np.swapaxes(key, -1, -2)) / math.sqrt(d_k)) @ value


@right("9b", "in float32")
def _(query, key, value):
    q, k, v = (np.asarray(x, dtype=np.float32) for x in (query, key, value))
    s = q @ k.T * np.float32(q.shape[1] ** -0.5)
    w = np.exp(s - s.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    return w @ v


@right("9b", "with einsum")
def einsum(query, key, value):
    s = np.einsum("qd,kd->qk", query, key) / key.shape[1] ** 0.5
    w = np.exp(s - s.max(1)[:, None])
    return np.einsum("qk,kv->qv", w, value) / w.sum(1)[:, None]


@right("9b", "one query at a time")
def _(query, key, value):
    rows = []
    for q in query:
        s = key @ q / np.sqrt(len(q))
        w = np.exp(s - s.max())
        rows.append((w / w.sum()) @ value)
    return np.vstack(rows)


@wrong("9b", "M19+M20", "both, transposed at last")
def _(query, key, value):
    s = query @ key.T / key.shape[1]
    e = np.exp(s)
    return e / e.sum(axis=0, keepdims=True) @ value


@wrong("9b", "mean", "average of values")
def _(query, key, value):
    return np.tile(value.mean(axis=0), (len(query), 1))


@wrong("9b", "unfinished", "exp not normalized")
def _(query, key, value):
    return np.exp(query @ key.T / np.sqrt(key.shape[1])) @ value


@wrong("9b", None, "hundredth off")
def _(query, key, value):
    return einsum(query, key, value) + 0.01


@wrong("9b", "minus", "negative scores")
def _(query, key, value):
    return einsum(-query, key, value)


def row_by_row(first=0, last=None):
    """Return attention that leaves some rows at 0."""

    def f(query, key, value):
        table = np.zeros((len(query), value.shape[1]))
        for row in range(len(query))[first:last]:
            table[row] = einsum(query[row : row + 1], key, value)[0]
        return table

    return f


wrong("9b", "short", "from the second query on")(row_by_row(first=1))
wrong("9b", "short", "without the last query")(row_by_row(last=-1))
wrong("9b", "rounded", "two digits")(lambda q, k, v: einsum(q, k, v).round(2))
wrong("9b", "axis", "ravel")(lambda q, k, v: einsum(q, k, v).ravel())


@wrong("9b", "early", "return in the loop, the table")
def _(query, key, value):
    table = np.zeros((len(query), value.shape[1]))
    for row in range(len(query)):
        table[row] = einsum(query[row : row + 1], key, value)[0]
        return table


@wrong("9b", "early", "return in the loop, the row")
def _(query, key, value):
    for row in query:
        return einsum(row[None], key, value)[0]


wrong("9a", "unchanged", "1", says="leave the scores")(1)


@wrong("9b", "M14", "the first query in each row", says="does an index stay at 0?")
def _(query, key, value):
    result = np.zeros((len(query), value.shape[1]))
    for row in range(len(query)):
        result[row] = einsum(query[:1], key, value)[0]
    return result


@wrong("9b", "M14", "the last query in each row", says="used after its loop?")
def _(query, key, value):
    for row in query:
        scores = key @ row / math.sqrt(len(row))
    return np.array([softmax(scores, 0) @ value for _ in query])
