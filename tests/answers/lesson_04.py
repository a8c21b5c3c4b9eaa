"""Answers to the exercises of lesson 04."""

import math

import numpy as np

from posenc_lessons import nearest_neighbors
from tests.answers import right, wrong

right("4a", "by the mirror")(round(10 * (math.pi - math.asin(0.3))))
wrong("4a", "sign", "where it rises", says="At position 3, the wave rises")(3)
wrong("4a", None, "31", says="at a height of 0.042. Does any other")(31)
wrong("4a", "division", "the angle")(2.84)
wrong("4a", "not whole", "not rounded")(10 * (math.pi - math.asin(0.3)))
wrong("4a", "range", "a period later", says="from 0 to 61; got 91")(91)


@right("4b", "sorted")
def _(n_positions, tolerance):
    s = np.sort(np.sin(np.arange(n_positions)))
    near = np.diff(s) < tolerance
    return (np.append(near, False) | np.insert(near, 0, False)).sum()


@wrong("4b", "neighbors", "only the next word")
def _(n_positions, tolerance):
    s = np.sin(np.arange(n_positions))
    return int((np.abs(np.diff(s)) < tolerance).sum())


wrong("4b", None, "nearest distances")(
    lambda n, t: np.sort(np.abs(np.diff(np.sort(np.sin(np.arange(n))))))
)


@wrong("4b", "stops", "one position alone")
def _(n, tolerance):
    sines = np.sin(np.arange(n))
    return int((nearest_neighbors(sines)[1] < tolerance).sum())


right("4c", "sorted")(np.diff(np.sort(np.sin(np.arange(1000) / 640))).min())
right("4c", "two digits")(1.7e-5)
wrong("4c", "first", "the first step")(math.sin(1 / 640))
wrong("4c", None, "from end to end", says="take the smallest gap")(
    math.sin(999 / 640) - math.sin(0)
)
wrong("4c", "rounded", "cut off")(1.6e-5)
