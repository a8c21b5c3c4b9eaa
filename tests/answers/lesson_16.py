"""Answers to the exercises of lesson 16."""

import numpy as np

from tests.answers import right, wrong
from tests.answers.makers import softmax


def angles(longer):
    return lambda n, trained, paces: np.arange(n)[:, None] * paces / longer(n, trained)


wrong("16a", None, "from two words more on")(
    angles(lambda n, trained: 1 if n <= trained + 1 else n / trained)
)
right("16a", "max")(angles(lambda n, trained: max(1, n / trained)))
wrong("16a", "rounded", "whole places", says="share an angle")(
    lambda n, trained, paces: np.outer(np.arange(n) * min(n, trained) // n, paces)
)

right("16b", "two digits")(0.52)
right("16b", "by odds")(279 / (279 + 255))
wrong("16b", "unchanged", "the same", says="does it get nothing")(0.9)
wrong("16b", "range", "minus", says="between 0 and 1")(-0.5)
wrong("16b", None, "another", says="another word's share")(0.3)


def masked(near):
    def f(scores, width):
        place = np.arange(len(scores))
        back = place[:, None] - place
        return softmax(np.where(near(back, width), scores, -np.inf))

    return f


right("16c", "minus infinity")(masked(lambda back, width: (back >= 0) & (back < width)))
wrong("16c", "sign", "the softmax alone", says="later")(
    masked(lambda back, width: (back <= 0) & (back > -width))
)

wrong("16a", "M9+M40", "from 1, and multiplied", says="two slips at once")(
    lambda n, trained, paces: np.outer(np.arange(1, n + 1) * max(n / trained, 1), paces)
)


@wrong("16c", "M19+off by one", "one word too many, and columns")
def _(scores, width):
    back = np.arange(len(scores))[:, None] - np.arange(len(scores))
    e = np.exp(np.where((back >= 0) & (back <= width), scores, -np.inf))
    return e / e.sum(axis=0)


wrong("16b", "length", "0.9 / 8, with two decimals")(0.11)
wrong("16b", "99 %", "the lesson's share, with two decimals")(0.92)
