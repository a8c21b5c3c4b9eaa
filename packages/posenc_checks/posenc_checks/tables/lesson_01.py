"""Exercises of lesson 01: order, and what attention sees of it."""

import math
import re

import numpy as np
from hintcheck import Comparison, Inspection, Wrong, at, of_the_package, read_edits

from posenc_lessons.mathematics.attention import self_attention, softmax
from posenc_lessons.mathematics.order import nth_order
from posenc_lessons.mathematics.vocabulary import Vocabulary

EDITS = read_edits(__file__, globals())
EXERCISES = {}

EXERCISES["1a"] = Comparison(
    **EDITS["1a"],
    draw=lambda random: [
        *((nth_order(n, i),) for n in (2, 3, 1, 4) for i in range(math.factorial(n))),
        (random.permutation(9),),
    ],
    describe=lambda order: f"For the order {order.tolist()}",
    place=at("place"),
    kinds="iu",
    right="Word `order[t]` went to place t, so entry `order[t]` of the answer is t.",
)

# The vocabulary of lesson 01.
WORDS = (
    "Nitish Babar killed saw the a lion man dog astronomer with "
    "telescope thank you river bank money very old small chased another"
)


def _times(count):
    """Return a count in words, such as "once", "twice" or "3 times"."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _words_of(answer, vocabulary):
    """Return the words of a sentence, or raise `Wrong`."""
    if isinstance(answer, list | tuple) and all(isinstance(w, str) for w in answer):
        answer = " ".join(answer)
    if not isinstance(answer, str):
        raise Wrong("The answer should be a sentence, in quotation marks.")
    own = re.findall(r"\w+", answer.lower())
    unknown = [word for word in own if word not in vocabulary.words]
    if unknown:
        raise Wrong(
            f"{unknown[0][:30]!r} is not in the vocabulary of the import cell: "
            f"{', '.join(vocabulary.words)}.",
            "unknown",
        )
    if not own:
        raise Wrong("Your sentence has no words.")
    if len(own) == 2:
        raise Wrong(
            "It has 2 words, as 'thank you' does. Try another length.", "same length"
        )
    if len(own) > 1000:
        raise Wrong("1000 words are enough.")
    return own


def _same_mean(answer):
    """Check that a sentence's contextual vectors have the same mean as "thank you"."""
    vocabulary = Vocabulary(WORDS, d_model=8)
    own = _words_of(answer, vocabulary)
    matrices = np.random.default_rng(0).normal(size=(3, 8, 8)) / np.sqrt(8)
    means = [
        self_attention(vocabulary.embed(sentence), *matrices).mean(axis=0)
        for sentence in ("thank you", " ".join(own))
    ]
    difference = np.abs(means[0] - means[1]).max()
    if difference < 1e-9:
        return (
            f"It has {len(own)} words and the same mean. Without positions, attention "
            "knows which words there are and in what proportion, but not how many."
        )
    text = "Your sentence does not have the same mean as 'thank you'. "
    if set(own) - {"thank", "you"}:
        other = next(word for word in own if word not in ("thank", "you"))
        raise Wrong(text + f"{other!r} adds its own value.", "other words")
    raise Wrong(
        text + f"It has 'thank' {_times(own.count('thank'))} and 'you' "
        f"{_times(own.count('you'))}: their shares have changed.",
        "proportion",
    )


EXERCISES["1b"] = Inspection(_same_mean)

# These fields are also used in the homework.
WEIGHTS = {
    "draw": lambda random: [
        tuple(source.normal(size=shape) for shape in ((m, d_k), (n, d_k)))
        for source, m, n, d_k in (
            (np.random.default_rng(2), 3, 5, 6),
            (random, 4, 4, 5),
            (random, 2, 7, 9),
        )
    ],
    "describe": lambda query, key: f"For {len(query)} queries and {len(key)} keys",
    "place": at("query", "key"),
    "tolerance": lambda *arguments: 1e-5,
    "right": "Each query divides its whole attention among the keys.",
}
EXERCISES["1c"] = Comparison(
    **WEIGHTS, **EDITS["1c"], forbids=of_the_package("attention_weights")
)
