"""Exercises of lesson 04: one wave."""

import numpy as np
from hintcheck.comparison import Comparison, fixed
from hintcheck.edits import read_edits
from hintcheck.own_numbers import Number, Remark, value
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
    reference=_nearest_of_565,
    right=lambda: (
        f"565 + {_nearest_of_565()} = 1065 = 3 * 355: the fraction 355/113 again."
    ),
    mistakes=(
        value("itself", 565, "That is 565 itself; another position is asked for."),
        *(
            value(
                "M11",
                position,
                f"In degrees, {position} and 565 share a sine; here angles are "
                "radians.",
            )
            for position in (205, 335, 695, 925)
        ),
        value(
            "M8",
            145,
            "It has nearly the *cosine* of 565; the sine is asked for. (565 + 145 = "
            "710 is nearly an even multiple of pi: its sine has the opposite sign.)",
        ),
        *(
            value(
                "abs",
                position,
                f"There the sine is nearly {sine}, the farthest on one side: is the "
                "difference meant without its sign?",
            )
            for position, sine in ((344, -1), (699, 1))
        ),
        *(
            value(
                "abs",
                position,
                "There the sine is nearly that of 565 with the other sign, 0.468: 355 "
                "positions are nearly 113 half turns.",
            )
            for position in (210, 920)
        ),
        value(
            "M17",
            0,
            "sin(0) is 0, and sin(565) is 0.468: as whole numbers they would be equal. "
            "Are the digits lost?",
        ),
        value("off by one", 499, "That is one too few: positions count from 0."),
        value(
            "distance",
            65,
            "That is how many positions the other one is away: which one is it?",
        ),
        *(
            value("distance", apart, "That is how far the two sines are apart.")
            for apart in (_sines_apart(500), 7.99e-5)
        ),
        value("sum", 1065, "That is the sum of the two; what is the other position?"),
        value("later", 833, "It is the nearest of the later ones; look before 565."),
        value("M9", 501, "That is one too many: positions count from 0."),
        *(
            value(
                "44",
                position,
                "44 positions are seven turns but for 0.018; some other lags, or sums "
                "of two positions, are nearer to whole or half turns.",
            )
            for position in (521, 609)
        ),
        *(
            value(
                "turn",
                position,
                "333 positions are nearly 53 whole turns; a *sum* of two positions may "
                "be nearer to half turns, where the sine is the same.",
            )
            for position in (232, 898)
        ),
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
