"""Tables of sines and cosines, and what the known mistakes make of them."""

import numpy as np


def waves(
    positions,
    wavelengths,
    turn=2 * np.pi,
    start=0,
    waves=(np.sin, np.cos),
    angle=lambda positions, wavelengths: positions / wavelengths,
    order=lambda table: table,
):
    """Return sines and cosines of positions over wavelengths, in turn."""
    positions = np.asarray(positions, dtype=float)[:, None] + start
    angles = turn * angle(positions, np.asarray(wavelengths, dtype=float))
    sine, cosine = (wave(angles) for wave in waves)
    return order(np.stack([sine, cosine], axis=-1).reshape(len(positions), -1))


def stacked_first(table):
    """Return all sines, then all cosines, cut into rows."""
    return np.stack([table[:, 0::2], table[:, 1::2]]).reshape(table.shape)
