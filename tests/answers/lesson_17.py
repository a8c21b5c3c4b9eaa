"""Answers to the exercises of lesson 17."""

import itertools

import numpy as np

from tests.answers import (
    ANSWERS,
    homework_3,  # noqa: F401 (its answers are taken from the list)
    lesson_07,  # noqa: F401
    other_convention,
    right,
    wrong,
)
from tests.answers.makers import pairs_of


def rows_of(n, width, first=0, base=10000.0):
    """Return a table of sines and cosines in turn."""
    return pairs_of(
        np.outer(np.arange(first, first + n), base ** (-np.arange(0, width, 2) / width))
    )


def thirds(pick, rows=rows_of):
    """Return a film's table, each number from the patch's three indices."""

    def f(frames, height, width, d_model):
        third, sizes = d_model // 3, (frames, height, width)
        parts = [rows(sizes[axis], third) for axis in pick]
        table = np.zeros((frames, height, width, d_model))
        for where in np.ndindex(*sizes):
            table[where] = np.concatenate(
                [part[where[axis]] for part, axis in zip(parts, pick)]
            )
        return table

    return f


# ---------------------------------------------------------------------------------- 17a
right("17a", "loops")(thirds((0, 1, 2)))


@right("17a", "broadcast")
def _(frames, height, width, d_model):
    t = d_model // 3
    table = np.zeros((frames, height, width, d_model))
    table[..., :t] = rows_of(frames, t)[:, None, None]
    table[..., t : 2 * t] = rows_of(height, t)[None, :, None]
    table[..., 2 * t :] = rows_of(width, t)
    return table


