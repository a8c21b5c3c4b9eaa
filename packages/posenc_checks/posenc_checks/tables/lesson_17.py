"""Exercises of lesson 17: two dimensions, and three."""

import itertools
from math import isqrt

import numpy as np
from hintcheck.comparison import Comparison, at, fixed
from hintcheck.explanations import Mistake, combinations, in_parts
from hintcheck.own_numbers import Number, Remark, value

from posenc_checks.families.formula import PARTS, SINGLE, encode
from posenc_checks.families.layouts import in_halves
from posenc_lessons.mathematics.sinusoids import sinusoidal_encoding

EXERCISES = {}


@in_parts
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


def _cut_in_thirds(frames, height, width, d_model):
    """Return for each axis its own third of an encoding of the whole width."""
    table = np.zeros((frames, height, width, d_model))
    own = np.arange(d_model) // (d_model // 3)
    for axis, n in enumerate((frames, height, width)):
        shape = [1, 1, 1, d_model]
        shape[axis] = n
        rows = sinusoidal_encoding(n, d_model).reshape(shape)
        table = np.where(own == axis, rows, table)
    return table


def _counted(frames, height, width, d_model):
    """Return the encoding of the patches' numbers, one after the other."""
    rows = sinusoidal_encoding(frames * height * width, d_model)
    return rows.reshape(frames, height, width, d_model)


AXES = ("frame", "line", "column")
IN_ORDER = (0, 1, 2)


def _of_other_axes(axes):
    """Return the mistake of thirds that encode these axes, in this order."""
    if sorted(axes) == list(IN_ORDER):
        said = ", ".join(AXES[axis] for axis in axes)
        hint = f"The thirds code {said}: they should code frame, line, column."
    else:
        many = max(axes, key=axes.count)
        lost = [AXES[axis] for axis in IN_ORDER if axis not in axes]
        times = {2: "twice", 3: "three times"}[axes.count(many)]
        hint = f"The {AXES[many]} is coded {times}, the {' and the '.join(lost)} not "
        hint += "at all."
    return Mistake("M42", _film(axes), hint)


def _in_thirds(parts):
    """Return a table whose thirds are made by a formula with some parts exchanged."""
    return _film(encode=lambda n, third: encode(np.arange(n), third, **parts))


def _fits(parts):
    """Tell whether what is made of a table has its shape, and so fits into thirds."""
    return encode(np.arange(3), 8, **parts).shape == (3, 8)


OF_THIRDS = [part for part in [*PARTS, *SINGLE] if _fits(part[1])]


def _first_row(n, third):
    """Return an encoding with zeros below its first row."""
    return np.where(np.arange(n)[:, None] == 0, encode(np.arange(n), third), 0)


def _moved(axes):
    """Return the right table with its axes in another order."""
    return lambda *sizes: _film()(*sizes).transpose(axes)


def _reshaped(axes):
    """Return tables whose axes were filled in another order, and then reshaped."""

    def as_right(*sizes):
        right = _film()(*sizes)
        return right.transpose(*axes, 3).reshape(right.shape)

    def as_filled(*sizes):
        table = _film()(*(sizes[axis] for axis in axes), sizes[3])
        return table.reshape(*sizes)

    return as_right, as_filled


def _alike(axis):
    """Return the right table, all along one axis as at its first place."""
    return lambda *sizes: (
        np.take(_film()(*sizes), [0], axis=axis) + np.zeros((*sizes[:3], 1))
    )


