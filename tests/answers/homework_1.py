"""Answers to the exercises of homework 1."""

import math

import numpy as np
from posenc_checks import own_numbers

from tests.answers import right, wrong


@right("H1a", "both axes fixed")
def _(query, key):
    scores = query @ key.T / np.sqrt(query.shape[1])
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True)


@wrong("H1a", "M19+M20", "both, transposed at last", says="two slips at once")
def _(query, key):
    e = np.exp(query @ key.T)
    return e / e.sum(axis=0, keepdims=True)


right("H1b", "with linspace")(lambda n: np.linspace(1 / n, 1, n))
right("H1c", "by broadcasting")(lambda x, codes: x + codes[: x.shape[1]])

own = own_numbers("H1d", "")
share = own["percent"] / 100
right("H1d", "ceil")(math.ceil(own["norm"] * math.sqrt(share / (1 - share))))
wrong("H1d", "range", "0", says="Counts begin at 1")(0)
