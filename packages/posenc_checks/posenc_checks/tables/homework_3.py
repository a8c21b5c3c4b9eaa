"""Exercises of homework 3: the formula, and its shift."""

import math

import numpy as np
from hintcheck.answers import of_the_package
from hintcheck.explanations import Mistake
from hintcheck.own_numbers import OwnNumber, Remark

from posenc_checks.families.encodings import encoding_comparison
from posenc_checks.families.formula import encode
from posenc_checks.families.shifts import shift_comparison

EXERCISES = {}


def _of_changed(change):
    """Return the encoding of positions that are changed first."""
    return lambda positions, d: encode(change(positions), d)


# What is encoded in place of the positions given, and often the same.
_CHANGED = [
    (
        "shifted",
        lambda positions: positions - positions[0],
        "Positions are counted from the first one given: take them as they are.",
    ),
    (
        "rows",
        lambda positions: positions[0] + np.arange(len(positions)),
        "Only the first row is for its position, and the next ones count on from it: "
        "take each position given.",
    ),
    (
        "sorted",
        np.sort,
        "The rows are in the order of sorted positions: keep the order given.",
    ),
    (
        "modulo",
        lambda positions: positions % 10_000,
        "Positions from 10,000 on get the rows of their remainders (% 10_000): the "
        "table does not begin anew there.",
    ),
    *(
        (
            "M15",
            lambda positions, kind=kind: positions.astype(kind),
            f"Large positions get the rows of others: as {kind}, whole numbers wrap "
            "round.",
        )
        for kind in ("int16", "uint8")
    ),
]


EXERCISES["H3a"] = encoding_comparison(
    lambda positions, d: (positions, d),
    coarsest="float32",
    draw=lambda random: [
        (np.arange(5), 6),
        (np.array([0, 1]), 2),
        (np.arange(60), 16),
        (np.array([7, 0, 3]), 4),
        (random.integers(0, 300, size=5), 2 * int(random.integers(4, 20))),
        (np.array([100, 65_537, 100_000]), 16),
        (random.integers(50_000, 200_000, size=4), 64),
    ],
    describe=lambda positions, d: (
        f"For {len(positions)} positions up to {max(positions)} and d_model = {d}"
    ),
    place=lambda index, positions, d: {
        "position": int(positions[index[0]]),
        "column": int(index[1]),
    },
    tolerance=lambda positions, d: 1e-5,
    forbids=of_the_package(),
    right="For small positions and for large ones, at several widths.",
    more=(
        Mistake(
            "rows",
            lambda positions, d: encode(np.arange(len(positions)), d),
            "The rows are those of positions 0, 1, 2, ...: take the positions given.",
        ),
        *(
            Mistake(name, _of_changed(change), hint, partly=True)
            for name, change, hint in _CHANGED
        ),
    ),
)


def _wavelength(pair, d_model, turn=2 * math.pi, factor=2, sign=1):
    """Return the wavelength of a pair, or what a mistake makes of it."""
    return turn * 10000 ** (sign * factor * pair / d_model)


EXERCISES["H3b"] = OwnNumber(
    numbers=lambda random: {
        "pair": int(random.integers(5, 30)),
        "d_model": int(random.choice([64, 96, 128, 256])),
    },
    reference=_wavelength,
    right=lambda pair, d_model: (
        f"2 pi 10000^({2 * pair}/{d_model}) is {_wavelength(pair, d_model):.2f}."
    ),
    digits=4,
    mistakes=(
        Mistake(
            "2pi",
            lambda pair, d_model: _wavelength(pair, d_model, turn=1),
            "The 2 pi of a full turn is missing.",
        ),
        Mistake(
            "M17",
            lambda pair, d_model: 2 * math.pi * 10000 ** (2 * pair // d_model),
            "The exponent is a whole number, and the power 1: is there a `//`?",
        ),
        Mistake(
            "M2",
            lambda pair, d_model: _wavelength(pair, d_model, factor=1),
            "The 2 of 2i is missing.",
        ),
        Mistake(
            "M1",
            lambda pair, d_model: _wavelength(pair, d_model, factor=4),
            "The column stands in place of the pair, or the 2 is there twice.",
        ),
        Mistake(
            "frequency",
            lambda pair, d_model: _wavelength(pair, d_model, turn=1, sign=-1),
            "That is the angular frequency; how many positions does a full turn take?",
        ),
        Mistake(
            "M12",
            lambda pair, d_model: _wavelength(pair, d_model, sign=-1),
            "The sign of the exponent: slow pairs have long waves.",
        ),
        *(
            Mistake(
                "pairs",
                lambda pair, d_model, step=step: _wavelength(pair + step, d_model),
                "That is the pair before or after it: pairs count from 0.",
            )
            for step in (-1, 1)
        ),
        Mistake(
            "M11",
            lambda pair, d_model: _wavelength(pair, d_model, turn=360),
            "The angles are in radians: a full turn is 2 pi, not 360.",
        ),
        Mistake(
            "half",
            lambda pair, d_model: _wavelength(pair, d_model, turn=math.pi),
            "That is half a turn.",
        ),
        Mistake(
            "2pi",
            lambda pair, d_model: _wavelength(pair, d_model, turn=2),
            "A full turn is 2 pi, not 2: pi is missing.",
        ),
        Mistake(
            "inverse",
            lambda pair, d_model: 1 / _wavelength(pair, d_model),
            "That is how many turns one position makes: how many positions does a "
            "turn take?",
        ),
        Mistake(
            "M3",
            lambda pair, d_model: _wavelength(pair + 0.5, d_model),
            "In the exponent stands 2 * pair, for the cosine too, not 2 * pair + 1.",
        ),
        *(
            Mistake(
                "M7",
                lambda pair, d_model, base=base: (
                    2 * math.pi * base ** (2 * pair / d_model)
                ),
                f"Is the base {words}? The paper has 10000.",
            )
            for base, words in ((1000, "1000"), (math.e, "e"))
        ),
        Mistake(
            "M6",
            lambda pair, d_model: _wavelength(pair, d_model - 2),
            "Below stands d_model, not d_model - 2.",
        ),
        *(
            Mistake(
                "brackets",
                wrong,
                "** comes before * and /: put 2 * pair / d_model into brackets.",
            )
            for wrong in (
                lambda pair, d_model: 2 * math.pi * 10000**2 * pair / d_model,
                lambda pair, d_model: 2 * math.pi * 10000.0 ** (2 * pair) / d_model,
                lambda pair, d_model: 2 * math.pi * 10000.0**pair / d_model,
            )
        ),
    ),
    remarks=(
        Remark(
            "rounded",
            lambda answer, pair, d_model: any(
                answer == float(f"{_wavelength(pair, d_model):.{digits}g}")
                for digits in (1, 2)
            ),
            lambda answer, pair, d_model: (
                f"{answer:g} is rounded too far: give at least four digits."
            ),
        ),
    ),
    otherwise=lambda answer, **own: EXERCISES["H3b"].right_for_nobody(
        "H3b", answer, own
    ),
)


EXERCISES["H3c"] = shift_comparison(
    1,
    draw=lambda random: [
        (1, 6),
        (7, 2),
        (-3, 4),
        (40, 16),
        (int(random.integers(-200, 200)), 32),
        (5, 4),  # as in the notebook
    ],
    forbids=of_the_package(),
    right="M_k takes the encoding of every position to that of k words on.",
)
