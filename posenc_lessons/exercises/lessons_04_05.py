"""Exercises of lessons 04 and 05: one wave, and pairs of waves."""

import numpy as np

from posenc_lessons.exercises.answers import Wrong, of_the_package, true_or_false
from posenc_lessons.exercises.comparison import Comparison, fixed
from posenc_lessons.exercises.explanations import Mistake
from posenc_lessons.exercises.lessons_00_03 import value
from posenc_lessons.exercises.own_numbers import Number
from posenc_lessons.neighbours import nearest_neighbours
from posenc_lessons.positions import sine_cosine_pairs


def _nearest_of_100():
    """Return the other position below 3000 with nearly the sine of 100."""
    return int(nearest_neighbours(np.sin(np.arange(3000)))[0][100])


def _not_nearest_of_100(position):
    """Say how near the sine of a wrong position comes."""
    if not 0 <= position < 3000:
        raise Wrong(f"Positions are from 0 to 2999; got {position:g}.", "range")
    own = np.abs(np.sin([position, _nearest_of_100()]) - np.sin(100))
    return (
        f"sin({position:g}) is {own[0]:.1e} from sin(100); another position is only "
        f"{own[1]:.1e} away."
    )


_double_of_100 = Number(
    reference=_nearest_of_100,
    right=lambda: f"100 + {_nearest_of_100()} = 355: the fraction 355/113 again.",
    mistakes=(
        value("itself", 100, "That is 100 itself; another position is asked for."),
        value("sum", 355, "That is the sum of the two; what is the other position?"),
        *(
            value(
                "44",
                position,
                "44 positions are seven turns but for 0.018; some other lags, or sums "
                "of two positions, are nearer to whole or half turns.",
            )
            for position in (56, 144)
        ),
    ),
    otherwise=_not_nearest_of_100,
    tolerance=1e-9,
    whole="position",
)


def _near(n, tolerance, start=0, unit=1.0):
    """Return a table that tells which two positions have sines that are close."""
    sines = np.sin(unit * (start + np.arange(n)))
    return np.abs(sines[:, None] - sines) < tolerance


def _others(n, tolerance, **parts):
    """Return for each position how many other ones it is close to."""
    return (_near(n, tolerance, **parts) & ~np.eye(n, dtype=bool)).sum(axis=1)


def _confused(n, tolerance, **parts):
    """Return how many positions have another one with a close sine."""
    return np.sum(_others(n, tolerance, **parts) > 0)


def _without_abs(n, tolerance):
    """Return the count if the sign of the difference is kept."""
    sines = np.sin(np.arange(n))
    near = sines[:, None] - sines < tolerance
    return np.sum((near & ~np.eye(n, dtype=bool)).any(axis=1))


