"""Biases that depend on the distance between two words: ALiBi's and T5's."""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc_lessons.mathematics.arguments import accepts, count, whole_numbers


@accepts(n_heads=count(1))
def alibi_slopes(n_heads: int) -> NDArray:
    """Return how fast each head's score falls with distance in ALiBi.

    Parameters
    ----------
    n_heads : int
        How many heads there are.

    Returns
    -------
    ndarray, shape (n_heads,)
        For a power of two, 2 ** (-8 h / n_heads) with h = 1 ... n_heads. For any other
        number, the slopes for p, the next lower power of two, then every other slope
        for 2 p, starting with the first, until there are enough.

    References
    ----------
    Press, Smith and Lewis, Train Short, Test Long (2021), section 3; for numbers that
    are not a power of two, ``get_slopes`` in the authors' code.

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
    """Return the slopes if the number of heads is a power of two."""
    return 2.0 ** (-8 * np.arange(1, n_heads + 1) / n_heads)


@accepts(n_heads=count(1), n_query=count(1), n_key=count(1))
def alibi_bias(n_heads: int, n_query: int, n_key: int) -> NDArray:
    """Return what ALiBi adds to the scores before the softmax.

    Parameters
    ----------
    n_heads : int
        How many heads there are.
    n_query, n_key : int
        The number of queries and the number of keys. The last query comes from the same
        word as the last key, as when a text is generated word by word.

    Returns
    -------
    ndarray, shape (n_heads, n_query, n_key)
        Minus the head's slope times the distance between the two words. It is not
        divided by sqrt(d_k). Words after the query, which a causal mask would hide, get
        a bias by the same rule.

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
    """Refuse bucket counts and distances that leave no room for logarithmic buckets."""
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
    """Return an offset's bucket; T5 adds the bucket's learned bias to the score.

    Parameters
    ----------
    offset : array_like of int
        The position of the key minus that of the query; negative for an earlier word.
    n_buckets : int, optional
        How many buckets there are.
    max_distance : int, optional
        From this distance on, all offsets share the last bucket for their direction.
    causal : bool, optional
        Whether later words are hidden. If so, they all get bucket 0; if not, the upper
        half of the buckets is for them.

    Returns
    -------
    ndarray of int, same shape as `offset`
        The bucket, counted from 0. Half the buckets in a direction hold one distance
        each; the others each hold a range of distances, spaced logarithmically.

    Notes
    -----
    The logarithm is rounded to float32, as in the authors' code and Hugging Face's,
    so that the bucket changes at the same distance.

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
