"""Exercises of lesson 17: two dimensions, and three."""

import numpy as np

from posenc_lessons.exercises.comparison import Comparison, at, fixed
from posenc_lessons.exercises.explanations import Mistake
from posenc_lessons.exercises.own_numbers import Number, Remark, value
from posenc_lessons.sinusoids import sinusoidal_encoding

EXERCISES = {}


def _film(axes=(0, 1, 2), encode=sinusoidal_encoding):
    """Return a table of three thirds that encode these axes, in this order."""

    def model(frames, height, width, d_model):
        sizes, third = (frames, height, width), d_model // 3
        table = np.zeros((*sizes, d_model))
        for part, axis in enumerate(axes):
            if axis is not None:
                rows = encode(sizes[axis], third)
                shape = [1, 1, 1, third]
                shape[axis] = sizes[axis]
                table[..., part * third : (part + 1) * third] = rows.reshape(shape)
        return table

    return model


def _added(frames, height, width, d_model):
    """Return three encodings of the whole width, added."""
    parts = (sinusoidal_encoding(n, d_model) for n in (frames, height, width))
    one, two, three = parts
    return one[:, None, None] + two[:, None] + three


def _counted(frames, height, width, d_model):
    """Return the encoding of the patches' numbers, one after the other."""
    rows = sinusoidal_encoding(frames * height * width, d_model)
    return rows.reshape(frames, height, width, d_model)


EXERCISES["17a"] = Comparison(
    reference=_film(),
    draw=fixed((2, 3, 4, 6), (3, 2, 5, 12), (4, 3, 2, 24), (1, 6, 3, 12)),
    describe=lambda frames, height, width, d_model: (
        f"For {frames} frames of {height} x {width} and d_model = {d_model}"
    ),
    place=at("frame", "line", "column", "number"),
    coarse=lambda *arguments: 1e-5,
    mistakes=(
        *(
            Mistake("M42", _film(axes), hint)
            for axes, hint in (
                ((0, 2, 1), "Lines and columns have changed places."),
                ((1, 0, 2), "Frames and lines have changed places."),
                ((2, 1, 0), "Frames and columns have changed places."),
                ((1, 2, 0), "The right thirds in another order: the frame's is first."),
                ((2, 0, 1), "The right thirds in another order: the frame's is first."),
                ((0, 1, 1), "The line is coded twice, the column not at all."),
                ((0, 2, 2), "The column is coded twice, the line not at all."),
                ((0, 0, 2), "The frame is coded twice, the line not at all."),
            )
        ),
        Mistake(
            "unfinished",
            _film((0, 1, None)),
            "The last third is still 0: the column belongs there.",
        ),
        Mistake(
            "paces",
            _film(encode=lambda n, third: sinusoidal_encoding(n, 3 * third)[:, :third]),
            "Each third is cut out of an encoding of the whole width, and has only "
            "fast clocks: make it of the third's own width.",
        ),
        Mistake(
            "sum",
            _added,
            "Three encodings of the whole width are added: each axis has a third of "
            "the numbers for itself.",
        ),
        Mistake(
            "line",
            _counted,
            "The patches are counted one after the other: give each axis a third.",
        ),
        Mistake(
            "M9",
            _film(encode=lambda n, third: sinusoidal_encoding(n, third, start=1)),
            "Frames, lines and columns are counted from 1: they begin at 0.",
        ),
        Mistake(
            "axis",
            lambda frames, height, width, d_model: _film()(
                frames, height, width, d_model
            ).reshape(-1, d_model),
            "The rows are right, one below the other: give them their three axes.",
        ),
    ),
    right="An axis more costs no more than a share of the numbers.",
)


