"""The codes that are tried, each as a table of the model's width."""

import numpy as np

from posenc_lessons.arguments import accepts, count, numbers
from posenc_lessons.positions import (
    integer_positions,
    normalized_positions,
    sine_cosine_pairs,
    sine_positions,
)
from posenc_lessons.sinusoids import sinusoidal_encoding


@accepts(n_positions=count(1, 10**5), d_model=count(4, 1024))
def ladder_codes(n_positions, d_model):
    """Return the codes of the lecture, each as a table of the same width.

    Parameters
    ----------
    n_positions : int
        How many positions there are.
    d_model : int
        The width; a multiple of 4.

    Returns
    -------
    dict of ndarray, shape (n_positions, d_model)
        By name, in the order of the lecture. One and two pairs are repeated until the
        width is full.

    Raises
    ------
    TypeError, ValueError
        If an argument is no whole number, out of range, or no multiple of 4.

    References
    ----------
    The lecture, sections 1 to 6; lessons 02 to 06.

    Examples
    --------
    >>> print(*ladder_codes(3, 4), sep=", ")
    none, integers, normalized, one sine, one pair, two pairs, the paper's
    """
    if d_model % 4:
        raise ValueError(f"d_model must be a multiple of 4; got {d_model}")
    return {
        "none": np.zeros((n_positions, d_model)),
        "integers": integer_positions(n_positions, d_model),
        "normalized": normalized_positions(n_positions, d_model),
        "one sine": sine_positions(n_positions, d_model),
        "one pair": np.tile(sine_cosine_pairs(n_positions, 1), d_model // 2),
        "two pairs": np.tile(sine_cosine_pairs(n_positions, 2), d_model // 4),
        "the paper's": sinusoidal_encoding(n_positions, d_model),
    }


@accepts(table=numbers(ndim=2))
def same_scale(table):
    """Scale a code so that it is as large as the paper's.

    Parameters
    ----------
    table : array_like, shape (n, d_model)
        A position code.

    Returns
    -------
    ndarray, shape (n, d_model)
        The code times one number, with 1/2 as the mean of the squares of its entries;
        a code of zeros stays as it is.

    Raises
    ------
    TypeError, ValueError
        If `table` holds anything but finite real numbers.

    References
    ----------
    The mean square of sines and cosines in pairs; see lesson 06.

    Examples
    --------
    >>> print(same_scale([[3.0, 3.0], [3.0, 3.0]]).round(2))
    [[0.71 0.71]
     [0.71 0.71]]
    """
    size = np.sqrt((table**2).mean())
    return table * (np.sqrt(0.5) / size) if size else table
