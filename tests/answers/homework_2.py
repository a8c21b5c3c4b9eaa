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


def squared_distances(codes):
    d = ((codes[:, None] - codes) ** 2).sum(-1)
    d[np.diag_indices(len(d))] = np.inf
    return d


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


@right("H2a", "float32 output")
def _(positions, wavelengths):
    return stack(positions, wavelengths).astype(np.float32)


@wrong("H2a", "M5", "with concatenate")
def _(positions, wavelengths):
    a = 2 * np.pi * np.asarray(positions)[:, None] / np.asarray(wavelengths)
    return np.concatenate([np.sin(a), np.cos(a)], axis=1)


@wrong("H2a", "M8+M9", "both, with np.stack")
def _(positions, wavelengths):
    a = 2 * np.pi * (np.asarray(positions)[:, None] + 1) / np.asarray(wavelengths)
    return np.stack([np.cos(a), np.sin(a)], axis=-1).reshape(len(a), -1)


@right("H2a", "loop")
def _(positions, wavelengths):
    t = np.zeros((len(positions), 2 * len(wavelengths)))
    for i, l in enumerate(wavelengths):
        t[:, 2 * i] = np.sin(2 * np.pi * positions / l)
        t[:, 2 * i + 1] = np.cos(2 * np.pi * positions / l)
    return t


right("H2a", "lists")(
    lambda p, l: [
        [f(2 * math.pi * a / b) for b in l for f in (math.sin, math.cos)] for a in p
    ]
)
wrong("H2a", "stops", "no axis")(lambda p, l: np.sin(2 * np.pi * p / l))
wrong("H2a", "minus", "minus")(waves_of(lambda p, l: -2 * np.pi * p / l))
wrong("H2a", None, "wavelength over position")(
    waves_of(lambda p, l: 2 * np.pi * l / np.maximum(p, 1))
)
wrong("H2a", "M11", "degrees")(waves_of(lambda p, l: np.radians(2 * np.pi * p / l)))
wrong("H2a", "twice", "4 pi")(waves_of(lambda p, l: 4 * np.pi * p / l))
wrong("H2a", "modulo", "p % l")(waves_of(lambda p, l: p % l))
wrong("H2a", "shifted", "from the first position")(
    lambda p, l: waves_of(lambda p, l: 2 * np.pi * p / l)(p - p[0], l)
)
wrong("H2a", "M5+2pi", "halves, no 2 pi")(
    lambda p, l: np.hstack([np.sin(p[:, None] / l), np.cos(p[:, None] / l)])
)

