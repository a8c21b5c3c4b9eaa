"""Answers to the exercises of lesson 06."""

import math

import numpy as np

from tests.answers import right, wrong

right("6a", "84")(84)
wrong("6a", "off by one", "83", says="Pair 83 has wavelength 124.5.")(83)
wrong("6a", "off by one", "85", says="number of the first pair")(85)
wrong("6a", "not whole", "83.77")(256 * math.log(128 / 2 / math.pi) / math.log(10000))
wrong("6a", "2pi", "135")(math.ceil(256 * math.log(128) / math.log(10000)))
wrong("6a", None, "41")(41)
wrong("6a", "later", "255")(255)
wrong("6a", "range", "300", says="from 0 to 255; got 300")(300)

right("6b", "repeat")(lambda d: np.repeat(10000.0 ** (-np.arange(0, d, 2) / d), 2))
wrong("6b", "one a pair", "half", says="it is (3,)")(
    lambda d: 10000.0 ** (-2 * np.arange(d // 2) / d)
)
wrong("6b", "M10", "reversed")(
    lambda d: np.repeat(10000.0 ** (-2 * np.arange(d // 2) / d), 2)[::-1]
)
wrong("6b", "M7", "base 1000")(lambda d: 1000.0 ** (-2 * (np.arange(d) // 2) / d))
wrong("6b", "pairs from 1", "pairs from 1")(
    lambda d: 10000.0 ** (-2 * (np.arange(d) // 2 + 1) / d)
)
wrong("6b", "M2", "base 100")(lambda d: 100.0 ** (-2 * (np.arange(d) // 2) / d))
wrong("6b", "size", "512 columns")(
    lambda d: 10000.0 ** (-2 * (np.arange(512) // 2) / 512)
)

right("6c", "root")(lambda longest, d: (longest / (2 * np.pi)) ** (1 / (1 - 2 / d)))
wrong("6c", "exponent", "no exponent", says="if the last exponent were 1")(
    lambda longest, d: longest / (2 * np.pi)
)
wrong("6c", None, "d/2")(lambda longest, d: (longest / (2 * np.pi)) ** (d / 2))
