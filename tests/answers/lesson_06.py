"""Answers to the exercises of lesson 06."""

import math

import numpy as np

from tests.answers import right, wrong

# ----------------------------------------------------------------------------------- 6a
right("6a", "84")(84)
right("6a", "ceil")(math.ceil(256 * math.log(128 / 2 / math.pi) / math.log(10000)))
wrong("6a", "off by one", "83", says="Pair 83 has the wavelength 124.5.")(83)
wrong("6a", "off by one", "85", says="count from 0")(85)
wrong("6a", "not whole", "83.77")(256 * math.log(128 / 2 / math.pi) / math.log(10000))
wrong("6a", "2pi", "135")(math.ceil(256 * math.log(128) / math.log(10000)))
wrong("6a", None, "41")(41)
wrong("6a", "wavelength", "128")(128)
wrong("6a", "later", "255")(255)
wrong("6a", "M1", "4i / d")(42)
wrong("6a", "range", "300", says="from 0 to 255; got 300")(300)
wrong("6a", "column", "166")(166)


wrong("6a", "half turn", "pi in place of 2 pi", says="half a turn")(104)


wrong("6a", "M7", "base 100000")(68)
wrong("6a", "512", "width 64", says="for d_model = 64")(11)


# ----------------------------------------------------------------------------------- 6b
right("6b", "repeat")(lambda d: np.repeat(10000.0 ** (-np.arange(0, d, 2) / d), 2))


@right("6b", "loop")
def _(d_model):
    out = []
    for i in range(d_model // 2):
        w = 1 / 10000 ** (2 * i / d_model)
        out += [w, w]
    return out


right("6b", "float32")(
    lambda d: (10000.0 ** (-2 * (np.arange(d) // 2) / d)).astype(np.float32)
)
wrong("6b", "one a pair", "half", says="it is (3,)")(
    lambda d: 10000.0 ** (-2 * np.arange(d // 2) / d)
)
wrong("6b", "M1", "4 / 2")(lambda d: 1 / 10000.0 ** (4 * np.arange(d) / 2 / d))
wrong("6b", "wavelength", "wavelengths")(
    lambda d: 2 * np.pi * 10000.0 ** (2 * (np.arange(d) // 2) / d)
)
wrong("6b", "modulo", "% 2")(lambda d: 10000.0 ** (-2 * (np.arange(d) % 2) / d))
wrong("6b", "M10", "reversed")(
    lambda d: np.repeat(10000.0 ** (-2 * np.arange(d // 2) / d), 2)[::-1]
)
wrong("6b", "M7", "base 1000")(lambda d: 1000.0 ** (-2 * (np.arange(d) // 2) / d))
wrong("6b", "pairs from 1", "pairs from 1")(
    lambda d: 10000.0 ** (-2 * (np.arange(d) // 2 + 1) / d)
)

wrong("6b", "M2", "base 100")(lambda d: 100.0 ** (-2 * (np.arange(d) // 2) / d))
wrong("6b", "M3", "the 2 below")(lambda d: 10000.0 ** (-np.arange(d) / 2 / d))
wrong("6b", "512", "512 below")(lambda d: 10000.0 ** (-2 * (np.arange(d) // 2) / 512))
wrong("6b", "size", "512 columns", says="It has 512 numbers in every case")(
    lambda d: 10000.0 ** (-2 * (np.arange(512) // 2) / 512)
)
wrong("6b", "M17", "pairs // d")(lambda d: 10000.0 ** (-2 * (np.arange(d) // 2) // d))
wrong("6b", "product", "times")(lambda d: 10000.0 * (-2 * np.arange(d) / d))


wrong("6b", "unfinished", "the exponent not divided", says="What is missing")(
    lambda d: [10000.0 ** (-2 * (c // 2)) for c in range(d)]
)


# ----------------------------------------------------------------------------------- 6c
right("6c", "logs")(
    lambda longest, d: math.exp(math.log(longest / 2 / math.pi) * d / (d - 2))
)
right("6c", "root")(lambda longest, d: (longest / (2 * np.pi)) ** (1 / (1 - 2 / d)))
wrong("6c", "exponent", "no exponent", says="if the last exponent were 1")(
    lambda longest, d: longest / (2 * np.pi)
)
right("6c", "fraction of logs")(
    lambda longest, d: np.exp(np.log(longest / 2 / np.pi) / ((d - 2) / d))
)
wrong("6c", "frequency", "inverse")(
    lambda longest, d: (2 * np.pi / longest) ** (d / (d - 2))
)
wrong("6c", None, "d/2")(lambda longest, d: (longest / (2 * np.pi)) ** (d / 2))
wrong("6c", "rounded", "int at the end")(
    lambda longest, d: int((longest / (2 * math.pi)) ** (d / (d - 2)))
)
wrong("6c", "2pi", "pi")(lambda longest, d: (longest / np.pi) ** (d / (d - 2)))
wrong("6c", "brackets", "2 pi / longest")(lambda longest, d: 2 * np.pi / longest)
wrong("6c", "argument", "arguments swapped")(
    lambda d, longest: (longest / (2 * np.pi)) ** (d / (d - 2))
)


wrong("6a", "M11", "in degrees")(0)
wrong("6c", "M11", "360")(lambda longest, d: (longest / 360) ** (d / (d - 2)))


wrong("6c", "M1", "the last column for i", says="the last *column* for i")(
    lambda longest, d: (longest / (2 * np.pi)) ** (d / (2 * (d - 1)))
)
wrong("6c", "M17", "// 2 pi", says="is a whole number: it is divided")(
    lambda longest, d: (longest // (2 * np.pi)) ** (d / (d - 2))
)
