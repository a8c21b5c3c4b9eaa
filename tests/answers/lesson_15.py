"""Answers to the exercises of lesson 15."""

import numpy as np

from tests.answers import right, wrong
from tests.answers.makers import softmax


def bag(order, p):
    return sorted(order[: p + 1]) == list(range(p + 1))


def last_and_bag(order, p):
    return order[p] == p and bag(order, p)


def prefix(order, p):
    return list(order[: p + 1]) == list(range(p + 1))


def each(one, more):
    """Return an answer with one rule for a single layer and another for more."""
    return lambda order, layers: [
        (one if layers == 1 else more)(order, p) for p in range(len(order))
    ]


right("15a", "sets and prefixes")(each(last_and_bag, prefix))
wrong("15a", "later", "prefixes always", says="two or more layers")(
    each(prefix, prefix)
)
wrong("15a", "M41", "bags for two layers")(each(last_and_bag, bag))

right("15b", "by hand")(4 / 0.02 - 4)
wrong("15b", "bonus", "50", says="from 1")(50)
wrong("15b", "range", "minus", says="start at 0")(-196)
wrong("15b", "not whole", "half a place")(196.5)
wrong("15b", None, "another", says="how many words")(120)


def stack(masked):
    """Return the stack with a mask in the layers for which `masked` is true."""

    def f(x, layers):
        for number, (q, k, v) in enumerate(layers):
            s = (x @ q) @ (x @ k).T / x.shape[1] ** 0.5
            if masked(number):
                s[np.triu(np.ones(s.shape, dtype=bool), 1)] = -np.inf
            x = x + softmax(s) @ (x @ v)
        return x

    return f


right("15c", "in every layer")(stack(lambda number: True))
wrong("15c", "one layer", "in the first only", says="the other layers")(
    stack(lambda number: number == 0)
)


@wrong("15c", "M16", "rows by their norm", says="length (norm)")
def _(x, layers):
    for q, k, v in layers:
        e = np.exp((x @ q) @ (x @ k).T / np.sqrt(x.shape[1])) * np.tri(len(x))
        x = x + e / np.linalg.norm(e, axis=1, keepdims=True) @ (x @ v)
    return x


@wrong("15c", "itself", "the mask moves the other way")
def _(x, layers):
    for number, (w_query, w_key, w_value) in enumerate(layers):
        scores = (x @ w_query) @ (x @ w_key).T / np.sqrt(x.shape[1])
        scores = np.where(np.tri(len(x), k=-number), scores, -1e9)
        weights = softmax(scores - scores.max(axis=1, keepdims=True))
        x = x + weights @ (x @ w_value)
    return x
