"""Self-attention, as built in lesson 01: softmax, weights and contextual vectors."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc_lessons.mathematics.arguments import accepts, numbers, same_size

_LARGEST_TABLE = 2**25


def _table_fits(arguments):
    """Raise `ValueError` if the attention weights would need too much memory."""
    query, key = arguments["query"], arguments["key"]
    entries = query.size // query.shape[-1] * key.shape[-2]
    if entries > _LARGEST_TABLE:
        raise ValueError(
            f"{query.shape[-2]:,} queries and {key.shape[-2]:,} keys need a table of "
            f"{entries:,} weights ({entries * 8 / 1e9:.1f} GB), above the limit of "
            f"{_LARGEST_TABLE:,} weights; use fewer words"
        )


@accepts(scores=numbers(ndim=(1, 2, 3, 4)))
def softmax(scores: ArrayLike) -> NDArray:
    """Turn scores into weights that are positive and sum to 1.

    Parameters
    ----------
    scores : array_like, shape (..., n)
        Real numbers, without units. Each row along the last axis is treated separately.

    Returns
    -------
    ndarray, shape (..., n)
        ``exp(scores)`` divided by its sum over the last axis.

    Notes
    -----
    The largest score of each row is subtracted first. This does not change the weights,
    and it keeps ``exp`` from overflowing.

    References
    ----------
    Vaswani et al., Attention Is All You Need (2017), section 3.2.1, equation 1.

    Examples
    --------
    >>> print(softmax([[0.0, np.log(3)], [1000.0, 0.0]]).round(2))
    [[0.25 0.75]
     [1.   0.  ]]
    """
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True)


@accepts(
    same_size("query", -1, "key", -1),
    _table_fits,
    query=numbers(ndim=(2, 3)),
    key=numbers(ndim=(2, 3)),
)
def attention_weights(query: ArrayLike, key: ArrayLike) -> NDArray:
    """Return how much each query attends to each key.

    Parameters
    ----------
    query : array_like, shape (..., n_queries, d_k)
        One query in each row.
    key : array_like, shape (..., n_keys, d_k)
        One key in each row.

    Returns
    -------
    ndarray, shape (..., n_queries, n_keys)
        Row t, counted from 0, holds the weights of query t and sums to 1.

    References
    ----------
    Vaswani et al., Attention Is All You Need (2017), section 3.2.1, equation 1.

    Examples
    --------
    >>> weights = attention_weights([[1.0, 0.0]], [[1.0, 0.0], [0.0, 1.0]])
    >>> print(weights.round(2))
    [[0.67 0.33]]
    """
    return softmax(query @ key.mT / np.sqrt(key.shape[-1]))


@accepts(
    same_size("key", -2, "value", -2),
    query=numbers(ndim=(2, 3)),
    key=numbers(ndim=(2, 3)),
    value=numbers(ndim=(2, 3)),
)
def scaled_dot_product_attention(
    query: ArrayLike, key: ArrayLike, value: ArrayLike
) -> NDArray:
    """Return, for each query, the mean of the values, weighted by the attention.

    Parameters
    ----------
    query : array_like, shape (..., n_queries, d_k)
        One query in each row.
    key : array_like, shape (..., n_keys, d_k)
        One key in each row.
    value : array_like, shape (..., n_keys, d_v)
        The value of each key, one in each row.

    Returns
    -------
    ndarray, shape (..., n_queries, d_v)
        ``softmax(query key^T / sqrt(d_k)) value``, with one row for each query.

    References
    ----------
    Vaswani et al., Attention Is All You Need (2017), section 3.2.1, equation 1.

    Examples
    --------
    >>> key = [[1.0, 0.0], [0.0, 1.0]]
    >>> value = [[10.0], [20.0]]
    >>> print(scaled_dot_product_attention([[0.0, 0.0]], key, value))
    [[15.]]
    """
    return attention_weights(query, key) @ value


@accepts(
    same_size("x", -1, "w_query", 0),
    same_size("x", -1, "w_key", 0),
    same_size("x", -1, "w_value", 0),
    x=numbers(ndim=2),
    w_query=numbers(ndim=2),
    w_key=numbers(ndim=2),
    w_value=numbers(ndim=2),
)
def self_attention(
    x: ArrayLike, w_query: ArrayLike, w_key: ArrayLike, w_value: ArrayLike
) -> NDArray:
    """Return the contextual vectors of a sentence, one for each word.

    Parameters
    ----------
    x : array_like, shape (n, d_model)
        The embeddings of n words, one in each row.
    w_query, w_key : array_like, shape (d_model, d_k)
        The matrices that turn embeddings into queries and keys.
    w_value : array_like, shape (d_model, d_v)
        The matrix that turns embeddings into values.

    Returns
    -------
    ndarray, shape (n, d_v)
        Row t is the contextual vector of word t, counted from 0.

    References
    ----------
    Vaswani et al., Attention Is All You Need (2017), section 3.2.1, equation 1,
    with queries, keys and values all computed from `x`.

    Examples
    --------
    Two equal words attend to each other equally and keep their vectors.

    >>> identity = np.eye(2)
    >>> print(self_attention([[1, 2], [1, 2]], identity, identity, identity))
    [[1. 2.]
     [1. 2.]]
    """
    query, key, value = x @ w_query, x @ w_key, x @ w_value
    return scaled_dot_product_attention(query, key, value)
