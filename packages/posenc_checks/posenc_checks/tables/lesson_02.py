"""Exercises of lesson 02: whole numbers as positions."""

import numpy as np
from hintcheck import (
    Comparison,
    Inspection,
    Wrong,
    as_array,
    at,
    call,
    fixed,
    read_edits,
)

from posenc_lessons.mathematics.training import gradient_descent

EDITS = read_edits(__file__, globals())
EXERCISES = {}

EXERCISES["2a"] = Comparison(
    **EDITS["2a"],
    draw=fixed((10.0,), (1.0,), (3.0,), (500.0,), (0.5,)),
    describe=lambda x: f"For x = {x:g}",
    tolerance=lambda x: 1e-6 / x**2,
    right="At this rate, a step multiplies the error by -1, so it never shrinks. If an "
    "input is ten times larger, the rate must be a hundred times smaller.",
)

EXERCISES["2b"] = Comparison(
    **EDITS["2b"],
    draw=lambda random: [
        (random.normal(size=(len(direction), columns)), np.array(direction))
        for direction, columns in (
            ([1.0, -1.0, 2.0], 5),
            ([1.0, 1.0, 1.0, 1.0], 3),
            ([3.0, 0.0, 0.0, 0.0, 0.0], 2),
            ([1.0, -1.0, 1.0, -1.0], 4),
            ([0.5, 0.1, -0.2, 0.0, 0.3], 7),
        )
    ],
    describe=lambda weights, direction: f"For the direction {direction.tolist()}",
    place=at("row", "column"),
    right="No number added along this direction changes a score. The weights that read "
    "the words are still there: large positions do not hide any word.",
)

WORDS_RIGHT = 0.99


def _text():
    """Return the words of lesson 02 and the number of the word at each position."""
    random = np.random.default_rng(2)
    words = random.normal(size=(40, 32))
    odds = 1 / np.arange(1, 41)
    return words, random.choice(40, size=500, p=odds / odds.sum())


def _small(answer):
    """Check that the rows of an encoding differ and that words can still be learned."""
    case = "For 500 positions and d_model = 32"
    table = as_array(call(answer, 500, 32, case=case), (500, 32), case).astype(float)
    if not np.array_equal(table, np.asarray(call(answer, 500, 32), float)):
        raise Wrong(
            f"{case}, a second call returns different numbers. Each position needs "
            "one fixed encoding.",
            "random",
        )
    rows = np.unique(table.round(9), axis=0)
    if len(rows) < 500:
        raise Wrong(
            f"{case}, there are only {len(rows)} different rows. Which positions "
            "share one?",
            "same rows",
        )
    words, labels = _text()
    x = words[labels] + table
    right = max(
        np.mean((x @ gradient_descent(x, labels, 40, rate)).argmax(axis=1) == labels)
        for rate in 10.0 ** np.arange(-6, 2.0)
    )
    size = np.sqrt((table**2).mean())
    told = f"At its best rate, the model names {right:.0%} of the words"
    if right < WORDS_RIGHT:
        raise Wrong(
            f"{told}. Your numbers are about {size:.2g} in size, and a word's numbers "
            "about 1. How could the rows be smaller and still differ?",
            "large",
        )
    return (
        f"{told}, with numbers of about {size:.2g}. Which of the wishes does your "
        "encoding not grant?"
    )


EXERCISES["2c"] = Inspection(_small)
