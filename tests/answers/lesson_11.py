"""Answers to the exercises of lesson 11."""

import numpy as np

from tests.answers import right, wrong


def triangle(n):
    across = np.linspace(-1, 1, n)
    across[n // 2] = 0
    return np.stack([across, np.abs(across)], axis=1)


right("11a", "a bend at a position")(triangle)


@wrong("11a", "corners", "a bend between two positions", says="4 positions can win")
def _(n):
    across = np.linspace(-1, 1, n)
    return np.stack([across, np.abs(across)], axis=1)


wrong("11a", "line", "a line", says="2 positions can win: 0, 4")(
    lambda n: np.stack([np.arange(n), 2.0 * np.arange(n)], axis=1)
)
wrong("11a", "all", "a parabola", says="5 positions can win")(
    lambda n: np.stack([np.arange(n), np.arange(n) ** 2], axis=1)
)
wrong("11a", "same rows", "three points")(lambda n: triangle(3)[np.arange(n) % 3])
wrong("11a", "random", "another at each call")(
    lambda n: np.random.default_rng().normal(size=(n, 2))
)
wrong("11a", "M13", "transposed")(lambda n: triangle(n).T)

right("11b", "the corners")(4)


@right("11c", "by trying directions")
def _(encoding, position):
    angles = np.linspace(0, 2 * np.pi, 5000)
    queries = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    wins = (queries @ encoding.T).argmax(axis=1) == position
    return queries[wins][wins.sum() // 2]


wrong("11c", "itself", "its own row", says="own row")(
    lambda encoding, position: encoding[position]
)
wrong("11c", "minus", "its own row reversed", says="lowest of all")(
    lambda encoding, position: -encoding[position]
)
wrong("11c", "constant", "zeros")(lambda encoding, position: np.zeros(2))
wrong("11c", "other", "upwards")(lambda encoding, position: [0.0, 1.0])
wrong("11c", "shape", "an angle")(lambda encoding, position: 0.5)
