"""Orders of words; row t of the reordered array ``x[order]`` is row order[t] of x."""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc_lessons.mathematics.arguments import accepts, count, permutation


@accepts(order=permutation)
def permutation_matrix(order: ArrayLike) -> NDArray:
    """Return the matrix P for which ``P @ x`` equals ``x[order]``.

    Parameters
    ----------
    order : array_like of int, shape (n,)
        Each of the numbers 0 ... n - 1 once.

    Returns
    -------
    ndarray, shape (n, n)
        The matrix, with a single 1 in each row and column and 0 elsewhere.

    References
    ----------
    Golub and Van Loan, Matrix Computations, 4th edition (2013), section 1.2.8.

    Examples
    --------
    >>> print(permutation_matrix([2, 0, 1]) @ [10, 11, 12])
    [12. 10. 11.]
    """
    return np.eye(len(order))[order]


@accepts(n=count(1, 20), index=count(0))
def nth_order(n: int, index: int) -> NDArray:
    """Return one of the n! orders of n things, given its number.

    Parameters
    ----------
    n : int
        The number of things, from 1 to 20.
    index : int
        The number of the order, counted from 0 in lexicographic order. Number 0 leaves
        everything in place, and number n! - 1 reverses everything. From n! on, the
        orders repeat.

    Returns
    -------
    ndarray of int, shape (n,)
        The order, with each of the numbers 0 ... n - 1 once.

    References
    ----------
    Knuth, The Art of Computer Programming, volume 4A (2011), section 7.2.1.2.

    Examples
    --------
    >>> print(nth_order(3, 0), nth_order(3, 1), nth_order(3, 5))
    [0 1 2] [0 2 1] [2 1 0]
    """
    rest = list(range(n))
    index %= math.factorial(n)
    order = []
    for remaining in range(n - 1, -1, -1):
        place, index = divmod(index, math.factorial(remaining))
        order.append(rest.pop(place))
    return np.array(order)
