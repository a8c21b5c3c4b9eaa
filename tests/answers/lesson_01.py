"""Answers to the exercises of lesson 01.

Answers to 1c that also fit H1a are here, for both exercises.
"""

import numpy as np

from tests.answers import right, wrong
from tests.answers.makers import softmax


@right("1a", "dictionary")
def _(order):
    places = {int(old): new for new, old in enumerate(order)}
    return [places[k] for k in range(len(order))]


right("1a", "index in a list")(
    lambda order: tuple(list(order).index(k) for k in range(len(order)))
)


@wrong(
    "1a",
    "not whole",
    "floats in np.zeros",
    says="should hold whole numbers; got [0.0, 1.0]",
)
def _(order):
    back = np.zeros(len(order))
    for place, old in enumerate(order):
        back[old] = place
    return back


wrong("1a", "unchanged", "argsort twice")(lambda order: np.argsort(np.argsort(order)))
wrong("1a", "minus+unchanged", "-order", says="two slips")(lambda order: -order)

right("1b", "twice")("thank you thank you")
right("1b", "comma")("Thank you, thank you!")
wrong("1b", "same length", "turned", says="It has 2 words")("you thank")
wrong("1b", "proportion", "one more you", says="not have the same mean as")(
    "thank you you"
)
wrong("1b", "other words", "very added")("thank you very old")
wrong(
    "1b",
    "unknown",
    "not in the vocabulary",
    says="is not in the vocabulary of the import cell: nitish",
)("thanks you all")
wrong("1b", None, "empty", says="has no word")("")
right("1b", "list of words")(["thank", "you", "thank", "you"])


@right("1c H1a", "both axes fixed")
def _(query, key):
    scores = query @ key.T / np.sqrt(query.shape[1])
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True)


@wrong("1c H1a", ("given", "M19"), "the shift removed")
def _(query, key):
    scores = query @ key.T / np.sqrt(query.shape[1])
    weights = np.exp(scores)
    return weights / weights.sum(axis=0, keepdims=True)


@wrong("1c H1a", "M16", "norm instead of sum")
def _(query, key):
    scores = query @ key.T / np.sqrt(query.shape[1])
    weights = np.exp(scores - scores.max())
    return weights / np.linalg.norm(weights, axis=1, keepdims=True)


wrong("1c H1a", "M13", "transposed at last")(
    lambda q, k: softmax(q @ k.T / np.sqrt(k.shape[1])).T
)
wrong("1c", "unfinished", "scores")(lambda q, k: q @ k.T / np.sqrt(k.shape[1]))
wrong("1c H1a", "twice", "softmax of softmax")(
    lambda query, key: softmax(softmax(query @ key.T / np.sqrt(key.shape[1])))
)


@wrong("1c H1a", "too late", "exp of the shares")
def _(query, key):
    scores = query @ key.T / np.sqrt(key.shape[1])
    return np.exp(scores / scores.sum(axis=1, keepdims=True))
