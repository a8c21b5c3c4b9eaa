"""Answers to the exercises of homework 3.

Those to H3a that 7a takes too stand here, for both.
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


# ---------------------------------------------------------------------------------- H3a


@right("H3a", "by broadcasting")
def broadcasting(positions, d_model):
    positions = np.asarray(positions, dtype=float)
    angles = positions[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)
    out = np.empty((positions.size, d_model))
    out[:, 0::2] = np.sin(angles)
    out[:, 1::2] = np.cos(angles)
    return out


@right("H3a", "exp log")
def exp_log(positions, d_model):
    position = np.array(positions).reshape(-1, 1)
    div_term = np.exp(np.arange(0, d_model, 2) * (-math.log(10000.0) / d_model))
    pe = np.zeros((len(position), d_model))
    pe[:, 0::2] = np.sin(position * div_term)
    pe[:, 1::2] = np.cos(position * div_term)
    return pe


@right("H3a", "stack reshape")
def _(positions, d_model):
    a = np.multiply.outer(positions, 1 / 10000 ** (np.arange(0, d_model, 2) / d_model))
    return np.stack((np.sin(a), np.cos(a)), axis=2).reshape(len(positions), -1)


@right("H3a", "where parity")
def where_parity(positions, d_model):
    j = np.arange(d_model)
    angle = np.asarray(positions)[:, None] / 10000 ** (2 * (j // 2) / d_model)
    return np.where(j % 2 == 0, np.sin(angle), np.cos(angle))


@right("H3a", "with einsum")
def _(positions, d_model):
    freq = np.logspace(0, -4, d_model // 2, endpoint=False, dtype=np.float64)
    a = np.einsum("p,i->pi", np.asarray(positions, float), freq)
    return np.dstack((np.sin(a), np.cos(a))).reshape(len(a), d_model)


@wrong("H3a", "M5", "concatenate halves")
def _(positions, d_model):
    freq = 10000 ** (-np.arange(0, d_model, 2) / d_model)
    a = np.asarray(positions)[:, None] * freq
    return np.concatenate([np.sin(a), np.cos(a)], axis=-1)


@wrong("H3a", "M14", "the mean of the positions", says="were their mean")
def _(positions, d_model):
    angles = np.mean(positions) * 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    row = np.stack([np.sin(angles), np.cos(angles)], axis=1).ravel()
    return np.tile(row, (len(positions), 1))


@wrong("H3a", "M8", "slices swapped")
def m8_slices_swapped(positions, d_model):
    a = np.asarray(positions)[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)
    out = np.zeros((len(positions), d_model))
    out[:, 1::2] = np.sin(a)
    out[:, 0::2] = np.cos(a)
    return out


@wrong("H3a", "M15", "float16 positions")
def _(positions, d_model):
    with np.errstate(all="ignore"):
        p = np.asarray(positions).astype(np.float16)[:, None]
        a = p / 10000 ** (np.arange(0, d_model, 2) / d_model)
        out = np.zeros((len(positions), d_model))
        out[:, 0::2], out[:, 1::2] = np.sin(a), np.cos(a)
    return out


@wrong("H3a", "M7+M9", "both, with np.stack")
def _(positions, d_model):
    p = np.asarray(positions)[:, None] + 1
    a = p / 1000 ** (np.arange(0, d_model, 2) / d_model)
    return np.stack([np.sin(a), np.cos(a)], axis=-1).reshape(len(a), d_model)


@wrong("H3a", "M5+M9", "both, halves concatenated")
def _(positions, d_model):
    freq = 10000 ** (-np.arange(0, d_model, 2) / d_model)
    a = (np.asarray(positions)[:, None] + 1) * freq
    return np.concatenate([np.sin(a), np.cos(a)], axis=1)


@wrong("H3a", "M1+M8", "both, with slices")
def _(positions, d_model):
    a = np.outer(positions, 10000 ** (-2 * np.arange(0, d_model, 2) / d_model))
    out = np.zeros((len(positions), d_model))
    out[:, 0::2], out[:, 1::2] = np.cos(a), np.sin(a)
    return out


@wrong("H3a", "M9+M16", "both, with np.where")
def _(positions, d_model):
    return np.sqrt(d_model) * where_parity(np.asarray(positions) + 1, d_model)


@wrong("H3a", "M6+M8", "both, with slices")
def _(positions, d_model):
    half = d_model // 2
    freq = np.exp(-np.log(10000) * np.arange(half) / max(half - 1, 1))
    a = np.outer(positions, freq)
    out = np.zeros((len(positions), d_model))
    out[:, 0::2], out[:, 1::2] = np.cos(a), np.sin(a)
    return out


@wrong("H3a", "M2+M7", "both, with np.stack")
def _(positions, d_model):
    a = np.asarray(positions)[:, None] / 1000 ** (np.arange(d_model // 2) / d_model)
    return np.stack([np.sin(a), np.cos(a)], axis=-1).reshape(len(a), d_model)


@wrong("H3a", "M8+M11", "both, in a loop")
def _(positions, d_model):
    rows = []
    for p in positions:
        row = []
        for i in range(0, d_model, 2):
            x = math.radians(p / 10000 ** (i / d_model))
            row += [math.cos(x), math.sin(x)]
        rows.append(row)
    return np.array(rows)


@wrong("H3a", "M5+M6", "both, halves side by side")
def _(positions, d_model):
    freq = np.geomspace(1, 1e-4, d_model // 2)
    a = np.outer(positions, freq)
    return np.hstack((np.sin(a), np.cos(a)))


@wrong("H3a", "M5+M8", "both, halves side by side")
def _(positions, d_model):
    freq = 10000 ** (-np.arange(0, d_model, 2) / d_model)
    a = np.outer(positions, freq)
    return np.hstack((np.cos(a), np.sin(a)))


@wrong("H3a", "M7+M8", "both, complex view")
def _(positions, d_model):
    a = np.outer(positions, 1000.0 ** (-np.arange(0, d_model, 2) / d_model))
    return np.exp(1j * a).view(float)


@wrong("H3a", "M5+M7", "both, halves appended")
def _(positions, d_model):
    a = np.outer(positions, np.exp(-np.arange(0, d_model, 2) / d_model))
    return np.append(np.sin(a), np.cos(a), axis=1)


@wrong("H3a", "M8+M16", "both, on a helper table")
def _(positions, d_model):
    return m8_slices_swapped(positions, d_model) * d_model**0.5


@wrong("H3a", "columns", "shuffled columns")
def _(positions, d_model):
    order = np.random.default_rng(11).permutation(d_model)
    return broadcasting(positions, d_model)[:, order]


@wrong("H3a", None, "positions modulo")
def _(positions, d_model):
    return broadcasting(np.asarray(positions) % 1000, d_model)


@wrong("H3a", "abs", "absolute values")
def _(positions, d_model):
    return np.abs(broadcasting(positions, d_model))


@right("H3a 7a", "column by column")
def _(positions, d):
    t = np.zeros((len(positions), d))
    for j in range(d):
        t[:, j] = (np.sin, np.cos)[j % 2](positions * 10000.0 ** (-(j // 2 * 2) / d))
    return t


wrong("H3a 7a", "M2+M9", "from 1 and i / d")(
    table_of(
        lambda p, j, d: (math.cos if j % 2 else math.sin)(
            (p + 1) / 10000 ** (j // 2 / d)
        )
    )
)
wrong("H3a 7a", "rounded", "3 digits")(
    table_of(
        lambda p, j, d: round(
            (math.cos if j % 2 else math.sin)(p / 10000 ** (2 * (j // 2) / d)), 3
        )
    )
)
wrong("H3a 7a", "rounded", "4 digits")(
    lambda p, d: np.round(
        table_of(
            lambda p, j, d: (math.cos if j % 2 else math.sin)(
                p / 10000 ** (2 * (j // 2) / d)
            )
        )(p, d),
        4,
    )
)
wrong("H3a 7a", "angles", "angles alone")(
    table_of(lambda p, j, d: p / 10000 ** (2 * (j // 2) / d))
)


@wrong("H3a 7a", "no return", "return forgotten")
def _(positions, d):
    t = np.zeros((len(positions), d))
    i = np.arange(0, d, 2)
    t[:, 0::2] = np.sin(positions[:, None] / 10000 ** (i / d))
    t[:, 1::2] = np.cos(positions[:, None] / 10000 ** (i / d))
    print(t.shape)


@wrong("H3a 7a", "stops", "axis forgotten")
def _(positions, d):
    t = np.zeros((len(positions), d))
    i = np.arange(0, d, 2)
    t[:, 0::2] = np.sin(positions / 10000 ** (i / d))
    return t


right("H3a 7a", "even step")(cells_of(lambda i, d: i / d, lambda i, d: i / d))
wrong("H3a 7a", "M1+M3", "cosine one further")(
    cells_of(lambda i, d: 2 * i / d, lambda i, d: 2 * (i + 2) / d)
)


@wrong("H3a 7a", "padding", "position 0 kept for padding, zeros")
def _(positions, d):
    t = cells_of(lambda i, d: i / d, lambda i, d: i / d)(positions, d)
    t[positions == 0] = 0
    return t


@wrong("H3a 7a", "M1+padding", "padding zeros and the column in the exponent")
def _(positions, d):
    t = cells_of(lambda i, d: 2 * i / d, lambda i, d: 2 * (i + 1) / d)(positions, d)
    t[positions == 0] = 0
    return t


wrong("H3a 7a", "axis", "a batch axis", says="be (5, 6); it is (1, 5, 6)")(
    lambda p, d: cells_of(lambda i, d: i / d, lambda i, d: i / d)(p, d)[None]
)
wrong("H3a 7a", "long", "a row of zeros at the end")(
    lambda p, d: np.append(
        cells_of(lambda i, d: i / d, lambda i, d: i / d)(p, d), np.zeros((1, d)), axis=0
    )
)


@wrong("H3a 7a", "M8+brackets", "power of the quotient, cosine first")
def _(positions, d):
    t = np.power(positions[:, None] / 10000.0, 2 * np.arange(d) / d)
    t[:, 1::2], t[:, ::2] = (np.sin(t[:, 1::2]), np.cos(t[:, ::2]))
    return t


wrong("H3a 7a", "vstack", "sine rows under cosine rows")(
    lambda p, d: (lambda a: np.vstack([np.sin(a), np.cos(a)]))(
        p[:, None] / 10000 ** (np.arange(0, d, 2) / d)
    )
)


@wrong("H3a 7a", "stops", "float range")
def _(p, d):
    t = np.zeros((len(p), d))
    for i in range(d / 2):
        t[:, 2 * i] = np.sin(p / 10000 ** (2 * i / d))
    return t


@wrong("H3a 7a", "stops", "one column too far")
def _(p, d):
    t = np.zeros((len(p), d))
    for i in range(d):
        t[:, 2 * i] = np.sin(p / 10000 ** (2 * i / d))
        t[:, 2 * i + 1] = np.cos(p / 10000 ** (2 * i / d))
    return t


@wrong("H3a 7a", "stops", "sin without np")
def _(p, d):
    return [[sin(q / 10000 ** (j / d)) for j in range(d)] for q in p]  # noqa: F821


def of_exponents(exponent, base=10000.0, waves=(np.sin, np.cos)):
    """Return a table of which column j has a wave with this exponent."""
    return table_of(lambda p, j, d: waves[j % 2](p / base ** (exponent(j) / d)))


def even(j):
    """Return the column of a pair's sine."""
    return j - j % 2


