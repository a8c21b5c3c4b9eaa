"""Position encodings, from whole numbers to pairs of waves.

An encoding is a table with one row for each position; positions start at 0.
"""

import numpy as np
from numpy.typing import NDArray

from posenc_lessons.mathematics.arguments import accepts, count


@accepts(n_positions=count(1), d_model=count(1))
def integer_positions(n_positions: int, d_model: int) -> NDArray:
    """Return the encoding that counts the words: 1, 2, ..., n_positions.

    Parameters
    ----------
    n_positions, d_model : int
        The number of positions and the width of the embeddings.

    Returns
    -------
    ndarray, shape (n_positions, d_model)
        Every entry of row pos is pos + 1.

    Examples
    --------
    >>> print(integer_positions(3, 2))
    [[1. 1.]
     [2. 2.]
     [3. 3.]]
    """
    return np.outer(np.arange(1, n_positions + 1), np.ones(d_model))


def normalized_positions(n_positions: int, d_model: int) -> NDArray:
    """Return the encoding that divides the count by the length: 1/n, 2/n, ..., 1.

    Parameters
    ----------
    n_positions, d_model : int
        The number of positions, which is n above, and the width of the embeddings.

    Returns
    -------
    ndarray, shape (n_positions, d_model)
        Every entry of row pos is (pos + 1) / n_positions.

    Examples
    --------
    The second word of two, and the second of four:

    >>> print(normalized_positions(2, 1)[1], normalized_positions(4, 1)[1])
    [1.] [0.5]
    """
    return integer_positions(n_positions, d_model) / n_positions


@accepts(n_positions=count(1), d_model=count(1))
def sine_positions(n_positions: int, d_model: int) -> NDArray:
    """Return the encoding that consists of one wave: sin(pos), with pos in radians.

    Parameters
    ----------
    n_positions, d_model : int
        The number of positions and the width of the embeddings.

    Returns
    -------
    ndarray, shape (n_positions, d_model)
        Every entry of row pos is sin(pos).

    Examples
    --------
    >>> print(sine_positions(3, 1)[:, 0].round(2))
    [0.   0.84 0.91]
    """
    return np.outer(np.sin(np.arange(n_positions)), np.ones(d_model))


@accepts(n_positions=count(1), n_pairs=count(1))
def sine_cosine_pairs(n_positions: int, n_pairs: int) -> NDArray:
    """Return the encoding with pairs of waves, each pair slower than the one before.

    Parameters
    ----------
    n_positions, n_pairs : int
        The number of positions and the number of pairs of a sine and a cosine.

    Returns
    -------
    ndarray, shape (n_positions, 2 * n_pairs)
        Row pos holds sin(pos), cos(pos), sin(pos / 2), cos(pos / 2), sin(pos / 3),
        and so on.

    Examples
    --------
    >>> print(sine_cosine_pairs(2, 2).round(2))
    [[0.   1.   0.   1.  ]
     [0.84 0.54 0.48 0.88]]
    """
    angles = np.arange(n_positions)[:, None] / np.arange(1, n_pairs + 1)
    encoding = np.zeros((n_positions, 2 * n_pairs))
    encoding[:, 0::2] = np.sin(angles)  # columns 0, 2, 4, ...
    encoding[:, 1::2] = np.cos(angles)  # columns 1, 3, 5, ...
    return encoding


@accepts(n_positions=count(1), n_bits=count(1, 62))
def binary_code(n_positions: int, n_bits: int) -> NDArray:
    """Return the encoding that counts in binary, with the fastest bit first.

    This is the counter from lesson 05, which the lecture compares with the sines.

    Parameters
    ----------
    n_positions, n_bits : int
        The number of positions and the number of bits. The encoding repeats after
        2**n_bits positions.

    Returns
    -------
    ndarray of int, shape (n_positions, n_bits)
        Column j of row pos is the bit of pos that is worth 2**j; j and pos count from
        0.

    Examples
    --------
    >>> print(binary_code(4, 2))
    [[0 0]
     [1 0]
     [0 1]
     [1 1]]
    """
    positions = np.arange(n_positions)[:, None]
    return positions // 2 ** np.arange(n_bits) % 2
