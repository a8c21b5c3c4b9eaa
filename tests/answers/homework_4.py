"""Answers to the exercises of homework 4."""

import math

import numpy as np
from posenc_checks import own_numbers

from tests.answers import right, wrong
from tests.answers.makers import softmax


def tables(d_model, n=40):
    """Return the four tables of the notebook."""
    angles = np.arange(n)[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)
    sine, cosine = np.sin(angles), np.cos(angles)
    return [
        np.stack([sine, cosine], axis=-1).reshape(n, d_model),
        np.hstack([sine, cosine]),
        np.stack([cosine, sine], axis=-1).reshape(n, d_model),
        np.hstack([cosine, sine]),
    ]


def places(table, matrix):
    """Return where each word looks."""
    return (table @ matrix @ table.T).argmax(axis=1)


@right("H4a", "most words that look equally far back")
def _(matrix):
    hits = []
    for table in tables(len(matrix)):
        back = np.arange(len(table)) - places(table, matrix)
        hits.append(max((back == k).sum() for k in range(1, len(table))))
    return int(np.argmax(hits))


@wrong("H4a", "back", "most that look ahead")
def _(matrix):
    hits = []
    for table in tables(len(matrix)):
        ahead = places(table, matrix) - np.arange(len(table))
        hits.append(max((ahead == k).sum() for k in range(1, len(table))))
    return int(np.argmax(hits))


wrong("H4a", "constant", "always the paper's")(lambda matrix: 0)
wrong("H4a", "form", "a name")(lambda matrix: "halves")


def whole(before, after=lambda weights, tri: weights):
    """Return attention for all words at once, masked before and after the softmax."""

    def f(query, key, value):
        tri = np.tri(len(query))
        scores = before(query @ key.T / np.sqrt(query.shape[1]), tri)
        return after(softmax(scores), tri) @ value

    return f


def low(scores, tri):
    return np.where(tri == 1, scores, -1e9)


def as_is(scores, tri):
    return scores


right("H4b", "minus a large number")(whole(low))
right("H4b", "divided again by what is left")(
    whole(as_is, lambda w, tri: w * tri / (w * tri).sum(axis=1, keepdims=True))
)
wrong("H4b", "mask", "mask taken out")(whole(as_is))

o = own_numbers("H4c", "")
d_k, mean, spread = o["d_k"], o["mean"], o["spread"]
square = mean**2 + spread**2
divisor = spread * math.sqrt(d_k * square)
right("H4c", "formula")(divisor)
wrong("H4c", "not squared", "the spread not squared")(
    o["spread"] * math.sqrt(o["d_k"] * (o["mean"] ** 2 + o["spread"]))
)
right("H4c", "four digits")(float(f"{divisor:.4g}"))
wrong("H4c", "mean 0", "as in lesson 09")(spread**2 * math.sqrt(d_k))
wrong("H4c", "M20", "the variance")(divisor**2)
wrong("H4c", None, "half as much again")(1.5 * divisor)

wrong("H4b", "M16", "rows by their norm", says="length (norm)")(
    whole(low, lambda w, tri: w / np.linalg.norm(w, axis=1, keepdims=True))
)


@wrong("H4b", "axis", "sums without keepdims")
def _(query, key, value):
    powers = np.tril(np.exp(query @ key.T / np.sqrt(query.shape[1])))
    return powers / powers.sum(axis=1) @ value


@wrong("H4b", "M20+too late", "as given, and not divided", says="two slips at once")
def _(query, key, value):
    e = np.exp(query @ key.T)
    return e / e.sum(axis=1, keepdims=True) * np.tri(len(e)) @ value


@wrong("H4b", "M19", "masked rightly, then divided along columns", says="column sums")
def _(query, key, value):
    scores = query @ key.T / math.sqrt(query.shape[1])
    e = np.exp(np.where(np.tri(len(scores)) > 0, scores, -np.inf))
    e /= e.sum(axis=1, keepdims=True)
    return e / e.sum(axis=0) @ value
