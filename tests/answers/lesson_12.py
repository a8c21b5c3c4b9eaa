"""Answers to the exercises of lesson 12."""

import numpy as np

from tests.answers import right, wrong


# ---------------------------------------------------------------------------------- 12a
@right("12a", "with a loop")
def _(table, other):
    order = []
    for column in other.T:
        order.append(int(np.abs(table - column[:, None]).max(axis=0).argmin()))
    return order


@right("12a", "with np.isclose")
def _(table, other):
    d = table.shape[1]
    return [
        next(i for i in range(d) if np.allclose(table[:, i], other[:, j]))
        for j in range(d)
    ]


@right("12a", "by sums of squares")
def _(table, other):
    apart = ((table.T[:, None] - other.T[None]) ** 2).sum(axis=2)
    return apart.argmin(axis=0)


@wrong("12a", "inverse", "looked up the other way")
def _(table, other):
    return [int(np.abs(other.T - column).sum(axis=1).argmin()) for column in table.T]


wrong("12a", "unchanged", "as it is")(lambda table, other: list(range(table.shape[1])))
wrong("12a", "columns", "the table")(lambda table, other: other)


@wrong("12a", "one row", "by the first row")
def _(table, other):
    return [int(np.abs(table[0] - entry).argmin()) for entry in other[0]]


wrong("12a", None, "sorted by the first row")(lambda table, other: np.argsort(table[0]))


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
right("12c", "measured")(71)
wrong("12c", "count", "how many")(72)
wrong("12c", "off by one", "the last that passes", says="just below 0.1")(70)
wrong("12c", "width", "width 6")(3)
wrong("12c", "layout", "halves")(0)


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
