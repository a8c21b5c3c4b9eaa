"""Exercises of homework 3: the formula, and the shift by k words."""

import math

import numpy as np
from hintcheck import Comparison, OwnNumber, at, of_the_package, read_edits

from posenc_lessons.mathematics.sinusoids import angular_frequencies

EDITS = read_edits(__file__, globals())
EXERCISES = {}

EXERCISES["H3a"] = Comparison(
    **EDITS["H3a"],
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
    right="Your function works for small and large positions, at several widths.",
)

EXERCISES["H3b"] = OwnNumber(
    **EDITS["H3b"],
    numbers=lambda random: {
        "pair": int(random.integers(5, 30)),
        "d_model": int(random.choice([64, 96, 128, 256])),
    },
    digits=4,
)

EXERCISES["H3c"] = Comparison(
    **EDITS["H3c"],
    draw=lambda random: [
        (1, 6),
        (7, 2),
        (-3, 4),
        (40, 16),
        (int(random.integers(-200, 200)), 32),
        (5, 4),  # as in the notebook
    ],
    describe=lambda k, d: f"For k = {k} and d_model = {d}",
    place=at("row", "column"),
    coarse=lambda k, d: 1e-6 + 1e-6 * abs(k),
    forbids=of_the_package(),
    right="M_k takes the encoding of every position to the encoding k words later.",
)
