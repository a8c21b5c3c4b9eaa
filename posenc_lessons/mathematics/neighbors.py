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
        Entry pos is the other position whose row is nearest to row pos. If several rows
        are equally near, any one of them may be chosen. Positions start at 0.
    distances : ndarray, shape (n,)
        Entry pos is the Euclidean distance between these two rows.

    Notes
    -----
    The rows are sorted by the column with the largest range. Each row is compared with
    the rows after it in that order until the gap in that column alone is at least the
    distance to the nearest row found so far. Then the rows before it are searched in
    the same way. The result is exact for every table. The search is fast for the narrow
    tables of lessons 04 and 05, and takes n * n steps at worst.

    References
    ----------
    Friedman, Baskett and Shustek, An Algorithm for Finding Nearest Neighbors, IEEE
    Transactions on Computers C-24 (1975), for the sweep over one coordinate.

    Examples
    --------
    >>> neighbors, distances = nearest_neighbors([0.0, 5.0, 1.0, 6.5])
    >>> print(neighbors, distances)
    [2 3 0 1] [1.  1.5 1.  1.5]
    """
    rows = encoding.reshape(len(encoding), -1)
    n = len(rows)
    if n < 2:
        raise ValueError("encoding must have at least 2 rows to compare; got 1")
    key = rows[:, np.ptp(rows, axis=0).argmax()]
    order = np.argsort(key, kind="stable")
    rows, key = rows[order], key[order]
    squares = np.full(n, np.inf)
    nearest = np.zeros(n, dtype=int)
    for direction in (1, -1):
        searching = np.arange(n)
        for step in range(1, n):
            other = searching + direction * step
            inside = (other >= 0) & (other < n)
            searching, other = searching[inside], other[inside]
            near = (key[other] - key[searching]) ** 2 < squares[searching]
            searching, other = searching[near], other[near]
            if not searching.size:
                break
            distance = ((rows[other] - rows[searching]) ** 2).sum(axis=1)
            better = distance < squares[searching]
            squares[searching[better]] = distance[better]
            nearest[searching[better]] = other[better]
    neighbors = np.empty(n, dtype=int)
    distances = np.empty(n)
    neighbors[order] = order[nearest]
    distances[order] = np.sqrt(squares)
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
