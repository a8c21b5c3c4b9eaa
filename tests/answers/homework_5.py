"""Answers to the exercises of homework 5."""

import math

import numpy as np
from posenc_checks import own_numbers

from tests.answers import right, wrong
from tests.answers.makers import bucket, pairs_of


@right("H5a", "by slices")
def _(query, key):
    a, b, c, d = query[0::2], query[1::2], key[0::2], key[1::2]
    return np.stack([a * c + b * d, b * c - a * d], axis=1)


def of_pairs(cosine, sine):
    """Return an answer that is right if its formulas are."""

    def f(query, key):
        a, b, c, d = query[0::2], query[1::2], key[0::2], key[1::2]
        return np.stack([cosine(a, b, c, d), sine(a, b, c, d)], axis=1)

    return f


def dot(a, b, c, d):
    return a * c + b * d


wrong("H5a", "sign", "query less key")(of_pairs(dot, lambda a, b, c, d: a * d - b * c))


@right("H5b", "key conjugated")
def _(query, key):
    n, d = query.shape
    turns = np.exp(1j * np.outer(np.arange(n), 10000.0 ** (-np.arange(0, d, 2) / d)))
    q = (query[:, 0::2] + 1j * query[:, 1::2]) * turns
    k = (key[:, 0::2] + 1j * key[:, 1::2]) * turns
    return (q @ k.conj().T).real


wrong("H5b", "identity", "nothing turned")(lambda query, key: query @ key.T)

o = own_numbers("H5c", "")
n_heads, head, distance = o["n_heads"], o["head"], o["distance"]
lower = 2 ** int(math.log2(n_heads))
larger = [2 ** (-8 * h / (2 * lower)) for h in range(1, 2 * lower + 1)]
slopes = [2 ** (-8 * h / lower) for h in range(1, lower + 1)] + larger[::2]
slope = slopes[head - 1]
less = math.exp(-slope * distance)
right("H5c", "formula")(less)
right("H5c", "three digits")(float(f"{less:.3g}"))
wrong("H5c", "rounded", "half a per cent off", says="more digits")(1.005 * less)
wrong("H5c", "exp", "the price")(slope * distance)
wrong("H5c", "M38", "times 8", says="multiplied")(math.exp(-slope * distance * 8))
wrong("H5c", None, "a half")(0.51)


def bucketed(upper=lambda offset: offset > 0):
    """Return an answer that finds the buckets one offset at a time."""

    def f(offsets, n_buckets, max_distance):
        h = n_buckets // 2
        return [
            bucket(abs(offset), h, max_distance) + h * bool(upper(offset))
            for offset in map(int, offsets)
        ]

    return f


right("H5d", "with loops")(bucketed())


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


wrong("H5d", "directions", "by distance alone")(bucketed(upper=lambda offset: False))


@right("H5e", "one hand")
def hand(hours):
    angles = 2 * np.pi * hours / 24
    return np.stack([np.sin(angles), np.cos(angles)], axis=1)


@right("H5e", "two hands, the fast one short, and a constant")
def _(hours):
    slow, fast = 2 * np.pi * hours / 24, 2 * np.pi * hours / 8
    waves = [np.cos(slow), np.sin(slow), 0.1 * np.cos(fast), 0.1 * np.sin(fast)]
    return np.stack([*waves, np.full(len(hours), 0.3)], axis=1)


@wrong("H5e", "M7", "the paper's, in halves", says="the paper's")
def _(hours):
    angles = hours[:, None] / 10000 ** (np.arange(0, 8, 2) / 8)
    return np.hstack([np.sin(angles), np.cos(angles)])


wrong("H5e", "day", "the paper's, 10 wide")(
    lambda hours: pairs_of(hours[:, None] / 10000 ** (np.arange(0, 10, 2) / 10))
)
wrong("H5e", "line", "days", says="the time in days, as one")(lambda h: h[:, None] / 24)
wrong("H5e", "one", "sin alone", says="twice a day")(
    lambda hours: np.sin(np.pi * hours / 12)[:, None]
)
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


@wrong("H5e", "M14", "the last hour for all", says="all rows are the same")
def _(hours):
    for hour in hours:
        row = [math.sin(math.pi * hour / 12), math.cos(math.pi * hour / 12)]
    return np.array([row] * len(hours))


@wrong("H5d", "M39+sign", "upper half for earlier words, and no end")
def _(offsets, n_buckets, max_distance):
    half = n_buckets // 2
    exact, found = half // 2, []
    for offset in offsets:
        first, d = half * (offset < 0), abs(offset)
        if d >= exact:
            share = np.log(d / exact) / np.log(max_distance / exact)
            d = exact + int(share * (half - exact))
        found.append(first + d)
    return np.array(found)


@wrong("H5e", "midnight", "a turn of 25 hours", says="jumps at midnight")
def _(hours):
    angles = 2 * np.pi * (hours % 24) / 25
    return np.stack([np.sin(angles), np.cos(angles)], axis=1)


@wrong("H5d", "half", "all buckets for one direction, half of them exact")
def _(offsets, n_buckets, max_distance):
    half, far = n_buckets // 2, np.abs(offsets)
    steps = np.log(np.maximum(far, 1) / half) / np.log(max_distance / half)
    shared = np.minimum(half + (half * steps).astype(int), n_buckets - 1)
    return np.where(far < half, far, shared) + half * (offsets > 0)
