"""Answers to the exercises of homework 4."""

import math

import numpy as np
from posenc_checks import own_numbers

from tests.answers import right


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
