"""Answers to the exercises of lesson 07.

Answers that also fit H3a are in `homework_3.py`.
"""

import math

import numpy as np

from tests.answers import other_convention, right, wrong


@other_convention("7a", "M5", "stack transposed halves")
def _(n_positions, d_model):
    freq = np.exp(-np.log(10000) * np.arange(0, d_model, 2) / d_model)
    angles = np.outer(np.arange(n_positions), freq)
    both = np.stack([np.sin(angles), np.cos(angles)])
    return both.transpose(1, 0, 2).reshape(n_positions, d_model)


right("7b", "search")(
    1 + next(p for p in range(10**5) if 1 - math.cos(p * 10000 ** (-510 / 512)) >= 0.05)
)
wrong("7b", "last", "3064")(3064)
wrong("7b", "off by one", "3063", says="moves by 0.049955, not 0.05.")(3063)
wrong("7b", "not whole", "3063.4")(math.acos(0.95) / 10000 ** (-510 / 512))
wrong("7b", "sine", "by the hand")(482)
wrong("7b", None, "3 degrees..")(506)
wrong("7b", "range", "0", says="nothing moves")(0)

_similar = [
    sum(math.cos(k * 10000 ** (-2 * i / 512)) for i in range(256)) for k in range(128)
]
right("7c", "loop")(sum(b > a for a, b in zip(_similar, _similar[1:])))
wrong("7c", "first", "43", says="for the first time")(43)
wrong("7c", "rest", "steps that fall")(
    sum(b < a for a, b in zip(_similar, _similar[1:]))
)
wrong("7c", "none", "0")(0)
wrong("7c", "off by one", "22")(22)
wrong("7c", None, "77", says="Compare each offset's similarity")(77)

wrong("7b", "M1", "4 i / d", says="twice as fast")(
    math.ceil(math.acos(0.95) * 10000 ** (4 * 255 / 512)) + 1
)
