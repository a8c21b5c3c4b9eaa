"""The biases of ALiBi and T5, which depend on the distance between two words."""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc_lessons.mathematics.arguments import accepts, count, whole_numbers


@accepts(n_heads=count(1))
def alibi_slopes(n_heads: int) -> NDArray:
    """Return the slopes of ALiBi: how fast each head's scores fall with distance.

    Parameters
    ----------
    n_heads : int
        The number of heads.

    Returns
    -------
    ndarray, shape (n_heads,)
        If `n_heads` is a power of two, the slopes are 2 ** (-8 h / n_heads) for h = 1
        ... n_heads. Otherwise, let p be the next lower power of two. After the slopes
        for p heads comes every other slope for 2 p heads, starting with the first,
        until there are `n_heads` slopes.

    References
    ----------
    Press, Smith and Lewis, Train Short, Test Long (2021), section 3; for numbers of
    heads that are not powers of two, ``get_slopes`` in the authors' code.

    Examples
    --------
    >>> print(alibi_slopes(4))
    [0.25       0.0625     0.015625   0.00390625]
    >>> print(alibi_slopes(3))
    [0.0625     0.00390625 0.25      ]
    """
    lower = 2 ** (n_heads.bit_length() - 1)
    return np.concatenate(
        [_geometric(lower), _geometric(2 * lower)[::2][: n_heads - lower]]
    )


def _geometric(n_heads):
    """Return the slopes for a number of heads that is a power of two."""
    return 2.0 ** (-8 * np.arange(1, n_heads + 1) / n_heads)


@accepts(offset=whole_numbers(ndim=(0, 1, 2)))
def t5_bucket(offset: ArrayLike) -> NDArray:
    """Return the bucket of each offset; T5 learns one bias for each bucket and head.

    Parameters
    ----------
    offset : array_like of int
        The position of the key minus that of the query; negative for an earlier word.

    Returns
    -------
    ndarray of int, same shape as `offset`
        The bucket of each offset, from 0 to 31, as in T5's decoder. The first 16
        buckets hold one distance each, and the others hold ranges of distances that are
        spaced logarithmically up to 128. The last one also holds all larger distances,
        and bucket 0 holds all later words, which a causal mask hides.

    Notes
    -----
    The logarithm is rounded to float32, as in the authors' code and Hugging Face's, so
    that the buckets change at the same distances.

    References
    ----------
    Raffel et al., Exploring the Limits of Transfer Learning (2020), section 2.1;
    ``_relative_position_bucket`` in the authors' code (mesh_tensorflow).

    Examples
    --------
    >>> print(t5_bucket([0, -1, -15, -16, -128, -1000, 3]))
    [ 0  1 15 16 31 31  0]
    """
    distance = np.maximum(-offset, 0)
    steps = np.log(np.maximum(distance, 1).astype(np.float32) / np.float32(16))
    steps = steps / np.float32(math.log(128 / 16)) * 16
    return np.where(distance < 16, distance, np.minimum(16 + steps.astype(int), 31))
