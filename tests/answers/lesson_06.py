"""Answers to the exercises of lesson 06."""

import numpy as np

from tests.answers import right, wrong

right("6a", "84")(84)
wrong("6a", "off by one", "83", says="Pair 83 has wavelength 124.5.")(83)
wrong("6a", "off by one", "85", says="number of the first pair")(85)
wrong("6a", "later", "255")(255)
wrong("6a", "range", "300", says="from 0 to 255; got 300")(300)

right("6b", "repeat")(lambda d: np.repeat(10000.0 ** (-np.arange(0, d, 2) / d), 2))
wrong("6b", "size", "512 columns")(
    lambda d: 10000.0 ** (-2 * (np.arange(512) // 2) / 512)
)

right("6c", "root")(lambda longest, d: (longest / (2 * np.pi)) ** (1 / (1 - 2 / d)))
