"""Answers to the exercises of lesson 04."""

import math

import numpy as np

from posenc_lessons import nearest_neighbours
from tests.answers import right, wrong

# ----------------------------------------------------------------------------------- 4a
right("4a", "search")(
    min(
        (p for p in range(62) if math.cos(p / 10) < 0),
        key=lambda p: abs(math.sin(p / 10) - 0.3),
    )
)
right("4a", "by the mirror")(round(10 * (math.pi - math.asin(0.3))))
right("4a", "float")(28.0)
wrong("4a", "sign", "where it rises", says="At position 3, the wave rises")(3)
wrong("4a", None, "31", says="at a height of 0.042. Does any other")(31)
wrong("4a", "division", "the angle")(2.84)
wrong("4a", "not whole", "not rounded")(10 * (math.pi - math.asin(0.3)))
wrong("4a", "range", "a period later", says="from 0 to 61; got 91")(91)
wrong("4a", "several", "both")((3, 28))


# ----------------------------------------------------------------------------------- 4b


@right("4b", "loops")
def _(n_positions, tolerance):
    count = 0
    for p in range(n_positions):
        for q in range(n_positions):
            if p != q and abs(math.sin(p) - math.sin(q)) < tolerance:
                count += 1
                break
    return count


@right("4b", "diagonal filled")
def _(n_positions, tolerance):
    s = np.sin(np.arange(n_positions))
    gaps = np.abs(s - s[:, None])
    np.fill_diagonal(gaps, np.inf)
    return np.sum(gaps.min(axis=0) < tolerance)


@right("4b", "sorted")
def _(n_positions, tolerance):
    s = np.sort(np.sin(np.arange(n_positions)))
    near = np.diff(s) < tolerance
    return (np.append(near, False) | np.insert(near, 0, False)).sum()


@wrong("4b", "neighbors", "only the next word")
def _(n_positions, tolerance):
    s = np.sin(np.arange(n_positions))
    return int((np.abs(np.diff(s)) < tolerance).sum())


right("4b", "sets")(
    lambda n, t: len(
        {
            i
            for i in range(n)
            for j in range(n)
            if i != j and abs(np.sin(i) - np.sin(j)) < t
        }
    )
)
wrong("4b", None, "nearest distances")(
    lambda n, t: np.sort(np.abs(np.diff(np.sort(np.sin(np.arange(n))))))
)


@wrong("4b", "stops", "one position alone")
def _(n, tolerance):
    sines = np.sin(np.arange(n))
    return int((nearest_neighbours(sines)[1] < tolerance).sum())


# ----------------------------------------------------------------------------------- 4c
right("4c", "sorted")(np.diff(np.sort(np.sin(np.arange(1000) / 640))).min())
right("4c", "two digits")(1.7e-5)
right("4c", "the last two")(math.sin(999 / 640) - math.sin(998 / 640))
wrong("4c", "first", "the first step")(math.sin(1 / 640))
wrong("4c", None, "from end to end", says="take the smallest gap")(
    math.sin(999 / 640) - math.sin(0)
)
wrong("4c", "rounded", "cut off")(1.6e-5)
