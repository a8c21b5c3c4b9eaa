"""Answers to the exercises of homework 2."""

import itertools
import math

import numpy as np
from posenc_checks import own_numbers

from tests.answers import right, wrong
from tests.answers.makers import pairs_of

right("H2a", "with np.stack")(
    lambda positions, wavelengths: pairs_of(
        np.outer(positions, 2 * np.pi / np.array(wavelengths))
    )
)


@wrong("H2a", "M5", "with concatenate")
def _(positions, wavelengths):
    a = 2 * np.pi * np.asarray(positions)[:, None] / np.asarray(wavelengths)
    return np.concatenate([np.sin(a), np.cos(a)], axis=1)


@wrong("H2a", "M8+M9", "both, with np.stack")
def _(positions, wavelengths):
    a = 2 * np.pi * (np.asarray(positions)[:, None] + 1) / np.asarray(wavelengths)
    return np.stack([np.cos(a), np.sin(a)], axis=-1).reshape(len(a), -1)


wrong("H2a", None, "wavelength over position")(
    lambda p, l: pairs_of(2 * np.pi * l / np.maximum(p[:, None], 1))
)


@right("H2b", "with itertools.combinations")
def _(codes):
    pairs = itertools.combinations(range(len(codes)), 2)
    return min(pairs, key=lambda p: math.dist(codes[p[0]], codes[p[1]]))


@wrong("H2b", "neighbors", "with np.diff")
def _(codes):
    steps = np.linalg.norm(np.diff(codes, axis=0), axis=1)
    i = int(np.argmin(steps))
    return i, i + 1


wrong("H2b", None, "two smallest rows")(
    lambda c: np.sort(np.argsort(np.linalg.norm(c, axis=1))[:2])
)

right("H2c", "with geomspace")(
    lambda n_pairs, base: np.geomspace(1, 1 / base, n_pairs + 1)[:-1]
)
wrong("H2c", "minus", "negative frequencies")(
    lambda n_pairs, base: -(base ** (-np.arange(n_pairs) / n_pairs))
)
wrong("H2c", "M2", "2 n")(lambda n, base: base ** (-(np.arange(n) / (2 * n))))
wrong("H2c", "wavelength", "inverse 2 pi")(
    lambda n, base: 2 * np.pi * base ** (np.arange(n) / n)
)
wrong("H2c", None, "1 / (base * i)")(lambda n, base: 1 / (1 + base * np.arange(n)))
wrong("H2c", "M10", "reversed")(lambda n, base: (base ** (-(np.arange(n) / n)))[::-1])

o = own_numbers("H2d", "")
L = math.lcm(*o.values())
right("H2d", "lcm")(L)
wrong("H2d", "long", "long")(o["long"])
wrong("H2d", "later", "twice")(2 * L)
wrong("H2d", None, "1")(1)
wrong("H2d", "short", "2 short")(2 * o["short"])
wrong("H2d", "not whole", "beat")(
    o["short"] * o["long"] / (o["long"] - o["short"]) + 0.5
    if o["short"] * o["long"] / (o["long"] - o["short"]) == L
    else o["short"] * o["long"] / (o["long"] - o["short"])
)
wrong("H2d", "range", "0", says="*after* 0")(0)
