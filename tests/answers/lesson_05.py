"""Answers to the exercises of lesson 05."""

import cmath
import math

import numpy as np

from tests.answers import right, wrong
from tests.answers.makers import pairs_of

# ----------------------------------------------------------------------------------- 5a
right("5a", "25")(25)
right("5a", "search")(
    int(
        np.argmax(
            [
                math.sqrt(4 - 2 * math.cos(k) - 2 * math.cos(k / 2)) < 0.35
                for k in range(1, 99)
            ]
        )
    )
    + 1
)
wrong("5a", "pairs", "38, near with three pairs")(38)
wrong("5a", "period", "13")(13)
wrong("5a", "short", "6")(6)
wrong("5a", "M12", "pos * 2")(19)
wrong("5a", "range", "0", says="from 1 on; got 0")(0)
wrong("5a", "period", "4 pi, as read")(12.57)
wrong("5a", "off by one", "26")(26)
wrong("5a", "off by one", "24")(24)
wrong("5a", "period", "12")(12)
wrong("5a", "half turn", "22")(22)
wrong("5a", "later", "63")(63)
wrong("5a", "not whole", "2 pi")(2 * math.pi)
wrong("5a", "several", "several")([25, 38])

# ----------------------------------------------------------------------------------- 5b


@right("5b", "loop")
def _(lag, n_pairs):
    total = 0
    for j in range(1, n_pairs + 1):
        total += 2 - 2 * math.cos(lag / j)
    return math.sqrt(total)


right("5b", "chords")(
    lambda lag, n: 2 * np.linalg.norm([math.sin(lag / j / 2) for j in range(1, n + 1)])
)
right("5b", "float32")(
    lambda lag, n: np.sqrt(
        (2 - 2 * np.cos(np.float32(lag) / np.arange(1, n + 1, dtype=np.float32))).sum()
    )
)
right("5b", "array of one")(
    lambda lag, n: np.array(
        [math.sqrt(sum(2 - 2 * math.cos(lag / j) for j in range(1, n + 1)))]
    )
)
wrong("5b", "squared", "no root", says="square root is missing")(
    lambda lag, n: sum(2 - 2 * math.cos(lag / j) for j in range(1, n + 1))
)
wrong("5b", "sum of roots", "sum of roots")(
    lambda lag, n: sum(math.sqrt(2 - 2 * math.cos(lag / j)) for j in range(1, n + 1))
)
wrong("5b", "stops", "range(n)")(
    lambda lag, n: math.sqrt(sum(2 - 2 * math.cos(lag / j) for j in range(n)))
)
wrong("5b", "one pair", "last pair alone")(
    lambda lag, n: math.sqrt(2 - 2 * math.cos(lag / n))
)


@wrong("5b", "stops", "math of an array")
def _(lag, n_pairs):
    return math.sqrt(2 - 2 * math.cos(lag / np.arange(1, n_pairs + 1)).sum())


right("5b", "complex")(
    lambda lag, n: (
        abs(np.array([cmath.exp(1j * lag / j) - 1 for j in range(1, n + 1)]))
        .__pow__(2)
        .sum()
        ** 0.5
    )
)
wrong("5b", "paces", "1/2^j")(
    lambda lag, n: math.sqrt(sum(2 - 2 * math.cos(lag / 2**j) for j in range(n)))
)
wrong("5b", "stops", "negative root")(
    lambda lag, n: math.sqrt(sum(2 * math.cos(lag / j) - 2 for j in range(1, n + 1)))
)
wrong("5b", "nan", "sum of the cosines alone")(
    lambda lag, n_pairs: np.sqrt(2 - 2 * np.cos(lag / np.arange(1, n_pairs + 1)).sum())
)


@right("5b", "two rows of a table")
def _(lag, n_pairs):
    table = pairs_of(np.arange(lag + 1)[:, None] / np.arange(1, n_pairs + 1))
    return np.linalg.norm(table[lag] - table[0])


def of_angles(square, first=1, more=0):
    """Return a distance from what a pair adds to its square."""
    return lambda lag, n_pairs: np.sqrt(
        sum(square(lag / j) for j in range(first, n_pairs + 1 + more))
    )


wrong("5b", "pairs", "from j = 2")(of_angles(lambda a: 2 - 2 * np.cos(a), first=2))
wrong("5b", "factor", "2 - cos")(of_angles(lambda a: 2 - np.cos(a)))
wrong("5b", "list", "a list of squares")(
    lambda lag, n: [2 - 2 * np.cos(lag / j) for j in range(1, n + 1)]
)


# ----------------------------------------------------------------------------------- 5c


