"""Answers to the exercises of homework 3.

Answers to H3a that also fit 7a are here, for both exercises.
"""

import math

import numpy as np
from posenc_checks import own_numbers

from tests.answers import right, wrong
from tests.answers.makers import blocks


def table_of(cell):
    return lambda positions, d: np.array(
        [[cell(int(p), j, d) for j in range(d)] for p in positions]
    )


def cells_of(sine, cosine):
    def f(positions, d):
        t = np.zeros((len(positions), d))
        for r, p in enumerate(positions):
            for i in range(0, d, 2):
                t[r, i] = np.sin(p / 10000.0 ** sine(i, d))
                t[r, i + 1] = np.cos(p / 10000.0 ** cosine(i, d))
        return t

    return f


@right("H3a", "by broadcasting")
def broadcasting(positions, d_model):
    positions = np.asarray(positions, dtype=float)
    angles = positions[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)
    out = np.empty((positions.size, d_model))
    out[:, 0::2] = np.sin(angles)
    out[:, 1::2] = np.cos(angles)
    return out


@right("H3a 7a", "exp log")
def _(positions, d_model):
    position = np.array(positions).reshape(-1, 1)
    div_term = np.exp(np.arange(0, d_model, 2) * (-math.log(10000.0) / d_model))
    pe = np.zeros((len(position), d_model))
    pe[:, 0::2] = np.sin(position * div_term)
    pe[:, 1::2] = np.cos(position * div_term)
    return pe


@wrong("H3a", "M2+M7", "both, in one power")
def _(positions, d_model):
    a = np.asarray(positions)[:, None] / 1000 ** (np.arange(d_model // 2) / d_model)
    return np.stack([np.sin(a), np.cos(a)], axis=-1).reshape(len(a), d_model)


@wrong("H3a", "M6", "exponents from 0 to 1")
def _(positions, d_model):
    frequencies = np.geomspace(1, 1e-4, d_model // 2)
    angles = np.multiply.outer(positions, frequencies)
    return np.stack((np.sin(angles), np.cos(angles)), axis=2).reshape(len(angles), -1)


@wrong("H3a", "M5", "concatenate halves")
def _(positions, d_model):
    freq = 10000 ** (-np.arange(0, d_model, 2) / d_model)
    a = np.asarray(positions)[:, None] * freq
    return np.concatenate([np.sin(a), np.cos(a)], axis=-1)


@wrong("H3a", "M14", "the mean of the positions")
def _(positions, d_model):
    angles = np.mean(positions) * 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    row = np.stack([np.sin(angles), np.cos(angles)], axis=1).ravel()
    return np.tile(row, (len(positions), 1))


@wrong("H3a", "M15", "float16 positions")
def _(positions, d_model):
    with np.errstate(all="ignore"):
        p = np.asarray(positions).astype(np.float16)[:, None]
        a = p / 10000 ** (np.arange(0, d_model, 2) / d_model)
        out = np.zeros((len(positions), d_model))
        out[:, 0::2], out[:, 1::2] = np.sin(a), np.cos(a)
    return out


wrong("H3a", None, "positions modulo")(
    lambda positions, d_model: broadcasting(np.asarray(positions) % 1000, d_model)
)
wrong("H3a 7a", "M2+M9", "from 1 and i / d")(
    table_of(
        lambda p, j, d: (math.cos if j % 2 else math.sin)(
            (p + 1) / 10000 ** (j // 2 / d)
        )
    )
)
wrong("H3a 7a", "angles", "angles alone")(
    table_of(lambda p, j, d: p / 10000 ** (2 * (j // 2) / d))
)
right("H3a 7a", "even step")(cells_of(lambda i, d: i / d, lambda i, d: i / d))
wrong("H3a 7a", "M1+M3", "cosine one further")(
    cells_of(lambda i, d: 2 * i / d, lambda i, d: 2 * (i + 2) / d)
)
wrong("H3a 7a", "M7", "base 1000000")(
    table_of(
        lambda p, j, d: (math.cos if j % 2 else math.sin)(p / 1e6 ** ((j - j % 2) / d))
    )
)

o = own_numbers("H3b", "")
t_ = 10000 ** (2 * o["pair"] / o["d_model"])
right("H3b", "formula")(2 * math.pi * t_)
right("H3b", "five digits")(float(f"{2 * math.pi * t_:.5g}"))
wrong("H3b", "frequency", "frequency")(1 / t_)
wrong("H3b", "rounded", "0.05 % off")(2 * math.pi * t_ * 1.0005)
wrong("H3b", "rounded", "two digits")(float(f"{2 * math.pi * t_:.2g}"))
wrong("H3b", None, "pi squared")(math.pi**2 * t_)


@right("H3c", "two by two blocks")
def _(k, d_model):
    m = np.zeros((d_model, d_model))
    for i in range(0, d_model, 2):
        c, s = np.cos(k / 10000 ** (i / d_model)), np.sin(k / 10000 ** (i / d_model))
        m[i : i + 2, i : i + 2] = [[c, s], [-s, c]]
    return m


wrong("H3c", "identity", "identity matrix")(lambda k, d_model: np.eye(d_model))
wrong("H3c", "M4", "k alone")(blocks(lambda c, s: [[c, s], [-s, c]], lambda k, i, d: k))
