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


def on_halves(f):
    def g(row, k):
        h = len(row) // 2
        w_ = 10000.0 ** (-np.arange(h) / h)
        return f(row, k, h, w_)

    return g


# ----------------------------------------------------------------------------------- 8a
right("8a", "signs")(blocks(lambda c, s: [[c, -s], [s, c]]))
right("8a", "minus k")(blocks(lambda c, s: [[c, s], [-s, c]], turn=lambda k: -k))
right("8a", "transposed")(lambda k, d: blocks(lambda c, s: [[c, s], [-s, c]])(k, d).T)
right("8a", "inverse")(
    lambda k, d: np.linalg.inv(blocks(lambda c, s: [[c, s], [-s, c]])(k, d))
)
wrong("8a", "minus", "all minus")(blocks(lambda c, s: [[-c, -s], [s, -c]]))
wrong("8a", "sign", "both plus")(blocks(lambda c, s: [[c, s], [s, c]]))
wrong("8a", "given", "rewritten")(blocks(lambda c, s: [[c, s], [-s, c]]))


@wrong("8a", "borrowed", "shift_matrix with another sign")
def _(k, d_model):
    from posenc_lessons import shift_matrix

    return shift_matrix(-k, d_model)


wrong("8a", "M2", "i / d")(
    blocks(lambda c, s: [[c, -s], [s, c]], lambda k, i, d: k / 10000 ** (i / d))
)
wrong("8a", "cosines", "sines 0")(blocks(lambda c, s: [[c, 0], [0, c]]))


def back(angle):
    """Return blocks that turn back by an angle of their own."""
    return blocks(lambda c, s: [[c, -s], [s, c]], angle)


wrong("8a", "M1", "4i / d")(back(lambda k, i, d: k / 10000 ** (4 * i / d)))
wrong("8a", "M4", "k alone")(back(lambda k, i, d: k))
wrong("8a", "M12", "times the power")(back(lambda k, i, d: k * 10000 ** (2 * i / d)))
wrong("8a", "abs", "abs(k)")(back(lambda k, i, d: abs(k) / 10000 ** (2 * i / d)))


wrong("8a", "M8", "exchanged, sines' signs")(blocks(lambda c, s: [[-s, c], [-c, -s]]))


wrong("8a", "k ignored", "one word at every k", says="always turns by one word")(
    blocks(lambda c, s: [[c, -s], [s, c]], turn=lambda k: 1)
)


@wrong("8a", "column", "blocks one column on", says="begins at row i")
def _(k, d_model):
    m = np.zeros((d_model, d_model))
    for i in range(d_model // 2):
        a = k / 10000 ** (2 * i / d_model)
        c, s = np.cos(a), np.sin(a)
        m[i : i + 2, i : i + 2] = [[c, -s], [s, c]]
    return m


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


wrong("8b", "M5", "taken as neighbors", says="to be neighbors")(
    lambda row, k: blocks(lambda c, s: [[c, s], [-s, c]])(k, len(row)) @ row
)
wrong("8b", "sum", "k added to each")(lambda row, k: row + k)
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
wrong("8b", "half", "sines alone")(
    on_halves(lambda row, k, h, w_: row[:h] * np.cos(k * w_) + row[h:] * np.sin(k * w_))
)


@wrong("8b", "in place", "into the row itself")
def _(row, k):
    h = len(row) // 2
    turn = k * 10000.0 ** (-np.arange(h) / h)
    row[:h] = row[:h] * np.cos(turn) + row[h:] * np.sin(turn)
    row[h:] = row[h:] * np.cos(turn) - row[:h] * np.sin(turn)
    return row


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


wrong("8b", "columns", "np.roll", says="k columns on")(lambda row, k: np.roll(row, k))
wrong("8b", "k ignored", "one word on", says="use k")(
    lambda row, k: turned_halves(lambda part: 10000.0**-part)(row, 1)
)


@wrong("8b", "arcsin", "the angle from the sine alone", says="the row's cosine, too")
def _(row, k):
    half = len(row) // 2
    angles = np.arcsin(row[:half]) + k / 10000 ** (np.arange(half) / half)
    return np.r_[np.sin(angles), np.cos(angles)]


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


@wrong("8c", "sign", "the first from the second", says="the other way around")
def _(first, second):
    return -np.angle(complex(*second[4:][::-1]) / complex(*first[4:][::-1])) / LAST


@wrong("8c", "abs", "never negative", says="never negative")
def _(first, second):
    return abs(np.angle(complex(*second[4:][::-1]) / complex(*first[4:][::-1]))) / LAST


def of_rows(sign):
    def f(k, d_model):
        m = np.zeros((d_model, d_model))
        for row in range(d_model):
            a = k / 10000 ** (row / d_model)
            m[row, row] = math.cos(a)
            m[row, row ^ 1] = sign * math.sin(a) * (-1) ** row
        return m

    return f


wrong("8a", "M34", "a frequency for each row")(of_rows(-1))
wrong("H3c", "M34", "a frequency for each row")(of_rows(1))


@wrong("8a H3c", "M17", "a matrix of integers", says="in whole numbers")
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


@wrong("8b", "M2+sign", "half as fast, and back", says="two slips at once")
def _(row, k):
    s, c = np.split(row, 2)
    a = k / 10000 ** (np.arange(len(s)) / len(row))
    return np.hstack([s * np.cos(a) - c * np.sin(a), c * np.cos(a) + s * np.sin(a)])
