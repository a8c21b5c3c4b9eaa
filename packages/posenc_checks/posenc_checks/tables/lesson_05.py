"""Exercises of lesson 05: pairs of waves."""

import numpy as np
from hintcheck.answers import of_the_package
from hintcheck.comparison import Comparison, fixed
from hintcheck.explanations import Mistake, in_parts
from hintcheck.own_numbers import Number, Remark, value

from posenc_checks.families.layouts import in_halves
from posenc_checks.families.waves import stacked_first, waves
from posenc_lessons.mathematics.positions import sine_cosine_pairs

EXERCISES = {}


def _distances(lags, n_pairs):
    """Return the distance of two positions with pairs of the paces 1, 1/2, 1/3 ..."""
    angles = np.multiply.outer(lags, 1 / np.arange(1, n_pairs + 1))
    return np.sqrt((2 - 2 * np.cos(angles)).sum(axis=-1))


def _first_near_lag():
    """Return the smallest lag at which two pairs are closer than 0.35."""
    return int((_distances(np.arange(1, 1000), 2) < 0.35).argmax()) + 1


def _at(lag):
    """Return the beginning of what is said of a wrong lag."""
    return f"At lag {lag:g} the distance is {_distances(lag, 2):.3f}"


EXERCISES["5a"] = Number(
    reference=_first_near_lag,
    right=lambda: (
        f"{_first_near_lag()} is nearly 4 turns of the first clock and 2 of the "
        f"second: distance {_distances(_first_near_lag(), 2):.3f}."
    ),
    mistakes=(
        *(
            value(
                "period",
                period,
                "At 4 pi both clocks are back, and no whole number is there: which lag "
                "is the first that comes near enough?",
            )
            for period in (4 * np.pi, 12.57)
        ),
        value(
            "M11",
            1,
            "At lag 1 the first clock has turned by 1 radian, 57 degrees: are the "
            "angles taken for degrees?",
        ),
    ),
    remarks=(
        Remark(
            "pairs",
            lambda lag: lag == 38,
            lambda lag: (
                f"{_at(lag)}: near, but not the first. With three pairs 38 is the "
                "closest for long; here are two. (Or is lag / 2 rounded down?)"
            ),
        ),
        Remark(
            "M12",
            lambda lag: lag == 19,
            lambda lag: (
                f"{_at(lag)}: the first clock is nearly back, the second is not. It "
                "turns by pos / 2; by pos * 2, or by pos, it would be."
            ),
        ),
        Remark(
            "off by one",
            lambda lag: lag == _first_near_lag() - 1,
            lambda lag: (
                f"{_at(lag)}; next to it is a better one. Is it an index of a list "
                "that begins with lag 1?"
            ),
        ),
        Remark(
            "range",
            lambda lag: not 1 <= lag < 10**6,
            lambda lag: f"A lag is a whole number from 1 on; got {lag:g}.",
        ),
        Remark(
            "later",
            lambda lag: _distances(lag, 2) < 0.35,
            lambda lag: f"{_at(lag)}: near, but not the first.",
        ),
        Remark(
            "short",
            lambda lag: _distances(lag, 1) < 0.3 and 2 - 2 * np.cos(lag / 2) > 0.25,
            lambda lag: (
                f"{_at(lag)}: the first clock is nearly back, the second is not."
            ),
        ),
        Remark(
            "half turn",
            lambda lag: np.cos(lag) < -0.99,
            lambda lag: f"{_at(lag)}: the first clock points the opposite way.",
        ),
        Remark(
            "off by one",
            lambda lag: lag == _first_near_lag() + 1,
            lambda lag: (
                f"{_at(lag)}; next to it is a better one. Is 1 added to a count that "
                "begins with lag 1?"
            ),
        ),
        Remark(
            "period",
            lambda lag: lag == 12,
            lambda lag: (
                f"{_at(lag)}. Both clocks are back at 4 pi = 12.57, which no word "
                "meets well. (The second clock alone comes near there.)"
            ),
        ),
        Remark(
            "period",
            lambda lag: lag == 13,
            lambda lag: (
                f"{_at(lag)}. Both clocks are back at 4 pi = 12.57, which no word "
                "meets well. Without the root, or without the 2 of 2 - 2 cos, "
                "it would be below 0.35."
            ),
        ),
    ),
    otherwise=lambda lag: f"{_at(lag)}.",
    whole="lag",
)


def _squares(lag, n_pairs):
    """Return what each pair adds to the square of the distance."""
    return 2 - 2 * np.cos(lag / np.arange(1, n_pairs + 1))


@in_parts
def _as_from(pairs=0, unit=1.0, power=1, factor=1.0):
    """Return the distance with some part of it changed."""
    return lambda lag, n: factor * _distances(unit * lag, n + pairs) ** power


