"""Exercises of lesson 05: pairs of waves."""

import numpy as np
from hintcheck.answers import of_the_package
from hintcheck.comparison import Comparison, fixed
from hintcheck.edits import read_edits
from hintcheck.own_numbers import Number, Remark

EDITS = read_edits(__file__, globals())
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


def _remark(name, applies, rest):
    """Return a remark that begins with the distance at a wrong lag."""
    return Remark(name, applies, lambda lag: f"{_at(lag)}{rest}")


EXERCISES["5a"] = Number(
    **EDITS["5a"],
    right=lambda: (
        f"{_first_near_lag()} is nearly 4 turns of the first clock and 2 of the "
        f"second: distance {_distances(_first_near_lag(), 2):.3f}."
    ),
    remarks=(
        _remark(
            "pairs",
            lambda lag: lag == 38,
            ": near, but not the first. With three pairs 38 is the closest for long; "
            "here are two. (Or is lag / 2 rounded down?)",
        ),
        _remark(
            "M12",
            lambda lag: lag == 19,
            ": the first clock is nearly back, the second is not. It turns by pos / 2; "
            "by pos * 2, or by pos, it would be.",
        ),
        _remark(
            "off by one",
            lambda lag: lag == _first_near_lag() - 1,
            "; next to it is a better one. Is it an index of a list that begins with "
            "lag 1?",
        ),
        Remark(
            "range",
            lambda lag: not 1 <= lag < 10**6,
            lambda lag: f"A lag is a whole number from 1 on; got {lag:g}.",
        ),
        _remark(
            "later",
            lambda lag: _distances(lag, 2) < 0.35,
            ": near, but not the first.",
        ),
        _remark(
            "short",
            lambda lag: _distances(lag, 1) < 0.3 and 2 - 2 * np.cos(lag / 2) > 0.25,
            ": the first clock is nearly back, the second is not.",
        ),
        _remark(
            "half turn",
            lambda lag: np.cos(lag) < -0.99,
            ": the first clock points the opposite way.",
        ),
        _remark(
            "off by one",
            lambda lag: lag == _first_near_lag() + 1,
            "; next to it is a better one. Is 1 added to a count that begins with lag "
            "1?",
        ),
        _remark(
            "period",
            lambda lag: lag == 12,
            ". Both clocks are back at 4 pi = 12.57, which no word meets well. (The "
            "second clock alone comes near there.)",
        ),
        _remark(
            "period",
            lambda lag: lag == 13,
            ". Both clocks are back at 4 pi = 12.57, which no word meets well. Without "
            "the root, or without the 2 of 2 - 2 cos, it would be below 0.35.",
        ),
    ),
    otherwise=lambda lag: f"{_at(lag)}.",
    whole="lag",
)


EXERCISES["5b"] = Comparison(
    **EDITS["5b"],
    draw=fixed((1, 3), (1, 1), (38, 3), (377, 6), (0, 2), (5, 2), (8, 4)),
    describe=lambda lag, n: f"For lag {lag} and {n} pair{'s' * (n > 1)}",
    tolerance=lambda *arguments: 1e-6,
    coarse=lambda lag, n: 1e-6 + 1e-6 * abs(lag),
    right="No table is needed, and no position: the lag alone decides.",
)


EXERCISES["5c"] = Comparison(
    **EDITS["5c"],
    draw=fixed((6, 3), (1, 1), (9, 2)),
    describe=lambda n, pairs: (
        f"For {n} position{'s' * (n > 1)} and {pairs} pair{'s' * (pairs > 1)}"
    ),
    seen="Which angles have digits after the point, and which should? (M17)",
    forbids=of_the_package("sine_cosine_pairs"),
    right="// rounded the angles down to whole numbers, so slow hands stood still.",
)