EXERCISES["17b"] = Number(
    reference=lambda: 5.5 * 14 / 24 - 0.5,
    right=lambda: (
        "Its row is a mixture of the old lines 2 and 3: 29 % of the one, 71 % of the "
        "other."
    ),
    mistakes=(
        value(
            "centres",
            5 * 14 / 24,
            "That takes edges for centres: the centre of line 5 is at 5.5.",
        ),
        value(
            "centres",
            5 * 13 / 23,
            "That puts first on first and last on last: here centres lie on centres "
            "of squares, and the images' edges on one another.",
        ),
        value(
            "centres",
            5.5 * 14 / 24,
            "That is measured from the upper edge: the centre of the old line 0 is "
            "at 0.5 there.",
        ),
        value(
            "centres",
            5 * 14 / 24 - 0.5,
            "One half is left out: the centre of the new line 5 is at 5.5.",
        ),
        value(
            "M40",
            5.5 * 24 / 14 - 0.5,
            "Old and new are exchanged: there are fewer old lines than new ones.",
        ),
        value(
            "M40",
            5 * 24 / 14,
            "Old and new are exchanged: there are fewer old lines than new ones.",
        ),
        value(
            "start",
            6.5 * 14 / 24 - 0.5,
            "That is new line 6: lines are counted from 0.",
        ),
        value(
            "start",
            4.5 * 14 / 24 - 0.5,
            "That is new line 4: lines are counted from 0.",
        ),
        value("not rounded", 3, "Near: it lies between two old lines. Where exactly?"),
    ),
    remarks=(
        Remark(
            "range",
            lambda place: not -0.5 <= place <= 13.5,
            lambda place: f"The old lines are 0 to 13; got {place:g}.",
        ),
    ),
)


def _resized(table, n, axis, corners=False):
    """Return a table with n entries along an axis, mixed of those there are."""
    old = table.shape[axis]
    place = (np.arange(n) + 0.5) * old / n - 0.5
    if corners:
        place = np.arange(n) * (old - 1) / max(n - 1, 1)
    place = np.clip(place, 0, old - 1)
    low = place.astype(int)
    high, part = np.minimum(low + 1, old - 1), place - low
    table = np.moveaxis(table, axis, -1)
    return np.moveaxis(table[..., low] * (1 - part) + table[..., high] * part, -1, axis)


def _both(table, old, new, corners=False):
    """Return a grid resized along both axes."""
    grid = table.reshape(*old, -1)
    return _resized(_resized(grid, new[0], 0, corners), new[1], 1, corners)


def _nearest(grid, new):
    """Return a grid whose patches each take the row of the old one they lie in."""
    line, column = (np.arange(n) * m // n for n, m in zip(new, grid.shape))
    return grid[line][:, column]


def _flat(grid):
    return grid.reshape(-1, grid.shape[-1])


def _given(table, old, new):
    return _flat(_both(table, old[::-1], new))


EXERCISES["17c"] = Comparison(
    reference=lambda table, old, new: _flat(_both(table, old, new)),
    draw=lambda random: [
        (random.normal(size=(old[0] * old[1], width)), old, new)
        for old, new, width in (
            ((2, 3), (4, 3), 2),
            ((2, 8), (4, 4), 3),
            ((3, 5), (6, 7), 4),
            ((4, 2), (2, 6), 3),
        )
    ],
    describe=lambda table, old, new: (
        f"From {old[0]} x {old[1]} to {new[0]} x {new[1]} patches"
    ),
    place=at("patch", "number"),
    given=_given,
    alternatives=(
        Mistake(
            "centres",
            lambda table, old, new: _flat(_both(table, old, new, corners=True)),
            "Under another convention: the corners of both grids lie on one another.",
        ),
    ),
    mistakes=(
        Mistake(
            "M42",
            lambda table, old, new: _flat(_both(table, old, new[::-1])),
            "The old grid is mended, and the new one's lines and columns exchanged.",
        ),
        Mistake(
            "M42",
            lambda table, old, new: _flat(_both(table, old[::-1], new[::-1])),
            "Lines and columns are exchanged in the old grid and in the new one.",
        ),
        Mistake(
            "M13",
            lambda table, old, new: _flat(_both(table, old, new).swapaxes(0, 1)),
            "The patches go column by column now: they should go line by line.",
        ),
        Mistake(
            "M42",
            lambda table, old, new: _flat(
                _resized(
                    _resized(table.reshape(*old[::-1], -1).swapaxes(0, 1), new[0], 0),
                    new[1],
                    1,
                )
            ),
            "A transpose after the wrong reshape mixes the patches: the rows of the "
            "table go line by line, so reshape them to (height, width).",
        ),
        Mistake(
            "line",
            lambda table, old, new: _resized(table, new[0] * new[1], 0),
            "The table is resized as one list: lines run into one another.",
        ),
        Mistake(
            "centres",
            lambda table, old, new: _flat(_nearest(table.reshape(*old, -1), new)),
            "Each new patch takes one old row whole: mix the rows, as `resized` does.",
        ),
        Mistake(
            "axis",
            _both,
            "It is right, and still has an axis for lines and one for columns: one "
            "row for each patch is asked for.",
        ),
    ),
    right="Height stands before width wherever patches go line by line.",
)
