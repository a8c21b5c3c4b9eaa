"""Answers to the exercises of lesson 04."""

import math

import numpy as np

from tests.answers import right, wrong

right("4a", "by the mirror")(round(10 * (math.pi - math.asin(0.3))))
wrong("4a", "sign", "where it rises", says="At position 3, the wave rises")(3)
wrong("4a", None, "31", says="at a height of 0.042. Does any other")(31)
wrong("4a", "range", "a period later", says="from 0 to 61; got 91")(91)


@right("4b", "sorted")
def _(n_positions, tolerance):
    s = np.sort(np.sin(np.arange(n_positions)))
    near = np.diff(s) < tolerance
    return (np.append(near, False) | np.insert(near, 0, False)).sum()


wrong("4b", None, "nearest distances")(
    lambda n, t: np.sort(np.abs(np.diff(np.sort(np.sin(np.arange(n))))))
)


right("4c", "sorted")(np.diff(np.sort(np.sin(np.arange(1000) / 640))).min())
wrong("4c", None, "from end to end", says="take the smallest gap")(
    math.sin(999 / 640) - math.sin(0)
)
