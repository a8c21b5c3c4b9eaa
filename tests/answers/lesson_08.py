"""Answers to the exercises of lesson 08."""

import math

import numpy as np

from tests.answers import right


@right("8a", "block by block")
def _(k, d_model):
    m = np.zeros((d_model, d_model))
    for i in range(d_model // 2):
        a = k / 10000 ** (2 * i / d_model)
        c, s = math.cos(a), math.sin(a)
        m[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = [[c, -s], [s, c]]
    return m


@right("8b", "concatenate")
def _(row, k):
    h = len(row) // 2
    c, s = (f(k * 10000.0 ** -(np.arange(h) / h)) for f in (np.cos, np.sin))
    return np.concatenate([row[:h] * c + row[h:] * s, row[h:] * c - row[:h] * s])


@right("8c", "the angle of the slow clock")
def _(first, second):
    turned = math.atan2(second[4], second[5]) - math.atan2(first[4], first[5])
    return round(((turned + math.pi) % (2 * math.pi) - math.pi) * 10000 ** (4 / 6))
