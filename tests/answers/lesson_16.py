"""Answers to the exercises of lesson 16."""

import numpy as np

from tests.answers import right, wrong


def angles(longer):
    return lambda n, trained, paces: np.arange(n)[:, None] * paces / longer(n, trained)


right("16a", "max")(angles(lambda n, trained: max(1, n / trained)))
wrong("16a", None, "from two words more on", says="For 33 words")(
    angles(lambda n, trained: 1 if n <= trained + 1 else n / trained)
)

right("16b", "two digits")(0.52)
wrong("16b", "range", "minus", says="between 0 and 1")(-0.5)
wrong("16b", None, "another", says="another word's share")(0.3)


@right("16c", "minus infinity")
def _(scores, width):
    back = np.arange(len(scores))[:, None] - np.arange(len(scores))
    e = np.exp(np.where((back >= 0) & (back < width), scores, -np.inf))
    return e / e.sum(axis=1, keepdims=True)


@wrong("16c", "M19+off by one", "one word too many, and columns")
def _(scores, width):
    back = np.arange(len(scores))[:, None] - np.arange(len(scores))
    e = np.exp(np.where((back >= 0) & (back <= width), scores, -np.inf))
    return e / e.sum(axis=0)
