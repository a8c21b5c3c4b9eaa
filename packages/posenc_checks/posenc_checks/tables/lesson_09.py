"""Exercises of lesson 09: the square root."""

import numpy as np
from hintcheck.answers import of_the_package
from hintcheck.comparison import Comparison, at
from hintcheck.edits import read_edits
from hintcheck.own_numbers import Number, Remark
from hintcheck.questions import Statement, Statements

from posenc_lessons.mathematics.attention import softmax

EDITS = read_edits(__file__, globals())
EXERCISES = {}


EXERCISES["9a"] = Number(
    **EDITS["9a"],
    right=lambda: (
        "Each product has the standard deviation 6, and 49 of them add up to 42."
    ),
    remarks=(
        Remark(
            "range",
            lambda divisor: divisor <= 0,
            lambda divisor: f"The divisor is above 0; got {divisor:g}.",
        ),
        Remark(
            "rounded",
            lambda divisor: 0.95 < 42**2 / divisor**2 < 1.05,
            lambda divisor: f"{divisor:.6g} is near, but can be computed exactly.",
        ),
    ),
    otherwise=lambda divisor: f"The variance would be {42**2 / divisor**2:.3g}.",
)


EXERCISES["9b"] = Comparison(
    **EDITS["9b"],
    pairs=EDITS.together("9b"),
    draw=lambda random: [
        tuple(source.normal(size=shape) for shape in ((m, d_k), (n, d_k), (n, d_v)))
        for source, m, n, d_k, d_v in (
            (np.random.default_rng(9), 3, 5, 4, 2),
            (random, 4, 4, 16, 16),
            (random, 1, 7, 9, 3),
        )
    ],
    describe=lambda query, key, value: (
        f"For {len(query)} queries, {len(key)} keys, d_k = {query.shape[1]} and "
        f"d_v = {value.shape[1]}"
    ),
    place=at("query", "column"),
    tolerance=lambda *arguments: 1e-5,
    right="softmax(Q K^T / sqrt(d_k)) V, row by row.",
    forbids=of_the_package(),
)


def _largest_weight():
    """Return the largest weight of queries that equal the keys, divided by 8."""
    key = np.random.default_rng(0).normal(size=(64, 64))
    return softmax(key @ key.T / 8).max()


EXERCISES["9c"] = Statements(
    (
        Statement(
            "a",
            lambda: False,
            "that a wider key always leaves less of the gradient",
            "At which d_k is the mean norm largest?",
        ),
        Statement(
            "b",
            lambda: True,
            "that a divisor enters the variance as it is, and d_k would bring it to 1",
            "What is Var(score / c), if Var(score) = d_k and c = d_k?",
        ),
        Statement(
            "c",
            lambda: _largest_weight() <= 0.99,
            "that the division bounds the weights, however long a query is",
            "What is the softmax of a query that is twenty times a key?",
        ),
    ),
    right=lambda: (
        f"And a query that equals its key puts {_largest_weight():.3f} on it, divided "
        "or not: the square root forbids nothing."
    ),
)
