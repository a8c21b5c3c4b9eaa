"""Answers to the exercises of lesson 08."""

import math

import numpy as np

from tests.answers import right, wrong
from tests.answers.makers import blocks


def halves_of(new):
    def f(row, k):
        h = len(row) // 2
        w_ = 10000.0 ** (-np.arange(h) / h)
        return np.concatenate(new(row[:h], row[h:], np.sin(k * w_), np.cos(k * w_)))

    return f


# ----------------------------------------------------------------------------------- 8a
right("8a", "signs")(blocks(lambda c, s: [[c, -s], [s, c]]))
right("8a", "minus k")(blocks(lambda c, s: [[c, s], [-s, c]], turn=lambda k: -k))
right("8a", "transposed")(lambda k, d: blocks(lambda c, s: [[c, s], [-s, c]])(k, d).T)
right("8a", "inverse")(
    lambda k, d: np.linalg.inv(blocks(lambda c, s: [[c, s], [-s, c]])(k, d))
)
wrong("8a", "minus", "all minus")(blocks(lambda c, s: [[-c, -s], [s, -c]]))
wrong("8a", "given", "rewritten")(blocks(lambda c, s: [[c, s], [-s, c]]))


@wrong("8a", "borrowed", "shift_matrix with another sign")
def _(k, d_model):
    from posenc_lessons import shift_matrix

    return shift_matrix(-k, d_model)


wrong("8a", "M2", "i / d")(
    blocks(lambda c, s: [[c, -s], [s, c]], lambda k, i, d: k / 10000 ** (i / d))
)


def back(angle):
    """Return blocks that turn back by an angle of their own."""
    return blocks(lambda c, s: [[c, -s], [s, c]], angle)


wrong("8a", "M1", "4i / d")(back(lambda k, i, d: k / 10000 ** (4 * i / d)))
wrong("8a", "M4", "k alone")(back(lambda k, i, d: k))
wrong("8a", "M12", "times the power")(back(lambda k, i, d: k * 10000 ** (2 * i / d)))


# ----------------------------------------------------------------------------------- 8b
right("8b", "concatenate")(
    halves_of(lambda s, c, sk, ck: [s * ck + c * sk, c * ck - s * sk])
)


@right("8b", "loop")
def _(row, k):
    n = len(row)
    h = n // 2
    new = [0] * n
    for i in range(h):
        a = k / 10000 ** (2 * i / n)
        new[i] = row[i] * math.cos(a) + row[h + i] * math.sin(a)
        new[h + i] = row[h + i] * math.cos(a) - row[i] * math.sin(a)
    return new


@right("8b", "angles")
def _(row, k):
    h = len(row) // 2
    a = np.arctan2(row[:h], row[h:]) + k * 10000.0 ** (-np.arange(h) / h)
    return np.r_[np.sin(a), np.cos(a)]


wrong("8b", "row ignored", "encoding of k")(halves_of(lambda s, c, sk, ck: [sk, ck]))


right("8b", "matrix")(
    lambda row, k: (
        lambda h: (
            lambda a: (
                np.block(
                    [
                        [np.diag(np.cos(a)), np.diag(np.sin(a))],
                        [-np.diag(np.sin(a)), np.diag(np.cos(a))],
                    ]
                )
                @ row
            )
        )(k / 10000 ** (np.arange(h) / h))
    )(len(row) // 2)
)


def turned_halves(paces):
    """Return halves turned at other paces."""

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


wrong("8b", "M1", "2 i / h")(turned_halves(lambda part: 10000.0 ** (-2 * part)))
wrong("8b", "M12", "no minus")(turned_halves(lambda part: 10000.0**part))


# ----------------------------------------------------------------------------------- 8c
LAST = 10000 ** (-4 / 6)


@right("8c", "the angle of the slow clock")
def _(first, second):
    turned = math.atan2(second[4], second[5]) - math.atan2(first[4], first[5])
    return round(((turned + math.pi) % (2 * math.pi) - math.pi) / LAST)


@right("8c", "a search")
def _(first, second):
    def at(k):
        c, s = math.cos(k * LAST), math.sin(k * LAST)
        return abs(first[4] * c + first[5] * s - second[4]) + abs(
            first[5] * c - first[4] * s - second[5]
        )

    return min(range(-1000, 1001), key=at)


@right("8c", "complex numbers")
def _(first, second):
    one, other = complex(*first[4:][::-1]), complex(*second[4:][::-1])
    return np.angle(other / one) / LAST


@wrong("8c", "difference", "without whole turns", says="half a turn")
def _(first, second):
    turned = math.atan2(second[4], second[5]) - math.atan2(first[4], first[5])
    return turned / LAST


@wrong("8c", "first", "the fast clock", says="the fastest clock")
def _(first, second):
    return np.angle(complex(second[1], second[0]) / complex(first[1], first[0]))


@wrong("8a H3c", "M17", "a matrix of integers")
def _(k, d_model):
    matrix = np.zeros((d_model, d_model), dtype=int)
    for i in range(0, d_model, 2):
        a = k / 10000 ** (i / d_model)
        matrix[i, i] = matrix[i + 1, i + 1] = math.cos(a)
    return 0 * matrix


@wrong("8b", "M5+sign", "back, and in turn", says="two slips at once")
def _(row, k):
    half = len(row) // 2
    s, c, a = row[:half], row[half:], k / 10000 ** (np.arange(half) / half)
    result = np.empty(len(row))
    result[0::2] = s * np.cos(a) - c * np.sin(a)
    result[1::2] = c * np.cos(a) + s * np.sin(a)
    return result


wrong("8c", "first", "the fast clock, rounded to words")(
    lambda first, second: round(
        math.atan2(second[0], second[1]) - math.atan2(first[0], first[1])
    )
)
