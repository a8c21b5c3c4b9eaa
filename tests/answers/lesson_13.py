"""Answers to the exercises of lesson 13."""

import math

import numpy as np

from tests.answers import right, wrong


@right("13a", "concatenate")
def _(x, positions):
    h = x.shape[1] // 2
    t = np.asarray(positions)[:, None] * 10000.0 ** (-np.arange(h) / h)
    a, b = x[:, :h], x[:, h:]
    return np.concatenate(
        [a * np.cos(t) - b * np.sin(t), a * np.sin(t) + b * np.cos(t)], axis=1
    )


right("13b", "by hand")(round(1000 + (2 * math.pi - math.atan(4 / 3)) * 10))
wrong("13b", "range", "a turn beyond", says="between 1000 and 1060")(1117)
wrong("13b", None, "another", says="25 times the cosine")(1040)


def attending(sign):
    """Return attention whose queries and keys are turned, in either direction."""

    def turned(x):
        n, d = x.shape
        t = np.outer(sign * np.arange(n), 1 / 10000 ** (np.arange(0, d, 2) / d))
        return (x[:, 0::2] + 1j * x[:, 1::2]) * np.exp(1j * t)

    def f(x, w_query, w_key, w_value):
        scores = (turned(x @ w_query) @ turned(x @ w_key).conj().T).real
        e = np.exp(scores / np.sqrt(w_key.shape[1]))
        return e / e.sum(axis=1, keepdims=True) @ x @ w_value

    return f


right("13c", "turned after the matrices")(attending(1))
