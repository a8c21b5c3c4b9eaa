"""Answers to the exercises of lesson 12."""

import itertools
import math

import numpy as np

from posenc_lessons import sinusoidal_variant as variant
from tests.answers import right, wrong


def layouts(
    layout="halves interleaved",
    last="below 1|to 1",
    firsts=range(4),
    near=1e-8,
    rows=None,
):
    def f(table):
        n, d = table.shape
        for lay in layout.split():
            for e in last.split("|"):
                for first in firsts:
                    i = np.arange(d // 2)
                    w_ = 10000.0 ** (
                        -(2 * i / d if e == "below 1" else i / (d // 2 - 1))
                    )
                    a = np.arange(first, first + n)[:, None] * w_
                    t = (
                        np.hstack([np.sin(a), np.cos(a)])
                        if lay == "halves"
                        else np.stack([np.sin(a), np.cos(a)], -1).reshape(n, d)
                    )
                    if np.abs(t - table)[:rows].max() <= near:
                        return (lay, e, first)
        return ("halves", "to 1", 0) if near else None

    return f


# ---------------------------------------------------------------------------------- 12a
right("12a", "search")(layouts())
right("12a", "list")(lambda t: list(layouts()(t)))
right("12a", "array")(lambda t: np.array(layouts()(t), dtype=object))


@right("12a", "by looking")
def _(table):
    d = table.shape[1]
    h = d // 2
    halves = (
        abs(table[0, 0] ** 2 + table[0, h] ** 2 - 1) < 1e-06
        and abs(table[7, 1] ** 2 + table[7, h + 1] ** 2 - 1) < 1e-06
        and (abs(table[3, 1] ** 2 + table[3, h + 1] ** 2 - 1) < 1e-06)
    )
    s, c = (table[:, :h], table[:, h:]) if halves else (table[:, ::2], table[:, 1::2])
    step = np.arctan2(
        s[1, -1] * c[0, -1] - c[1, -1] * s[0, -1],
        s[1, -1] * s[0, -1] + c[1, -1] * c[0, -1],
    )
    first = int(round(math.atan2(s[0, 0], c[0, 0]) % (2 * math.pi)))
    return (
        "halves" if halves else "interleaved",
        "to 1" if abs(step - 0.0001) < 1e-07 else "below 1",
        first,
    )


wrong("12a", "layout", "never interleaved")(layouts("halves"))


@wrong("12a", "M6", "only below 1", says="('interleaved', 'below 1', 0). All tables")
def _(table):
    layout, _, first = layouts()(table)
    return layout, "below 1", first


@wrong(
    "12a", "M6", "d / 2 where d / 2 - 1 is", says="exponents run to 1, and no others"
)
def _(table):
    found = layouts()(table)
    return found if found[1] == "below 1" else None


wrong("12a", "layout", "names exchanged", says="changed places")(
    lambda t: (
        "halves" if layouts()(t)[0] == "interleaved" else "interleaved",
        *layouts()(t)[1:],
    )
)
wrong("12a", "first", "first + 1", says="It is +1 off in each")(
    lambda t: (*layouts()(t)[:2], layouts()(t)[2] + 1)
)


@wrong("12a", "exponents", "the first row alone", says="row 0 alone")
def _(table):
    layout, exponents, first = layouts()(table)
    return layout, exponents if first else "below 1", first


def nearest(part):
    """Return the convention whose table is nearest in a part of the rows or columns."""

    def f(table):
        tried = itertools.product(
            ("interleaved", "halves"), ("below 1", "to 1"), range(4)
        )
        return min(
            tried, key=lambda one: abs(part(table - variant(*table.shape, *one))).sum()
        )

    return f


wrong("12a", "exponents", "two rows, and a wide tolerance", says="a few rows")(
    layouts(near=0.01, rows=2)
)
wrong("12a", "exponents", "two columns", says="first two columns")(
    nearest(lambda apart: apart[:, :2])
)


wrong("12a", "no return", "no tolerance", says="a small tolerance")(layouts(near=0))
wrong("12a", "first", "first is 0 or 1")(layouts(firsts=(0, 1)))
wrong("12a", "arcsin", "first from the sine")(
    lambda t: (*layouts()(t)[:2], round(math.asin(t[0, 0])))
)
wrong("12a", "spelling", "half")(
    lambda t: (layouts()(t)[0].rstrip("s"), *layouts()(t)[1:])
)
wrong("12a", "order", "first first", says="in another order")(
    lambda t: layouts()(t)[::-1]
)
wrong("12a", "unfinished", "layout alone")(lambda t: layouts()(t)[0])


wrong("12a", "tables", "first always 1")(
    lambda t: (
        "halves"
        if abs(t[5, 0] ** 2 + t[5, t.shape[1] // 2] ** 2 - 1) < 1e-09
        else "interleaved",
        "below 1",
        1,
    )
)
wrong("12a", "stops", "unpacked")(lambda t: [a for a, b, c in t])
wrong("12a", "spelling", "to1")(lambda t: ("halves", "to1", 0))


@wrong("12a", "no return", "small widths alone")
def _(table):
    return layouts()(table) if table.shape[1] < 64 else None


wrong("12a", "argument", "the paper's", says="that for every table")(
    lambda table: ("interleaved", "below 1", 0)
)


# ---------------------------------------------------------------------------------- 12b


right("12b", "ravel")(
    lambda t: np.array([np.ravel(np.column_stack(np.split(row, 2))) for row in t])
)


@wrong("12b", "in place", "in place")
def _(table):
    h = table.shape[1] // 2
    table[:, 0::2] = table[:, :h]
    table[:, 1::2] = table[:, h:]
    return table


@wrong("12b", "recomputed", "recomputed")
def _(table):
    n, d = table.shape
    a = np.arange(n)[:, None] / 10000 ** (np.arange(0, d, 2) / d)
    return np.stack([np.sin(a), np.cos(a)], -1).reshape(n, d)


wrong("12b", "rows", "rows interleaved")(lambda t: np.concatenate([t[::2], t[1::2]]))
wrong("12b", "backwards", "columns reversed")(lambda t: t[:, ::-1])
wrong("12b", "sorted", "sorted")(lambda t: np.sort(t, axis=1))
wrong("12b", "M18", "T.reshape")(lambda t: t.T.reshape(t.shape))


@wrong("12b", "column", "i and i + 1", says="the next one overwrites it")
def _(table):
    new, half = np.zeros_like(table), table.shape[1] // 2
    for i in range(half):
        new[:, i], new[:, i + 1] = table[:, i], table[:, half + i]
    return new


# ---------------------------------------------------------------------------------- 12c
right("12c", "NumPy")({"a": np.False_, "b": np.True_, "c": np.True_})
wrong("12c", "statement", "a", says="not yet. a: you take")(
    {"a": True, "b": True, "c": True}
)
wrong("12c", "statement", "b")({"a": False, "b": False, "c": True})
wrong("12c", "statement", "c")({"a": False, "b": True, "c": False})


# More answers to 12b


@right("12b", "with slices")
def slices(table):
    half = table.shape[1] // 2
    out = np.empty_like(table)
    out[:, 0::2] = table[:, :half]
    out[:, 1::2] = table[:, half:]
    return out


@right("12b", "with np.stack")
def _(table):
    half = table.shape[-1] // 2
    return np.stack([table[:, :half], table[:, half:]], axis=-1).reshape(table.shape)


@right("12b", "column order")
def _(table):
    half = table.shape[1] // 2
    order = [c for i in range(half) for c in (i, half + i)]
    return table[:, order]


@right("12b", "reshape transpose")
def _(table):
    n, d = table.shape
    return table.reshape(n, 2, d // 2).transpose(0, 2, 1).reshape(n, d)


@right("12b", "zip columns")
def _(table):
    sines, cosines = np.hsplit(table, 2)
    pairs = zip(sines.T, cosines.T, strict=True)
    return np.column_stack([c for pair in pairs for c in pair])


@right("12b", "fancy index")
def _(table):
    d = table.shape[1]
    return table[:, np.arange(d).reshape(2, -1).T.ravel()]


@wrong("12b", "back", "with concatenate")
def _(table):
    return np.concatenate([table[:, 0::2], table[:, 1::2]], axis=1)


@wrong("12b", "unfinished", "all zeros")
def _(table):
    return np.zeros_like(table)


@wrong("12b", None, "hundredth off")
def _(table):
    return slices(table) + 0.01


@wrong("12b", "M14", "row 0 for all", says="does an index stay at 0?")
def _(table):
    return slices(np.repeat(table[:1], len(table), axis=0))


@wrong("12a", "M9", "nearest of own tables, from 1", says="one position too late")
def _(table):
    tried = itertools.product(("interleaved", "halves"), ("below 1", "to 1"), range(4))
    return min(
        tried,
        key=lambda one: abs(variant(*table.shape, *one[:2], one[2] + 1) - table).max(),
    )
