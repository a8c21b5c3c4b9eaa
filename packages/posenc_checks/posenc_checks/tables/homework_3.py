"""Exercises of homework 3: the formula, and its shift.

The slips stand in ``homework_3.md``.
"""

import math

import numpy as np
from hintcheck.answers import of_the_package
from hintcheck.edits import read_edits
from hintcheck.explanations import Mistake
from hintcheck.own_numbers import OwnNumber, Remark

from posenc_checks.families.encodings import encoding_comparison
from posenc_checks.families.formula import encode
from posenc_checks.families.shifts import shift_comparison

EDITS = read_edits(__file__, globals())
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


_wavelength = EDITS["H3b"]["reference"]

EXERCISES["H3b"] = OwnNumber(
    **EDITS["H3b"],
    numbers=lambda random: {
        "pair": int(random.integers(5, 30)),
        "d_model": int(random.choice([64, 96, 128, 256])),
    },
    right=lambda pair, d_model: (
        f"2 pi 10000^({2 * pair}/{d_model}) is {_wavelength(pair, d_model):.2f}."
    ),
    digits=4,
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