EXERCISES["17a"] = Comparison(
    reference=_film(),
    draw=fixed((2, 3, 4, 6), (3, 2, 5, 12), (4, 3, 2, 24), (1, 6, 3, 12)),
    describe=lambda frames, height, width, d_model: (
        f"For {frames} frames of {height} x {width} and d_model = {d_model}"
    ),
    place=at("frame", "line", "column", "number"),
    coarse=lambda *arguments: 1e-5,
    alternatives=(
        Mistake(
            "M5",
            _film(encode=lambda n, third: in_halves(sinusoidal_encoding(n, third))),
            "Under another convention: in each third all sines come first, then all "
            "cosines. `sinusoidal_encoding` lets them alternate.",
        ),
    ),
    mistakes=(
        *(
            _of_other_axes(axes)
            for axes in itertools.product(IN_ORDER, repeat=3)
            if axes != IN_ORDER
        ),
        *(
            Mistake(
                "unfinished",
                _film([None if axis == left else axis for axis in IN_ORDER]),
                f"The {which} third is still 0: the {AXES[left]} belongs there.",
            )
            for left, which in enumerate(("first", "second", "last"))
        ),
        *(
            Mistake(
                "M14",
                _alike(axis),
                f"All {AXES[axis]}s are alike, as the first: is that axis lost?",
            )
            for axis in IN_ORDER
        ),
        *(
            Mistake(
                "M13",
                _moved(axes),
                "The axes stand in another order: it is frames, lines, columns, "
                "numbers.",
            )
            for axes in itertools.permutations(range(4))
            if axes != (0, 1, 2, 3)
        ),
        *(
            Mistake(
                "M18",
                mixed,
                "A reshape has mixed the places: exchange axes by a transpose.",
            )
            for axes in itertools.permutations(IN_ORDER)
            if axes != IN_ORDER
            for mixed in _reshaped(axes)
        ),
        *(
            Mistake(
                name,
                _in_thirds(parts),
                f"In each third, with its width as d_model, {hint}",
                # so that it is told of a nan too, of 0 / 0 at a single pair
                (lambda *sizes: 1e-6) if name == "M6" else None,
            )
            for name, parts, hint in OF_THIRDS
        ),
        Mistake(
            "early",
            _film(encode=_first_row),
            "Only the first row of each third is there: does `return` stand within a "
            "loop?",
        ),
        Mistake(
            "M5",
            lambda *sizes: in_halves(_film()(*sizes)),
            "All sines of the three thirds stand before all cosines: each third holds "
            "the sines and cosines of its own axis.",
        ),
        Mistake(
            "paces",
            _film(encode=lambda n, third: sinusoidal_encoding(n, 3 * third)[:, :third]),
            "Each third is cut out of an encoding of the whole width, and has only "
            "fast clocks: make it of the third's own width.",
        ),
        Mistake(
            "paces",
            _cut_in_thirds,
            "The thirds are cut out of one encoding of the whole width, so that each "
            "axis has other clocks: make each of the third's own width.",
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
            "axis",
            lambda frames, height, width, d_model: _film()(
                frames, height, width, d_model
            ).reshape(-1, d_model),
            "The rows are right, one below the other: give them their three axes.",
        ),
    ),
    pairs=lambda: combinations(
        [part for part in OF_THIRDS if part in PARTS], _in_thirds
    ),
    right="An axis more costs no more than a share of the numbers.",
)


def _place(line=5, old=14, new=24, put=0.5, taken=0.5):
    """Return where a new line lies among the old ones, some parts exchanged."""
    return (line + put) * old / new - taken


