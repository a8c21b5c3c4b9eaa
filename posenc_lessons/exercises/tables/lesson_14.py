"""Exercises of lesson 14: biases."""

import numpy as np

from posenc_lessons.attention import softmax
from posenc_lessons.biases import alibi_slopes, t5_bucket
from posenc_lessons.exercises.answers import of_the_package
from posenc_lessons.exercises.comparison import Comparison, at, fixed
from posenc_lessons.exercises.explanations import Mistake
from posenc_lessons.exercises.own_numbers import Number, Remark, value

EXERCISES = {}

HIDDEN = -1e9  # a score so low that its weight is 0


def _weigh(
    divide=lambda scores, bias, d_k: scores / np.sqrt(d_k) + bias,
    sign=-1,
    hides=np.tri,
    finish=lambda scores, seen: softmax(np.where(seen, scores, HIDDEN)),
    distance=np.abs,
):
    """Return attention weights with a price for distance, some parts exchanged."""

    def model(query, key, slope):
        n, d_k = query.shape
        place = np.arange(n)
        bias = sign * slope * distance(place[:, None] - place)
        return finish(divide(query @ key.T, bias, d_k), hides(n) > 0)

    return model


def _after(query, key, slope):
    """Return weights from which the price is taken after the softmax."""
    place = np.arange(len(query))
    weights = _weigh()(query, key, 0)
    return weights - slope * np.abs(place[:, None] - place)


def _after_at_seen(query, key, slope):
    """Return the same, with 0 for later words."""
    return _after(query, key, slope) * np.tri(len(query))


LATE = (
    "Each row must sum to 1: hide later words *before* the softmax, by scores of -inf."
)

EXERCISES["14a"] = Comparison(
    reference=_weigh(),
    draw=lambda random: [
        (*np.random.default_rng(n).normal(size=(2, n, d_k)), slope)
        for n, d_k, slope in ((3, 4, 0.5), (5, 9, 0.25), (8, 16, 1 / 16))
    ],
    describe=lambda query, key, slope: (
        "For {} words of {} numbers and the slope {:g}".format(*query.shape, slope)
    ),
    place=at("row", "column"),
    forbids=of_the_package("alibi_bias"),
    mistakes=(
        Mistake(
            "M36",
            _weigh(sign=1),
            "Far words get more: the price is to be taken off the scores.",
        ),
        Mistake(
            "M36", _after, "The price is added after the softmax: rows must sum to 1."
        ),
        Mistake(
            "M36",
            _after_at_seen,
            "The price is added after the softmax: no weight can be below 0.",
        ),
        Mistake(
            "M38",
            _weigh(lambda scores, bias, d_k: (scores + bias) / np.sqrt(d_k)),
            "The price is divided by sqrt(d_k), too: add it after the division.",
        ),
        Mistake(
            "M38",
            _weigh(lambda scores, bias, d_k: scores / np.sqrt(d_k) + bias * d_k**0.5),
            "The price is multiplied by sqrt(d_k).",
        ),
        Mistake(
            "no mask",
            _weigh(hides=lambda n: np.ones((n, n))),
            "Later words are not hidden: they pay, but are seen.",
        ),
        Mistake(
            "no mask",
            _weigh(hides=lambda n: np.ones((n, n)), distance=lambda offset: offset),
            "Later words are not hidden, and their distance counts as a gain.",
        ),
        Mistake(
            "late mask",
            _weigh(finish=lambda scores, seen: softmax(scores) * seen),
            LATE,
        ),
        Mistake(
            "late mask",
            _weigh(
                finish=lambda scores, seen: softmax(scores) * seen,
                distance=lambda offset: offset,
            ),
            LATE,
        ),
        Mistake(
            "late mask",
            _weigh(finish=lambda scores, seen: softmax(scores * seen)),
            "A score of 0 hides nothing, as e^0 = 1: later words need -inf.",
        ),
        Mistake(
            "back",
            _weigh(hides=lambda n: np.tri(n).T),
            "Earlier words are hidden, where later ones should be.",
        ),
        Mistake(
            "M19",
            _weigh(
                finish=lambda scores, seen: softmax(np.where(seen, scores, HIDDEN).T).T
            ),
            "The columns sum to 1, and the rows should.",
        ),
        Mistake(
            "M20",
            _weigh(lambda scores, bias, d_k: scores + bias),
            "The division by sqrt(d_k) is missing.",
        ),
        Mistake(
            "M20",
            _weigh(lambda scores, bias, d_k: scores / d_k + bias),
            "The scores are divided by d_k, not by its root.",
        ),
        Mistake(
            "M20",
            _weigh(
                lambda scores, bias, d_k: scores / np.sqrt(len(scores)) + bias,
            ),
            "The scores are divided by the root of the number of words, not of d_k.",
        ),
        Mistake(
            "M13",
            _weigh(lambda scores, bias, d_k: scores.T / np.sqrt(d_k) + bias),
            "Queries and keys are exchanged: a row of scores belongs to a query.",
        ),
        Mistake(
            "unfinished",
            _weigh(lambda scores, bias, d_k: scores / np.sqrt(d_k)),
            "These are the weights without the price.",
        ),
    ),
    right="Each row sums to 1, and each word of distance costs the slope.",
)


