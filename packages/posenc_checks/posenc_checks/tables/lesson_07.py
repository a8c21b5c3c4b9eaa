"""Exercises of lesson 07: the whole table, and its picture."""

import numpy as np
from hintcheck.answers import of_the_package
from hintcheck.comparison import Comparison, fixed
from hintcheck.edits import read_edits
from hintcheck.explanations import Mistake
from hintcheck.own_numbers import Number, Remark, value
from hintcheck.questions import Statement, Statements

from posenc_lessons.mathematics.offsets import similarity_by_offset
from posenc_lessons.mathematics.sinusoids import (
    angular_frequencies,
    sinusoidal_encoding,
)

EDITS = read_edits(__file__, globals())
EXERCISES = {}


EXERCISES["7a"] = Comparison(
    **EDITS["7a"],
    pairs=EDITS.together("7a"),
    draw=fixed((5, 6), (2, 2), (60, 16), (1, 4), (200, 64), (3000, 4)),
    describe=lambda n, d: f"For {n} positions and d_model = {d}",
    # Angles in float32 are precise enough.
    tolerance=lambda n, d: 1e-5 + 1e-6 * np.arange(n)[:, None],
    right="Position by position and column by column, up to 200 x 64 and 3000 x 4.",
    forbids=of_the_package("sinusoidal_encoding", "sinusoidal_variant", "ladder_codes"),
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
    reference=_length_where_all_move,
    right=lambda: (
        f"The last cosine falls to 0.95 at position {_length_where_all_move() - 1}, "
        f"which takes {_length_where_all_move()} positions. A sine is faster off the "
        "mark."
    ),
    mistakes=(
        Mistake(
            "last",
            lambda: _length_where_all_move() - 1,
            "That is the last position; how many positions is that, from 0?",
        ),
        *(
            value("quarter", n, "That is a quarter turn of the last pair: 1, not 0.05.")
            for n in (15153, 15154)
        ),
        *(
            value(
                "half turn",
                n,
                "That is half a turn of the last pair; 0.05 is asked for.",
            )
            for n in (30306, 30307)
        ),
        *(
            value(
                "turn", n, "That is a whole turn of the last pair; 0.05 is asked for."
            )
            for n in (60611, 60612)
        ),
        *(
            value(
                "M3",
                n,
                "That is for the exponent 511/512: the last cosine has 510/512, as "
                "its sine.",
            )
            for n in (3119, 3120)
        ),
        *(
            value(
                "M11",
                n,
                "That is for an arccosine in degrees: the angles are in radians.",
            )
            for n in (175519, 175520)
        ),
        *(
            value(
                "exponent",
                n,
                "That is for the frequency 1 / 10000: the last pair's is "
                "10000^(-510/512).",
            )
            for n in (3176, 3177)
        ),
        *(
            value("512", n, "That is for d_model = 64; here it is 512.")
            for n in (2382, 2383)
        ),
        value(
            "count",
            128,
            "That is the height of the picture, in which 127 columns stand still.",
        ),
        *(
            value("M7", n, "That is for the base 1000; the paper has 10000.")
            for n in (310, 311)
        ),
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
            "Which lags have the two pairs?",
        ),
        Statement(
            "b",
            lambda: (np.diff(similarity_by_offset(np.arange(128), 512)) < 0).all(),
            "that similarity falls with every step of distance",
            "Does it rise anywhere as the lag grows (np.diff)?",
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
    right=lambda: "All four, as measured: lag 43 is less alike than lag 44.",
)
