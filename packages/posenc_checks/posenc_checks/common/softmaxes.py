"""Slips in the softmax, tried in each exercise that uses it."""

import itertools

import numpy as np
from hintcheck.course import Ingredient, Slip

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
            f"The scores are {made}, instead of e raised to them.",
        )
        for power, made in ((np.square, "squared"), (np.abs, "taken without signs"))
    ),
    (
        "M7",
        lambda scores: _shares(2.0**scores),
        "The powers are those of 2: np.exp takes those of e.",
    ),
]


def _over_columns(scores):
    return softmax(scores.mT).mT


def _over_all(scores):
    return softmax(scores.reshape(1, -1)).reshape(scores.shape)


def _columns_late(scores):
    """Return columns divided by their sums, once each row's maximum is taken off."""
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-2, keepdims=True)


def _without_axis(of_maximum, of_sum):
    """Return a softmax of a square table whose row maxima, or sums, meet columns."""

    def weigh(scores):
        powers = np.exp(scores - scores.max(axis=1, keepdims=not of_maximum))
        return powers / powers.sum(axis=1, keepdims=not of_sum)

    return weigh


def _sums_alone(scores):
    """Return the same where the maximum of all, or nothing, is taken off."""
    powers = np.exp(scores - scores.max())
    return powers / powers.sum(axis=1)


def _over_norm(scores):
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / np.linalg.norm(powers, axis=-1, keepdims=True)


LIKELY = [
    (
        "M19",
        _over_columns,
        "The softmax goes down the columns of the scores: the weights of a *row* "
        "should sum to 1.",
    ),
    (
        "M19",
        _over_all,
        "All weights together sum to 1: those of each row should.",
    ),
    (
        "M19",
        _columns_late,
        "The maximum of each row is taken off, but the *columns* are divided by their "
        "sums: each row of weights should sum to 1.",
    ),
    *(
        (
            "axis",
            weigh,
            "The maximum or the sum of a row meets a *column*: its axis is lost, as "
            "without keepdims=True.",
        )
        for weigh in (
            _without_axis(False, True),
            _sums_alone,
            _without_axis(True, False),
            _without_axis(True, True),
        )
    ),
    (
        "M16",
        _over_norm,
        "Each row of weights is divided by its length (norm): divide by its sum.",
    ),
    (
        "M17",
        lambda scores: softmax(np.floor(scores)),
        "The scores are rounded down to whole numbers: `//` instead of `/`?",
    ),
    (
        "M17",
        lambda scores: softmax(np.trunc(scores)),
        "The scores are cut to whole numbers.",
    ),
    ("minus", lambda scores: softmax(-scores), "The scores have the other sign."),
    (
        "exp",
        lambda scores: scores / scores.sum(axis=-1, keepdims=True),
        "The exponential is missing: the scores are divided by their sum.",
    ),
    ("unfinished", np.exp, "The powers are not divided by the sum of their row."),
    ("unfinished", lambda scores: scores, "The softmax is missing."),
    (
        "hard",
        lambda scores: np.eye(scores.shape[-1])[scores.argmax(axis=-1)],
        "Only the largest score counts: the softmax gives each a share.",
    ),
]

# By which power of d_k the scores are too large, if it is not divided by its root.
SCALES = [
    ("M20", 0.5, "The scores are too large: are they not divided by sqrt(d_k)?"),
    ("M20", -0.5, "The scores are too small: divided by d_k, or by a root too many?"),
    ("M20", 1, "The scores are too large: multiplied by sqrt(d_k), not divided?"),
]
OTHER_ROOT = "The scores are divided by another root than that of d_k."


def _sizes(case):
    """Return the axes' lengths of all tables among some arguments, and counts."""
    sizes = []
    for argument in case:
        if isinstance(argument, list | tuple):
            sizes += _sizes(argument)
        elif isinstance(argument, np.ndarray) and argument.ndim > 1:
            sizes += argument.shape
        elif isinstance(argument, int) and argument > 0:
            sizes.append(argument)
    return sizes[:8]


def _scaled(case):
    """Return slips in the root of d_k, which is one of the sizes of the arguments."""

    def by(factor):
        def slip(*case):
            scale = factor(*map(float, _sizes(case)))
            return lambda scores: softmax(scale * scores)

        return slip

    many = len(_sizes(case))
    return [
        *(
            Slip(name, by(lambda *sizes, n=n, power=power: sizes[n] ** power), hint)
            for name, power, hint in SCALES
            for n in range(many)
        ),
        *(
            Slip(
                "M20",
                by(lambda *sizes, n=n, m=m: (sizes[n] / sizes[m]) ** 0.5),
                OTHER_ROOT,
            )
            for n, m in itertools.permutations(range(many), 2)
        ),
    ]


SOFTMAX = Ingredient(
    softmax, [Slip(*entry) for entry in [*LIKELY, *SOFTMAXES]], more=_scaled
)
