"""Parts that several answers share."""

import math

import numpy as np


def softmax(s, axis=1):
    """Return shares of the exponentials, without a shift."""
    e = np.exp(s)
    return e / e.sum(axis=axis, keepdims=True)


def pairs_of(a):
    """Return the sines and cosines of angles, alternating."""
    return np.stack([np.sin(a), np.cos(a)], -1).reshape(len(a), -1)


def blocks(block, angle=lambda k, i, d: k / 10000 ** (2 * i / d)):
    """Return a function that makes a matrix of blocks from cosines and sines."""

    def f(k, d_model):
        m = np.zeros((d_model, d_model))
        for i in range(d_model // 2):
            a = angle(k, i, d_model)
            m[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = block(math.cos(a), math.sin(a))
        return m

    return f


def bucket(distance, n, most):
    """Return which of n buckets a distance gets."""
    exact = n // 2
    if distance < exact:
        return distance
    share = math.log(distance / exact) / math.log(most / exact)
    return min(exact + math.floor(share * exact), n - 1)
