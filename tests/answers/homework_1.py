"""Answers to the exercises of homework 1.

Those that 1c takes too stand in `lesson_01.py`.
"""

import math

import numpy as np
from posenc_checks import own_numbers

from tests.answers import right, wrong
from tests.answers.makers import softmax

# ---------------------------------------------------------------------------------- H1a


@right("H1a", "plain numpy")
def _(query, key):
    scores = query @ key.T / np.sqrt(key.shape[-1])
    weights = np.exp(scores)
    return weights / weights.sum(axis=1, keepdims=True)


@right("H1a", "max subtracted")
def max_subtracted(query, key):
    scores = np.matmul(query, key.T) / math.sqrt(query.shape[1])
    scores = scores - scores.max(axis=-1, keepdims=True)
    e = np.exp(scores)
    return e / np.sum(e, axis=-1, keepdims=True)


@right("H1a", "scaled query first")
def _(query, key):
    q = query * query.shape[1] ** -0.5
    e = np.exp(np.dot(q, np.transpose(key)))
    return (e.T / e.sum(axis=1)).T


@right("H1a", "log sum exp")
def _(query, key):
    s = query @ key.T / np.sqrt(query.shape[-1])
    return np.exp(s - np.logaddexp.reduce(s, axis=1, keepdims=True))


@wrong("H1a", "M19+M20", "both, transposed at last")
def _(query, key):
    e = np.exp(query @ key.T)
    return e / e.sum(axis=0, keepdims=True)


@wrong("H1a", None, "hundredth off")
def _(query, key):
    return max_subtracted(query, key) + 0.01


wrong("H1a", "unfinished", "scores")(lambda q, k: q @ k.T / np.sqrt(q.shape[1]))
wrong("H1a", "stops", "not transposed")(
    lambda q, k: softmax(q @ k / np.sqrt(q.shape[1]))
)

# ---------------------------------------------------------------------------------- H1b


@right("H1b", "with linspace")
def _(n):
    return np.linspace(1 / n, 1, n)


@right("H1b", "in a comprehension")
def _(n):
    return np.array([(pos + 1) / n for pos in range(n)])


@right("H1b", "cumulative sum")
def _(n):
    return np.cumsum(np.ones(n)) / n


@right("H1b", "in float32")
def _(n):
    return np.arange(1, n + 1, dtype=np.float32) / np.float32(n)


wrong("H1b", "start", "pos / n")(lambda n: [p / n for p in range(n)])
wrong("H1b", "short", "arange(1, n)")(lambda n: np.arange(1, n) / n)
wrong("H1b", "backwards", "n first")(lambda n: np.arange(n, 0, -1) / n)


@wrong("H1b", "no return", "printed")
def _(n):
    for p in range(n):
        print((p + 1) / n)


wrong("H1b", "early", "return in the loop")(lambda n: 1 / n)
wrong("H1b", None, "(pos + 0.5) / n")(lambda n: (np.arange(n) + 0.5) / n)
wrong("H1b", "short", "from the second word on")(
    lambda n: [(pos + 1) / n for pos in range(1, n)]
)


wrong("H1b", "size", "five written in")(lambda n: [1 / 5, 2 / 5, 3 / 5, 4 / 5, 5 / 5])


# ---------------------------------------------------------------------------------- H1c


@right("H1c", "by broadcasting")
def _(x, codes):
    return x + codes[: x.shape[1]]


@right("H1c", "new axis")
def _(x, codes):
    batch, n, d_model = x.shape
    return x + codes[np.newaxis, :n, :]


@right("H1c", "in a comprehension")
def _(x, codes):
    return np.array([[w + c for w, c in zip(s, codes, strict=False)] for s in x])


@right("H1c", "with np.tile")
def _(x, codes):
    return np.add(x, np.tile(codes[: x.shape[1]], (x.shape[0], 1, 1)))


@wrong("H1c", "sentence", "first sentence only")
def _(x, codes):
    out = np.array(x, dtype=float)
    out[0] += codes[: x.shape[1]]
    return out


@wrong("H1c", None, "hundredth off")
def _(x, codes):
    return x + codes[: x.shape[1]] + 0.01


wrong("H1c", "stops", "codes not cut")(lambda x, codes: x + codes)
wrong("H1c", "given", "as given")(lambda x, codes: x + codes[: x.shape[0], None])
wrong("H1c", "no return", "in place, no return")(
    lambda x, codes: x.__iadd__(codes[: x.shape[1]]) and None if False else None
)


# ---------------------------------------------------------------------------------- H1d
o = own_numbers("H1d", "")
s_ = o["percent"] / 100
p_ = o["norm"] * math.sqrt(s_ / (1 - s_))
right("H1d", "ceil")(math.ceil(p_))
right("H1d", "array")(np.array([int(p_) + 1]))
wrong("H1d", "range", "0", says="Counts begin at 1")(0)
wrong("H1d", "unit", "norm 1")(int(math.sqrt(s_ / (1 - s_))) + 1)
wrong("H1d", None, "twice")(2 * (int(o["norm"] * math.sqrt(s_ / (1 - s_))) + 1))
o = own_numbers("H1d", "")
s_ = o["percent"] / 100


wrong("H1c", "M10", "columns backwards", says="columns are in reverse")(
    lambda x, codes: x + codes[: x.shape[1], ::-1]
)


wrong("H1c", "M14", "the last code of all")(lambda x, codes: x + codes[-1])
wrong("H1c", "one column", "the first column", says="all columns of the second")(
    lambda x, codes: x + codes[: x.shape[1], :1]
)
