"""Exercises of lessons 04 and 05: one wave, and pairs of waves."""

import numpy as np

from posenc_lessons.exercises.answers import Wrong, call, number, true_or_false
from posenc_lessons.exercises.comparison import Comparison, Mistake, fixed
from posenc_lessons.neighbours import nearest_neighbours
from posenc_lessons.positions import sine_cosine_pairs


def _double_of_100(answer):
    """4a: the position below 3000 whose sine is nearest to that of 100."""
    position = number(answer)
    if position == 100:
        raise Wrong("That is 100 itself; another position is asked for.")
    if not (0 <= position < 3000 and position == int(position)):
        raise Wrong(f"A whole position from 0 to 2999 is asked for; got {position:g}.")
    neighbours, distances = nearest_neighbours(np.sin(np.arange(3000)))
    if position == neighbours[100]:
        total = 100 + int(neighbours[100])
        return f"100 + {total - 100} = {total}: the fraction 355/113 again."
    distance = abs(np.sin(position) - np.sin(100))
    raise Wrong(
        f"sin({position:g}) is {distance:.1e} from sin(100); another position is only "
        f"{distances[100]:.1e} away."
    )


def _confused(answer):
    """4b: how many positions have another one with a sine closer than a tolerance."""
    for n, tolerance in ((10, 0.1), (100, 0.01), (50, 0.001), (500, 0.01), (1, 0.1)):
        sines = np.sin(np.arange(n))
        right = int((nearest_neighbours(sines)[1] < tolerance).sum()) if n > 1 else 0
        found = number(call(answer, n, tolerance))
        case = f"For {n} positions and the tolerance {tolerance} it returned {found:g}"
        if found == right:
            continue
        near = np.abs(sines[:, None] - sines) < tolerance
        if found == near.sum() - n or found == (near.sum() - n) / 2:
            raise Wrong(f"{case}: that counts pairs; {right} positions are in one.")
        if found == n:
            raise Wrong(f"{case}: did each position find itself, at the distance 0?")
        if n > 1 and found == right / n:
            raise Wrong(f"{case}: that is the share; the number of them is {right}.")
        adjacent = int((np.diff(sines, append=np.inf) < tolerance).sum())
        hint = " Are words compared with the next one alone?" * (found == adjacent)
        raise Wrong(f"{case}; it should be {right}.{hint}")
    return "It counts each position once, and none that is near to itself alone."


def _statements_on_one_sine(answer):
    """4c: three statements on the sine code."""
    slow = np.sin(np.arange(1000) / 10)
    truth = {
        "a": False,
        "b": bool(nearest_neighbours(slow)[1].min() >= 1e-4),
        "c": True,
    }
    true_or_false(answer, truth)
    return (
        "No two are equal, since pi is irrational; and a slower wave meets itself as "
        f"closely, {nearest_neighbours(slow)[1].min():.0e} apart."
    )


def _first_near_lag(answer):
    """5a: the smallest lag at which two pairs are closer than 0.15."""
    lag = number(answer)
    if not (1 <= lag < 10**6 and lag == int(lag)):
        raise Wrong(f"A lag is a whole number from 1 on; got {lag:g}.")
    distances = _distances(np.arange(1, 1000), 2)
    right = int((distances < 0.15).argmax()) + 1
    own = _distances(lag, 2)
    if lag == right:
        return (
            f"{right} is nearly 4 turns of the first clock and 2 of the second: "
            f"distance {own:.3f}."
        )
    if own < 0.15:
        raise Wrong(f"At lag {lag:g} the distance is {own:.3f}: near, not the first.")
    if _distances(lag, 1) < 0.15:
        raise Wrong(
            f"At lag {lag:g} the first clock is back, but the second is not: the "
            f"distance is {own:.3f}."
        )
    raise Wrong(f"At lag {lag:g} the distance is {own:.3f}.")


def _distances(lags, n_pairs):
    """Return the distance of two positions with pairs of the paces 1, 1/2, 1/3 ..."""
    angles = np.multiply.outer(lags, 1 / np.arange(1, n_pairs + 1))
    return np.sqrt((2 - 2 * np.cos(angles)).sum(axis=-1))


def _as_from(pairs=0, unit=1.0, power=1):
    """Return the distance with a part changed."""
    return lambda lag, n: _distances(unit * lag, n + pairs) ** power


_lag_distance = Comparison(
    reference=_distances,
    draw=fixed((1, 1), (1, 3), (38, 3), (377, 6), (0, 2), (-5, 2)),
    describe=lambda lag, n: f"For lag {lag} and {n} pair{'s' * (n > 1)}",
    tolerance=lambda *arguments: 1e-6,
    mistakes=(
        Mistake("squared", _as_from(power=2), "The square root is missing."),
        Mistake("pairs", _as_from(pairs=1), "That is one pair too many."),
        Mistake("pairs", _as_from(pairs=-1), "That is one pair too few."),
        Mistake("M11", _as_from(unit=np.pi / 180), "Are the angles in degrees?"),
    ),
    right="No table is needed, and no position: the lag alone decides.",
)


def _whole_turns(n_positions, n_pairs):
    """Return the pairs with angles rounded down, as the notebook gives them."""
    angles = np.arange(n_positions)[:, None] // np.arange(1, n_pairs + 1)
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(n_positions, -1)


_own_pairs = Comparison(
    reference=sine_cosine_pairs,
    draw=fixed((6, 3), (1, 1), (9, 2)),
    describe=lambda n, pairs: f"For {n} positions and {pairs} pairs",
    given=_whole_turns,
    mistakes=(
        Mistake(
            "M13",
            lambda n, pairs: sine_cosine_pairs(n, pairs).T,
            "It is transposed: a row is a position.",
        ),
        Mistake(
            "M9",
            lambda n, pairs: sine_cosine_pairs(n + 1, pairs)[1:],
            "Positions count from 0.",
        ),
        Mistake(
            "M8",
            lambda n, pairs: sine_cosine_pairs(n, pairs)[:, np.arange(2 * pairs) ^ 1],
            "Sine and cosine have changed places.",
        ),
    ),
    right="// rounded the angles down to whole numbers, so slow hands stood still.",
)


EXERCISES = {
    "4a": _double_of_100,
    "4b": _confused,
    "4c": _statements_on_one_sine,
    "5a": _first_near_lag,
    "5b": _lag_distance,
    "5c": _own_pairs,
}
