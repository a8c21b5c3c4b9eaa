"""Vectors turned pair by pair, and what the known mistakes make of the angles."""

import numpy as np
from hintcheck.explanations import Mistake

from posenc_checks.families.frequencies import of_base, spoilt


def turned(x, angles, layout="neighbours"):
    """Return vectors turned by angles, one for each pair, or one for each column."""
    halves = layout == "halves"
    if angles.shape[1] < x.shape[1]:
        angles = np.tile(angles, 2) if halves else np.repeat(angles, 2, axis=1)
    if halves:
        a, b = np.split(x, 2, axis=1)
        partner = np.hstack([-b, a])
    else:
        partner = np.stack([-x[:, 1::2], x[:, 0::2]], axis=-1).reshape(x.shape)
    return x * np.cos(angles) + partner * np.sin(angles)


def _of_columns(factor):
    """Return a frequency for each column of a width, in place of one for each pair."""
    return lambda width: 10_000.0 ** (-factor * np.arange(width) / width)


def _of_other_layout(layout):
    """Return the frequencies of pairs, each written twice as in the other layout."""
    if layout == "halves":
        return lambda width: np.repeat(of_base(10_000)(width), 2)
    return lambda width: np.tile(of_base(10_000)(width), 2)


REPEATED = {
    "halves": "The frequencies are repeated for neighbours: in halves the columns i "
    "and i + d / 2 share one.",
    "neighbours": "The frequencies are repeated for halves: here the columns 2 i and "
    "2 i + 1 share one.",
}


def slips_of_angles(build, layout="neighbours", before=""):
    """Return mistakes that turn vectors by other angles.

    Parameters
    ----------
    build : callable
        Takes a function that turns vectors by their positions; returns the model.
    layout : str
        Which columns are a pair, "neighbours" or "halves".
    before : str
        What is said before each hint: "The signs are right. "
    """

    def model(angles):
        return build(lambda x, positions: turned(x, angles(x, positions), layout))

    def of(frequencies):
        return model(
            lambda x, positions: np.multiply.outer(positions, frequencies(x.shape[1]))
        )

    return [
        *(
            Mistake(
                "M34",
                of(_of_columns(factor)),
                f"{before}Each column has its own frequency: the two of a pair share "
                "one, so there are d / 2.",
            )
            for factor in (1, 2)
        ),
        Mistake("M34", of(_of_other_layout(layout)), before + REPEATED[layout]),
        *(
            Mistake(one.name, of(one.frequencies), before + one.hint)
            for one in spoilt()
        ),
        Mistake(
            "M17",
            model(
                lambda x, positions: (
                    positions[:, None] // (1 / of_base(10_000)(x.shape[1]))
                )
            ),
            f"{before}The frequencies or angles are whole numbers: look for an integer "
            "array, or a division by //.",
        ),
    ]