EXERCISES["5b"] = Comparison(
    reference=_distances,
    draw=fixed((1, 3), (1, 1), (38, 3), (377, 6), (0, 2), (5, 2), (8, 4)),
    describe=lambda lag, n: f"For lag {lag} and {n} pair{'s' * (n > 1)}",
    tolerance=lambda *arguments: 1e-6,
    coarse=lambda lag, n: 1e-6 + 1e-6 * abs(lag),
    mistakes=(
        Mistake("squared", _as_from(power=2), "The square root is missing."),
        Mistake(
            "brackets",
            _as_from(power=2, factor=0.5),
            "`** 1 / 2` takes the power 1, and then the half: write `** 0.5`.",
        ),
        Mistake("pairs", _as_from(pairs=1), "That is one pair too many."),
        Mistake("2pi", _as_from(unit=2 * np.pi), "The 2 pi is not in the formula."),
        Mistake("pairs", _as_from(pairs=-1), "That is one pair too few."),
        *(
            Mistake("M11", _as_from(unit=unit), "Are the angles in degrees?")
            for unit in (np.pi / 180, 180 / np.pi)
        ),
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
            "mean",
            lambda lag, n: _distances(lag, n) / n,
            "It is divided by the number of pairs: nothing is to be averaged.",
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
            "M4",
            lambda lag, n: np.sqrt(n * _squares(lag, n)[-1]),
            "All pairs turn by lag / n_pairs, as the last one does: is a loop's "
            "variable used after its loop?",
        ),
        Mistake(
            "pairs",
            lambda lag, n: np.sqrt(_squares(lag, n)[1:].sum()),
            "The first pair is missing: j = 1, 2, 3, ...",
        ),
        Mistake(
            "pairs",
            lambda lag, n: np.sqrt(_squares(lag, n + 1)[1:].sum()),
            "The pairs begin with lag / 2: the first has j = 1.",
        ),
        Mistake(
            "sign",
            lambda lag, n: np.sqrt((4 - _squares(lag, n)).sum()),
            "A minus should stand before the cosine: a pair adds 2 - 2 cos.",
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
        *(
            Mistake(
                name,
                lambda lag, n, power=power: np.sqrt(
                    (2 - 2 * np.cos(lag / np.arange(1, n + 1) ** power)).sum()
                ),
                hint,
            )
            for name, power, hint in (
                ("M4", 0.0, "All pairs turn by the lag: pair j turns by lag / j."),
                ("M1", 2.0, "The paces are 1, 1/4, 1/9, ...: pair j turns by lag / j."),
                (
                    "M2",
                    0.5,
                    "The paces fall with the root of j: pair j turns by lag / j.",
                ),
            )
        ),
        Mistake(
            "M1",
            _as_from(unit=0.5),
            "All pairs turn half as fast as they should: pair j turns by lag / j, with "
            "no 2 in it.",
        ),
        Mistake(
            "paces",
            lambda lag, n: np.sqrt((2 - 2 * np.cos(lag / 2.0 ** np.arange(n))).sum()),
            "The paces are 1, 1/2, 1/4, ...; here they are 1, 1/2, 1/3, ...",
        ),
        Mistake(
            "paces",
            lambda lag, n: np.sqrt(
                (2 - 2 * np.cos(lag / 10000.0 ** (np.arange(n) / n))).sum()
            ),
            "The paces are powers of 10000, as in the paper; here they are 1, 1/2, "
            "1/3, ...",
            partly=True,
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


@in_parts
def _pairs(**parts):
    """Return pairs of the paces 1, 1/2, 1/3 ..., with some parts exchanged."""
    return lambda n_positions, n_pairs: waves(
        np.arange(n_positions), np.arange(1, n_pairs + 1), turn=1, **parts
    )


def _in_turn(n_positions, of_sines, of_cosines):
    """Return sines and cosines in turn, of angles divided by numbers of their own."""
    positions = np.arange(n_positions)[:, None]
    pairs = [np.sin(positions / of_sines), np.cos(positions / of_cosines)]
    return np.stack(pairs, axis=-1).reshape(n_positions, -1)


EXERCISES["5c"] = Comparison(
    reference=sine_cosine_pairs,
    draw=fixed((6, 3), (1, 1), (9, 2)),
    describe=lambda n, pairs: (
        f"For {n} position{'s' * (n > 1)} and {pairs} pair{'s' * (pairs > 1)}"
    ),
    given=_pairs(angle=np.floor_divide),
    seen="Which angles have digits after the point, and which should? (M17)",
    forbids=of_the_package("sine_cosine_pairs"),
    mistakes=(
        Mistake(
            "M13", _pairs(order=np.transpose), "It is transposed: a row is a position."
        ),
        Mistake("M9", _pairs(start=1), "Positions count from 0."),
        Mistake("sines only", _pairs(waves=(np.sin,) * 2), "The cosines are missing."),
        Mistake(
            "M8", _pairs(waves=(np.cos, np.sin)), "Sine and cosine have changed places."
        ),
        Mistake(
            "M5",
            _pairs(order=in_halves),
            "The angles are mended; but all sines come before all cosines now, and in "
            "the colleague's table they alternate.",
        ),
        Mistake(
            "axis",
            _pairs(order=stacked_first),
            "The angles are mended; but sine and cosine are stacked along another axis "
            "now, and reshape mixes the positions.",
        ),
        Mistake(
            "M12",
            _pairs(angle=np.multiply),
            "The angles are multiplied by j: pair j turns j times slower, by pos / j.",
        ),
        Mistake(
            "pairs from 1",
            _pairs(angle=lambda pos, j: pos / (j + 1)),
            "The pairs begin with pos / 2: the first should have j = 1.",
        ),
        Mistake(
            "paces",
            _pairs(angle=lambda pos, j: pos / 2.0 ** (j - 1)),
            "The paces are 1, 1/2, 1/4, ...; here they are 1, 1/2, 1/3, ...",
            partly=True,
        ),
        Mistake(
            "paces",
            _pairs(angle=lambda pos, j: pos / 10000.0 ** ((j - 1) / j.size)),
            "The paces are powers of 10000, as in the paper; here they are 1, 1/2, "
            "1/3, ...",
            partly=True,
        ),
        Mistake(
            "2pi",
            _pairs(angle=lambda pos, j: 2 * np.pi * pos / j),
            "The angles are multiplied by 2 pi, which is not in the formula.",
        ),
        Mistake(
            "M10",
            _pairs(angle=lambda pos, j: pos / j[::-1]),
            "The pairs stand in reverse order: pos / 1 comes first.",
            partly=True,
        ),
        *(
            Mistake(
                "M11",
                _pairs(angle=lambda pos, j, unit=unit: unit(pos / j)),
                f"The angles are {words} degrees: NumPy's sine wants radians.",
            )
            for unit, words in ((np.radians, "taken for"), (np.degrees, "turned into"))
        ),
        *(
            Mistake(
                name,
                _pairs(angle=lambda pos, j, power=power: pos / j**power),
                hint,
                partly=True,
            )
            for name, power, hint in (
                ("M4", 0.0, "All pairs turn by pos: pair j turns by pos / j."),
                ("M1", 2.0, "The paces are 1, 1/4, 1/9, ...: pair j turns by pos / j."),
                (
                    "M2",
                    0.5,
                    "The paces fall with the root of j: pair j turns by pos / j.",
                ),
            )
        ),
        *(
            Mistake(
                name,
                _pairs(angle=lambda pos, j, unit=unit: unit * pos / j),
                f"All pairs turn {how} as fast as they should: pair j turns by pos / "
                "j, with no 2 in it.",
            )
            for name, unit, how in (("M1", 0.5, "half"), ("M2", 2.0, "twice"))
        ),
        *(
            Mistake(
                "M3",
                lambda n, pairs, paces=paces: _in_turn(n, *paces(np.arange(pairs))),
                "Sine and cosine of a pair have different paces: both turn by pos / j.",
                partly=True,
            )
            for paces in (
                lambda i: (i + 1, i + 2),
                lambda i: (i + 2, i + 1),
                lambda i: (i + 1, i + 1.5),
                lambda i: (2 * i + 1, 2 * i + 2),
            )
        ),
        Mistake(
            "modulo",
            _pairs(angle=np.mod),
            "% is the remainder of the division; the quotient is asked for.",
        ),
        *(
            Mistake(
                "M17",
                _pairs(angle=lambda pos, j, whole=whole: whole(pos / j)),
                f"The angles are still whole numbers, now rounded{how}.",
            )
            for whole, how in ((np.round, ""), (np.ceil, " up"))
        ),
        Mistake(
            "M4",
            _pairs(angle=lambda pos, j: pos / j.max() + 0 * j),
            "All pairs turn by pos / n_pairs, as the last one does: is a loop's "
            "variable used after its loop?",
        ),
        Mistake(
            "M17",
            _pairs(angle=lambda pos, j: pos * (1 // j)),
            "The slower hands stand still: is something like 1 // j, which is 0, a "
            "factor of the angles?",
        ),
    ),
    right="// rounded the angles down to whole numbers, so slow hands stood still.",
)
