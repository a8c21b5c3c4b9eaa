"""Answers to the exercises of lesson 11."""

import math

import numpy as np

from tests.answers import right, wrong

# ---------------------------------------------------------------------------------- 11a
right("11a", "eye")(lambda n, d: 5 * np.eye(n, d))
wrong("11a", "directions", "bits")(
    lambda n, d: np.arange(n)[:, None] >> np.arange(d) & 1
)
wrong("11a", "M14", "zeros", says="zeros alone: were they cut")(
    lambda n, d: np.zeros((n, d))
)
wrong("11a", "M14", "one for all", says="the same row: no model can tell them")(
    lambda n, d: np.tile(np.linspace(-1, 1, d), (n, 1))
)


@wrong("11a", "borrowed", "the package's")
def _(n, d):
    from posenc_lessons import sinusoidal_encoding

    return sinusoidal_encoding(n, d)


wrong("11a", "borrowed", "the paper's by hand", says="numbers of a code of the trial")(
    lambda n, d: np.array(
        [
            [
                (math.cos if j % 2 else math.sin)(p / 1e4 ** ((j - j % 2) / d))
                for j in range(d)
            ]
            for p in range(n)
        ]
    )
)
wrong("11a", "same rows", "period 12")(lambda n, d: np.eye(12, d)[np.arange(n) % 12])
wrong("11a", "shape", "one row")(lambda n, d: np.arange(d))
wrong("11a", None, "unseeded is fine")(lambda n, d: "eye")

# ---------------------------------------------------------------------------------- 11b
right("11b", "NumPy")({"a": np.False_, "b": np.True_, "c": np.False_})
wrong("11b", "statement", "a", says="not yet. a: you take")(
    {"a": True, "b": True, "c": False}
)
wrong("11b", "statement", "c")({"a": False, "b": True, "c": True})
wrong("11b", "statement", "b")({"a": False, "b": False, "c": False})
