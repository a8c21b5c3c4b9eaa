"""The formula of the paper, and what the known mistakes make of it.

The numbers M1, M2, ... are those of the list of mistakes in the homework's guide.
"""

import numpy as np

from posenc_checks.families.layouts import in_halves


def encode(
    positions,
    d_model,
    exponents=lambda columns, d: 2 * (columns // 2) / d,
    base=10000.0,
    start=0,
    angle=lambda positions, powers: positions / powers,
    angles=None,
    unit=1.0,
    waves=(np.sin, np.cos),
    order=lambda table: table,
    finish=lambda table: table,
    keep=lambda positions: True,
):
    """Evaluate the formula of the paper with some of its parts replaced.

    Parameters
    ----------
    positions : numpy.ndarray
        Any whole positions.
    d_model : int
        The width.
    exponents : callable
        Takes the columns and the width; returns each column's exponent.
    base : float
        What the exponents are exponents of.
    start : int
        What is added to the positions.
    angle : callable
        Takes positions, as a column, and powers, as a row; returns the angles.
    angles : callable, optional
        Takes positions, as a column, columns, as a row, and the width; returns the
        angles, in place of `exponents`, `base` and `angle`.
    unit : float
        What the angles are multiplied with.
    waves : tuple of callable
        The functions of even columns and of odd ones.
    order, finish : callable
        Take the table; return it with columns moved, or changed as a whole.
    keep : callable
        Takes the positions as a column; tells which rows are not left at 0.
    """
    columns = np.arange(d_model)
    positions = np.asarray(positions, dtype=float)[:, None] + start
    if angles is None:
        turned = angle(positions, base ** exponents(columns, d_model))
    else:
        turned = angles(positions, columns, d_model)
    turned, (even, odd) = unit * turned, waves
    table = keep(positions) * np.where(columns % 2, odd(turned), even(turned))
    return finish(order(table))


def _without_pair(table, column):
    """Return a table with zeros in a column and the one after it."""
    columns = np.arange(table.shape[1]) - column % table.shape[1]
    return np.where((columns == 0) | (columns == 1), 0, table)


def _below_half(d_model):
    """Return 1 for the columns of the pairs that begin below the middle, else 0."""
    return np.arange(d_model) // 2 * 2 < d_model // 2


# Parts that other tables of waves have too.
SWAPPED = (
    "M8",
    {"waves": (np.cos, np.sin)},
    "sine and cosine have changed places: even columns hold the sine.",
)


FROM_ONE = (
    "M9",
    {"start": 1},
    "positions count from 1 where they should count from 0.",
)

NO_COSINES = [
    (
        "sines only",
        {"waves": (np.sin, np.sin)},
        "all columns hold the sine: every second one should hold the cosine.",
    ),
    (
        "sines only",
        {"waves": (np.sin, np.zeros_like)},
        "the odd columns are still 0: the cosines are missing.",
    ),
]
ANGLES = (
    "angles",
    {"waves": (lambda angles: angles, lambda angles: angles)},
    "these are the angles: sine and cosine are missing.",
)

# A mistake's number, the parts that it exchanges, and a hint. The most likely first.
PARTS = [
    (
        "M1",
        {"exponents": lambda columns, d: 2 * columns / d},
        "the column stands in the exponent, where the pair i = column // 2 belongs.",
    ),
    (
        "M1",
        {"exponents": lambda columns, d: 4 * (columns // 2) / d},
        "the frequencies fall twice as fast as they should: is the 2 there twice?",
    ),
    (
        "M2",
        {"exponents": lambda columns, d: columns // 2 / d},
        "the frequencies fall half as fast as they should: is the 2 of 2i missing?",
    ),
    (
        "M2",
        {"base": 100.0},
        "the frequencies fall half as fast as they should: is the 2 of 2i missing?",
    ),
    (
        "M1",
        {"base": 1e8},
        "the frequencies fall twice as fast as they should: is the 2 there twice?",
    ),
    (
        "M3",
        {"exponents": lambda columns, d: columns / d},
        "the cosine has another exponent than its sine; both have 2i / d_model.",
    ),
    (
        "M3",
        {"exponents": lambda columns, d: (columns + columns % 2) / d},
        "the cosine has the exponent of the next pair; its sine's is 2i / d_model.",
    ),
    (
        "M4",
        {"exponents": lambda columns, d: 0 * columns},
        "all pairs have the same frequency: does a // round the exponent to 0?",
    ),
    (
        "M6",
        {"exponents": lambda columns, d: columns // 2 / max(d / 2 - 1, 1)},
        "the exponent runs to 1, with d_model / 2 - 1 below, as in some libraries; the "
        "paper has 2i / d_model.",
    ),
    *(
        ("M7", {"base": base}, f"the base is {base:g} in place of 10000.")
        for base in (1000.0, 100.0, np.e, 10.0, 1e5, 1e6)
    ),
    (
        "M7",
        {"base": np.exp(4)},
        "the base is e^4: was log10 taken where the natural logarithm belongs?",
    ),
    SWAPPED,
    FROM_ONE,
    (
        "M10",
        {"order": lambda table: table[:, ::-1]},
        "the columns are in reverse order.",
    ),
    (
        "M10",
        {"exponents": lambda columns, d: (d - 2 - 2 * (columns // 2)) / d},
        "the pairs are in reverse order: pair 0 is the fastest.",
    ),
    (
        "M11",
        {"unit": np.pi / 180},
        "the angles were taken for degrees; NumPy's sine wants radians.",
    ),
    (
        "M11",
        {"unit": 180 / np.pi},
        "the angles were turned into degrees; NumPy's sine wants radians.",
    ),
    (
        "M12",
        {"angle": lambda positions, powers: positions * powers},
        "the position is multiplied by the power, where it should be divided.",
    ),
    (
        "M13",
        {"finish": lambda table: table.T},
        "the table is transposed: a row is a position, a column a dimension.",
    ),
    *(
        (
            "M14",
            {"finish": lambda table, row=row: table[[row] * len(table)]},
            f"all rows are the {which} one: is the axis of the positions lost?",
        )
        for row, which in ((0, "first"), (-1, "last"))
    ),
    (
        "M14",
        {"angle": lambda positions, powers: (0 * positions + 1) / powers},
        "all rows are that of position 1: is the position lost?",
    ),
    (
        "M14",
        {"finish": lambda table: table[[min(1, len(table) - 1)] * len(table)]},
        "all rows are the second one: is the axis of the positions lost?",
    ),
    (
        "padding",
        {"keep": lambda positions: positions != 0},
        "position 0 has zeros alone, as for padding: its cosines are 1.",
    ),
    (
        "M16",
        {"finish": lambda table: table * np.sqrt(table.shape[1])},
        "all entries are too large by the factor sqrt(d_model).",
    ),
    (
        "M16",
        {"finish": lambda table: table / np.sqrt(table.shape[1])},
        "all entries are too small by the factor sqrt(d_model).",
    ),
    (
        "M16",
        {"finish": lambda table: table / np.sqrt(table.shape[1] / 2)},
        "every row has been divided by its length.",
    ),
    (
        "M17",
        {"finish": np.trunc},
        "the digits after the point are lost: is the table one of whole numbers?",
    ),
    (
        "M17",
        {"angle": lambda positions, powers: positions // powers},
        "the angles are whole numbers: was the position divided with //?",
    ),
]


# Mistakes of the formula as a whole, which are not combined with others.
SINGLE = [
    (
        "M4",
        {"exponents": lambda columns, d: 0 * columns + (d - 2) / d},
        "all pairs have the frequency of the last one: is a loop's variable used after "
        "its loop?",
    ),
    *(
        (
            "brackets",
            {"angles": angles},
            "a bracket is missing: the whole of 2i / d_model is the exponent, as in "
            "10000 ** (2 * i / d_model).",
        )
        for angles in (
            lambda positions, j, d: positions / 10000**2 * (j // 2) / d,
            lambda positions, j, d: positions / 10000**2 * (j - j % 2) / d,
            lambda positions, j, d: positions / (10000.0 ** (j - j % 2) / d),
            lambda positions, j, d: positions / 10000.0 ** (j - j % 2) / d,
        )
    ),
    *(
        (
            "brackets",
            {"angles": angles},
            "the power is taken of pos / 10000, where it is taken of 10000 alone.",
        )
        for angles in (
            lambda positions, j, d: (positions / 10000) ** ((j - j % 2) / d),
            lambda positions, j, d: (positions / 10000) ** (2 * j / d),
            lambda positions, j, d: (positions / 10000) ** (j / d),
        )
    ),
    (
        "product",
        {"angles": lambda positions, j, d: positions / 10000 * (j - j % 2) / d},
        "2i / d_model is a factor, where it should be the exponent of 10000: **.",
    ),
    (
        "M15",
        {"finish": lambda table: table.astype(np.float16).astype(float)},
        "the table is kept in float16, which has 3 digits.",
    ),
    *(
        (
            "half",
            {"finish": lambda table, first=first: table[:, first::2]},
            f"there are only the {which}s, in half of the columns.",
        )
        for first, which in ((0, "sine"), (1, "cosine"))
    ),
    (
        "vstack",
        {"finish": lambda table: np.vstack([table[:, 0::2], table[:, 1::2]])},
        "the cosines stand below the sines: they should stand beside them.",
    ),
    (
        "length",
        {"angle": lambda positions, powers: positions / len(positions) / powers},
        "the positions are divided by their number.",
    ),
    (
        "pairs from 1",
        {"exponents": lambda columns, d: 2 * (columns // 2 + 1) / d},
        "pairs count from 1 where they should count from 0: the first has the "
        "frequency 1.",
    ),
    *(
        (
            "short",
            {"finish": lambda table, pair=pair: _without_pair(table, pair)},
            f"the {which} pair is still 0: where does the loop {verb}?",
        )
        for pair, which, verb in ((0, "first", "begin"), (-2, "last", "end"))
    ),
    (
        "half",
        {"finish": lambda table: table * _below_half(table.shape[1])},
        "the columns from the middle on are still 0: does a loop over the columns end "
        "at d_model / 2?",
    ),
    (
        "off by one",
        {"start": -1},
        "every position is taken for the one before it.",
    ),
    *NO_COSINES,
    (
        "sines only",
        {"waves": (np.cos, np.cos)},
        "all columns hold the cosine: every second one should hold the sine.",
    ),
    ANGLES,
    (
        "2pi",
        {"unit": 2 * np.pi},
        "the angles are multiplied by 2 pi, which is not in the formula.",
    ),
    ("minus", {"unit": -1}, "the angles have a minus before them."),
]


# Right under another convention, and a mistake only where the order is asked for.
HALVES = {"order": in_halves}


HALVES_HINT = "sines and cosines stand in two halves, as some libraries have them."
