"""What several answers are made of."""

import math

import numpy as np


def blocks(block, k_of=lambda k: k):
    def f(k, d_model):
        m = np.zeros((d_model, d_model))
        for i in range(d_model // 2):
            a = k_of(k) / 10000 ** (2 * i / d_model)
            m[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = block(math.cos(a), math.sin(a))
        return m

    return f


def softmax(s, axis=1):
    e = np.exp(s)
    return e / e.sum(axis=axis, keepdims=True)


def pairs_of(a):
    return np.stack([np.sin(a), np.cos(a)], -1).reshape(len(a), -1)


def blocks_at(block, angle=lambda k, i, d: k / 10000 ** (2 * i / d)):
    def f(k, d_model):
        m = np.zeros((d_model, d_model))
        for i in range(d_model // 2):
            a = angle(k, i, d_model)
            m[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = block(math.cos(a), math.sin(a))
        return m

    return f
