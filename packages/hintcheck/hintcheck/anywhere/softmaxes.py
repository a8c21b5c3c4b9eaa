"""What slips make of the softmax: weights from scores, each with a name and a hint."""

import numpy as np

from posenc_lessons.mathematics.attention import softmax


def _shares(powers, axis=1):
    """Return powers divided by their sums."""
    return powers / powers.sum(axis=axis, keepdims=True)


def _less(scores, axis):
    """Return scores less their maximum, that of all or of each row."""
    return scores - scores.max(axis=axis, keepdims=True)


def _sigmoids(scores):
    return 1 / (1 + np.exp(-scores))


SOFTMAXES = [
    *(
        (
            "exp",
            lambda scores, axis=axis: _shares(_less(scores, axis)),
            "The exponential is missing: the scores, less their maximum, are divided "
            "by their sum.",
        )
        for axis in (None, 1)
    ),
    *(
        (
            "brackets",
            lambda scores, axis=axis: _shares(
                np.exp(scores) - scores.max(axis=axis, keepdims=True)
            ),
            "The maximum is taken off the powers: it belongs within the brackets of "
            "the exponential.",
        )
        for axis in (None, 1)
    ),
    (
        "mean",
        lambda scores: softmax(scores) * scores.shape[1],
        "Each row is divided by its mean: divide by its sum.",
    ),
    (
        "M19",
        lambda scores: _shares(softmax(scores), axis=0),
        "The rows are divided by their sums, and then the columns: rows alone, along "
        "axis 1.",
    ),
    (
        "M19",
        lambda scores: softmax(scores - scores.max(axis=0)),
        "The maximum of each *column* is taken off, which changes the shares of a row: "
        "take off each row's, along axis 1.",
    ),
    (
        "twice",
        lambda scores: softmax(softmax(scores)),
        "The softmax is taken twice.",
    ),
    (
        "too late",
        lambda scores: np.exp(_shares(scores)),
        "The exponential comes after the division by the sum: it belongs before it.",
    ),
    *(
        (
            "exp",
            weigh,
            "The sigmoid of each score is taken: a softmax takes e to its power, and "
            "divides by the sum of the row.",
        )
        for weigh in (_sigmoids, lambda scores: _shares(_sigmoids(scores)))
    ),
    *(
        (
            "exp",
            lambda scores, power=power: _shares(power(scores)),
            f"The scores are {made}, in place of e to their power.",
        )
        for power, made in ((np.square, "squared"), (np.abs, "taken without signs"))
    ),
    (
        "M7",
        lambda scores: _shares(2.0**scores),
        "The powers are those of 2: np.exp takes those of e.",
    ),
]
