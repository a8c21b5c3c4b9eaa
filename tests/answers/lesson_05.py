"""Answers to the exercises of lesson 05."""

import math

import numpy as np

from tests.answers import right, wrong

right("5a", "25")(25)
wrong("5a", "pairs", "38, near with three pairs")(38)
wrong("5a", "period", "13", says="take the square root of")(13)
wrong("5a", "period", "12", says="12.57 words, and no whole number")(12)
wrong("5a", "short", "6")(6)
wrong("5a", "M12", "pos * 2")(19)
wrong("5a", "range", "0", says="1 or more; got 0")(0)
wrong("5a", "off by one", "26", says="Did you add 1 to a count")(26)
wrong("5a", "off by one", "24", says="an index into a list")(24)
wrong("5a", "half turn", "22")(22)
wrong("5a", "later", "63")(63)

right("5b", "chords")(
    lambda lag, n: 2 * np.linalg.norm([math.sin(lag / j / 2) for j in range(1, n + 1)])
)

right("5c", "each six times slower")([1, 1 / 6, 1 / 36, 1 / 216])
wrong("5c", "closer", "the lesson's own", says="Which of them could be far")(
    [1, 1 / 2, 1 / 3, 1 / 4]
)
wrong("5c", "wavelength", "divisors", says="What is the frequency of pos/6?")(
    [1, 6, 36, 216]
)
wrong("5c", "shape", "three")([1, 1 / 6, 1 / 36])
wrong("5c", "form", "a string")("1, 1/6")
wrong("5c", "nan", "infinite")([1, np.inf, 0.5, 0.1])
