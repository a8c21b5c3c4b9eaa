"""Frequencies of pairs that fall too fast, too slowly, or not at all.

The one place for what learners make of them: exercises that turn vectors, count turns
or shift a code build their mistakes from the same list.
"""

import dataclasses
from collections.abc import Callable

import numpy as np


@dataclasses.dataclass(frozen=True)
class Spoilt:
    """Frequencies as a mistake makes them.

    Attributes
    ----------
    name : str
        The mistake's number, or a word.
    frequencies : callable
        Takes the width; returns one frequency for each pair.
    says : str
        What is so, as a clause: "the frequencies fall twice as fast".
    look : str
        What to look at, after a colon.
    """

    name: str
    frequencies: Callable
    says: str
    look: str

    @property
    def hint(self):
        """Return both as a sentence."""
        return f"{self.says[0].upper()}{self.says[1:]}: {self.look}."


# A mistake's number, the power of the right frequencies that it leads to, and a hint.
_OF_POWERS = [
    (
        "M1",
        2,
        "the frequencies fall twice as fast",
        "look at the 2 and the d of the exponent, and at the base",
    ),
    (
        "M2",
        0.5,
        "the frequencies fall half as fast",
        "look at the 2 and the d of the exponent, and at the base",
    ),
    ("M4", 0, "all pairs turn by the same angle", "each has its own frequency"),
    (
        "M12",
        -1,
        "the frequencies rise",
        "a division is missing or one too many, or the exponent's minus is missing",
    ),
]


def of_base(base, exponents=lambda pair, width: 2 * pair / width):
    """Return a function of the width for the frequencies of a base."""

    def frequencies(width):
        return float(base) ** -exponents(np.arange(width // 2), width)

    return frequencies


def _in_words(base):
    """Return a base as it is written in the lessons: "10 000"."""
    return "e" if base == np.e else f"{base:_}".replace("_", " ")


def _to_one(pair, width):
    """Return exponents that run to 1, and 0 for a single pair."""
    return pair / max(width // 2 - 1, 1)


def spoilt(base=10_000):
    """Return the frequencies of a base as the known mistakes make them."""
    right = of_base(base)

    def changed(change):
        return lambda width: change(right(width))

    return [
        *(
            Spoilt(name, changed(lambda paces, power=power: paces**power), says, look)
            for name, power, says, look in _OF_POWERS
        ),
        *(
            Spoilt(
                "M7",
                of_base(other),
                f"the base is {_in_words(other)}",
                f"it should be {_in_words(base)}",
            )
            for other in (100, 1000, 10_000, 100_000, 500_000, 10, 2, np.e)
            if other != base
        ),
        Spoilt(
            "M6",
            of_base(base, _to_one),
            "the exponent runs to 1, with d / 2 - 1 below",
            "it is i / (d / 2), which is 2 i / d",
        ),
        Spoilt(
            "pairs from 1",
            of_base(base, lambda pair, width: 2 * (pair + 1) / width),
            "the pairs are counted from 1",
            "the first is pair 0, and its frequency is 1",
        ),
        Spoilt(
            "M3",
            of_base(base, lambda pair, width: (2 * pair + 1) / width),
            "the exponent is that of the odd column, (2 i + 1) / d",
            "both columns of pair i have 2 i / d",
        ),
        Spoilt(
            "M10",
            changed(lambda paces: paces[::-1]),
            "the frequencies stand in reverse order",
            "pair 0 is the fastest",
        ),
        Spoilt(
            "M11",
            changed(np.deg2rad),
            "the angles were taken for degrees",
            "NumPy's sine and cosine want radians, and radians they are",
        ),
        Spoilt(
            "M11",
            changed(np.rad2deg),
            "the angles were made degrees",
            "NumPy's sine and cosine want radians, and radians they are",
        ),
        Spoilt(
            "2pi",
            changed(lambda paces: 2 * np.pi * paces),
            "the angles are 2 pi times too large",
            "the frequencies are radians a position, not turns",
        ),
        Spoilt(
            "2pi",
            changed(lambda paces: paces / (2 * np.pi)),
            "the angles are 2 pi times too small",
            "the frequencies are radians a position, not turns",
        ),
        Spoilt(
            "M17",
            changed(np.trunc),
            "the frequencies or angles are whole numbers",
            "look for an integer array, or a division by //",
        ),
        Spoilt(
            "M17",
            of_base(base, lambda pair, width: -(-2 * pair // width)),
            "the exponent is a whole number",
            "look for a division by //",
        ),
    ]
