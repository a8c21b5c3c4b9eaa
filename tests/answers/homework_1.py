"""Answers to the exercises of homework 1.

Answers that also fit 1c are in `lesson_01.py`.
"""

import math

import numpy as np
from posenc_checks import own_numbers

from tests.answers import right, wrong


@wrong("H1a", "M19+M20", "both, transposed at last")
def _(query, key):
    e = np.exp(query @ key.T)
    return e / e.sum(axis=0, keepdims=True)


wrong("H1a", "unfinished", "scores")(lambda q, k: q @ k.T / np.sqrt(q.shape[1]))

right("H1b", "with linspace")(lambda n: np.linspace(1 / n, 1, n))
wrong("H1b", "start", "pos / n")(lambda n: [p / n for p in range(n)])
wrong("H1b", None, "(pos + 0.5) / n")(lambda n: (np.arange(n) + 0.5) / n)
wrong("H1b", "size", "five written in")(lambda n: [1 / 5, 2 / 5, 3 / 5, 4 / 5, 5 / 5])

right("H1c", "by broadcasting")(lambda x, codes: x + codes[: x.shape[1]])


@wrong("H1c", "sentence", "first sentence only")
def _(x, codes):
    out = np.array(x, dtype=float)
    out[0] += codes[: x.shape[1]]
    return out


o = own_numbers("H1d", "")
s_ = o["percent"] / 100
p_ = o["norm"] * math.sqrt(s_ / (1 - s_))
right("H1d", "ceil")(math.ceil(p_))
wrong("H1d", "range", "0", says="Counts begin at 1")(0)
wrong("H1d", "unit", "norm 1")(int(math.sqrt(s_ / (1 - s_))) + 1)
wrong("H1d", None, "twice")(2 * (int(o["norm"] * math.sqrt(s_ / (1 - s_))) + 1))

wrong("H1c", "M10", "columns backwards", says="were in reverse order")(
    lambda x, codes: x + codes[: x.shape[1], ::-1]
)
wrong("H1c", "M14", "the last code of all")(lambda x, codes: x + codes[-1])
wrong("H1c", "one column", "the first column", says="all columns of the second")(
    lambda x, codes: x + codes[: x.shape[1], :1]
)
