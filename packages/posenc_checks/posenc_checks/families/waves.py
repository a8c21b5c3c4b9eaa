"""Tables of sines and cosines, and what the known mistakes make of them."""

import numpy as np

from posenc_checks.families.formula import (
    ANGLES,
    FROM_ONE,
    NO_COSINES,
    SWAPPED,
)


def waves(
    positions,
    wavelengths,
    turn=2 * np.pi,
    start=0,
    waves=(np.sin, np.cos),
    angle=lambda positions, wavelengths: positions / wavelengths,
    order=lambda table: table,
):
    """Return sines and cosines of positions over wavelengths, in turn."""
    positions = np.asarray(positions, dtype=float)[:, None] + start
    angles = turn * angle(positions, np.asarray(wavelengths, dtype=float))
    sine, cosine = (wave(angles) for wave in waves)
    return order(np.stack([sine, cosine], axis=-1).reshape(len(positions), -1))


def stacked_first(table):
    """Return all sines, then all cosines, cut into rows."""
    return np.stack([table[:, 0::2], table[:, 1::2]]).reshape(table.shape)


def changed(parts):
    """Return the waves with some parts exchanged."""
    return lambda positions, wavelengths: waves(positions, wavelengths, **parts)


WAVE_PARTS = [
    ("2pi", {"turn": 1}, "the 2 pi of a full turn is missing."),
    ("M11", {"turn": 360}, "the angles are in degrees, not in radians."),
    (
        "M11",
        {"turn": np.radians(2 * np.pi)},
        "the angles were taken for degrees, and turned into radians once more.",
    ),
    SWAPPED,
    FROM_ONE,
    (
        "M12",
        {"angle": lambda positions, wavelengths: positions * wavelengths},
        "the position is multiplied by the wavelength, where it should be divided.",
    ),
    (
        "M17",
        {"angle": lambda positions, wavelengths: positions // wavelengths},
        "the angles are whole turns: was the position divided with //?",
    ),
    (
        "M13",
        {"order": lambda table: table.T},
        "the table is transposed: a row is a position.",
    ),
]


# Mistakes of the table as a whole, which are not combined with others.
WAVE_SINGLE = [
    ("half", {"turn": np.pi}, "a wave takes twice its wavelength: pi where 2 pi is."),
    (
        "2pi",
        {"turn": 1 / (2 * np.pi)},
        "2 pi stands below the line: `/ 2 * np.pi * ...` needs brackets.",
    ),
    (
        "brackets",
        {"turn": np.pi / 2},
        "2 pi is not kept together: put it into brackets.",
    ),
    ("twice", {"turn": 4 * np.pi}, "a wave takes half its wavelength: 4 pi, not 2 pi."),
    ("minus", {"turn": -2 * np.pi}, "the angles have a minus before them."),
    *(
        (
            "half columns",
            {"order": lambda table, first=first: table[:, first::2]},
            f"there are only the {which}s: two columns for each wavelength.",
        )
        for first, which in ((0, "sine"), (1, "cosine"))
    ),
    (
        "modulo",
        {"turn": 1, "angle": np.mod},
        "the angle is the rest of a division: the quotient is meant, times 2 pi.",
    ),
    *NO_COSINES,
    ANGLES,
]