@right("17a", "lists")
def _(frames, height, width, d_model):
    f, h, w = (rows_of(n, d_model // 3).tolist() for n in (frames, height, width))
    return [[[one + two + three for three in w] for two in h] for one in f]


for axes in itertools.product(range(3), repeat=3):
    if axes != (0, 1, 2):
        wrong("17a", "M42", f"axes {axes}", says="The")(thirds(axes))


def film(*sizes):
    return thirds((0, 1, 2))(*sizes)


# What goes wrong in one encoding goes wrong in each third.
OF_ONE_ENCODING = (
    "M1 M2 M3 M4 M6 M7 M8 M9 M10 M11 M12 M14 M16 M17 M8+M9 M1+M9 padding brackets "
    "product length short minus angles 2pi"
).split() + ["pairs from 1", "off by one", "sines only"]


def each_third(answer):
    """Return an answer to 7a, given in each third."""
    return thirds((0, 1, 2), lambda n, third: np.asarray(answer.value(n, third)))


for answer in [one for one in ANSWERS if one.exercise == "7a" and one.kind == "wrong"]:
    if answer.name in OF_ONE_ENCODING:
        wrong("17a", answer.name, f"{answer.words}, in thirds")(each_third(answer))
    if answer.words in ("a table of float16", "a loop to the middle in steps of 2"):
        wrong("17a", answer.name, f"{answer.words}, in thirds")(each_third(answer))
wrong("17a", "paces", "cut out", says="the third's own width")(
    thirds((0, 1, 2), lambda n, third: rows_of(n, 3 * third)[:, :third])
)
other_convention("17a", "M5", "halves in each third")(
    thirds(
        (0, 1, 2),
        lambda n, third: np.hstack(
            [rows_of(n, third)[:, 0::2], rows_of(n, third)[:, 1::2]]
        ),
    )
)


wrong("17a", "line", "counted one by one")(
    lambda f, h, w, d: rows_of(f * h * w, d).reshape(f, h, w, d)
)


# ---------------------------------------------------------------------------------- 17b
right("17b", "by the function")((np.arange(24) + 0.5)[5] * 14 / 24 - 0.5)
right("17b", "2.7083")(2.7083)
wrong("17b", "centres", "one half", says="One half is left out")(5 * 14 / 24 - 0.5)
wrong("17b", "M40", "5 * 24 / 14")(5 * 24 / 14)
wrong("17b", "start", "line 4")(4.5 * 14 / 24 - 0.5)
wrong("17b", "sign", "one half, added", says="left out")(5 * 14 / 24 + 0.5)
wrong("17b", "M17", "2", says="after the point")(2)
wrong("17b", "not rounded", "3")(3)
wrong("17b", "range", "60", says="0 to 13")(60)
wrong("17b", "rounded", "2.7", says="more digits")(2.7)


# ---------------------------------------------------------------------------------- 17c
def mixed(table, n, axis, corners=False, half=0.5):
    """Return a table with n entries along an axis, one after the other."""
    table, m = np.moveaxis(table, axis, 0), table.shape[axis]
    new = []
    for i in range(n):
        place = (i + half) * m / n - half
        if corners:
            place = i * (m - 1) / (n - 1)
        place = min(max(place, 0), m - 1)
        low = int(place)
        high = min(low + 1, m - 1)
        new.append(table[low] * (1 - place + low) + table[high] * (place - low))
    return np.moveaxis(np.array(new), 0, axis)


def to_grid(table, old, new, **options):
    grid = table.reshape(*old, -1)
    return mixed(mixed(grid, new[0], 0, **options), new[1], 1, **options)


def flat(grid):
    return grid.reshape(-1, grid.shape[-1])


right("17c", "height first")(lambda t, old, new: flat(to_grid(t, old, new)))
right("17c", "columns first")(
    lambda t, old, new: flat(mixed(mixed(t.reshape(*old, -1), new[1], 1), new[0], 0))
)
other_convention("17c", "centres", "corners on corners")(
    lambda t, old, new: flat(to_grid(t, old, new, corners=True))
)
wrong("17c", "given", "as given")(lambda t, old, new: flat(to_grid(t, old[::-1], new)))
wrong("17c", "line", "as a list")(lambda t, old, new: mixed(t, new[0] * new[1], 0))
wrong("17c", "axis", "three axes")(to_grid)


wrong("17c", "centres", "edges", says="Edges are taken")(
    lambda t, old, new: flat(to_grid(t, old, new, half=0))
)
wrong("17c", "one", "columns alone", says="Only the columns")(
    lambda t, old, new: flat(mixed(t.reshape(*old, -1), new[1], 1))
)


for words, says, taken in (
    ("the first line", "All lines", lambda grid: grid[[0] * len(grid)]),
    ("the last line", "All lines", lambda grid: grid[[-1] * len(grid)]),
    ("the first column", "All columns", lambda grid: grid[:, [0] * grid.shape[1]]),
):
    wrong("17c", "M14", words, says=says)(
        lambda t, old, new, taken=taken: flat(
            to_grid(flat(taken(t.reshape(*old, -1))), old, new)
        )
    )


@wrong("17a", "M2+M42", "half as fast, line and column exchanged")
def _(frames, height, width, d_model):
    k = d_model // 3
    film = np.zeros((frames, height, width, d_model))
    for t in range(frames):
        for y in range(height):
            for x in range(width):
                for third, place in enumerate((t, x, y)):
                    for c in range(k):
                        angle = place / 10000 ** (c // 2 / k)
                        wave = np.cos if c % 2 else np.sin
                        film[t, y, x, third * k + c] = wave(angle)
    return film


def of_sides(sides, of_new=lambda new: new):
    """Return the resized table of a grid whose sides are taken to be others."""

    def f(table, old, new):
        grid = table.reshape(*sides(table, old), table.shape[1])
        new = of_new(new)
        return flat(mixed(mixed(grid, new[0], 0), new[1], 1))

    return f


wrong("17c", "M42", "a square, by the root of its number", says="need not be square")(
    of_sides(lambda table, old: [int(len(table) ** 0.5)] * 2)
)


@wrong("17c", "M42", "lines twice", says="The lines are resized twice")
def _(table, old, new):
    return flat(mixed(mixed(table.reshape(*old, -1), new[0], 0), new[1], 0))


@wrong("17c", "M18", "the table transposed before the reshape", says="has mixed")
def _(table, old, new):
    grid = table.T.reshape(*old, -1)
    return flat(mixed(mixed(grid, new[0], 0), new[1], 1))


wrong("17c", "M13+M42", "as given, then transposed", says="two slips at once")(
    lambda t, old, new: flat(to_grid(t, old[::-1], new).transpose(1, 0, 2))
)
