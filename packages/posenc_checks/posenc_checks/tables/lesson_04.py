"""Exercises of lesson 04: one wave."""

import numpy as np
from hintcheck import Comparison, Number, fixed, read_edits

from posenc_lessons.mathematics.neighbors import nearest_neighbors

EDITS = read_edits(__file__, globals())
EXERCISES = {}


def _falling_at(height):
    """Return the position below 62 at which the falling wave is nearest to a height."""
    positions = np.arange(62)
    away = np.abs(np.sin(positions / 10) - height)
    return int(np.where(np.cos(positions / 10) < 0, away, np.inf).argmin())


EXERCISES["4a"] = Number(**EDITS["4a"], whole="position")

EXERCISES["4b"] = Comparison(
    **EDITS["4b"],
    draw=fixed(
        *((10, 0.1), (100, 0.01), (50, 0.001), (200, 0.002), (1, 0.1), (7, 0.3)),
        *((20, 0.02), (37, 0.005), (150, 0.0005), (60, 0.003), (9, 0.99)),
        # Here, almost all partners are more than 60 positions away.
        *((356, 0.0005), (280, 0.001)),
    ),
    describe=lambda n, tolerance: (
        f"For {n} position{'s' * (n > 1)} and the tolerance {tolerance}"
    ),
    tolerance=lambda *arguments: 1e-9,
    right="Each position counts once, and being close to itself does not count.",
)


def _closest_of_a_slow_wave(frequency=1 / 640):
    """Return the distance between the two closest of 1,000 positions on a wave."""
    return nearest_neighbors(np.sin(frequency * np.arange(1000)))[1].min()


EXERCISES["4c"] = Number(**EDITS["4c"], tolerance=0.03)
