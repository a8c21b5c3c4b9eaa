"""Answers to the exercises of lesson 03."""

import numpy as np

from tests.answers import right, wrong

right("3a", "by hand")(14)
wrong("3a", None, "20", says="Which number does position 2 of 10 words have")(20)


right("3b", "array")(lambda a, b: np.rint([a / (b - a) - 1, 1 / (b - a)]))


right("3c", "a slow sine")(lambda n: np.sin(np.arange(n) / 100))
right("3c", "slow powers", says="gives up *even*")(lambda n: 0.99 ** np.arange(n))
right("3c", "alternating")(lambda n: [(-1) ** p * 9 / (p + 9) for p in range(n)])
wrong("3c", "closer", "a fast sine")(lambda n: np.sin(np.arange(n)))
wrong("3c", "length", "linspace")(lambda n: np.linspace(-1, 1, n))
wrong("3c", "M14", "one for all", says="the same number, 0.5: did an axis get lost")(
    lambda n: [0.5] * n
)
wrong("3c", "M17", "1 // (p + 1)")(lambda n: [1 // (p + 1) for p in range(n)])
wrong("3c", "random", "not seeded", says="when it is called twice")(
    lambda n: np.random.uniform(-1, 1, n)
)
wrong("3c", "short", "cut list")(lambda n: [k / 25 for k in range(25)][:n])
wrong("3c", "unbounded", "sqrt")(lambda n: np.sqrt(np.arange(n)) / 10)
wrong("3c", "shape", "two columns")(
    lambda n: np.c_[np.sin(np.arange(n)), np.cos(np.arange(n))]
)
wrong("3c", "axis", "a column")(lambda n: np.sin(np.arange(n))[:, None])
wrong("3c", None, "divided by 0")(lambda n: np.arange(n) / np.zeros(n))
wrong("3c", "size", "twenty numbers in every case", says="20 numbers in every case")(
    lambda n: 1 / np.arange(1, 21)
)