EXERCISES["17b"] = Number(
    reference=_place,
    right=lambda: (
        "Its row is a mixture of the old lines 2 and 3: 29 % of the one, 71 % of the "
        "other."
    ),
    mistakes=(
        value(
            "centres",
            _place(put=0, taken=0),
            "That takes edges for centres: the centre of line 5 is at 5.5.",
        ),
        value(
            "centres",
            _place(old=13, new=23, put=0, taken=0),
            "That puts first on first and last on last: here centres lie on centres "
            "of squares, and the images' edges on one another.",
        ),
        value(
            "centres",
            _place(taken=0),
            "That is measured from the upper edge: the centre of the old line 0 is "
            "at 0.5 there.",
        ),
        value(
            "centres",
            _place(put=0),
            "One half is left out: the centre of the new line 5 is at 5.5.",
        ),
        value(
            "sign",
            _place(taken=-0.5),
            "The last half is to be taken off: the centre of the old line 0 is at 0.5.",
        ),
        value(
            "sign",
            _place(put=0, taken=-0.5),
            "One half is left out, and the other is to be taken off.",
        ),
        value(
            "sign",
            _place(put=-0.5, taken=-0.5),
            "The halves have the wrong signs: the centre of line 5 is at 5.5.",
        ),
        *(
            value(
                "M40",
                _place(old=24, new=14, put=half, taken=half),
                "Old and new are exchanged: there are fewer old lines than new ones.",
            )
            for half in (0.5, 0)
        ),
        *(
            value(
                "start",
                _place(line=line),
                f"That is new line {line}: lines are counted from 0.",
            )
            for line in (6, 4)
        ),
        value("M9", _place() + 1, "That counts old lines from 1: the first is line 0."),
        value("M17", 2, "The digits after the point are lost. Where exactly?"),
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


def _resized(table, n, axis, corners=False, put=0.5):
    """Return a table with n entries along an axis, mixed of those there are."""
    old = table.shape[axis]
    place = (np.arange(n) + put) * old / n - put
    if corners:
        place = np.arange(n) * (old - 1) / max(n - 1, 1)
    place = np.clip(place, 0, old - 1)
    low = place.astype(int)
    high, part = np.minimum(low + 1, old - 1), place - low
    table = np.moveaxis(table, axis, -1)
    return np.moveaxis(table[..., low] * (1 - part) + table[..., high] * part, -1, axis)


def _both(table, old, new, **how):
    """Return a grid resized along both axes."""
    grid = table.reshape(*old, -1)
    return _resized(_resized(grid, new[0], 0, **how), new[1], 1, **how)


def _nearest(put=0.0, pick=np.floor):
    """Return a grid whose patches each take one row of the old one."""

    def model(table, old, new):
        line, column = (
            np.clip(pick((np.arange(n) + put) * m / n), 0, m - 1).astype(int)
            for n, m in zip(new, old)
        )
        return _flat(table.reshape(*old, -1)[line][:, column])

    return model


def _squares(sides):
    """Return a grid resized with other sides, or nothing where these do not fit."""

    def model(table, old, new):
        height, width, *other = sides(len(table), old, new)
        if table.size % (height * width):
            return np.empty(0)
        return _flat(_both(table, (height, width), other))

    return model


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
            ((1, 4), (3, 2), 2),
        )
    ],
    describe=lambda table, old, new: (
        f"From {old[0]} x {old[1]} to {new[0]} x {new[1]} patches"
    ),
    place=at("patch", "number"),
    given=_given,
    seen="If each patch holds the number of its line: what do the new lines hold? "
    "(M42)",
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
            "M42",
            lambda table, old, new: _flat(
                _resized(_resized(table.reshape(*old, -1), new[0], 0), new[1], 0)
            ),
            "The lines are resized twice, the columns not at all.",
        ),
        *(
            Mistake(
                "M42",
                _squares(sides),
                "Height and width are taken to be the same: an image need not be "
                "square.",
            )
            for sides in (
                lambda n, old, new: (isqrt(n), isqrt(n), new[0], new[1]),
                lambda n, old, new: (old[0], old[0], new[0], new[1]),
                lambda n, old, new: (old[0], old[1], new[0], new[0]),
                lambda n, old, new: (old[0], old[1], new[1], new[1]),
                lambda n, old, new: (old[0], old[0], new[0], new[0]),
            )
        ),
        Mistake(
            "line",
            lambda table, old, new: _resized(table, new[0] * new[1], 0),
            "The table is resized as one list: lines run into one another.",
        ),
        *(
            Mistake(
                "M17",
                _nearest(put, pick),
                "Each new patch takes one old row whole: mix the rows, as `resized` "
                "does.",
            )
            for put, pick in ((0, np.floor), (0.5, np.floor), (0, np.round))
        ),
        Mistake(
            "centres",
            lambda table, old, new: _flat(_both(table, old, new, put=0)),
            "Edges are taken for centres: the centre of patch i is at i + 0.5.",
        ),
        *(
            Mistake(
                "one",
                lambda table, old, new, axis=axis: _flat(
                    _resized(table.reshape(*old, -1), new[axis], axis)
                ),
                f"Only the {which} are resized.",
            )
            for axis, which in enumerate(("lines", "columns"))
        ),
        *(
            Mistake(
                "M14",
                lambda table, old, new, taken=taken: _flat(
                    _both(np.broadcast_to(*taken(table.reshape(*old, -1))), old, new)
                ),
                f"All {which} are made of one: is an axis lost?",
            )
            for which, taken in (
                ("lines", lambda grid: (grid[:1], grid.shape)),
                ("lines", lambda grid: (grid[-1:], grid.shape)),
                ("columns", lambda grid: (grid[:, :1], grid.shape)),
            )
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
