"""Answers to the exercises of lesson 17."""

import numpy as np

from tests.answers import other_convention, right, wrong
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


for axes, words in (
    ((0, 2, 1), "columns before lines"),
    ((1, 0, 2), "lines before frames"),
    ((2, 1, 0), "columns before frames"),
    ((1, 2, 0), "frames last"),
    ((2, 0, 1), "columns first"),
    ((0, 1, 1), "lines twice"),
    ((0, 2, 2), "columns twice"),
    ((0, 0, 2), "frames twice"),
):
    wrong("17a", "M42", words)(thirds(axes))


@wrong("17a", "unfinished", "two thirds")
def _(frames, height, width, d_model):
    t = d_model // 3
    table = thirds((0, 1, 2))(frames, height, width, d_model)
    table[..., 2 * t :] = 0
    return table


wrong("17a", "paces", "cut out", says="the third's own width")(
    thirds((0, 1, 2), lambda n, third: rows_of(n, 3 * third)[:, :third])
)


@wrong("17a", "sum", "added")
def _(frames, height, width, d_model):
    return (
        rows_of(frames, d_model)[:, None, None]
        + rows_of(height, d_model)[:, None]
        + rows_of(width, d_model)
    )


wrong("17a", "line", "counted one by one")(
    lambda f, h, w, d: rows_of(f * h * w, d).reshape(f, h, w, d)
)
wrong("17a", "M9", "from 1")(
    thirds((0, 1, 2), lambda n, third: rows_of(n, third, first=1))
)
wrong("17a", "axis", "one long list")(
    lambda f, h, w, d: thirds((0, 1, 2))(f, h, w, d).reshape(-1, d)
)


# ---------------------------------------------------------------------------------- 17b
right("17b", "by the function")((np.arange(24) + 0.5)[5] * 14 / 24 - 0.5)
right("17b", "2.7083")(2.7083)
wrong("17b", "centres", "5 * 14 / 24", says="edges for centres")(5 * 14 / 24)
wrong("17b", "centres", "5 * 13 / 23", says="first on first")(5 * 13 / 23)
wrong("17b", "centres", "half not taken off", says="the upper edge")(5.5 * 14 / 24)
wrong("17b", "centres", "one half", says="One half is left out")(5 * 14 / 24 - 0.5)
wrong("17b", "M40", "24 / 14")(5.5 * 24 / 14 - 0.5)
wrong("17b", "M40", "5 * 24 / 14")(5 * 24 / 14)
wrong("17b", "start", "line 6")(6.5 * 14 / 24 - 0.5)
wrong("17b", "start", "line 4")(4.5 * 14 / 24 - 0.5)
wrong("17b", "not rounded", "3")(3)
wrong("17b", "range", "60", says="0 to 13")(60)
wrong("17b", "rounded", "2.7", says="more digits")(2.7)


# ---------------------------------------------------------------------------------- 17c
def mixed(table, n, axis, corners=False):
    """Return a table with n entries along an axis, one after the other."""
    table, m = np.moveaxis(table, axis, 0), table.shape[axis]
    new = []
    for i in range(n):
        place = (i + 0.5) * m / n - 0.5
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
wrong("17c", "M42", "the new one exchanged", says="The old grid is mended")(
    lambda t, old, new: flat(to_grid(t, old, new[::-1]))
)
wrong("17c", "M42", "both exchanged", says="and in the new one")(
    lambda t, old, new: flat(to_grid(t, old[::-1], new[::-1]))
)
wrong("17c", "M42", "transposed after the wrong reshape", says="A transpose")(
    lambda t, old, new: flat(
        mixed(mixed(t.reshape(*old[::-1], -1).transpose(1, 0, 2), new[0], 0), new[1], 1)
    )
)
wrong("17c", "M13", "column by column")(
    lambda t, old, new: flat(to_grid(t, old, new).transpose(1, 0, 2))
)
wrong("17c", "line", "as a list")(lambda t, old, new: mixed(t, new[0] * new[1], 0))
wrong("17c", "axis", "three axes")(to_grid)


@wrong("17c", "centres", "nearest", says="one old row whole")
def _(table, old, new):
    rows = [
        table[(i * old[0] // new[0]) * old[1] + j * old[1] // new[1]]
        for i in range(new[0])
        for j in range(new[1])
    ]
    return np.array(rows)
