"""Exercises of homework 4: scores, heads, conventions."""

import dataclasses
import math

from posenc_lessons.exercises.answers import of_the_package
from posenc_lessons.exercises.explanations import Mistake
from posenc_lessons.exercises.families.heads import split_comparison
from posenc_lessons.exercises.families.layouts import TO_INTERLEAVED
from posenc_lessons.exercises.families.scores import attention_comparison
from posenc_lessons.exercises.own_numbers import OF_NOBODY, OwnNumber, Remark

EXERCISES = {}


EXERCISES["H4a"] = attention_comparison(forbids=of_the_package())


EXERCISES["H4b"] = split_comparison(forbids=of_the_package())


def _score_divisor(d_k, spread):
    """Return the standard deviation of a score."""
    return spread**2 * math.sqrt(d_k)


EXERCISES["H4c"] = OwnNumber(
    numbers=lambda random: {
        # None has the square of a spread as its root: d_k itself would be right.
        "d_k": int(random.choice([49, 25, 36, 64, 100, 144])),
        # Not 2, for which the product of two spreads is their sum.
        "spread": [6, 3, 4, 5][random.integers(4)],
    },
    reference=_score_divisor,
    right=lambda d_k, spread: (
        f"Each product has the standard deviation {spread**2}, the sum of {d_k} of "
        f"them {_score_divisor(d_k, spread):g}."
    ),
    mistakes=(
        Mistake(
            "M20",
            lambda d_k, spread: math.sqrt(d_k),
            "It is sqrt(d_k), right for the standard deviation 1.",
        ),
        Mistake(
            "M20",
            lambda d_k, spread: spread**4 * d_k,
            "That is the variance; what brings it to 1 is its root.",
        ),
        Mistake("M20", lambda d_k, spread: d_k, "That is d_k itself."),
        Mistake(
            "M20",
            lambda d_k, spread: spread**2 * d_k,
            "Of the d_k products the variances add up, not the standard deviations.",
        ),
        Mistake(
            "M20",
            lambda d_k, spread: 1 / _score_divisor(d_k, spread),
            "That is what to multiply by.",
        ),
        Mistake(
            "spread",
            lambda d_k, spread: spread * math.sqrt(d_k),
            "A score is a sum of products: the spread of query *and* key counts.",
        ),
        Mistake(
            "spread",
            lambda d_k, spread: spread**4 * math.sqrt(d_k),
            "The variance of a product is spread^4; its standard deviation spread^2.",
        ),
        Mistake(
            "spread",
            lambda d_k, spread: spread * math.sqrt(2 * d_k),
            "The variances of query and key multiply in a product; they do not add.",
        ),
        Mistake(
            "spread",
            lambda d_k, spread: math.sqrt(spread * d_k),
            "Outside the root stands spread^2: a product has that standard deviation.",
        ),
        Mistake(
            "spread",
            lambda d_k, spread: spread**2,
            "That is for one product: a score is the sum of d_k of them.",
        ),
        Mistake(
            "spread",
            lambda d_k, spread: 2 * spread * math.sqrt(d_k),
            "In a product, the two spreads multiply; they do not add.",
        ),
        Mistake(
            "spread",
            lambda d_k, spread: math.sqrt(d_k) / spread**2,
            "The larger the spreads, the larger the scores: spread^2 is a factor.",
        ),
        Mistake(
            "spread",
            lambda d_k, spread: math.sqrt(d_k) / spread,
            "The larger the spreads, the larger the scores: spread^2 is a factor.",
        ),
        Mistake(
            "M20",
            lambda d_k, spread: math.sqrt(512),
            "That is the root of 512, the paper's d_model: d_k is the width of a head.",
        ),
        Mistake(
            "M20",
            lambda d_k, spread: spread**2 * d_k**2,
            "The root of d_k enters, not its square.",
        ),
    ),
    remarks=(
        Remark(  # no mistake, since it is right where the spread is the root of d_k
            "M20",
            lambda answer, d_k, spread: abs(answer / spread / d_k - 1) < 1e-3,
            lambda answer, d_k, spread: (
                f"{answer:g} is not it. Of d_k the root enters, and of the spread the "
                "square."
            ),
        ),
    ),
    otherwise=lambda answer, d_k, spread: (
        f"It is right for d_k = 36 and spread = 3, {OF_NOBODY}"
        if abs(answer / _score_divisor(36, 3) - 1) < 1e-3 and (d_k, spread) != (36, 3)
        else ""
    ),
)


EXERCISES["H4d"] = dataclasses.replace(TO_INTERLEAVED, forbids=of_the_package())