wrong("H2a", "M17", "p // l")(waves_of(lambda p, l: 2 * np.pi * (p // l)))
wrong("H2a", "half columns", "sines missing")(
    lambda p, l: np.cos(2 * np.pi * p[:, None] / l)
)


wrong("H2a", "one pair", "the first wavelength alone")(
    lambda p, l: waves_of(lambda p, l: 2 * np.pi * p / l)(p, l[:1])
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


@right("H2b", "list answer")
def _(codes):
    d = np.array([[np.sqrt(np.sum((a - b) ** 2)) for b in codes] for a in codes])
    d[np.tril_indices(len(d))] = np.inf
    return [int(k) for k in divmod(int(d.argmin()), len(d))]


@wrong("H2b", "neighbors", "with np.diff")
def _(codes):
    steps = np.linalg.norm(np.diff(codes, axis=0), axis=1)
    i = int(np.argmin(steps))
    return i, i + 1


@right("H2b", "array")
def _(codes):
    d = ((codes[:, None] - codes) ** 2).sum(-1)
    d[np.diag_indices(len(d))] = np.inf
    return np.sort(np.unravel_index(d.argmin(), d.shape))


wrong("H2b", "distance", "distance")(lambda c: math.sqrt(squared_distances(c).min()))
wrong("H2b", "flat", "flat argmin")(lambda c: int(squared_distances(c).argmin()))
wrong("H2b", "one column", "first column")(
    lambda c: np.unravel_index(
        (
            np.abs(c[:, None, 0] - c[:, 0]) + np.where(np.eye(len(c)), 1000000000.0, 0)
        ).argmin(),
        (len(c),) * 2,
    )
)
wrong("H2b", "to the first", "closest to row 0")(
    lambda c: (0, int(squared_distances(c)[0].argmin()))
)
wrong("H2b", "farthest", "farthest")(
    lambda c: np.unravel_index(((c[:, None] - c) ** 2).sum(-1).argmax(), (len(c),) * 2)
)
wrong("H2b", None, "two smallest rows")(
    lambda c: np.sort(np.argsort(np.linalg.norm(c, axis=1))[:2])
)
wrong("H2b", "order", "as min of list")(
    lambda c: min(
        (distances(c)[i, j], j, i) for i in range(len(c)) for j in range(i + 1, len(c))
    )[1:]
)
wrong("H2b", "early", "0, 1")(lambda c: (0, 1))
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


@right("H2c", "in float32")
def _(n_pairs, base):
    return (base ** (-np.arange(n_pairs) / n_pairs)).astype(np.float32)


@wrong("H2c", "minus", "negative frequencies")
def _(n_pairs, base):
    return -(base ** (-np.arange(n_pairs) / n_pairs))


wrong("H2c", "given", "as given")(lambda n, base: np.ones(n))
right("H2c", "/ for //")(lambda n, base: base ** (-(np.arange(n) / n)))
right("H2c", "list")(lambda n, base: [base ** (-i / n) for i in range(n)])
wrong("H2c", "M2", "2 n")(lambda n, base: base ** (-(np.arange(n) / (2 * n))))
wrong("H2c", "wavelength", "inverse 2 pi")(
    lambda n, base: 2 * np.pi * base ** (np.arange(n) / n)
)
wrong("H2c", "linear", "1 - i/n")(lambda n, base: 1 - np.arange(n) / n)
wrong("H2c", None, "1 / (base * i)")(lambda n, base: 1 / (1 + base * np.arange(n)))
wrong("H2c", "M4", "base ** (-1/n)")(lambda n, base: np.full(n, base ** (-1 / n)))
wrong("H2c", "M10", "reversed")(lambda n, base: (base ** (-(np.arange(n) / n)))[::-1])

wrong("H2c", "exponent", "the exponents")(lambda n, base: -np.arange(n) / n)
wrong("H2c", "unfinished", "%")(lambda n, base: base ** -(np.arange(n) % n * 1.0))
wrong("H2c", "inverse", "n_pairs / pairs")(lambda n, base: base ** -(n / np.arange(n)))
wrong("H2c", "pairs", "arange(0, n_pairs, 2)")(
    lambda n, base: base ** -(np.arange(0, n, 2) / n)
)
wrong("H2c", "argument", "/ base")(lambda n, base: base ** -(np.arange(n) / base))


# ---------------------------------------------------------------------------------- H2d
o = own_numbers("H2d", "")
L = math.lcm(*o.values())
right("H2d", "lcm")(L)
right("H2d", "float")(float(L))
wrong("H2d", "long", "long")(o["long"])
wrong("H2d", "short", "short")(o["short"])
wrong("H2d", "sum", "sum")(sum(o.values()))
wrong("H2d", "later", "twice")(2 * L)
wrong("H2d", "2pi", "2 pi lcm")(2 * math.pi * L)
wrong("H2d", None, "0")(0)
wrong("H2d", "not whole", "beat")(
    o["short"] * o["long"] / (o["long"] - o["short"]) + 0.5
    if o["short"] * o["long"] / (o["long"] - o["short"]) == L
    else o["short"] * o["long"] / (o["long"] - o["short"])
)
wrong("H2d", "gcd", "difference")(o["long"] - o["short"])
wrong("H2d", "product", "3 lcm")(3 * math.lcm(*o.values()))
wrong("H2d", "short", "2 short")(2 * o["short"])
wrong("H2d", None, "1")(1)
wrong("H2d", "off by one", "one earlier")(L - 1)


def nearest_by(change, best=lambda d: d.argmin()):
    """Return the closest two of codes that a function has changed first."""

    def f(codes):
        c = change(np.array(codes))
        d = np.linalg.norm(c[:, None] - c, axis=2)
        np.fill_diagonal(d, np.inf)
        return np.unravel_index(best(d), d.shape)

    return f


right("H2b", "float32")(nearest_by(lambda c: c.astype(np.float32)))
wrong("H2d", "M11", "360")(360)


@wrong("H2a", "M8+rows", "rows counted from 0, cosine first", says="And the rows are")
def _(positions, wavelengths):
    table = np.zeros((len(positions), 2 * len(wavelengths)))
    for row in range(len(positions)):
        for i, length in enumerate(wavelengths):
            table[row, 2 * i] = np.cos(2 * np.pi * row / length)
            table[row, 2 * i + 1] = np.sin(2 * np.pi * row / length)
    return table


def closest_by(apart):
    """Return the two rows of which a function of them is smallest."""

    def f(codes):
        best, pair = np.inf, None
        for i in range(len(codes)):
            for j in range(i + 1, len(codes)):
                if apart(codes[i], codes[j]) < best:
                    best, pair = apart(codes[i], codes[j]), (i, j)
        return pair

    return f


wrong("H2b", "metric", "the product of the differences", says="multiplies")(
    closest_by(lambda a, b: abs(a - b).prod())
)


@wrong("H2b", "not near", "the first below 0.05", says="not the closest two")
def _(encoding):
    closest, pair = np.inf, None
    for i in range(len(encoding)):
        for j in range(i + 1, len(encoding)):
            distance = np.linalg.norm(encoding[i] - encoding[j])
            if distance < 0.05:
                return i, j
            if distance < closest:
                closest, pair = distance, (i, j)
    return pair
