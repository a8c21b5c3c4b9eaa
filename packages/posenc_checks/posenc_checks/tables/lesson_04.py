"""Exercises of lesson 04: one wave."""

import numpy as np
from hintcheck.comparison import Comparison, fixed
from hintcheck.edits import read_edits
from hintcheck.own_numbers import Number, Remark
from hintcheck.questions import Statement, Statements

from posenc_lessons.mathematics.neighbours import nearest_neighbours

EDITS = read_edits(__file__, globals())
EXERCISES = {}


def _nearest_of_565():
    """Return the other position below 1000 with nearly the sine of 565."""
    return int(nearest_neighbours(np.sin(np.arange(1000)))[0][565])


def _sines_apart(positions):
    """Return how far the sines of positions are from that of 565."""
    return np.abs(np.sin(positions) - np.sin(565))


def _apart(position):
    """Say how near the sine of a wrong position comes."""
    own = _sines_apart([position, _nearest_of_565()])
    return (
        f"sin({position:g}) is {own[0]:.1e} from sin(565); another position is only "
        f"{own[1]:.1e} away."
    )


EXERCISES["4a"] = Number(
    **EDITS["4a"],
    right=lambda: (
        f"565 + {_nearest_of_565()} = 1065 = 3 * 355: the fraction 355/113 again."
    ),
    remarks=(
        Remark(
            "range",
            lambda position: not 0 <= position < 1000,
            lambda position: f"Positions are from 0 to 999; got {position:g}.",
        ),
    ),
    otherwise=_apart,
    whole="position",
)


EXERCISES["4b"] = Comparison(
    **EDITS["4b"],
    draw=fixed(
        *((10, 0.1), (100, 0.01), (50, 0.001), (200, 0.002), (1, 0.1), (7, 0.3)),
        *((20, 0.02), (37, 0.005), (150, 0.0005), (60, 0.003), (9, 0.99)),
    ),
    describe=lambda n, tolerance: (
        f"For {n} position{'s' * (n > 1)} and the tolerance {tolerance}"
    ),
    tolerance=lambda *arguments: 1e-9,
    right="It counts each position once, and none that is near to itself alone.",
)


def _closest_of_a_slow_wave():
    """Return the distance of the closest two of sin(pos / 10) below 1000."""
    return nearest_neighbours(np.sin(np.arange(1000) / 10))[1].min()


EXERCISES["4c"] = Statements(
    (
        Statement(
            "a",
            lambda: False,
            "that some whole number of positions makes full turns exactly",
            "For which angles are two sines equal, and is pi a fraction?",
        ),
        Statement(
            "b",
            lambda: _closest_of_a_slow_wave() >= 1e-4,
            "that a longer period keeps positions apart",
            "How far apart are the closest two of sin(pos / 10) below 1000?",
        ),
        Statement(
            "c",
            lambda: True,
            "that a code knows how long its sentence is, as shares of the length do",
            "Does the length n stand in sin(pos)?",
        ),
    ),
    right=lambda: (
        "No two are equal, since pi is irrational; and a slower wave meets itself "
        f"closely, too, {_closest_of_a_slow_wave():.0e} apart."
    ),
)
