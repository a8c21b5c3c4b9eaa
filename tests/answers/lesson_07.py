"""Answers to the exercises of lesson 07.

Those that H3a takes too stand in `homework_3.py`.
"""

import math

import numpy as np

from tests.answers import other_convention, right, wrong

# ----------------------------------------------------------------------------------- 7a


@right("7a", "broadcasting slices")
def broadcasting_slices(n_positions, d_model):
    pos = np.arange(n_positions)[:, np.newaxis]
    i = np.arange(d_model // 2)[np.newaxis, :]
    angles = pos / np.power(10000, 2 * i / d_model)
    pe = np.empty((n_positions, d_model))
    pe[:, 0::2] = np.sin(angles)
    pe[:, 1::2] = np.cos(angles)
    return pe


@right("7a", "exp log")
def exp_log(n_positions, d_model):
    position = np.arange(0, n_positions).reshape(-1, 1)
    div_term = np.exp(np.arange(0, d_model, 2) * -(np.log(10000.0) / d_model))
    pe = np.zeros((n_positions, d_model))
    pe[:, 0::2] = np.sin(position * div_term)
    pe[:, 1::2] = np.cos(position * div_term)
    return pe


@right("7a", "complex view")
def _(n_positions, d_model):
    freq = 10000 ** (-np.arange(0, d_model, 2) / d_model)
    z = 1j * np.exp(-1j * np.arange(n_positions)[:, None] * freq)
    return z.view(np.float64)


@right("7a", "where parity")
def where_parity(n_positions, d_model):
    pos = np.arange(n_positions)[:, None]
    col = np.arange(d_model)[None, :]
    angle = pos / 10000 ** (2 * (col // 2) / d_model)
    return np.where(col % 2 == 0, np.sin(angle), np.cos(angle))


@right("7a", "shifted sine")
def _(n_positions, d_model):
    j = np.arange(d_model)
    phase = np.pi / 2 * (j % 2)
    freq = 10000.0 ** (-(j - j % 2) / d_model)
    return np.sin(np.arange(n_positions)[:, None] * freq + phase)


@other_convention("7a", "M5", "stack transposed halves")
def _(n_positions, d_model):
    freq = np.exp(-np.log(10000) * np.arange(0, d_model, 2) / d_model)
    angles = np.outer(np.arange(n_positions), freq)
    both = np.stack([np.sin(angles), np.cos(angles)])
    return both.transpose(1, 0, 2).reshape(n_positions, d_model)


@wrong("7a", "unfinished", "filled after the loop", says="Only the last row is there")
def _(n_positions, d_model):
    pe = np.zeros((n_positions, d_model))
    for pos in range(n_positions):
        angles = pos / 10000 ** (np.arange(0, d_model, 2) / d_model)
    pe[pos, 0::2], pe[pos, 1::2] = np.sin(angles), np.cos(angles)
    return pe


@wrong("7a", "M18", "pairs first, then reshaped", says="are in another row")
def _(n_positions, d_model):
    paces = 10000 ** (-np.arange(0, d_model, 2) / d_model)
    angles = paces[:, None] * np.arange(n_positions)
    pairs = np.stack([np.sin(angles), np.cos(angles)], axis=-1)
    return pairs.reshape(n_positions, d_model)


@wrong("7a", "M8", "loop swapped")
def m8_loop_swapped(n_positions, d_model):
    table = np.zeros((n_positions, d_model))
    for pos in range(n_positions):
        for i in range(0, d_model, 2):
            angle = pos / 10000 ** (i / d_model)
            table[pos, i] = math.cos(angle)
            table[pos, i + 1] = math.sin(angle)
    return table


@wrong("7a", "M8", "where turned")
def m8_where_turned(n_positions, d_model):
    p, j = np.indices((n_positions, d_model))
    angle = p / 10000 ** (2 * (j // 2) / d_model)
    return np.where(j % 2, np.sin(angle), np.cos(angle))


@wrong("7a", "M7+M9", "both, in a loop")
def _(n_positions, d_model):
    pe = np.zeros((n_positions, d_model))
    for pos in range(1, n_positions + 1):
        for i in range(d_model // 2):
            pe[pos - 1, 2 * i] = math.sin(pos / 1000 ** (2 * i / d_model))
            pe[pos - 1, 2 * i + 1] = math.cos(pos / 1000 ** (2 * i / d_model))
    return pe


@wrong("7a", "M5+M9", "both, with np.stack")
def _(n_positions, d_model):
    freq = 10000 ** (-np.arange(0, d_model, 2) / d_model)
    a = np.outer(np.arange(1, n_positions + 1), freq)
    return np.hstack([np.sin(a), np.cos(a)])


@wrong("7a", "M1+M8", "both, in a loop")
def _(n_positions, d_model):
    pe = np.zeros((n_positions, d_model))
    for pos in range(n_positions):
        for i in range(0, d_model, 2):
            pe[pos, i] = np.cos(pos / 10000 ** (2 * i / d_model))
            pe[pos, i + 1] = np.sin(pos / 10000 ** (2 * i / d_model))
    return pe


@wrong("7a", "M9+M16", "both, on a helper table")
def _(n_positions, d_model):
    pos = np.arange(1, n_positions + 1)[:, None]
    j = np.arange(d_model)
    a = pos / 10000 ** (2 * (j // 2) / d_model)
    return math.sqrt(d_model) * np.where(j % 2, np.cos(a), np.sin(a))


@wrong("7a", "M6+M8", "both, with np.stack")
def _(n_positions, d_model):
    freq = 10000.0 ** -np.linspace(0, 1, d_model // 2)
    a = np.arange(n_positions)[:, None] * freq
    return np.stack([np.cos(a), np.sin(a)], axis=-1).reshape(n_positions, d_model)


@wrong("7a", "M2+M7", "both, in a loop")
def _(n_positions, d_model):
    table = np.zeros((n_positions, d_model))
    for p in range(n_positions):
        for i in range(d_model // 2):
            table[p, 2 * i] = math.sin(p / 1000 ** (i / d_model))
            table[p, 2 * i + 1] = math.cos(p / 1000 ** (i / d_model))
    return table


@wrong("7a", "M8+M11", "both, with slices")
def _(n_positions, d_model):
    freq = 10000 ** (-np.arange(0, d_model, 2) / d_model)
    a = np.radians(np.arange(n_positions)[:, None] * freq)
    pe = np.zeros((n_positions, d_model))
    pe[:, 0::2] = np.cos(a)
    pe[:, 1::2] = np.sin(a)
    return pe


@wrong("7a", "M5+M6", "both, halves concatenated")
def _(n_positions, d_model):
    half = d_model // 2
    increment = math.log(10000.0) / max(half - 1, 1)
    inv_timescales = np.exp(np.arange(half) * -increment)
    scaled = np.arange(n_positions)[:, None] * inv_timescales[None, :]
    return np.concatenate([np.sin(scaled), np.cos(scaled)], axis=1)


@wrong("7a", "M5+M8", "both, halves concatenated")
def _(n_positions, d_model):
    freq = 10000 ** (-np.arange(0, d_model, 2) / d_model)
    a = np.outer(np.arange(n_positions), freq)
    return np.concatenate((np.cos(a), np.sin(a)), axis=-1)


@wrong("7a", "M5+M7", "both, halves with np.c_")
def _(n_positions, d_model):
    freq = 1000 ** (-np.arange(0, d_model, 2) / d_model)
    a = np.outer(np.arange(n_positions), freq)
    return np.c_[np.sin(a), np.cos(a)]


@wrong("7a", "M7+M8", "both, with slices")
def _(n_positions, d_model):
    div = np.exp(-np.arange(0, d_model, 2) / d_model)
    a = np.arange(n_positions)[:, None] * div
    pe = np.zeros((n_positions, d_model))
    pe[:, 0::2], pe[:, 1::2] = np.cos(a), np.sin(a)
    return pe


@wrong("7a", "M9+M12", "both, with slices")
def _(n_positions, d_model):
    pos = np.arange(1, n_positions + 1)[:, None]
    a = pos * 10000 ** (np.arange(0, d_model, 2) / d_model)
    pe = np.zeros((n_positions, d_model))
    pe[:, 0::2], pe[:, 1::2] = np.sin(a), np.cos(a)
    return pe


@wrong("7a", "M3+M9", "both, in a loop")
def _(n_positions, d_model):
    table = np.zeros((n_positions, d_model))
    for p in range(n_positions):
        for i in range(0, d_model, 2):
            table[p, i] = math.sin((p + 1) / 10000 ** (i / d_model))
            table[p, i + 1] = math.cos((p + 1) / 10000 ** ((i + 1) / d_model))
    return table


@wrong("7a", "M1+M9", "both, with slices")
def _(n_positions, d_model):
    pos = np.arange(n_positions)[:, None] + 1
    div = 10000 ** (2 * np.arange(0, d_model, 2) / d_model)
    pe = np.zeros((n_positions, d_model))
    pe[:, 0::2], pe[:, 1::2] = np.sin(pos / div), np.cos(pos / div)
    return pe


@wrong("7a", "M8+M13", "both, transposed at last")
def _(n_positions, d_model):
    return m8_loop_swapped(n_positions, d_model).T


@wrong("7a", "M8+M16", "both, with np.where")
def _(n_positions, d_model):
    table = m8_where_turned(n_positions, d_model)
    return table / np.linalg.norm(table, axis=-1, keepdims=True)


@wrong("7a", None, "hundredth off", says="it holds 0.01.")
def _(n_positions, d_model):
    return exp_log(n_positions, d_model) + 0.01


@wrong("7a", "columns", "shuffled columns")
def _(n_positions, d_model):
    order = np.random.default_rng(5).permutation(d_model)
    return exp_log(n_positions, d_model)[:, order]


@wrong("7a", "squared", "squared waves")
def _(n_positions, d_model):
    return exp_log(n_positions, d_model) ** 2


@wrong("7a", "backwards", "rows backwards")
def _(n_positions, d_model):
    return exp_log(n_positions, d_model)[::-1]


@wrong("7a", "rounded", "rounded to one decimal")
def _(n_positions, d_model):
    return np.round(exp_log(n_positions, d_model), 1)


@wrong("7a", "argument", "width first", says="comes first")
def _(n_positions, d_model):
    n_positions, d_model = d_model, n_positions  # as if it were f(d_model, n_positions)
    a = np.arange(n_positions)[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)
    table = np.zeros((n_positions, d_model))
    table[:, 0::2], table[:, 1::2] = np.sin(a), np.cos(a)
    return table


@wrong("7a", "M15", "positions in uint8", says="begin again at position 256")
def _(n_positions, d_model):
    return where_parity(n_positions, d_model)[np.arange(n_positions).astype(np.uint8)]


# ----------------------------------------------------------------------------------- 7b
right("7b", "search")(
    1 + next(p for p in range(10**5) if 1 - math.cos(p * 10000 ** (-510 / 512)) >= 0.05)
)
wrong("7b", "last", "3064", says="how many positions is that, from 0")(3064)
wrong("7b", "off by one", "3063", says="moves by 0.049955, not by 0.05.")(3063)
wrong("7b", "not whole", "3063.4")(math.acos(0.95) / 10000 ** (-510 / 512))
wrong("7b", "sine", "by the hand")(482)
wrong("7b", None, "3 degrees..")(506)
wrong("7b", "range", "0", says="nothing moves")(0)
wrong("7b", "quarter", "15154")(15154)
wrong("7b", "turn", "60612")(60612)

wrong("7b", "M11", "arccos in degrees, the last position")(175519)
wrong("7b", "M7", "base 1000, the last position")(310)


wrong("7b", "exponent", "1 / 10000, the last position")(3176)
wrong("7b", "count", "128", says="height of the picture")(128)


wrong("7b", "512", "width 64, the last position")(2382)


# ----------------------------------------------------------------------------------- 7c
right("7c", "NumPy")({"a": np.True_, "b": np.False_, "c": np.False_, "d": np.True_})
wrong("7c", "statement", "b", says="not yet. b: you take")(
    {"a": True, "b": True, "c": False, "d": True}
)
wrong("7c", "statement", "c", says="0, 1, 0, 1, ... at position 0")(
    {"a": True, "b": False, "c": True, "d": True}
)
wrong("7c", "statement", "d")({"a": True, "b": False, "c": False, "d": False})
wrong("7c", "statement", "a")({"a": False, "b": False, "c": False, "d": True})

wrong("7b", "off by one", "one too many", says="enough, but not the first")(3066)


wrong("7b", "M1", "4 i / d", says="twice as fast")(
    math.ceil(math.acos(0.95) * 10000 ** (4 * 255 / 512)) + 1
)


@wrong("7a", "M8+pairs from 1", "pairs from 1, cosine first", says="two things at once")
def _(n_positions, d_model):
    table = np.zeros((n_positions, d_model))
    for p in range(n_positions):
        for i in range(d_model // 2):
            angle = p / 10000 ** (2 * (i + 1) / d_model)
            table[p, 2 * i : 2 * i + 2] = np.cos(angle), np.sin(angle)
    return table
