"""Scores divided by something else, and shares that are none: for any attention."""

import numpy as np
from hintcheck.explanations import Mistake

from posenc_lessons.mathematics.attention import softmax

HIDDEN = -1e8  # scores below it are hidden

# A mistake's number, what it makes of dot products and d_k, and a hint.
DIVISIONS = [
    ("M20", lambda dots, d_k: dots, "The division by the root of d_k is missing."),
    (
        "M20",
        lambda dots, d_k: dots / d_k,
        "The scores are divided by d_k, not by its root.",
    ),
    (
        "M20",
        lambda dots, d_k: dots * np.sqrt(d_k),
        "The scores are multiplied by the root of d_k, where they should be divided.",
    ),
    (
        "M20",
        lambda dots, d_k: dots / np.sqrt(len(dots)),
        "The scores are divided by the root of the number of words, not of d_k.",
    ),
]


def _negated(scores):
    """Return the scores with the other sign, the hidden ones hidden."""
    return np.where(scores < HIDDEN, scores, -scores)


# A mistake's number, what it makes of scores, and a hint.
SHARES = [
    (
        "M19",
        lambda scores: softmax(scores.T).T,
        "The softmax goes down the columns: each row of weights should sum to 1.",
    ),
    (
        "M19",
        lambda scores: softmax(scores.reshape(1, -1)).reshape(scores.shape),
        "All weights together sum to 1: each row should.",
    ),
    (
        "M13",
        lambda scores: softmax(scores).T,
        "The weights are transposed: a row belongs to the word that asks.",
    ),
    (
        "unfinished",
        lambda scores: np.exp(scores),
        "The powers are not divided by the sum of their row.",
    ),
    (
        "hard",
        lambda scores: np.eye(scores.shape[1])[scores.argmax(axis=1)],
        "Only the highest score counts: the softmax gives each word a share.",
    ),
    (
        "mean",
        lambda scores: softmax(np.where(scores < HIDDEN, scores, 0)),
        "All words that are seen get the same share: do the scores count?",
    ),
    (
        "minus",
        lambda scores: softmax(_negated(scores)),
        "The scores have a minus: the least similar word gets most.",
    ),
]


def slips_of_division(build, before=""):
    """Return mistakes of the division.

    Parameters
    ----------
    build : callable
        Takes what divides dot products; returns the model.
    before : str
        What is said before each hint: "The turns are right. "
    """
    return [
        Mistake(name, build(divide), before + hint) for name, divide, hint in DIVISIONS
    ]


def slips_of_shares(build, before="", without=()):
    """Return mistakes of the softmax.

    Parameters
    ----------
    build : callable
        Takes what makes shares of scores; returns the model.
    before : str
        What is said before each hint.
    without : tuple of str
        The names of those for which the exercise has hints of its own.
    """
    return [
        Mistake(name, build(share), before + hint)
        for name, share, hint in SHARES
        if name not in without
    ]
