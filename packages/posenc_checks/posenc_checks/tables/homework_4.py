"""Exercises of homework 4: finding a library, a mask, and the size of scores."""

import math

import numpy as np
from hintcheck import Comparison, OwnNumber, at, of_the_package, read_edits

from posenc_lessons.mathematics.attention import softmax
from posenc_lessons.mathematics.offsets import shift_matrix
from posenc_lessons.mathematics.sinusoids import sinusoidal_encoding

EDITS = read_edits(__file__, globals())
EXERCISES = {}


def _layouts(d):
    """Return the order in which each library takes the paper's columns."""
    columns = np.arange(d)
    halves = np.argsort(columns % 2, kind="stable")
    return columns, halves, columns ^ 1, (columns ^ 1)[halves]


def _trained_on(library, k, d, random):
    """Return the matrix of a head that looks k words back on a library's table."""
    columns = _layouts(d)[library]
    matrix = shift_matrix(k, d)[np.ix_(columns, columns)]
    return (matrix + random.normal(scale=0.02, size=(d, d)),)


def _where_it_looks(library, matrix):
    """Return a hint that says where words look on the table of a wrong answer."""
    if library not in range(4):
        return "The tables are numbered 0, 1, 2 and 3."
    table = sinusoidal_encoding(40, len(matrix))[:, _layouts(len(matrix))[int(library)]]
    looks = (table @ matrix @ table.T).argmax(axis=1)
    words = " and ".join(f"word {word} looks at {looks[word]}" for word in (10, 20, 30))
    return (
        f"On that table, {words.replace(' and ', ', ', 1)}. On the right table, all "
        "words look equally far back."
    )


EXERCISES["H4a"] = Comparison(
    **EDITS["H4a"],
    otherwise=_where_it_looks,
    draw=lambda random: [
        *(
            _trained_on(library, k, d, np.random.default_rng([library, k]))
            for library, k, d in ((2, 1, 16), (0, 3, 16), (1, 2, 24), (3, 5, 16))
        ),
        *(
            _trained_on(int(library), int(random.integers(1, 7)), 16, random)
            for library in random.permutation(4)
        ),
    ],
    describe=lambda matrix: f"For a head on tables of width {len(matrix)}",
    forbids=of_the_package(),
    right="It is the only table on which all words look equally far back.",
)

EXERCISES["H4b"] = Comparison(
    **EDITS["H4b"],
    draw=lambda random: [
        (random.normal(size=(n, d)), random.normal(size=(n, d)), value)
        for n, d, value in (
            (3, 4, np.arange(6.0).reshape(3, 2)),
            (5, 2, random.normal(size=(5, 3))),
            (2, 6, random.normal(size=(2, 1))),
            (int(random.integers(4, 12)), 8, random.normal(size=(12, 4))),
        )
        for value in (value[:n],)
    ],
    describe=lambda query, key, value: (
        f"For {len(query)} words, d_k = {query.shape[1]} and d_v = {value.shape[1]}"
    ),
    place=at("word", "column"),
    forbids=of_the_package(),
    right="With the mask before the softmax, the weights that remain sum to 1.",
)

EXERCISES["H4c"] = OwnNumber(
    **EDITS["H4c"],
    numbers=lambda random: {
        "d_k": int(random.choice([49, 25, 36, 64, 100, 121])),
        # No two are equal and no spread is 2; otherwise, several slips would look the
        # same.
        "mean": [7, 5, 9, 6][random.integers(4)],
        "spread": [4, 3, 8][random.integers(3)],
    },
    digits=4,
)
