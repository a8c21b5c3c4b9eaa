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
        ... n_heads. Otherwise, let p be the next lower power of two. The slopes for p
        heads come first, followed by as many as needed of every other slope for 2 p
        heads, starting with the first.

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


@accepts(n_heads=count(1), n_query=count(1), n_key=count(1))
def alibi_bias(n_heads: int, n_query: int, n_key: int) -> NDArray:
    """Return the biases that ALiBi adds to the scores before the softmax.

    Parameters
    ----------
    n_heads : int
        The number of heads.
    n_query, n_key : int
        The numbers of queries and keys. The last query and the last key belong to the
        same word, as when a text is generated word by word.

    Returns
    -------
    ndarray, shape (n_heads, n_query, n_key)
        Each entry is minus the head's slope times the distance between the words of the
        query and the key. It is not divided by sqrt(d_k). Keys after the query, which a
        causal mask would hide, follow the same rule.

    References
    ----------
    Press, Smith and Lewis, Train Short, Test Long (2021), section 3.

    Examples
    --------
    >>> print(alibi_bias(1, 2, 3) * 256)
    [[[-1.  0. -1.]
      [-2. -1.  0.]]]
    """
    asking = np.arange(n_key - n_query, n_key)
    distance = np.abs(asking[:, None] - np.arange(n_key))
    return alibi_slopes(n_heads)[:, None, None] * -distance


def _room_for_distances(arguments):
    """Raise `ValueError` if `n_buckets` or `max_distance` is too small."""
    one_way = arguments["n_buckets"] // (1 if arguments["causal"] else 2)
    exact = one_way // 2
    if not exact:
        raise ValueError(
            "n_buckets must allow at least two buckets for each direction; "
            f"got {arguments['n_buckets']}"
        )
    if arguments["max_distance"] <= exact:
        raise ValueError(
            f"max_distance must be above {exact}, the number of distances that have a "
            f"bucket of their own; got {arguments['max_distance']}"
        )


@accepts(
    _room_for_distances,
    offset=whole_numbers,
    n_buckets=count(2),
    max_distance=count(1),
)
def t5_bucket(
    offset: ArrayLike,
    *,
    n_buckets: int = 32,
    max_distance: int = 128,
    causal: bool = True,
) -> NDArray:
    """Return the bucket of each offset; T5 learns one bias for each bucket and head.

    Parameters
    ----------
    offset : array_like of int
        The position of the key minus that of the query; negative for an earlier word.
    n_buckets : int, optional
        The number of buckets.
    max_distance : int, optional
        The distance from which all offsets in a direction share the last bucket.
    causal : bool, optional
        Whether later words are hidden. If so, positive offsets all get bucket 0;
        otherwise, they get the upper half of the buckets.

    Returns
    -------
    ndarray of int, same shape as `offset`
        The bucket of each offset, counted from 0. In each direction, the first half of
        the buckets hold one distance each, and the others hold ranges of distances that
        are spaced logarithmically.

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
    >>> print(t5_bucket([-3, 3], causal=False))
    [ 3 19]
    """
    first = np.zeros_like(offset)
    if causal:
        distance = np.maximum(-offset, 0)
    else:
        n_buckets //= 2
        first[offset > 0] = n_buckets
        distance = np.abs(offset)
    exact = n_buckets // 2
    steps = np.log(np.maximum(distance, 1).astype(np.float32) / np.float32(exact))
    steps = steps / np.float32(math.log(max_distance / exact)) * (n_buckets - exact)
    far = np.minimum(exact + steps.astype(int), n_buckets - 1)
    return first + np.where(distance < exact, distance, far)
