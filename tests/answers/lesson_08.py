"""Answers to the exercises of lesson 08."""

import math

import numpy as np

from tests.answers import right, wrong
from tests.answers.makers import blocks

right("8a", "signs")(blocks(lambda c, s: [[c, -s], [s, c]]))
wrong("8a", "minus", "all minus")(blocks(lambda c, s: [[-c, -s], [s, -c]]))


def back(angle):
    """Return blocks that turn back by the given angle."""
    return blocks(lambda c, s: [[c, -s], [s, c]], angle)


wrong("8a", "M2", "i / d")(back(lambda k, i, d: k / 10000 ** (i / d)))
wrong("8a", "M1", "4i / d")(back(lambda k, i, d: k / 10000 ** (4 * i / d)))
wrong("8a", "M4", "k alone")(back(lambda k, i, d: k))
wrong("8a", "M12", "times the power")(back(lambda k, i, d: k * 10000 ** (2 * i / d)))


def turned_halves(paces):
    """Return halves that turn at other frequencies."""

    def f(row, k):
        h = len(row) // 2
        a = k * paces(np.arange(h) / h)
        return np.concatenate(
            [
                row[:h] * np.cos(a) + row[h:] * np.sin(a),
                row[h:] * np.cos(a) - row[:h] * np.sin(a),
            ]
        )

    return f


right("8b", "concatenate")(turned_halves(lambda part: 10000.0**-part))
wrong("8b", "row ignored", "encoding of k")(
    lambda row, k: np.concatenate(
        [
            f(k * 10000.0 ** (-np.arange(0, len(row), 2) / len(row)))
            for f in (np.sin, np.cos)
        ]
    )
)
wrong("8b", "M1", "2 i / h")(turned_halves(lambda part: 10000.0 ** (-2 * part)))
wrong("8b", "M12", "no minus")(turned_halves(lambda part: 10000.0**part))

LAST = 10000 ** (-4 / 6)


@right("8c", "the angle of the slow clock")
def _(first, second):
    turned = math.atan2(second[4], second[5]) - math.atan2(first[4], first[5])
    return round(((turned + math.pi) % (2 * math.pi) - math.pi) / LAST)


@right("8c", "complex numbers")
def _(first, second):
    one, other = complex(*first[4:][::-1]), complex(*second[4:][::-1])
    return np.angle(other / one) / LAST


@wrong("8c", "difference", "without whole turns", says="half a turn")
def _(first, second):
    turned = math.atan2(second[4], second[5]) - math.atan2(first[4], first[5])
    return turned / LAST


wrong("8c", "first", "the fast clock", says="the fastest clock")(
    lambda first, second: np.angle(
        complex(second[1], second[0]) / complex(first[1], first[0])
    )
)


@wrong("8a H3c", "M17", "a matrix of integers")
def _(k, d_model):
    matrix = np.zeros((d_model, d_model), dtype=int)
    for i in range(0, d_model, 2):
        a = k / 10000 ** (i / d_model)
        matrix[i, i] = matrix[i + 1, i + 1] = math.cos(a)
    return 0 * matrix
