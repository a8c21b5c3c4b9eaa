"""Answers to the exercises of lesson 17."""

import numpy as np

from tests.answers import right, wrong


@right("17a", "loops")
def _(frames, height, width, d_model):
    k = d_model // 3
    film = np.zeros((frames, height, width, d_model))
    for where in np.ndindex(frames, height, width):
        for third, place in enumerate(where):
            for c in range(k):
                wave = np.cos if c % 2 else np.sin
                film[where][third * k + c] = wave(place / 10000 ** ((c - c % 2) / k))
    return film


right("17b", "three quarters")(0.75)
wrong("17b", "range", "1.75", says="between -1 and 1")(1.8)
wrong("17b", None, "a half", says="each half")(0.6)


@right("17c", "one by one")
def _(vectors, height, width):
    half, rows = vectors.shape[1] // 2, []
    for patch, row in enumerate(vectors):
        for part, place in ((row[:half], patch // width), (row[half:], patch % width)):
            turns = place * 10000.0 ** (-np.arange(half // 2) * 2 / half)
            pairs = (part[0::2] + 1j * part[1::2]) * np.exp(1j * turns)
            rows.append(np.column_stack([pairs.real, pairs.imag]).ravel())
    return np.reshape(rows, vectors.shape)
