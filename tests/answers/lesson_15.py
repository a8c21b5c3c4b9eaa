"""Answers to the exercises of lesson 15."""

import numpy as np

from tests.answers import right, wrong


@right("15a", "sets and prefixes")
def _(order, layers):
    found = []
    for p in range(len(order)):
        seen, own = list(order[: p + 1]), list(range(p + 1))
        bag = order[p] == p and sorted(seen) == own
        found.append(bag if layers == 1 else seen == own)
    return found


right("15b", "by hand")(4 / 0.02 - 4)
wrong("15b", "range", "minus", says="start at 0")(-196)
wrong("15b", None, "another", says="how many words")(120)


@right("15c", "in every layer")
def _(x, layers):
    for q, k, v in layers:
        s = (x @ q) @ (x @ k).T / x.shape[1] ** 0.5
        s[np.triu(np.ones(s.shape, dtype=bool), 1)] = -np.inf
        x = x + np.exp(s) / np.exp(s).sum(axis=1, keepdims=True) @ (x @ v)
    return x
