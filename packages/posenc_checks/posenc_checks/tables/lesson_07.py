"""Exercises of lesson 07: the whole table, and its picture."""

import numpy as np
from hintcheck import (
    Comparison,
    Number,
    Remark,
    Statement,
    Statements,
    fixed,
    of_the_package,
    read_edits,
)

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
    # Angles in float32 are precise enough.
    tolerance=lambda n, d: 1e-5 + 1e-6 * np.arange(n)[:, None],
    right="Position by position and column by column, up to 200 x 64 and 3000 x 4.",
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


def _not_enough(n_positions):
    """Say how far the slowest column moves in too few positions."""
    so_far = _moved(n_positions - 1)
    return f"With these, the slowest column moves by {so_far:.6f}, not by 0.05."


def _length_where_the_last_sine_moves():
    """Return how many positions it takes for the last sine to move by 0.05."""
    return int(np.arcsin(0.05) / angular_frequencies(512)[-1]) + 2


EXERCISES["7b"] = Number(
    **EDITS["7b"],
    right=lambda: (
        f"The last cosine falls to 0.95 at position {_length_where_all_move() - 1}, "
        f"which takes {_length_where_all_move()} positions. A sine is faster off the "
        "mark."
    ),
    remarks=(
        Remark(
            "range",
            lambda n: n < 2,
            lambda n: "With less than two positions nothing moves.",
        ),
        Remark(
            "sine",
            lambda n: abs(n - _length_where_the_last_sine_moves()) <= 2,
            lambda n: (
                f"{_not_enough(n)} The last *sine* does so in "
                f"{_length_where_the_last_sine_moves()}; its cosine is slower."
            ),
        ),
        Remark(
            "off by one",
            lambda n: _moved(n - 1) > 0.0499 and n < _length_where_all_move(),
            _not_enough,
        ),
        Remark(None, lambda n: n < _length_where_all_move(), _not_enough),
    ),
    otherwise=lambda n: (
        f"The slowest column moves by {_moved(np.arange(min(n, 10**5))).max():.2f}: "
        "enough, but not the first."
    ),
    whole="number of positions",
)


EXERCISES["7c"] = Statements(
    (
        Statement(
            "a",
            lambda: similarity_by_offset(5, 512) == similarity_by_offset(-5, 512),
            "that similarity knows where two words stand, or which comes first",
            "Which offsets have the two pairs?",
        ),
        Statement(
            "b",
            lambda: (np.diff(similarity_by_offset(np.arange(128), 512)) < 0).all(),
            "that similarity falls with every step of distance",
            "Does it rise anywhere as the offset grows (np.diff)?",
        ),
        Statement(
            "c",
            lambda: False,
            "that 0, 1, 0, 1, ... at position 0 shows a mistake",
            "What are sin 0 and cos 0?",
        ),
        Statement(
            "d",
            lambda: (
                np.ptp(np.linalg.norm(sinusoidal_encoding(128, 512), axis=1)) < 1e-9
            ),
            "that rows differ in length as in their numbers",
            "What do the squares of a sine and its cosine add up to?",
        ),
    ),
    right=lambda: "All four, as measured: offset 43 is less alike than offset 44.",
)
