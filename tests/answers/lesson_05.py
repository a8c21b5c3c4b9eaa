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
wrong("5b", "squared", "no root", says="Which step is left?")(
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
right("5c", "each six times slower")([1, 1 / 6, 1 / 36, 1 / 216])
right("5c", "an array, in any order")(np.array([0.005, 1, 0.2, 0.03]))
right("5c", "the golden ratio")((1, 0.16, 0.0256, 0.004))
right("5c", "turning backwards")([-1, 1 / 6, -1 / 36, 1 / 216])
wrong("5c", "closer", "the lesson's own", says="Which of them could be far")(
    [1, 1 / 2, 1 / 3, 1 / 4]
)
wrong("5c", "closer", "halves")([1, 1 / 2, 1 / 4, 1 / 8])
wrong("5c", "closer", "tenths")([1, 0.1, 0.01, 0.001])
wrong("5c", "closer", "fast ones")([1, 2, 3, 4])
wrong("5c", "closer", "one clock four times")([0.01] * 3 + [1])
wrong("5c", "closer", "all slow", says="How far must your fastest clock")(
    [1 / 640, 1 / 700, 1 / 800, 1 / 900]
)
wrong("5c", "closer", "none of them moves")([0, 0, 0, 0])
wrong("5c", "wavelength", "divisors", says="What is the frequency of pos/6?")(
    [1, 6, 36, 216]
)
wrong("5c", "shape", "three")([1, 1 / 6, 1 / 36])
wrong("5c", "shape", "one number")(0.5)
wrong("5c", "form", "a text")("1, 1/6")
wrong("5c", "nan", "infinite")([1, np.inf, 0.5, 0.1])


wrong("5a", "M11", "in degrees")(1)


def distance_of(angle):
    return lambda offset, n: math.sqrt(
        sum(2 - 2 * math.cos(angle(offset, j)) for j in range(1, n + 1))
    )


wrong("5b", "M1", "2 j", says="half as fast")(distance_of(lambda k, j: k / (2 * j)))
