"""Rotary encodings, which rotate queries and keys and add nothing."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc_lessons.mathematics.arguments import (
    accepts,
    base_of_waves,
    even,
    numbers,
    one_of,
    positive_number,
)
from posenc_lessons.mathematics.sinusoids import angular_frequencies


def _positions_of_rows(arguments):
    """Raise `ValueError` unless the positions broadcast to the rows of `x`."""
    rows, positions = arguments["x"].shape[:-1], arguments["positions"].shape
    try:
        fits = np.broadcast_shapes(rows, positions) == rows
    except ValueError:
        fits = False
    if not fits:
        raise ValueError(
            f"positions must hold one position for each row of x, so the shape must "
            f"be {rows} or broadcast to it; got shape {positions}"
        )


@accepts(
    _positions_of_rows,
    x=numbers(ndim=(1, 2, 3, 4)),
    positions=numbers(ndim=(0, 1, 2, 3)),
    base=base_of_waves,
    layout=one_of("neighbors", "halves"),
)
def rotate(
    x: ArrayLike,
    positions: ArrayLike,
    *,
    base: float = 10000.0,
    layout: str = "neighbors",
) -> NDArray:
    """Rotate each pair of columns by the row's position times the pair's frequency.

    Parameters
    ----------
    x : array_like, shape (..., n, d)
        Queries or keys, one in each row; d must be even.
    positions : array_like, shape (n,)
        The position of each row; fractions and negative numbers are allowed. The shape
        may be any that broadcasts to the shape of `x` without its last axis.
    base : float, optional
        The base of the frequencies: pair i rotates by base ** (-2 i / d) radians per
        position, with i = 0 ... d / 2 - 1.
    layout : {"neighbors", "halves"}, optional
        Which columns make up pair i: 2 i and 2 i + 1, or i and i + d / 2.

    Returns
    -------
    ndarray, shape (..., n, d)
        The rotated rows: a pair (a, b) becomes (a c - b s, a s + b c), where c and s
        are the cosine and sine of its angle. Negated positions rotate the rows back.

    Notes
    -----
    The dot product of a rotated query and a rotated key depends on the positions only
    through their difference.

    In the table of lesson 06, each sine comes before its cosine. So ``rotate(PE(pos),
    [k])`` is PE(pos - k), a rotation in the direction opposite to that of
    `shift_matrix`.

    References
    ----------
    Su et al., RoFormer (2021), section 3.2.2, for neighbors; GPT-NeoX and the Hugging
    Face version of Llama, for halves.

    Examples
    --------
    >>> print(rotate([[1.0, 0.0], [1.0, 0.0]], [0, 1]).round(2))
    [[1.   0.  ]
     [0.54 0.84]]
    """
    width = even("the width of x", x.shape[-1])
    angles = positions[..., None] * angular_frequencies(width, base)
    cosine, sine = np.cos(angles), np.sin(angles)
    if layout == "neighbors":
        first, second = np.s_[..., 0::2], np.s_[..., 1::2]
    else:
        first, second = np.s_[..., : width // 2], np.s_[..., width // 2 :]
    a, b = x[first], x[second]
    turned = np.empty_like(x)
    turned[first] = a * cosine - b * sine
    turned[second] = a * sine + b * cosine
    return turned


@accepts(frequencies=numbers(ndim=1), factor=positive_number)
def interpolated(frequencies: ArrayLike, factor: float) -> NDArray:
    """Return frequencies for a longer text, with all pairs slowed by the same factor.

    Parameters
    ----------
    frequencies : array_like, shape (n_pairs,)
        The frequencies, in radians per position.
    factor : float
        The length of the text as a multiple of the length in training.

    Returns
    -------
    ndarray, shape (n_pairs,)
        The frequencies divided by the factor. Dividing all positions by the factor has
        the same effect.

    References
    ----------
    Chen et al., Extending Context Window of Large Language Models via Position
    Interpolation (2023), section 2.3.

    Examples
    --------
    >>> print(interpolated([1.0, 0.1, 0.01], 4))
    [0.25   0.025  0.0025]
    """
    return frequencies / factor


@accepts(frequencies=numbers(ndim=1), factor=positive_number)
def ntk_aware(frequencies: ArrayLike, factor: float) -> NDArray:
    """Return frequencies for a longer text, with the slowest pairs slowed the most.

    Parameters
    ----------
    frequencies : array_like, shape (n_pairs,)
        The frequencies, at least two, in radians per position.
    factor : float
        The length of the text as a multiple of the length in training.

    Returns
    -------
    ndarray, shape (n_pairs,)
        The first frequency is unchanged, the last is divided by the factor, and those
        between are divided by powers of the factor that rise from 0 to 1. For
        frequencies that come from a base and a width d, this multiplies the base by
        factor ** (d / (d - 2)).

    References
    ----------
    Peng et al., YaRN (2023), section 3.1, after a proposal by bloc97.

    Examples
    --------
    >>> print(ntk_aware([1.0, 0.1, 0.01], 4))
    [1.     0.05   0.0025]
    """
    if frequencies.size < 2:
        raise ValueError("frequencies must hold at least two numbers; got 1")
    return frequencies * factor ** -np.linspace(0, 1, frequencies.size)
