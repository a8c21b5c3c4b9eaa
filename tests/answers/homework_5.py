"""Answers to the exercises of homework 5."""

import math

import numpy as np
from posenc_checks import own_numbers

from tests.answers import right, wrong


@right("H5a", "by slices")
def _(query, key):
    a, b, c, d = query[0::2], query[1::2], key[0::2], key[1::2]
    return np.stack([a * c + b * d, b * c - a * d], axis=1)


@right("H5b", "key conjugated")
def _(query, key):
    n, d = query.shape
    turns = np.exp(1j * np.outer(np.arange(n), 10000.0 ** (-np.arange(0, d, 2) / d)))
    q = (query[:, 0::2] + 1j * query[:, 1::2]) * turns
    k = (key[:, 0::2] + 1j * key[:, 1::2]) * turns
    return (q @ k.conj().T).real


own = own_numbers("H5c", "")
lower = 2 ** int(math.log2(own["n_heads"]))
larger = [2 ** (-8 * h / (2 * lower)) for h in range(1, 2 * lower + 1)]
slopes = [2 ** (-8 * h / lower) for h in range(1, lower + 1)] + larger[::2]
right("H5c", "formula")(math.exp(-slopes[own["head"] - 1] * own["distance"]))


@right("H5d", "in float32, after Hugging Face")
def _(offsets, n_buckets, max_distance):
    n_buckets //= 2
    buckets = (offsets > 0).astype(int) * n_buckets
    n = np.abs(offsets)
    exact = n_buckets // 2
    large = np.log(np.maximum(n, 1).astype(np.float32) / exact)
    large = large / math.log(max_distance / exact) * (n_buckets - exact)
    large = np.minimum(exact + large.astype(int), n_buckets - 1)
    return buckets + np.where(n < exact, n, large)


@right("H5e", "one hand")
def hand(hours):
    angles = 2 * np.pi * hours / 24
    return np.stack([np.sin(angles), np.cos(angles)], axis=1)


@right("H5e", "two hands, the fast one short, and a constant")
def _(hours):
    return np.hstack([hand(hours), 0.1 * hand(3 * hours), 0 * hours[:, None] + 0.3])


def encoding(hours, d):
    """Return the paper's encoding of the hours, with all sines first."""
    angles = hours[:, None] / 10000 ** (np.arange(0, d, 2) / d)
    return np.hstack([np.sin(angles), np.cos(angles)])


wrong("H5e", "M7", "the paper's, in halves", says="the paper's")(
    lambda hours: encoding(hours, 8)
)
wrong("H5e", "day", "the paper's, 10 wide")(lambda hours: encoding(hours, 10))
wrong("H5e", "line", "days", says="the time in days, as one")(lambda h: h[:, None] / 24)
wrong("H5e", "one", "sin alone", says="twice a day")(lambda hours: hand(hours)[:, :1])
wrong("H5e", "angles", "the angle", says="the angle")(
    lambda hours: (np.pi * hours / 12)[:, None]
)
wrong("H5e", "jump", "a column for each hour")(
    lambda hours: np.eye(24)[hours.astype(int) % 24]
)
wrong("H5e", "too close", "remainder as a number")(
    lambda hours: np.stack([hours % 24, np.ones(len(hours))], axis=1)
)
wrong("H5e", "place", "an ellipse")(lambda hours: hand(hours) * [1, 2])
wrong("H5e", "rises", "hands of a whole and a third of a day")(
    lambda hours: np.hstack([hand(hours), hand(3 * hours)])
)
wrong("H5e", "random", "hours counted from the first")(
    lambda hours: hand(hours - hours[0])
)
wrong("H5e", "M14", "the last hour for all", says="all rows are the same")(
    lambda hours: hand(np.full(len(hours), hours[-1]))
)
wrong("H5e", "midnight", "a turn of 25 hours", says="jumps at midnight")(
    lambda hours: hand(hours % 24 * 24 / 25)
)
