"""Answers to the exercises of lesson 17."""

import numpy as np

from tests.answers import other_convention, right, wrong
from tests.answers.makers import pairs_of


def rows_of(n, width):
    """Return a table of alternating sines and cosines."""
    return pairs_of(
        np.outer(np.arange(n), 10000.0 ** (-np.arange(0, width, 2) / width))
    )


def thirds(pick, rows=rows_of):
    """Return a film's table, with each number from the patch's three indices."""

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


right("17a", "loops")(thirds((0, 1, 2)))
wrong("17a", "paces", "cut out")(
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

right("17b", "three quarters")(0.75)
wrong("17b", "product", "multiplied", says="a product")(0.765)
wrong("17b", "range", "1.75", says="between -1 and 1")(1.8)
wrong("17b", None, "a half", says="each half")(0.6)


def turned(lines, columns):
    """Return rows turned one by one, by functions of patch, height and width."""

    def f(vectors, height, width):
        half, rows = vectors.shape[1] // 2, []
        for patch, row in enumerate(vectors):
            new = []
            for part, position in (
                (row[:half], lines(patch, height, width)),
                (row[half:], columns(patch, height, width)),
            ):
                pairs = part[0::2] + 1j * part[1::2]
                powers = 10000.0 ** (-np.arange(half // 2) * 2 / half)
                pairs = pairs * np.exp(1j * position * powers)
                new.append(np.column_stack([pairs.real, pairs.imag]).ravel())
            rows.append(np.concatenate(new))
        return np.array(rows)

    return f


right("17c", "one by one")(turned(lambda p, h, w: p // w, lambda p, h, w: p % w))
wrong("17c", "M42", "line and column exchanged", says="Which should be")(
    turned(lambda p, h, w: p % w, lambda p, h, w: p // w)
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