def _of_32(number):
    """Return a slope of the list for 32 heads, its heads counted from 1."""
    return float(alibi_slopes(32)[number - 1])


EXERCISES["14b"] = Number(
    reference=lambda: float(alibi_slopes(20)[-1]),
    right=lambda: (
        "The seventh of 32 heads: the four added ones are its first, third, fifth and "
        "seventh, 2 ** -0.25 to 2 ** -1.75."
    ),
    mistakes=(
        value(
            "M37",
            2.0**-8,
            "1/256 is the last slope by the formula alone, and of 16 heads. Four more "
            "follow these 16.",
        ),
        value("M37", _of_32(4), "That is the fourth of 32: take every other one."),
        value("M37", _of_32(8), "That is every other one from the second on."),
        value(
            "M37",
            float(alibi_slopes(16)[6]),
            "That is the seventh of 16 heads: the added ones come from the next power "
            "of two.",
        ),
        value("off by one", _of_32(9), "That would be the last one of 21 heads."),
        value("off by one", _of_32(5), "That is the one before, of head 19."),
        value("first", _of_32(1), "That is head 17, the first of the four."),
        value("power", 1.75, "That is the exponent: 2 to the power of minus that."),
    ),
    remarks=(
        Remark(
            "range",
            lambda slope: not 0 < slope < 1,
            lambda slope: f"A slope is between 0 and 1; got {slope:g}.",
        ),
        Remark(
            "rounded",
            lambda slope: abs(slope - float(alibi_slopes(20)[-1])) < 3e-3,
            lambda slope: (
                f"{slope:g} is rounded too far: give four digits, or 2 ** ..."
            ),
        ),
    ),
    otherwise=lambda slope: "Which power of two is next below 20, and which above?",
)


def _student(distance):
    """Return the buckets of the student, whose logarithm has another limit."""
    return _bucket(limit=128)(distance)


def _bucket(limit=8, many=16, first=16, last=31, cut=np.floor, log=np.log):
    """Return a function for buckets of distances, some parts exchanged."""

    def model(distance):
        far = first + cut(log(np.maximum(distance, 1) / 16) / np.log(limit) * many)
        return np.where(distance < 16, distance, np.minimum(far, last)).astype(int)

    return model


EXERCISES["14c"] = Comparison(
    reference=lambda distance: t5_bucket(-distance),
    draw=fixed(
        (np.arange(24),),
        (np.arange(0, 400, 7),),
        (np.arange(100, 140),),
        (np.array([5, 1000, 64, 127]),),
    ),
    describe=lambda distance: f"For the distances {distance[0]} to {distance[-1]}",
    place=at("entry"),
    given=_student,
    forbids=of_the_package("t5_bucket"),
    mistakes=(
        Mistake(
            "M39",
            _bucket(limit=128 - 16),
            "The logarithm grows from 0 at 16 to that of a *quotient* at 128, not of a "
            "difference.",
        ),
        Mistake(
            "M39", _bucket(limit=4), "Is 32 in the limit? Distances share from 16 on."
        ),
        Mistake(
            "M39",
            _bucket(many=32),
            "The upper half has 16 buckets, not 32.",
        ),
        Mistake(
            "M39",
            _bucket(cut=np.ceil),
            "The logarithm is rounded up; it is to be cut off.",
        ),
        Mistake(
            "M39",
            _bucket(cut=np.round),
            "The logarithm is rounded; it is to be cut off.",
        ),
        Mistake(
            "M39",
            _bucket(log=np.log2),
            "One logarithm is to the base 2, the other natural.",
        ),
        Mistake(
            "short",
            _bucket(first=0),
            "The shared buckets begin at 16: those below have one distance each.",
        ),
        Mistake("off by one", _bucket(last=32), "The last of 32 buckets is number 31."),
        Mistake(
            "range",
            _bucket(last=10**6),
            "Far distances get buckets beyond 31, which do not exist.",
        ),
    ),
    right="16 distances of their own, 16 on the way from 16 to 128.",
)
