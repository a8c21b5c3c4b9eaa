"""Exercises of lesson 07: the whole table, and its picture."""

import numpy as np
from hintcheck import Comparison, Number, fixed, of_the_package, read_edits

from posenc_lessons.mathematics.offsets import similarity_by_offset
from posenc_lessons.mathematics.sinusoids import (
    angular_frequencies,
    sinusoidal_encoding,
)

EDITS = read_edits(__file__, globals())
EXERCISES = {}

EXERCISES["7a"] = Comparison(
    **EDITS["7a"],
    draw=fixed((5, 6), (2, 2), (60, 16), (1, 4), (200, 64), (3000, 4)),
    describe=lambda n, d: f"For {n} positions and d_model = {d}",
    # The tolerance allows angles in float32.
    tolerance=lambda n, d: 1e-5 + 1e-6 * np.arange(n)[:, None],
    right="All entries of the table are right, up to 200 x 64 and 3000 x 4.",
    forbids=of_the_package(
        "sinusoidal_encoding", "sinusoidal_variant", "ladder_encodings"
    ),
)


def _moved(positions):
    """Return how far the slowest column, the last cosine, has moved."""
    return 1 - np.cos(angular_frequencies(512)[-1] * positions)


def _length_where_all_move():
    """Return how many positions it takes for every column to move by 0.05."""
    return int(np.ceil(np.arccos(0.95) / angular_frequencies(512)[-1])) + 1


def _so_far(n_positions):
    """Return a hint that says how far the slowest column moves over a wrong length."""
    if n_positions < _length_where_all_move():
        moved = f"{_moved(n_positions - 1):.6f}, not 0.05"
        return f"With this many positions, the slowest column moves by {moved}."
    most = _moved(np.arange(min(n_positions, 10**5))).max()
    return f"The slowest column moves by {most:.2f}. Would fewer positions be enough?"


def _length_where_the_last_sine_moves():
    """Return how many positions it takes for the last sine to move by 0.05."""
    return int(np.arcsin(0.05) / angular_frequencies(512)[-1]) + 2


EXERCISES["7b"] = Number(**EDITS["7b"], whole="number of positions")

EXERCISES["7c"] = Number(**EDITS["7c"], whole="number of steps")
