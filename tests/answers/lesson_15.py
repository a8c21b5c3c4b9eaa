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


wrong("15a", "M41", "one layer's rule for all", says="looks at the *rows*")(
    each(lambda order, layers, p: order[p] == p and bag(order, p))
)
wrong("15a", "later", "prefixes always", says="two layers and more")(
    each(lambda order, layers, p: prefix(order, p))
)
wrong("15a", "itself", "same word at the place")(
    each(lambda order, layers, p: order[p] == p)
)
wrong("15a", "own word", "bags, then prefixes", says="may stand at the place")(
    each(lambda order, layers, p: bag(order, p) if layers == 1 else prefix(order, p))
)
wrong("15a", "own word", "bags always", says="more than a bag")(
    each(lambda order, layers, p: bag(order, p))
)
wrong("15a", "negated", "changed for kept")(
    each(
        lambda order, layers, p: (
            not (order[p] == p and bag(order, p) if layers == 1 else prefix(order, p))
        )
    )
)
# ---------------------------------------------------------------------------------- 15b
right("15b", "by hand")(4 / 0.02 - 4)
right("15b", "search")(next(t for t in range(1, 1000) if 4 / (4 + t) <= 0.02 + 1e-12))
wrong("15b", "bonus", "49", says="is 4")(49)
wrong("15b", "bonus", "50", says="from 1")(50)
wrong("15b", "M9", "197")(197)
wrong("15b", "rest", "200", says="among them")(200)
wrong("15b", "rest", "199", says="not 1")(199)
wrong("15b", "exp", "49 ln 4", says="exponential")(68)
wrong("15b", "range", "minus", says="from 0")(-196)
wrong("15b", "not whole", "half a place")(196.5)
wrong("15b", None, "another", says="how many words")(120)


# ---------------------------------------------------------------------------------- 15c
def stack(masked):
    """Return the stack with a mask in the layers for which `masked` returns one."""

    def f(x, layers):
        n = len(x)
        for number, (q, k, v) in enumerate(layers):
            s = (x @ q) @ (x @ k).T / np.sqrt(x.shape[1])
            s[masked(number, n)] = -np.inf
            e = np.exp(s - s.max(axis=1, keepdims=True))
            x = x + e / e.sum(axis=1, keepdims=True) @ (x @ v)
        return x

    return f


def ahead(n):
    return np.triu(np.ones((n, n), dtype=bool), 1)


def nothing(n):
    return np.zeros((n, n), dtype=bool)


right("15c", "in every layer")(stack(lambda number, n: ahead(n)))
wrong("15c", "given", "as given")(
    stack(lambda number, n: ahead(n) if number == 0 else nothing(n))
)
wrong("15c", "no mask", "condition gone wrong")(stack(lambda number, n: nothing(n)))
wrong("15c", "one layer", "in the second", says="second layer alone")(
    stack(lambda number, n: ahead(n) if number == 1 else nothing(n))
)
wrong("15c", "one layer", "from the second on", says="that looks ahead")(
    stack(lambda number, n: ahead(n) if number > 0 else nothing(n))
)
wrong("15c", "one layer", "in the first two", says="a third")(
    stack(lambda number, n: ahead(n) if number < 2 else nothing(n))
)
wrong("15c", "back", "tril")(stack(lambda number, n: ahead(n).T))
wrong("15c", "itself", "the diagonal too", says="sees itself")(
    stack(lambda number, n: np.triu(np.ones((n, n), bool)) & (np.arange(n) > 0))
)
