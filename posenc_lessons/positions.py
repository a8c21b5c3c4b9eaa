"""Codes that say where a word stands: whole numbers, and shares of the length.

Positions are counted from 0; the lecture's codes begin with 1, so the word at
position pos gets the number pos + 1. Every code is a table with one row for each
position and d_model columns, to be added to the embeddings.
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


@accepts(n_positions=count(1, 10**7), d_model=count(1, 10**5))
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
