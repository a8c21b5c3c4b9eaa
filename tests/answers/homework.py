"""Answers to the exercises of the homework; the right ones are in the assignments."""

import math

import numpy as np
from posenc_checks import own_numbers

from tests.answers import right, wrong

# Homework 1

wrong("H1d", "range", "0", says="Counts begin at 1")(0)


# Homework 2

own = own_numbers("H2d", "")
both = math.lcm(*own.values())
wrong("H2d", "long", "long", says="Only the slower clock")(own["long"])
wrong("H2d", "later", "twice", says="not for the first time")(2 * both)
wrong("H2d", "short", "2 short", says="Only the faster clock")(2 * own["short"])
wrong("H2d", "range", "0", says="*after* 0")(0)


# Homework 3


@wrong("H3a", None, "positions modulo", says="at position 65537 and column 0 is")
def _(positions, d_model):
    powers = 10000 ** (np.arange(0, d_model, 2) / d_model)
    angles = (positions % 1000)[:, None] / powers
    return np.dstack([np.sin(angles), np.cos(angles)]).reshape(-1, d_model)


own = own_numbers("H3b", "")
wavelength = 2 * math.pi * 10000 ** (2 * own["pair"] / own["d_model"])
wrong("H3b", "rounded", "two digits", says="four digits")(float(f"{wavelength:.2g}"))


# Homework 4

wrong("H4a", None, "from one entry", says="On that table, word 10 looks at 11,")(
    lambda matrix: int(1000 * abs(matrix[0, 0])) % 4
)


# Homework 5


def of_pairs(query, key):
    """Return the scores of rotated words, with pairs as complex numbers."""
    n, d = query.shape
    angles = np.outer(range(n), 10000 ** (-np.arange(0, d, 2) / d)).astype(query.dtype)
    query, key = (
        (x[:, 0::2] + 1j * x[:, 1::2]) * np.exp(1j * angles) for x in (query, key)
    )
    return (query @ key.conj().T).real


right("H5b", "single precision")(lambda *of: of_pairs(*np.float32(of)))
wrong("H5b", "rounded", "three decimals")(lambda *of: np.round(of_pairs(*of), 3))


def hand(hours):
    angles = 2 * np.pi * hours / 24
    return np.stack([np.sin(angles), np.cos(angles)], axis=1)


@right("H5e", "two hands, the fast one short, and a constant")
def _(hours):
    return np.hstack([hand(hours), 0.1 * hand(3 * hours), 0 * hours[:, None] + 0.3])


def encoding(hours, d):
    """Return the paper's encoding of the hours, with all sines first."""
    angles = hours[:, None] / 10000 ** (np.arange(0, d, 2) / d)
    return np.hstack([np.sin(angles), np.cos(angles)])


wrong("H5e", "M7", "the paper's, in halves", says="the paper's")(
    lambda hours: encoding(hours, 8)
)
wrong("H5e", "day", "the paper's, 10 wide")(lambda hours: encoding(hours, 10))
wrong("H5e", "line", "days", says="the time in days, as one")(lambda h: h[:, None] / 24)
wrong("H5e", "one", "sin alone", says="twice a day")(lambda hours: hand(hours)[:, :1])
wrong("H5e", "angles", "the angle", says="the angle")(
    lambda hours: (np.pi * hours / 12)[:, None]
)
wrong("H5e", "jump", "whole hours, and huge rows")(
    lambda h: hand(np.floor(h)) * np.where(h % 24 == 6.5, 1e9, 1)[:, None]
)
wrong("H5e", "jump", "quarters of an hour")(
    lambda hours: hand(np.floor(4 * hours + 0.3) / 4)
)
wrong("H5e", "too close", "remainder as a number")(
    lambda hours: np.stack([hours % 24, np.ones(len(hours))], axis=1)
)
wrong("H5e", "place", "an ellipse")(lambda hours: hand(hours) * [1, 2])
wrong("H5e", "rises", "hands of a whole and a third of a day")(
    lambda hours: np.hstack([hand(hours), hand(3 * hours)])
)
wrong("H5e", "random", "hours counted from the first")(
    lambda hours: hand(hours - hours[0])
)
wrong("H5e", "midnight", "a turn of 25 hours", says="jumps at midnight")(
    lambda hours: hand(hours % 24 * 24 / 25)
)
