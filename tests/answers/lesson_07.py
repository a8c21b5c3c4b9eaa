"""Answers to the exercises of lesson 07."""

import math

import numpy as np

from tests.answers import right, wrong


@right("7a", "exp log")
def _(n_positions, d_model):
    position = np.arange(n_positions).reshape(-1, 1)
    div_term = np.exp(np.arange(0, d_model, 2) * (-math.log(10000.0) / d_model))
    pe = np.zeros((n_positions, d_model))
    pe[:, 0::2] = np.sin(position * div_term)
    pe[:, 1::2] = np.cos(position * div_term)
    return pe


right("7b", "search")(
    1 + next(p for p in range(10**5) if 1 - math.cos(p * 10000 ** (-510 / 512)) >= 0.05)
)
wrong("7b", "off by one", "3063", says="moves by 0.049955, not 0.05.")(3063)
wrong("7b", "sine", "by the hand")(482)
wrong("7b", "range", "0", says="nothing moves")(0)

_similar = [
    sum(math.cos(k * 10000 ** (-2 * i / 512)) for i in range(256)) for k in range(128)
]
right("7c", "loop")(sum(b > a for a, b in zip(_similar, _similar[1:])))
wrong("7c", None, "77", says="Compare each offset's similarity")(77)

wrong("7b", "M1", "4 i / d", says="twice as fast")(
    math.ceil(math.acos(0.95) * 10000 ** (4 * 255 / 512)) + 1
)