_doubles = Comparison(
    reference=_confused,
    draw=fixed(
        *((10, 0.1), (100, 0.01), (50, 0.001), (200, 0.002), (1, 0.1), (7, 0.3)),
        *((20, 0.02), (37, 0.005), (150, 0.0005), (60, 0.003)),
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
            "neighbours",
            lambda n, tolerance: np.sum(np.diagonal(_near(n, tolerance), 1)),
            "Only words that follow each other were compared; any other may be near.",
        ),
        Mistake(
            "partners",
            lambda n, tolerance: np.sum(
                np.diff(np.sort(np.sin(np.arange(n)))) < tolerance
            ),
            "That is the number of small gaps between sorted sines: each has a "
            "position on both sides.",
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
            "M9",
            lambda *given: _confused(*given, start=1),
            "Positions count from 0.",
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


def _statements_on_one_sine(answer):
    """4c: three statements on the sine code."""
    slow = np.sin(np.arange(1000) / 10)
    truth = {
        "a": False,
        "b": bool(nearest_neighbours(slow)[1].min() >= 1e-4),
        "c": True,
    }
    true_or_false(
        answer,
        truth,
        {
            "a": "for which angles are two sines equal, and is pi a fraction?",
            "b": "compute the distance of the closest two of sin(pos / 10) below 1000.",
            "c": "does the length n stand in sin(pos)?",
        },
    )
    return (
        "No two are equal, since pi is irrational; and a slower wave meets itself as "
        f"closely, {nearest_neighbours(slow)[1].min():.0e} apart."
    )


def _distances(lags, n_pairs):
    """Return the distance of two positions with pairs of the paces 1, 1/2, 1/3 ..."""
    angles = np.multiply.outer(lags, 1 / np.arange(1, n_pairs + 1))
    return np.sqrt((2 - 2 * np.cos(angles)).sum(axis=-1))


def _first_near_lag():
    """Return the smallest lag at which two pairs are closer than 0.15."""
    return int((_distances(np.arange(1, 1000), 2) < 0.15).argmax()) + 1


def _not_near(lag):
    """Say what happens at a wrong lag."""
    if not 1 <= lag < 10**6:
        raise Wrong(f"A lag is a whole number from 1 on; got {lag:g}.", "range")
    own = f"At lag {lag:g} the distance is {_distances(lag, 2):.3f}"
    if _distances(lag, 2) < 0.15:
        raise Wrong(f"{own}: near, but not the first.", "later")
    if _distances(lag, 1) < 0.3 and 2 - 2 * np.cos(lag / 2) > 0.25:
        raise Wrong(
            f"{own}: the first clock is nearly back, the second is not.", "short"
        )
    if abs(lag - _first_near_lag()) == 1:
        raise Wrong(f"{own}; next to it is a better one.", "off by one")
    if lag in (12, 13):
        raise Wrong(
            f"{own}. Both clocks are back at 4 pi = 12.57, which no word meets well.",
            "period",
        )
    return f"{own}."


_near_lag = Number(
    reference=_first_near_lag,
    right=lambda: (
        f"{_first_near_lag()} is nearly 4 turns of the first clock and 2 of the "
        f"second: distance {_distances(_first_near_lag(), 2):.3f}."
    ),
    otherwise=_not_near,
    tolerance=1e-9,
    whole="lag",
)


def _squares(lag, n_pairs):
    """Return what each pair adds to the square of the distance."""
    return 2 - 2 * np.cos(lag / np.arange(1, n_pairs + 1))


def _as_from(pairs=0, unit=1.0, power=1, factor=1.0):
    """Return the distance with a part changed."""
    return lambda lag, n: factor * _distances(unit * lag, n + pairs) ** power


_lag_distance = Comparison(
    reference=_distances,
    draw=fixed((1, 3), (1, 1), (38, 3), (377, 6), (0, 2), (5, 2), (8, 4)),
    describe=lambda lag, n: f"For lag {lag} and {n} pair{'s' * (n > 1)}",
    tolerance=lambda *arguments: 1e-6,
    coarse=lambda lag, n: 1e-6 + 1e-6 * abs(lag),
    mistakes=(
        Mistake("squared", _as_from(power=2), "The square root is missing."),
        Mistake("pairs", _as_from(pairs=1), "That is one pair too many."),
        Mistake("pairs", _as_from(pairs=-1), "That is one pair too few."),
        Mistake("M11", _as_from(unit=np.pi / 180), "Are the angles in degrees?"),
        Mistake(
            "factor",
            _as_from(factor=0.5**0.5),
            "The factor 2 is missing: a pair adds 2 - 2 cos.",
        ),
        Mistake(
            "factor",
            lambda lag, n: np.sqrt((_squares(lag, n) / 2 + 1).sum()),
            "The factor 2 before the cosine is missing: a pair adds 2 - 2 cos.",
        ),
        Mistake(
            "sum of roots",
            lambda lag, n: np.sqrt(_squares(lag, n)).sum(),
            "The distances of the pairs were added: add their squares, and take one "
            "root at the end.",
        ),
        Mistake(
            "M12",
            lambda lag, n: np.sqrt((2 - 2 * np.cos(lag * np.arange(1, n + 1))).sum()),
            "The angles are lag times j: pair j turns j times slower, by lag / j.",
        ),
        Mistake(
            "mean",
            lambda lag, n: np.sqrt(_squares(lag, n).mean()),
            "That is the root of the mean; the squares add up.",
        ),
        Mistake(
            "one pair",
            lambda lag, n: np.sqrt(_squares(lag, n)[0]),
            "That is the distance of the first pair alone: does `return` stand within "
            "the loop, or is the sum missing?",
        ),
        Mistake(
            "one pair",
            lambda lag, n: np.sqrt(_squares(lag, n)[-1]),
            "That is the distance of the last pair alone: is the sum overwritten, `=` "
            "in place of `+=`?",
        ),
        Mistake(
            "pairs",
            lambda lag, n: np.sqrt(_squares(lag, n)[1:].sum()),
            "The first pair is missing: j = 1, 2, 3, ...",
        ),
        Mistake(
            "sign",
            lambda lag, n: np.sqrt((4 - _squares(lag, n)).sum()),
            "A minus stands before the cosine: a pair adds 2 - 2 cos.",
        ),
        Mistake(
            "M17",
            lambda lag, n: np.sqrt((2 - 2 * np.cos(lag // np.arange(1, n + 1))).sum()),
            "The angles are whole numbers: was the lag divided with //?",
        ),
        Mistake(
            "M8",
            lambda lag, n: np.sqrt(
                (2 - 2 * np.sin(lag / np.arange(1, n + 1))).clip(0).sum()
            ),
            "A sine stands where the formula has the cosine.",
        ),
        *(
            Mistake(
                "half",
                lambda lag, n, factor=factor: (
                    factor * np.linalg.norm(np.sin(lag / np.arange(1, n + 1)))
                ),
                "Two hands at the angle a are 2 sin(a / 2) apart: half the angle.",
            )
            for factor in (1, 2)
        ),
        Mistake(
            "paces",
            lambda lag, n: np.sqrt((2 - 2 * np.cos(lag / 2.0 ** np.arange(n))).sum()),
            "The paces are 1, 1/2, 1/4, ...; here they are 1, 1/2, 1/3, ...",
        ),
        Mistake(
            "list",
            lambda lag, n: np.sqrt(_squares(lag, n)),
            "There is a distance for each pair: add the squares, then take the root.",
        ),
        Mistake(
            "list",
            _squares,
            "These are the squares of the pairs: add them, then take the root.",
        ),
    ),
    right="No table is needed, and no position: the lag alone decides.",
)


def _pairs_of(angle, stack=lambda sine, cosine: np.stack([sine, cosine], axis=-1)):
    """Return pairs from angles, or what a mistake makes of them."""

    def model(n_positions, n_pairs):
        j = np.arange(1, n_pairs + 1)
        angles = angle(np.arange(n_positions)[:, None], j)
        return stack(np.sin(angles), np.cos(angles)).reshape(n_positions, -1)

    return model


_own_pairs = Comparison(
    reference=sine_cosine_pairs,
    draw=fixed((6, 3), (1, 1), (9, 2)),
    describe=lambda n, pairs: (
        f"For {n} position{'s' * (n > 1)} and {pairs} pair{'s' * (pairs > 1)}"
    ),
    given=_pairs_of(np.floor_divide),
    forbids=of_the_package("sine_cosine_pairs"),
    mistakes=(
        Mistake(
            "M13",
            lambda n, pairs: sine_cosine_pairs(n, pairs).T,
            "It is transposed: a row is a position.",
        ),
        Mistake(
            "M9",
            _pairs_of(lambda pos, j: (pos + 1) / j),
            "Positions count from 0.",
        ),
        Mistake(
            "M8",
            _pairs_of(np.divide, lambda *waves: np.stack(waves[::-1], axis=-1)),
            "Sine and cosine have changed places.",
        ),
        Mistake(
            "M5",
            _pairs_of(np.divide, lambda *waves: np.hstack(waves)),
            "The angles are mended; but all sines come before all cosines now, and in "
            "the colleague's table they alternate.",
        ),
        Mistake(
            "axis",
            _pairs_of(np.divide, lambda *waves: np.stack(waves)),
            "The angles are mended; but sine and cosine are stacked along another axis "
            "now, and reshape mixes the positions.",
        ),
        Mistake(
            "M12",
            _pairs_of(np.multiply),
            "The angles are multiplied by j: pair j turns j times slower, by pos / j.",
        ),
        Mistake(
            "2pi",
            _pairs_of(lambda pos, j: 2 * np.pi * pos / j),
            "The angles are multiplied by 2 pi, which is not in the formula.",
        ),
        Mistake(
            "modulo",
            _pairs_of(np.mod),
            "% is the remainder of the division; the quotient is asked for.",
        ),
        Mistake(
            "M17",
            _pairs_of(lambda pos, j: np.round(pos / j)),
            "The angles are still whole numbers, now rounded.",
        ),
    ),
    right="// rounded the angles down to whole numbers, so slow hands stood still.",
)


EXERCISES = {
    "4a": _double_of_100,
    "4b": _doubles,
    "4c": _statements_on_one_sine,
    "5a": _near_lag,
    "5b": _lag_distance,
    "5c": _own_pairs,
}
