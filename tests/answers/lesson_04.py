"""Answers to the exercises of lesson 04."""

import math

import numpy as np

from posenc_lessons import nearest_neighbours
from tests.answers import right, wrong

# ----------------------------------------------------------------------------------- 4a
right("4a", "search")(
    min(
        (p for p in range(1000) if p != 565),
        key=lambda p: abs(math.sin(p) - math.sin(565)),
    )
)
right("4a", "float")(500.0)
wrong("4a", "itself", "565", says="That is 565 itself")(565)
wrong("4a", "44", "521")(521)
wrong("4a", "several", "a pair")((500, 565))
wrong("4a", "range", "below 3000")(1275)
wrong("4a", None, "564")(564)
wrong("4a", "not whole", "pi - 565")(math.pi - 565)
wrong("4a", None, "355")(355)
wrong("4a", "later", "later ones alone")(
    min(range(566, 1000), key=lambda p: abs(math.sin(p) - math.sin(565)))
)
wrong("4a", "M11", "925, in degrees")(925)
wrong("4a", "turn", "898")(898)


wrong("4a", "distance", "565 - 500", says="how many positions")(65)


wrong("4a", "abs", "565 + 355", says="113 half turns")(920)
wrong("4a", "off by one", "the index in a list from 1", says="one too few")(499)


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


@wrong("4b", "neighbours", "only the next word")
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
wrong("4b", "partners", "gaps of the sorted sines")(
    lambda n, t: int((np.diff(np.sort(np.sin(np.arange(n)))) < t).sum())
)
wrong("4b", "rounded", "rounded and counted")(
    lambda n, t: n - len(np.unique(np.round(np.sin(np.arange(n)) / t)))
)


@wrong("4b", "stops", "one position alone")
def _(n, tolerance):
    sines = np.sin(np.arange(n))
    return int((nearest_neighbours(sines)[1] < tolerance).sum())


@wrong("4b", "list", "true or false for each")
def _(n, tolerance):
    sines = np.sin(np.arange(n))
    near = np.abs(sines[:, None] - sines) < tolerance
    return near.sum(axis=1) > 1


@wrong("4b", "distance", "[0] of nearest_neighbours")
def _(n, tolerance):
    if n < 2:
        return 0
    return np.sum(nearest_neighbours(np.sin(np.arange(n)))[0] < tolerance)


@wrong("4b", "farthest", "> in place of <", says="`<` is meant")
def _(n_positions, tolerance):
    s = np.sin(np.arange(n_positions))
    return sum(any(abs(a - b) > tolerance for b in s) for a in s)


# ----------------------------------------------------------------------------------- 4c
right("4c", "bools")({"a": False, "b": False, "c": True})
right("4c", "NumPy")({"a": np.False_, "b": np.False_, "c": np.True_})
wrong("4c", "statement", "b", says="not yet. b: you take")(
    {"a": False, "b": True, "c": True}
)
wrong("4c", "statement", "a")({"a": True, "b": False, "c": True})
wrong("4c", "statement", "c")({"a": False, "b": False, "c": False})
wrong("4c", "statement", "all but")({"a": True, "b": True, "c": True})


def counted(sines):
    """Return how many of the numbers that a function gives have a near one."""

    def f(n_positions, tolerance):
        s = sines(np.arange(n_positions))
        return sum(
            any(abs(a - b) < tolerance for q, b in enumerate(s) if q != p)
            for p, a in enumerate(s)
        )

    return f


wrong("4b", "M15", "float16")(
    counted(lambda p: np.sin(p).astype(np.float16).astype(float))
)
wrong("4b", "M16", "divided by the norm")(
    counted(lambda p: np.sin(p) / (np.linalg.norm(np.sin(p)) or 1))
)
