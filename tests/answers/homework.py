"""Answers to the exercises of the homework."""

import itertools
import math

import numpy as np
from posenc_checks import own_numbers

from tests.answers import right, wrong

# Homework 1


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


# Homework 2


@right("H2a", "with np.stack")
def _(positions, wavelengths):
    a = np.outer(positions, 2 * np.pi / np.array(wavelengths))
    return np.stack([np.sin(a), np.cos(a)], -1).reshape(len(a), -1)


@right("H2b", "with itertools.combinations")
def _(codes):
    pairs = itertools.combinations(range(len(codes)), 2)
    return min(pairs, key=lambda p: math.dist(codes[p[0]], codes[p[1]]))


right("H2c", "with geomspace")(lambda n, base: np.geomspace(1, 1 / base, n + 1)[:-1])

own = own_numbers("H2d", "")
both = math.lcm(*own.values())
right("H2d", "lcm")(both)
wrong("H2d", "long", "long", says="Only the slower clock")(own["long"])
wrong("H2d", "later", "twice", says="not for the first time")(2 * both)
wrong("H2d", "short", "2 short", says="Only the faster clock")(2 * own["short"])
wrong("H2d", "range", "0", says="*after* 0")(0)


# Homework 3


@right("H3a", "by broadcasting")
def broadcasting(positions, d_model):
    angles = np.asarray(positions)[:, None] / 10000 ** (
        np.arange(0, d_model, 2) / d_model
    )
    out = np.empty((len(positions), d_model))
    out[:, 0::2] = np.sin(angles)
    out[:, 1::2] = np.cos(angles)
    return out


wrong("H3a", None, "positions modulo", says="position 65537 and column 0 should hold")(
    lambda positions, d_model: broadcasting(np.asarray(positions) % 1000, d_model)
)

own = own_numbers("H3b", "")
wavelength = 2 * math.pi * 10000 ** (2 * own["pair"] / own["d_model"])
right("H3b", "formula")(wavelength)
wrong("H3b", "rounded", "two digits", says="four digits")(float(f"{wavelength:.2g}"))


@right("H3c", "two by two blocks")
def _(k, d_model):
    m = np.zeros((d_model, d_model))
    for i in range(0, d_model, 2):
        c, s = np.cos(k / 10000 ** (i / d_model)), np.sin(k / 10000 ** (i / d_model))
        m[i : i + 2, i : i + 2] = [[c, s], [-s, c]]
    return m


# Homework 4


@right("H4a", "most words that look equally far back")
def _(matrix):
    d_model, hits = len(matrix), []
    angles = np.arange(40)[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)
    sine, cosine = np.sin(angles), np.cos(angles)
    for table in (
        np.stack([sine, cosine], axis=-1).reshape(40, d_model),
        np.hstack([sine, cosine]),
        np.stack([cosine, sine], axis=-1).reshape(40, d_model),
        np.hstack([cosine, sine]),
    ):
        back = np.arange(40) - (table @ matrix @ table.T).argmax(axis=1)
        hits.append(max((back == k).sum() for k in range(1, 40)))
    return int(np.argmax(hits))


@right("H4b", "minus a large number")
def _(query, key, value):
    scores = query @ key.T / np.sqrt(query.shape[1])
    e = np.exp(np.where(np.tri(len(query)) == 1, scores, -1e9))
    return e / e.sum(axis=1, keepdims=True) @ value


own = own_numbers("H4c", "")
square = own["mean"] ** 2 + own["spread"] ** 2
right("H4c", "formula")(own["spread"] * math.sqrt(own["d_k"] * square))


# Homework 5


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
