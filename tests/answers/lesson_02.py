"""Answers to the exercises of lesson 02."""

import math

import numpy as np

from tests.answers import right, wrong

# ----------------------------------------------------------------------------------- 2a
right("2a", "loop")(next(p for p in range(1, 99) if p**2 / (1 + p**2) > 0.999))
right("2a", "numpy")(np.int64(32))
wrong("2a", "off by one", "31", says="99.896%")(31)
wrong("2a", "off by one", "33", says="not the first")(33)
wrong("2a", "not squared", "999")(999)
wrong("2a", "range", "-1")(-1)
wrong("2a", "99 %", "100", says="the first above 99.99 %")(100)
wrong("2a", None, "50", says="At 50 the share is 99.960%, but it is not the first")(50)
right("2a", "ceil")(np.ceil(np.sqrt(999)))
wrong("2a", "not whole", "31.62 = sqrt(1000)")(math.sqrt(1000))
wrong("2a", "form", "a text")("32")
wrong("2a", None, "infinity")(math.inf)
wrong("2a", None, "401 digits")(10**400)


# ----------------------------------------------------------------------------------- 2b


@right("2b", "loop")
def _(n_positions, d_model):
    table = np.zeros((n_positions, d_model))
    for pos in range(n_positions):
        table[pos, 0] = pos + 1
    return table


right("2b", "padded")(
    lambda n, d: np.pad(np.arange(1, n + 1)[:, None], ((0, 0), (0, d - 1)))
)
right("2b", "rows")(lambda n, d: [[k] + [0] * (d - 1) for k in range(1, n + 1)])


wrong("2b", "all columns", "every column", says="should be 0")(
    lambda n, d: np.tile(np.arange(1, n + 1)[:, None], (1, d))
)


wrong("2b", "axis", "no columns")(lambda n, d: np.arange(1, n + 1))


@wrong("2b", "stops", "length one too many")
def _(n_positions, d_model):
    table = np.zeros((n_positions, d_model))
    table[:, 0] = np.arange(1, n_positions)
    return table


wrong("2b", None, "one number a column")(lambda n, d: np.eye(n, d))
wrong("2b", "flat", "whole table counted")(
    lambda n, d: np.arange(1, n * d + 1).reshape(n, d)
)
wrong("2b", "M14", "only the first row")(lambda n, d: [[1] + [0] * (d - 1)] * n)


@wrong("2b", "unfinished", "filled after the loop", says="Only the last row is there")
def _(n, d):
    table = np.zeros((n, d))
    row, count = 0, 1
    while count < n:
        row, count = row + 1, count + 1
    table[row, 0] = count
    return table


wrong("2b", "stops", "the shape as two arguments")(lambda n, d: np.zeros(n, d))

wrong("2b", "size", "four rows written in", says="It has 4 rows in every case")(
    lambda n, d: [[count] + [0] * (d - 1) for count in (1, 2, 3, 4)]
)
wrong("2b", "one column", "no zeros")(lambda n, d: np.arange(1, n + 1)[:, None])


@wrong("2b", "ones", "np.ones in place of zeros")
def _(n_positions, d_model):
    table = np.ones((n_positions, d_model))
    table[:, 0] = np.arange(1, n_positions + 1)
    return table


@wrong("2b", "share", "divided by their number")
def _(n_positions, d_model):
    table = np.zeros((n_positions, d_model))
    table[:, 0] = np.arange(1, n_positions + 1) / n_positions
    return table


wrong("2b", "columns", "np.diag")(lambda n, d: np.diag(range(1, n + 1)))


# ----------------------------------------------------------------------------------- 2c
right("2c", "booleans")({"a": False, "b": True, "c": False})
right("2c", "NumPy booleans")({"a": np.bool_(False), "b": np.True_, "c": np.False_})
wrong("2c", "statement", "a", says="not yet. a: you take it that a gradient")(
    {"a": True, "b": True, "c": False}
)
wrong("2c", "statement", "b", says="not yet. b: you take it")(
    {"a": False, "b": False, "c": False}
)
wrong("2c", "form", "in quotation marks", says="True or False")(
    {"a": "False", "b": "True", "c": "False"}
)
wrong("2c", "statement", "a and c")({"a": True, "b": True, "c": True})
wrong("2c", "form", "letters in capitals")({"A": False, "B": True, "C": False})
wrong("2c", "form", "yes and no")({"a": "no", "b": "yes", "c": "no"})


def counted_in(kind):
    """Return the table, its count kept in a type of NumPy's with little room."""

    def f(n_positions, d_model):
        table = np.zeros((n_positions, d_model), dtype=kind)
        table[:, 0] = np.arange(1, n_positions + 1).astype(kind)
        return table

    return f


right("2b", "16 bits")(counted_in(np.int16))
right("2b", "float32")(counted_in(np.float32))
