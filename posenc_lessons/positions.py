"""Codes that say where a word stands, from whole numbers to pairs of waves.

Positions are counted from 0, and a code is a table with one row for each position.
The first two codes of the lecture begin with 1: the word at position pos gets the
number pos + 1.
"""

import numpy as np

from posenc_lessons.arguments import accepts, count


@accepts(n_positions=count(1, 10**7), d_model=count(1, 10**5))
def integer_positions(n_positions, d_model):
    """Return the code that counts the words: 1, 2, ... n_positions.

    Parameters
    ----------
    n_positions : int
        How many positions there are.
    d_model : int
        The width of the embeddings.

    Returns
    -------
    ndarray, shape (n_positions, d_model)
        Every entry of row pos is pos + 1, pos counted from 0.

    Raises
    ------
    TypeError, ValueError
        If an argument is no whole number or is out of range.

    References
    ----------
    The first idea of the lecture that lesson 02 puts on trial.

    Examples
    --------
    >>> print(integer_positions(3, 2))
    [[1. 1.]
     [2. 2.]
     [3. 3.]]
    """
    return np.outer(np.arange(1, n_positions + 1), np.ones(d_model))


def normalized_positions(n_positions, d_model):
    """Return the code that divides by the length: 1/n, 2/n, ... 1.

    Parameters
    ----------
    n_positions : int
        How many positions there are, the n of the formula.
    d_model : int
        The width of the embeddings.

    Returns
    -------
    ndarray, shape (n_positions, d_model)
        Every entry of row pos is (pos + 1) / n_positions, pos counted from 0.

    Raises
    ------
    TypeError, ValueError
        If an argument is no whole number or is out of range.

    References
    ----------
    The second idea of the lecture, which lesson 03 puts on trial.

    Examples
    --------
    The second word of two, and the second of four:

    >>> print(normalized_positions(2, 1)[1], normalized_positions(4, 1)[1])
    [1.] [0.5]
    """
    return integer_positions(n_positions, d_model) / n_positions


@accepts(n_positions=count(1, 10**7), d_model=count(1, 10**5))
def sine_positions(n_positions, d_model):
    """Return the code that is one wave: sin(pos), with pos in radians.

    Parameters
    ----------
    n_positions : int
        How many positions there are.
    d_model : int
        The width of the embeddings.

    Returns
    -------
    ndarray, shape (n_positions, d_model)
        Every entry of row pos is sin(pos), pos counted from 0.

    Raises
    ------
    TypeError, ValueError
        If an argument is no whole number or is out of range.

    References
    ----------
    The third idea of the lecture, which lesson 04 puts on trial.

    Examples
    --------
    >>> print(sine_positions(3, 1)[:, 0].round(2))
    [0.   0.84 0.91]
    """
    return np.outer(np.sin(np.arange(n_positions)), np.ones(d_model))


@accepts(n_positions=count(1, 10**7), n_pairs=count(1, 10**5))
def sine_cosine_pairs(n_positions, n_pairs):
    """Return the code of pairs of waves, of which each is slower than the last.

    Parameters
    ----------
    n_positions : int
        How many positions there are.
    n_pairs : int
        How many pairs of sine and cosine.

    Returns
    -------
    ndarray, shape (n_positions, 2 * n_pairs)
        Row pos holds sin(pos), cos(pos), sin(pos / 2), cos(pos / 2), sin(pos / 3),
        and so on, pos counted from 0.

    Raises
    ------
    TypeError, ValueError
        If an argument is no whole number or is out of range.

    References
    ----------
    The fourth idea of the lecture, which lesson 05 puts on trial.

    Examples
    --------
    >>> print(sine_cosine_pairs(2, 2).round(2))
    [[0.   1.   0.   1.  ]
     [0.84 0.54 0.48 0.88]]
    """
    angles = np.arange(n_positions)[:, None] / np.arange(1, n_pairs + 1)
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(n_positions, -1)


@accepts(n_positions=count(1, 10**7), n_bits=count(1, 62))
def binary_code(n_positions, n_bits):
    """Return the code that counts in binary, the bit that flips fastest first.

    Parameters
    ----------
    n_positions : int
        How many positions there are.
    n_bits : int
        How many bits; the code begins again after 2**n_bits positions.

    Returns
    -------
    ndarray of int, shape (n_positions, n_bits)
        Column j of row pos is the bit of pos that counts 2**j, both from 0.

    Raises
    ------
    TypeError, ValueError
        If an argument is no whole number or is out of range.

    References
    ----------
    The counter that the lecture compares the sines with, in lesson 06.

    Examples
    --------
    >>> print(binary_code(4, 2))
    [[0 0]
     [1 0]
     [0 1]
     [1 1]]
    """
    return (np.arange(n_positions)[:, None] >> np.arange(n_bits)) & 1
