"""Exercises of lesson 04: one wave."""

import numpy as np
from hintcheck.comparison import Comparison, fixed
from hintcheck.explanations import Mistake
from hintcheck.own_numbers import Number, Remark, value
from hintcheck.questions import Statement, Statements

from posenc_lessons.mathematics.neighbours import nearest_neighbours

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


def _near(n, tolerance, start=0, unit=1.0):
    """Return a table that tells which positions have sines close to each other."""
    sines = np.sin(unit * (start + np.arange(n)))
    return np.abs(sines[:, None] - sines) < tolerance


def _others(n, tolerance, **parts):
    """Return how many other positions each one is close to."""
    return (_near(n, tolerance, **parts) & ~np.eye(n, dtype=bool)).sum(axis=1)


def _confused(n, tolerance, **parts):
    """Return how many positions have nearly the same sine as another one."""
    return np.sum(_others(n, tolerance, **parts) > 0)


def _without_abs(n, tolerance):
    """Return the count if the sign of the difference is kept."""
    sines = _sines(n)
    near = sines[:, None] - sines < tolerance
    return np.sum((near & ~np.eye(n, dtype=bool)).any(axis=1))


def _by_positions_found(n, tolerance):
    """Return the count if positions of neighbours are taken for distances."""
    return 0 if n < 2 else np.sum(nearest_neighbours(_sines(n))[0] < tolerance)


def _sines(n):
    """Return the sines of the first positions."""
    return np.sin(np.arange(n))


def _halved(sines):
    """Return numbers with the digits of float16."""
    return sines.astype(np.float16).astype(float)


def _over_norm(sines):
    """Return numbers divided by their length as a list."""
    return sines / max(np.linalg.norm(sines), 1e-9)


def _of_changed_sines(n, tolerance, change):
    """Return the count if the sines are changed before they are compared."""
    sines = change(_sines(n))
    near = np.abs(sines[:, None] - sines) < tolerance
    return np.sum((near & ~np.eye(n, dtype=bool)).any(axis=1))


def _rounded(n, tolerance):
    """Return how many positions share each one's sine, rounded to the tolerance."""
    boxes = np.round(_sines(n) / tolerance)
    return (boxes[:, None] == boxes).sum(axis=1)


EXERCISES["4b"] = Comparison(
    reference=_confused,
    draw=fixed(
        *((10, 0.1), (100, 0.01), (50, 0.001), (200, 0.002), (1, 0.1), (7, 0.3)),
        *((20, 0.02), (37, 0.005), (150, 0.0005), (60, 0.003), (9, 0.99)),
    ),
    describe=lambda n, tolerance: (
        f"For {n} position{'s' * (n > 1)} and the tolerance {tolerance}"
    ),
    tolerance=lambda *arguments: 1e-9,
    mistakes=(
        Mistake(
            "itself",
            lambda n, tolerance: n,
            "That is all of them: did each position find itself, at the distance 0?",
        ),
        Mistake(
            "partners",
            lambda *given: _others(*given).sum(),
            "That is how many partners all positions have together: a position with "
            "two partners should count once.",
        ),
        Mistake(
            "partners",
            lambda *given: _near(*given).sum(),
            "That counts a position once for each that is near, itself too: it should "
            "count once.",
        ),
        Mistake(
            "partners",
            lambda *given: _others(*given).sum() / 2,
            "That is the number of pairs; how many positions are in one?",
        ),
        Mistake(
            "later",
            lambda *given: np.sum(np.triu(_near(*given), 1).any(axis=1)),
            "Each position was compared with later ones only: the last of two that are "
            "close has an earlier one.",
        ),
        Mistake(
            "axis",
            lambda *given: int(_confused(*given) > 0),
            "It is 1 or 0 in every case: does any() go over all axes at once?",
        ),
        Mistake(
            "farthest",
            lambda n, tolerance: np.sum((~_near(n, tolerance)).any(axis=1)),
            "These have another that is *farther* than the tolerance: `<` is meant.",
        ),
        Mistake(
            "M17",
            lambda n, tolerance: _of_changed_sines(n, tolerance, np.trunc),
            "The sines were cut to whole numbers, which are 0 but for rounding.",
        ),
        Mistake(
            "M15",
            lambda n, tolerance: _of_changed_sines(n, tolerance, _halved),
            "The sines are kept in float16: its 3 digits make some of them equal.",
            partly=True,
        ),
        Mistake(
            "M16",
            lambda n, tolerance: _of_changed_sines(n, tolerance, _over_norm),
            "The sines are divided by the length of the whole list: compare them as "
            "they are.",
        ),
        Mistake(
            "all",
            lambda n, tolerance: np.sum(_near(n, tolerance).all(axis=1)),
            "These are near to all others: one that is near is enough (any).",
        ),
        Mistake(
            "neighbours",
            lambda n, tolerance: np.sum(np.diagonal(_near(n, tolerance), 1)),
            "Only words that follow each other were compared; any other may be near.",
        ),
        Mistake(
            "partners",
            lambda n, tolerance: np.sum(np.diff(np.sort(_sines(n))) < tolerance),
            "That is the number of small gaps between sorted sines: each has a "
            "position on both sides.",
        ),
        Mistake(
            "distance",
            _by_positions_found,
            "[0] of nearest_neighbours holds positions; [1] holds the distances.",
        ),
        *(
            Mistake(
                "early",
                early,
                "Only position 0 is looked at: does `return` stand within the loop?",
            )
            for early in (
                lambda *given: _others(*given)[0] > 0,
                lambda *given: _others(*given)[0],
            )
        ),
        *(
            Mistake(
                "rounded",
                rounded,
                "The sines seem to be rounded to the tolerance: two that are near may "
                "be rounded apart.",
            )
            for rounded in (
                lambda *given: np.sum(_rounded(*given) > 1),
                lambda *given: given[0] - np.sum(1 / _rounded(*given)),
            )
        ),
        Mistake(
            "unfinished",
            lambda n, tolerance: 0,
            "It is 0 in every case: are the sines compared, not the positions, and is "
            "anything counted?",
        ),
        Mistake(
            "M8",
            lambda *given: np.sum(_others(*given, start=np.pi / 2) > 0),
            "These are cosines; the code is the sine.",
        ),
        Mistake(
            "share",
            lambda n, tolerance: _confused(n, tolerance) / n,
            "That is the share; how many are they?",
        ),
        Mistake(
            "rest",
            lambda n, tolerance: n - _confused(n, tolerance),
            "That is how many are *not* confused.",
        ),
        Mistake(
            "abs",
            _without_abs,
            "Is the difference without its sign meant? A negative one is below every "
            "tolerance: take abs.",
        ),
        Mistake(
            "M11",
            lambda *given: _confused(*given, unit=np.pi / 180),
            "The sine seems to be of degrees; lesson 04 has radians.",
        ),
        Mistake(
            "M9", lambda *given: _confused(*given, start=1), "Positions count from 0."
        ),
        Mistake(
            "list",
            lambda *given: np.flatnonzero(_others(*given)),
            "These are the positions; how many are they?",
        ),
        Mistake(
            "list",
            lambda *given: _others(*given) > 0,
            "It tells for each position whether it is confused; how many are they?",
        ),
    ),
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
