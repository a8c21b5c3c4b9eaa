"""Answers to the exercises of lesson 15."""

import numpy as np

from tests.answers import right, wrong


# ---------------------------------------------------------------------------------- 15a
@right("15a", "sets and prefixes")
def _(order, layers):
    found = []
    for p in range(len(order)):
        if layers == 1:
            found.append(order[p] == p and set(order[:p]) == set(range(p)))
        else:
            found.append(list(order[: p + 1]) == list(range(p + 1)))
    return found


@right("15a", "by computing")
def _(order, layers):
    random = np.random.default_rng(3)
    x, w = random.normal(size=(len(order), 8)), random.normal(size=(layers, 3, 8, 8))

    def run(x):
        for q, k, v in w / 3:
            s = x @ q @ (x @ k).T
            e = np.exp(s - s.max(1, keepdims=True)) * np.tri(len(x))
            x = x + e / e.sum(1, keepdims=True) @ (x @ v)
        return x

    return np.abs(run(x) - run(x[order])).max(axis=1) < 1e-9


def bag(order, p):
    return sorted(order[: p + 1]) == list(range(p + 1))


def each(rule):
    return lambda order, layers: [rule(order, layers, p) for p in range(len(order))]


def prefix(order, p):
    return list(order[: p + 1]) == list(range(p + 1))


wrong("15a", "later", "prefixes always", says="two or more layers")(
    each(lambda order, layers, p: prefix(order, p))
)


# ---------------------------------------------------------------------------------- 15b
right("15b", "by hand")(4 / 0.02 - 4)
right("15b", "search")(next(t for t in range(1, 1000) if 4 / (4 + t) <= 0.02 + 1e-12))
wrong("15b", "bonus", "50", says="from 1")(50)
wrong("15b", "range", "minus", says="start at 0")(-196)
wrong("15b", "not whole", "half a place")(196.5)
wrong("15b", None, "another", says="how many words")(120)


# ---------------------------------------------------------------------------------- 15c
def stack(masked, divide=lambda s, d, n: s / d**0.5, share=None):
    """Return the stack with a mask in the layers for which `masked` returns one."""

    def f(x, layers):
        n = len(x)
        for number, (q, k, v) in enumerate(layers):
            s = divide((x @ q) @ (x @ k).T, x.shape[1], n)
            if share:
                weights = share(np.where(masked(number, n), -1e9, s))
            else:
                s[masked(number, n)] = -np.inf
                e = np.exp(s - s.max(axis=1, keepdims=True))
                weights = e / e.sum(axis=1, keepdims=True)
            x = x + weights @ (x @ v)
        return x

    return f


def ahead(n):
    return np.triu(np.ones((n, n), dtype=bool), 1)


def nothing(n):
    return np.zeros((n, n), dtype=bool)


right("15c", "in every layer")(stack(lambda number, n: ahead(n)))
wrong("15c", "given", "as given")(
    stack(lambda number, n: np.triu(np.ones((n, n), dtype=bool), 1 + number))
)
wrong("15c", "one layer", "in the first only", says="the other layers")(
    stack(lambda number, n: ahead(n) if number == 0 else nothing(n))
)


@wrong("15c", "M16", "rows by their norm", says="length (norm)")
def _(x, layers):
    for q, k, v in layers:
        e = np.exp((x @ q) @ (x @ k).T / np.sqrt(x.shape[1])) * np.tri(len(x))
        x = x + e / np.linalg.norm(e, axis=1, keepdims=True) @ (x @ v)
    return x


def one_and_more(one, more):
    """Return the rule of one for a layer, and of another for more."""
    return each(
        lambda order, layers, p: one(order, p) if layers == 1 else more(order, p)
    )


def own(order, p):
    return order[p] == p


def own_and_bag(order, p):
    return own(order, p) and bag(order, p)


wrong("15a", "M41", "bags for two layers")(one_and_more(own_and_bag, bag))


@wrong("15c", "itself", "the mask moves the other way")
def _(x, layers):
    for number, (w_query, w_key, w_value) in enumerate(layers):
        scores = (x @ w_query) @ (x @ w_key).T / np.sqrt(x.shape[1])
        scores = np.where(np.tri(len(x), k=-number), scores, -1e9)
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        x = x + powers / powers.sum(axis=1, keepdims=True) @ (x @ w_value)
    return x
