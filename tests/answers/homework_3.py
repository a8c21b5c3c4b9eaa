"""Answers to the exercises of homework 3."""

import math

import numpy as np
from posenc_checks import own_numbers

from tests.answers import right, wrong


@right("H3a", "by broadcasting")
def broadcasting(positions, d_model):
    angles = np.asarray(positions)[:, None] / 10000 ** (
        np.arange(0, d_model, 2) / d_model
    )
    out = np.empty((len(positions), d_model))
    out[:, 0::2] = np.sin(angles)
    out[:, 1::2] = np.cos(angles)
    return out


wrong("H3a", None, "positions modulo", says="position 65537 and column 0 should hold")(
    lambda positions, d_model: broadcasting(np.asarray(positions) % 1000, d_model)
)

own = own_numbers("H3b", "")
wavelength = 2 * math.pi * 10000 ** (2 * own["pair"] / own["d_model"])
right("H3b", "formula")(wavelength)
wrong("H3b", "rounded", "two digits", says="four digits")(float(f"{wavelength:.2g}"))


@right("H3c", "two by two blocks")
def _(k, d_model):
    m = np.zeros((d_model, d_model))
    for i in range(0, d_model, 2):
        c, s = np.cos(k / 10000 ** (i / d_model)), np.sin(k / 10000 ** (i / d_model))
        m[i : i + 2, i : i + 2] = [[c, s], [-s, c]]
    return m
