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
wrong("4a", "sum", "1065")(1065)
wrong("4a", "44", "521")(521)
wrong("4a", "several", "a pair")((500, 565))
wrong("4a", "range", "below 3000")(1275)
wrong("4a", None, "564")(564)
wrong("4a", "not whole", "pi - 565")(math.pi - 565)
wrong("4a", None, "355")(355)
wrong("4a", "later", "later ones alone")(
    min(range(566, 1000), key=lambda p: abs(math.sin(p) - math.sin(565)))
)
wrong("4a", "M8", "cosine")(
    min(
        (p for p in range(1000) if p != 565),
        key=lambda p: abs(math.cos(p) - math.cos(565)),
    )
)
wrong("4a", "M9", "counted from 1")(501)
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


@wrong("4b", "itself", "diagonal not left out", says="find itself")
def _(n_positions, tolerance):
    s = np.sin(np.arange(n_positions))
    return (np.abs(s - s[:, None]).min(axis=1) < tolerance).sum()


@wrong("4b", "M17", "sines cut to whole numbers")
def _(n, tolerance):
    sines = np.sin(np.arange(n)).astype(int)
    near = np.abs(sines[:, None] - sines) < tolerance
    np.fill_diagonal(near, False)
    return near.any(axis=1).sum()


@wrong("4b", "abs", "abs forgotten")
def _(n_positions, tolerance):
    count = 0
    for p in range(n_positions):
        if any(
            math.sin(p) - math.sin(q) < tolerance for q in range(n_positions) if q != p
        ):
            count += 1
    return count


@wrong("4b", "M11", "degrees")
def _(n_positions, tolerance):
    s = np.sin(np.radians(np.arange(n_positions)))
    gaps = np.abs(s - s[:, None])
    np.fill_diagonal(gaps, np.inf)
    return int((gaps.min(axis=0) < tolerance).sum())


@wrong("4b", "share", "share", says="That is the share")
def _(n_positions, tolerance):
    s = np.sin(np.arange(n_positions))
    gaps = np.abs(s - s[:, None])
    np.fill_diagonal(gaps, np.inf)
    return (gaps.min(axis=0) < tolerance).mean()


@wrong("4b", "neighbours", "only the next word")
def _(n_positions, tolerance):
    s = np.sin(np.arange(n_positions))
    return int((np.abs(np.diff(s)) < tolerance).sum())


@wrong("4b", "later", "only later words")
def _(n_positions, tolerance):
    s = np.sin(np.arange(n_positions))
    return sum(
        any(abs(s[p] - s[q]) < tolerance for q in range(p + 1, n_positions))
        for p in range(n_positions)
    )


@wrong("4b", "M9", "positions from 1")
def _(n_positions, tolerance):
    s = np.sin(np.arange(1, n_positions + 1))
    gaps = np.abs(s - s[:, None])
    np.fill_diagonal(gaps, np.inf)
    return int((gaps.min(axis=0) < tolerance).sum())


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
wrong("4b", "rest", "greater")(
    lambda n, t: int(
        (
            (
                np.abs(np.sin(np.arange(n))[:, None] - np.sin(np.arange(n)))
                + np.eye(n) * 9
            ).min(axis=1)
            > t
        ).sum()
    )
)
wrong("4b", "M8", "cosines")(
    lambda n, t: int(
        (
            (
                np.abs(np.cos(np.arange(n))[:, None] - np.cos(np.arange(n)))
                + np.eye(n) * 9
            ).min(axis=1)
            < t
        ).sum()
    )
)
wrong("4b", "axis", "whether at all", says="over all axes at once")(
    lambda n, t: bool(
        (
            np.abs(np.sin(np.arange(n))[:, None] - np.sin(np.arange(n))) + np.eye(n) * 9
            < t
        ).any()
    )
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


@wrong("4b", "early", "return in the outer loop, no break")
def _(n, tolerance):
    count = 0
    for p in range(n):
        for q in range(n):
            if p != q and abs(np.sin(p) - np.sin(q)) < tolerance:
                count += 1
        return count


@wrong("4b", "unfinished", "positions compared")
def _(n, tolerance):
    return sum(
        any(abs(p - q) < tolerance for q in range(n) if q != p) for p in range(n)
    )


@wrong("4b", "farthest", "> in place of <", says="`<` is meant")
def _(n_positions, tolerance):
    s = np.sin(np.arange(n_positions))
    return sum(any(abs(a - b) > tolerance for b in s) for a in s)


@wrong("4b", "all", "all in place of any", says="near to all others")
def _(n_positions, tolerance):
    s = np.sin(np.arange(n_positions))
    return sum(all(abs(a - b) < tolerance for b in s) for a in s)


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


wrong("4a", "M17", "sines cut to 0", says="digits lost")(
    int(np.abs(np.sin(np.arange(565)).astype(int) - int(np.sin(565))).argmin())
)
wrong("4b", "M15", "float16")(
    counted(lambda p: np.sin(p).astype(np.float16).astype(float))
)
wrong("4b", "M16", "divided by the norm")(
    counted(lambda p: np.sin(p) / (np.linalg.norm(np.sin(p)) or 1))
)
