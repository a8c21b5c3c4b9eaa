"""Answers to the exercises of homework 2."""

import itertools
import math

import numpy as np
from posenc_checks import own_numbers

from tests.answers import right, wrong


def waves_of(angle, f=(np.sin, np.cos)):
    return lambda p, w: np.stack(
        [f[0](angle(p[:, None], w)), f[1](angle(p[:, None], w))], -1
    ).reshape(len(p), -1)


def distances(c):
    return np.sqrt(((c[:, None] - c) ** 2).sum(-1)) + np.diag([np.inf] * len(c))


# ---------------------------------------------------------------------------------- H2a


@right("H2a", "by broadcasting")
def _(positions, wavelengths):
    angles = 2 * np.pi * np.asarray(positions)[:, None] / np.asarray(wavelengths)
    out = np.empty((len(positions), 2 * len(wavelengths)))
    out[:, 0::2] = np.sin(angles)
    out[:, 1::2] = np.cos(angles)
    return out


@right("H2a", "with np.stack")
def stack(positions, wavelengths):
    a = np.outer(positions, 2 * np.pi / np.array(wavelengths))
    return np.stack([np.sin(a), np.cos(a)], axis=-1).reshape(len(positions), -1)


@right("H2a", "column by column")
def _(positions, wavelengths):
    t = 2 * np.pi * np.array(positions)
    return np.column_stack([f(t / w) for w in wavelengths for f in (np.sin, np.cos)])


@right("H2a", "complex exponential")
def _(positions, wavelengths):
    z = np.exp(2j * np.pi * np.asarray(positions)[:, None] / np.asarray(wavelengths))
    return np.dstack([z.imag, z.real]).reshape(len(z), -1)


@wrong("H2a", "M5", "with concatenate")
def _(positions, wavelengths):
    a = 2 * np.pi * np.asarray(positions)[:, None] / np.asarray(wavelengths)
    return np.concatenate([np.sin(a), np.cos(a)], axis=1)


@wrong("H2a", "M8+M9", "both, with np.stack")
def _(positions, wavelengths):
    a = 2 * np.pi * (np.asarray(positions)[:, None] + 1) / np.asarray(wavelengths)
    return np.stack([np.cos(a), np.sin(a)], axis=-1).reshape(len(a), -1)


wrong("H2a", "stops", "no axis")(lambda p, l: np.sin(2 * np.pi * p / l))
wrong("H2a", None, "wavelength over position")(
    waves_of(lambda p, l: 2 * np.pi * l / np.maximum(p, 1))
)


# ---------------------------------------------------------------------------------- H2b


@right("H2b", "two loops")
def two_loops(codes):
    best, pair = float("inf"), None
    for i in range(len(codes)):
        for j in range(i + 1, len(codes)):
            distance = np.linalg.norm(codes[i] - codes[j])
            if distance < best:
                best, pair = distance, (i, j)
    return pair


@right("H2b", "masked diagonal")
def _(codes):
    d = np.linalg.norm(codes[:, None] - codes[None, :], axis=-1)
    np.fill_diagonal(d, np.inf)
    i, j = np.unravel_index(np.argmin(d), d.shape)
    return int(min(i, j)), int(max(i, j))


@right("H2b", "with itertools.combinations")
def _(codes):
    pairs = itertools.combinations(range(len(codes)), 2)
    return min(pairs, key=lambda p: math.dist(codes[p[0]], codes[p[1]]))


@right("H2b", "upper triangle")
def _(codes):
    codes = np.asarray(codes)
    i, j = np.triu_indices(len(codes), k=1)
    best = ((codes[i] - codes[j]) ** 2).sum(axis=1).argmin()
    return i[best], j[best]


@wrong("H2b", "neighbors", "with np.diff")
def _(codes):
    steps = np.linalg.norm(np.diff(codes, axis=0), axis=1)
    i = int(np.argmin(steps))
    return i, i + 1


wrong("H2b", None, "two smallest rows")(
    lambda c: np.sort(np.argsort(np.linalg.norm(c, axis=1))[:2])
)
wrong("H2b", "no return", "prints")(
    lambda c: print(np.unravel_index(distances(c).argmin(), (len(c),) * 2))
)


# ---------------------------------------------------------------------------------- H2c


@right("H2c", "one over power")
def _(n_pairs, base):
    return 1.0 / np.power(float(base), np.arange(n_pairs) / n_pairs)


@right("H2c", "in a comprehension")
def _(n_pairs, base):
    return np.array([base ** (-i / n_pairs) for i in range(n_pairs)])


@right("H2c", "exp log")
def _(n_pairs, base):
    return np.exp(-np.log(base) * np.arange(n_pairs) / n_pairs)


@right("H2c", "with geomspace")
def _(n_pairs, base):
    return np.geomspace(1, 1 / base, n_pairs + 1)[:-1]


@wrong("H2c", "minus", "negative frequencies")
def _(n_pairs, base):
    return -(base ** (-np.arange(n_pairs) / n_pairs))


wrong("H2c", "given", "as given")(lambda n, base: np.ones(n))
wrong("H2c", "M2", "2 n")(lambda n, base: base ** (-(np.arange(n) / (2 * n))))
wrong("H2c", "wavelength", "inverse 2 pi")(
    lambda n, base: 2 * np.pi * base ** (np.arange(n) / n)
)
wrong("H2c", None, "1 / (base * i)")(lambda n, base: 1 / (1 + base * np.arange(n)))
wrong("H2c", "M10", "reversed")(lambda n, base: (base ** (-(np.arange(n) / n)))[::-1])


# ---------------------------------------------------------------------------------- H2d
o = own_numbers("H2d", "")
L = math.lcm(*o.values())
right("H2d", "lcm")(L)
right("H2d", "float")(float(L))
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
