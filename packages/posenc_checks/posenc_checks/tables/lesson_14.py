"""Exercises of lesson 14: biases."""

import numpy as np
from hintcheck.answers import of_the_package
from hintcheck.comparison import Comparison, at, fixed
from hintcheck.explanations import Mistake, in_parts
from hintcheck.own_numbers import Number, Remark, value

from posenc_checks.families.buckets import (
    LIMIT,
    buckets_of,
    slips_of_buckets,
)
from posenc_checks.families.weighing import (
    slips_of_division,
    slips_of_shares,
)
from posenc_lessons.mathematics.attention import softmax
from posenc_lessons.mathematics.biases import alibi_slopes, t5_bucket

EXERCISES = {}

HIDDEN = -1e9  # a score so low that its weight is 0


@in_parts
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
    "Each row must sum to 1: hide later words *before* the softmax, by scores of -1e9."
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
        *(
            Mistake(
                "M38",
                _weigh(
                    lambda scores, bias, d_k, power=power: (
                        scores / np.sqrt(d_k) + bias * float(d_k) ** power
                    )
                ),
                f"The price is {words} d_k: it is taken as it is.",
            )
            for power, words in ((1, "multiplied by"), (-1, "divided by"))
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
            "A score of 0 hides nothing, as e^0 = 1: later words need -1e9.",
        ),
        Mistake(
            "back",
            _weigh(hides=lambda n: np.tri(n).T),
            "Earlier words are hidden, where later ones should be.",
        ),
        Mistake(
            "itself",
            _weigh(hides=lambda n: np.tri(n, k=-1)),
            "A word does not see itself: only later ones are to be hidden.",
        ),
        *slips_of_division(
            lambda divide: _weigh(lambda scores, bias, d_k: divide(scores, d_k) + bias)
        ),
        *slips_of_shares(
            lambda share: _weigh(
                finish=lambda scores, seen: share(np.where(seen, scores, HIDDEN))
            ),
            without=("M13",),
        ),
        Mistake(
            "M13",
            _weigh(lambda scores, bias, d_k: scores.T / np.sqrt(d_k) + bias),
            "Queries and keys are exchanged: a row of scores belongs to a query.",
        ),
        Mistake(
            "unfinished",
            _weigh(lambda scores, bias, d_k: scores / np.sqrt(d_k)),
            "These are the weights without the price, or with one that is the same for "
            "all words of a row.",
        ),
        Mistake(
            "argument",
            lambda query, key, slope: _weigh()(query, key, 1),
            "Each word of distance costs 1: multiply it by the slope.",
        ),
        Mistake(
            "off by one",
            _weigh(distance=lambda offset: np.maximum(np.abs(offset) - 1, 0)),
            "The word before costs nothing: its distance is 1.",
        ),
        Mistake(
            "M9",
            _weigh(hides=lambda n: np.tri(n, k=1)),
            "The mask begins one word too late: each word still sees the next one.",
        ),
        Mistake(
            "power",
            lambda query, key, slope: _weigh(distance=lambda far: slope ** np.abs(far))(
                query, key, 1
            ),
            "The slope is raised to the distance: the price is their product.",
        ),
        Mistake(
            "power",
            lambda query, key, slope: _weigh()(query, key, 2.0**-slope),
            "2 is raised to minus the slope that is given: it is the slope already.",
        ),
        Mistake(
            "metric",
            _weigh(distance=np.square),
            "The price grows with the square of the distance: each word of distance "
            "costs the same.",
        ),
        Mistake(
            "product",
            _weigh(lambda scores, bias, d_k: scores / np.sqrt(d_k) * bias),
            "The scores are multiplied by the price: take it off.",
        ),
    ),
    right="Each row sums to 1, and each word of distance costs the slope.",
)


def _of_32(number):
    """Return a slope of the list for 32 heads, its heads counted from 1."""
    return float(alibi_slopes(32)[number - 1])


def _by_formula(head, heads):
    """Return the slope of the formula that is meant for a power of two."""
    return 2.0 ** (-8 * head / heads)


EXERCISES["14b"] = Number(
    reference=lambda: float(alibi_slopes(20)[-1]),
    right=lambda: (
        "The seventh of 32 heads: the four added ones are its first, third, fifth and "
        "seventh, 2 ** -0.25 to 2 ** -1.75."
    ),
    mistakes=(
        value(
            "M37",
            _by_formula(20, 20),
            "1/256 is the last slope by the formula alone, and of 16 heads. Four more "
            "follow these 16.",
        ),
        *(
            value(
                "M37",
                _by_formula(head, 20),
                f"That is the formula alone, for head {head} of 20: 20 is no power of "
                "two, and the authors fill up otherwise.",
            )
            for head in (19, 4, 1)
        ),
        *(
            value(
                "M37",
                _by_formula(20, heads),
                f"That is the formula for {heads} heads, with head 20: begin with "
                "those of 16, and fill up with four of 32.",
            )
            for heads in (16, 32)
        ),
        value(
            "M37",
            _of_32(4),
            "That is the fourth of 32: take every other one. Or is the exponent cut "
            "to a whole number?",
        ),
        value(
            "M37",
            _of_32(8),
            "That is every other one from the second on. Or is the exponent "
            "rounded to a whole number?",
        ),
        value("M37", _of_32(31), "That is the last one but one of 32: begin at 1."),
        value(
            "M37",
            float(alibi_slopes(16)[6]),
            "That is the seventh of 16 heads: the added ones come from the next power "
            "of two.",
        ),
        value("sign", -_of_32(7), "The slope is positive; the price is taken off."),
        value("inverse", 1 / _of_32(7), "2 is raised to *minus* that power."),
        value("M7", np.exp(-1.75), "That is a power of e: the slopes are powers of 2."),
        value("M7", 10**-1.75, "That is a power of 10: the slopes are powers of 2."),
        value("off by one", _of_32(9), "That would be the last one of 21 heads."),
        value("off by one", _of_32(5), "That is the one before, of head 19."),
        value(
            "off by one",
            _of_32(6),
            "That is the sixth of 32: heads are counted from 1, so that it is the "
            "seventh.",
        ),
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


def _of_one_direction(bucket):
    """Return the buckets of the lesson, by a rule for one direction."""
    return lambda distance: bucket(distance, 32, 128)


_STUDENT = _of_one_direction(lambda *given: buckets_of(*given, **LIMIT[1]))


EXERCISES["14c"] = Comparison(
    reference=lambda distance: t5_bucket(-distance),
    draw=fixed(
        (np.arange(24),),
        (np.arange(0, 400, 7),),
        (np.arange(100, 140),),
        (np.array([5, 1000, 64, 127]),),
    ),
    describe=lambda distance: f"For the distances {distance[0]} to {distance[-1]}",
    place=lambda index, distance: {"the entry of distance": int(distance[index[0]])},
    given=_STUDENT,
    seen="Which bucket has the distance 128, and which is the last there is? (M39)",
    forbids=of_the_package("t5_bucket"),
    mistakes=(
        Mistake(
            "directions",
            lambda distance: buckets_of(distance, 16, 128),
            "These are the buckets of one direction where both are told apart: here "
            "all words are earlier, and all 32 buckets are theirs.",
        ),
        *slips_of_buckets(_of_one_direction),
    ),
    right="16 distances of their own, 16 on the way from 16 to 128.",
)