@right("5c", "one stroke")
def _(n_positions, n_pairs):
    angles = np.arange(n_positions)[:, None] / np.arange(1, n_pairs + 1)
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(n_positions, -1)


@right("5c", "floats first")
def _(n_positions, n_pairs):
    angles = np.arange(n_positions, dtype=float)[:, None] * (
        1.0 / np.arange(1, n_pairs + 1)
    )
    pairs = np.stack([np.sin(angles), np.cos(angles)], axis=-1)
    return pairs.reshape(n_positions, -1)


@wrong("5c", "M5", "hstack")
def _(n_positions, n_pairs):
    angles = np.arange(n_positions)[:, None] / np.arange(1, n_pairs + 1)
    return np.hstack([np.sin(angles), np.cos(angles)])


@wrong("5c", "nan", "range(n_pairs)")
def _(n_positions, n_pairs):
    angles = np.arange(n_positions)[:, None] / np.arange(n_pairs)
    pairs = np.stack([np.sin(angles), np.cos(angles)], axis=-1)
    return pairs.reshape(n_positions, -1)


@wrong("5c", "given", "dtype int")
def _(n_positions, n_pairs):
    angles = (np.arange(n_positions)[:, None] / np.arange(1, n_pairs + 1)).astype(int)
    pairs = np.stack([np.sin(angles), np.cos(angles)], axis=-1)
    return pairs.reshape(n_positions, -1)


@wrong("5c", "stops", "no axis")
def _(n_positions, n_pairs):
    angles = np.arange(n_positions) / np.arange(1, n_pairs + 1)
    pairs = np.stack([np.sin(angles), np.cos(angles)], axis=-1)
    return pairs.reshape(n_positions, -1)


def pairs_from(angle, waves=(np.sin, np.cos)):
    """Return a table of pairs, column by column."""

    def table_of(n_positions, n_pairs):
        pos = np.arange(n_positions)
        columns = [w(angle(pos, j)) for j in range(1, n_pairs + 1) for w in waves]
        return np.transpose(columns)

    return table_of


wrong("5c", "pairs from 1", "j from 2")(pairs_from(lambda pos, j: pos / (j + 1)))
wrong("5c", "paces", "2 ** np.arange(n_pairs)")(
    pairs_from(lambda pos, j: pos / 2 ** (j - 1))
)


@wrong("5c", "size", "eight rows written in", says="It has 8 rows in every case")
def _(n_positions, n_pairs):
    return pairs_of(np.arange(8)[:, None] / np.arange(1, n_pairs + 1))


wrong("5a", "M11", "in degrees")(1)


def distance_of(angle):
    return lambda lag, n: math.sqrt(
        sum(2 - 2 * math.cos(angle(lag, j)) for j in range(1, n + 1))
    )


def pairs_by(angle):
    return lambda n, m: pairs_of(angle(np.arange(n)[:, None], np.arange(1.0, m + 1)))


wrong("5c", "M11", "into degrees")(pairs_by(lambda p, j: np.degrees(p / j)))
wrong("5c", "M4", "every pair by pos")(pairs_by(lambda p, j: p + 0 * j))


wrong("5b", "M1", "2 j", says="half as fast")(distance_of(lambda lag, j: lag / (2 * j)))
wrong("5c", "M1", "2 j", says="half as fast")(pairs_by(lambda p, j: p / (2 * j)))
wrong("5c", "M2", "2 times", says="twice as fast")(pairs_by(lambda p, j: 2 * p / j))


def two_paces(of_sine, of_cosine):
    """Return pairs whose sine and cosine are divided by numbers of their own."""

    def f(n_positions, n_pairs):
        table = np.zeros((n_positions, 2 * n_pairs))
        for p in range(n_positions):
            for i in range(n_pairs):
                table[p, 2 * i] = math.sin(p / of_sine(i))
                table[p, 2 * i + 1] = math.cos(p / of_cosine(i))
        return table

    return f


wrong("5c", "M3", "by columns")(two_paces(lambda i: 2 * i + 1, lambda i: 2 * i + 2))


@wrong("5c", "M17", "a table of integers", says="It holds whole numbers alone")
def _(n_positions, n_pairs):
    table = np.zeros((n_positions, 2 * n_pairs), dtype=int)
    angles = np.arange(n_positions)[:, None] / np.arange(1, n_pairs + 1)
    table[:, ::2], table[:, 1::2] = np.sin(angles), np.cos(angles)
    return table


wrong("5c", "M16", "rows of length 1", says="divided by its length")(
    lambda n, m: pairs_by(lambda p, j: p / j)(n, m) / math.sqrt(m)
)
