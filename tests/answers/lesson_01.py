"""Answers to the exercises of lesson 01."""

import numpy as np

from tests.answers import right, wrong

right("1a", "index in a list")(
    lambda order: tuple(list(order).index(k) for k in range(len(order)))
)
wrong("1a", "minus+unchanged", "-order", says="two slips")(lambda order: -order)

right("1b", "twice")("thank you thank you")
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


@right("1c", "both axes fixed")
def _(query, key):
    scores = query @ key.T / np.sqrt(query.shape[1])
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True)
