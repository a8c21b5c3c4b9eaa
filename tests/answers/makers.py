"""What several answers are made of."""

import math

import numpy as np


def softmax(s, axis=1):
    """Return shares of the exponentials, without a shift."""
    e = np.exp(s)
    return e / e.sum(axis=axis, keepdims=True)


def pairs_of(a):
    """Return sines and cosines of angles, in turn."""
    return np.stack([np.sin(a), np.cos(a)], -1).reshape(len(a), -1)


def blocks(block, angle=lambda k, i, d: k / 10000 ** (2 * i / d), turn=lambda k: k):
    """Return a matrix of blocks, each from cosine and sine of its angle."""

    def f(k, d_model):
        m = np.zeros((d_model, d_model))
        for i in range(d_model // 2):
            a = angle(turn(k), i, d_model)
            m[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = block(math.cos(a), math.sin(a))
        return m

    return f


def _log(x):
    return math.log(x)


def bucket(
    distance,
    h,
    most,
    share=lambda r, e, m: _log(r / e) / _log(m / e),
    whole=math.floor,
    many=lambda h: h // 2,
    behind=lambda e: e,
    limit=lambda b, h: min(b, h - 1),
    exact=lambda h: h // 2,
):
    """Return the bucket of one distance among h, some parts exchanged."""
    e = exact(h)
    if distance < e:
        return distance
    return limit(behind(e) + whole(share(distance, e, most) * many(h)), h)