wrong("H3a 7a", "M7", "base 1000000")(of_exponents(even, 1e6))
wrong("H3a 7a", "sines only", "cosines only")(
    of_exponents(even, waves=(np.cos, np.cos))
)


def in_a_loop(first, last):
    """Return a table that is filled pair by pair, some left out."""

    def f(positions, d_model):
        table = np.zeros((len(positions), d_model))
        for i in range(first, d_model // 2 - last):
            angles = np.array(positions) / 10000 ** (2 * i / d_model)
            table[:, 2 * i], table[:, 2 * i + 1] = np.sin(angles), np.cos(angles)
        return table

    return f


wrong("H3a 7a", "short", "range(d // 2 - 1)")(in_a_loop(0, 1))


def of_changed(change):
    """Return the table of positions that are changed first."""
    return lambda positions, d: of_exponents(even)(change(positions), d)


wrong("H3a", "shifted", "from the first", says="the first one given")(
    of_changed(lambda p: p - p[0])
)
wrong("H3a", "sorted", "sorted")(of_changed(np.sort))
wrong("H3a", "rows", "on from the first", says="Only the first row")(
    of_changed(lambda p: range(p[0], p[0] + len(p)))
)
wrong("H3a", "modulo", "remainders", says="10,000 on")(of_changed(lambda p: p % 10000))


# ---------------------------------------------------------------------------------- H3b
o = own_numbers("H3b", "")
t_ = 10000 ** (2 * o["pair"] / o["d_model"])
right("H3b", "formula")(2 * math.pi * t_)
right("H3b", "five digits")(float(f"{2 * math.pi * t_:.5g}"))
right("H3b", "float32")(np.float32(2 * np.pi * t_))
wrong("H3b", "frequency", "frequency")(1 / t_)
wrong("H3b", "M7", "base 1000")(2 * math.pi * 1000 ** (2 * o["pair"] / o["d_model"]))
wrong("H3b", "M6", "d - 2")(2 * math.pi * 10000 ** (2 * o["pair"] / (o["d_model"] - 2)))
wrong("H3b", "rounded", "0.05 % off")(2 * math.pi * t_ * 1.0005)
wrong("H3b", "M11", "360")(360 * t_)
wrong("H3b", "pairs", "pair - 1")(
    2 * math.pi * 10000 ** (2 * (o["pair"] - 1) / o["d_model"])
)
wrong("H3b", None, "pi squared")(math.pi**2 * t_)

wrong("H3b", "rounded", "two digits", says="at least four digits")(
    float(f"{2 * math.pi * t_:.2g}")
)
wrong("H3b", "2pi", "2 for 2 pi", says="pi is missing")(2 * t_)
wrong("H3b", "inverse", "turns for positions")(1 / (2 * math.pi * t_))


# ---------------------------------------------------------------------------------- H3c


@right("H3c", "block loop")
def block_loop(k, d_model):
    m = np.zeros((d_model, d_model))
    for i in range(d_model // 2):
        a = k / 10000 ** (2 * i / d_model)
        m[2 * i, 2 * i] = math.cos(a)
        m[2 * i, 2 * i + 1] = math.sin(a)
        m[2 * i + 1, 2 * i] = -math.sin(a)
        m[2 * i + 1, 2 * i + 1] = math.cos(a)
    return m


@right("H3c", "two by two blocks")
def _(k, d_model):
    m = np.zeros((d_model, d_model))
    for i in range(0, d_model, 2):
        c, s = np.cos(k / 10000 ** (i / d_model)), np.sin(k / 10000 ** (i / d_model))
        m[i : i + 2, i : i + 2] = [[c, s], [-s, c]]
    return m


@right("H3c", "index arrays")
def index_arrays(k, d_model):
    a = k * 10000 ** (-np.arange(0, d_model, 2) / d_model)
    even, odd = np.arange(0, d_model, 2), np.arange(1, d_model, 2)
    m = np.zeros((d_model, d_model))
    m[even, even] = m[odd, odd] = np.cos(a)
    m[even, odd] = np.sin(a)
    m[odd, even] = -np.sin(a)
    return m


@right("H3c", "from three diagonals")
def _(k, d_model):
    a = k / np.power(10000.0, np.arange(0, d_model, 2) / d_model)
    beside = np.zeros(d_model - 1)
    beside[0::2] = np.sin(a)
    return (
        np.diag(np.repeat(np.cos(a), 2)) + np.diag(beside, k=1) - np.diag(beside, k=-1)
    )


@right("H3c", "sum of krons")
def _(k, d_model):
    m = np.zeros((d_model, d_model))
    for i in range(d_model // 2):
        a = k * np.exp(-np.log(10000) * 2 * i / d_model)
        place = np.zeros((d_model // 2, d_model // 2))
        place[i, i] = 1
        m += np.kron(place, [[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    return m


@right("H3c", "nested lists")
def nested_lists(k, d_model):
    m = [[0.0] * d_model for _ in range(d_model)]
    for r in range(d_model):
        a = k / 10000 ** (2 * (r // 2) / d_model)
        m[r][r] = math.cos(a)
        if r % 2 == 0:
            m[r][r + 1] = math.sin(a)
        else:
            m[r][r - 1] = -math.sin(a)
    return np.array(m)


@wrong("H3c", "identity", "identity matrix")
def _(k, d_model):
    return np.eye(d_model)


@wrong("H3c", None, "hundredth off")
def _(k, d_model):
    return block_loop(k, d_model) + 0.01


right("H3c", "float32")(
    lambda k, d: blocks(lambda c, s: [[c, s], [-s, c]])(np.float32(k), d).astype(
        np.float32
    )
)
wrong("H3c", "given", "as given")(blocks(lambda c, s: [[c, -s], [s, c]]))
wrong("H3c", "sign", "both minus")(blocks(lambda c, s: [[c, -s], [-s, c]]))
wrong("H3c", "minus", "all minus")(blocks(lambda c, s: [[-c, -s], [s, -c]]))
wrong("H3c", "abs", "abs(k)")(blocks(lambda c, s: [[c, s], [-s, c]], turn=abs))


@wrong("H3c", "no return", "return lost")
def _(k, d_model):
    m = np.zeros((d_model, d_model))
    for i in range(d_model // 2):
        a = k / 10000 ** (2 * i / d_model)
        c, s = (np.cos(a), np.sin(a))
        m[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = [[c, s], [-s, c]]


wrong("H3c", "cosines", "sines 0")(blocks(lambda c, s: [[c, 0], [0, c]]))
wrong("H3c", "M4", "k alone")(blocks(lambda c, s: [[c, s], [-s, c]], lambda k, i, d: k))

wrong("H3c", "M8", "rows exchanged")(blocks(lambda c, s: [[-s, c], [c, s]]))


@wrong("H3c", "stops", "minus a list", says="a list has no minus")
def _(k, d_model):
    block = [[k, -k], [k, k]]
    return np.array(-block)


wrong("H3c", "k ignored", "one word at every k", says="always turns by one word")(
    blocks(lambda c, s: [[c, s], [-s, c]], turn=lambda k: 1)
)


wrong("H3b", "M17", "//")(2 * math.pi * 10000 ** (o["pair"] // o["d_model"]))
