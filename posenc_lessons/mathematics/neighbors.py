"""The positions that an encoding makes hardest to tell apart."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc_lessons.mathematics.arguments import accepts, numbers


@accepts(encoding=numbers(ndim=(1, 2)))
def nearest_neighbors(encoding: ArrayLike) -> tuple[NDArray, NDArray]:
    """Find, for each position, the other position with the most similar encoding.

    Parameters
    ----------
    encoding : array_like, shape (n,) or (n, d_model)
        The encoding of n positions, one in each row; n must be at least 2.

    Returns
    -------
    neighbors : ndarray of int, shape (n,)
        Entry pos is the other position whose row is nearest to row pos, or the first of
        several that are equally near. Positions start at 0.
    distances : ndarray, shape (n,)
        Entry pos is the Euclidean distance between these two rows.

    Examples
    --------
    >>> neighbors, distances = nearest_neighbors([0.0, 5.0, 1.0, 6.5])
    >>> print(neighbors, distances)
    [2 3 0 1] [1.  1.5 1.  1.5]
    """
    rows = encoding.reshape(len(encoding), -1)
    if len(rows) < 2:
        raise ValueError("encoding must have at least 2 rows to compare; got 1")
    neighbors = np.empty(len(rows), dtype=int)
    distances = np.empty(len(rows))
    for pos, row in enumerate(rows):
        squares = ((rows - row) ** 2).sum(axis=1)
        squares[pos] = np.inf  # a position is not its own neighbor
        neighbors[pos] = squares.argmin()
        distances[pos] = np.sqrt(squares.min())
    return neighbors, distances


@accepts(encoding=numbers(ndim=(1, 2)))
def closest_pair(encoding: ArrayLike) -> tuple[int, int, float]:
    """Find the two positions whose encodings are most similar.

    Parameters
    ----------
    encoding : array_like, shape (n,) or (n, d_model)
        The encoding of n positions, one in each row; n must be at least 2.

    Returns
    -------
    first, second : int
        The two positions, counted from 0; `first` is the smaller.
    distance : float
        The Euclidean distance between their rows.

    Examples
    --------
    The two positions below 50 whose sines are closest:

    >>> first, second, distance = closest_pair(np.sin(np.arange(50)))
    >>> print(first, second, round(distance, 4))
    8 14 0.0012
    """
    neighbors, distances = nearest_neighbors(encoding)
    first = int(distances.argmin())
    second = int(neighbors[first])
    return min(first, second), max(first, second), float(distances[first])
