"""Sines and cosines in halves, and in turn."""

import numpy as np


def in_halves(table):
    """Return a table, or a row, with all sines before all cosines."""
    return np.concatenate([table[..., 0::2], table[..., 1::2]], axis=-1)


def in_turn(table):
    """Return a table, or a row, of halves with sines and cosines in turn."""
    return np.stack(np.split(table, 2, axis=-1), axis=-1).reshape(table.shape)
