"""Multi-head attention: several heads side by side, each on narrower vectors."""

from numpy.typing import ArrayLike, NDArray

from posenc_lessons.mathematics.arguments import (
    accepts,
    count,
    divides,
    numbers,
    same_size,
)
from posenc_lessons.mathematics.attention import scaled_dot_product_attention


@accepts(
    lambda given: divides(given["vectors"].shape[1], given["n_heads"]),
    vectors=numbers(ndim=2),
    n_heads=count(1),
)
def split_heads(vectors: ArrayLike, n_heads: int) -> NDArray:
    """Cut each vector into equal parts, one for each head.

    Parameters
    ----------
    vectors : array_like, shape (n, width)
        The queries, keys or values of n words, one in each row.
    n_heads : int
        The number of heads, which must divide the width.

    Returns
    -------
    ndarray, shape (n_heads, n, width / n_heads)
        Head h, counted from 0, gets width / n_heads columns of every vector, starting
        with column h * width / n_heads.

    References
    ----------
    Vaswani et al., Attention Is All You Need (2017), section 3.2.2.

    Examples
    --------
    >>> print(split_heads([[1, 2, 3, 4], [5, 6, 7, 8]], 2))
    [[[1. 2.]
      [5. 6.]]
    <BLANKLINE>
     [[3. 4.]
      [7. 8.]]]
    """
    n, width = vectors.shape
    return vectors.reshape(n, n_heads, width // n_heads).swapaxes(0, 1)


@accepts(heads=numbers(ndim=3))
def join_heads(heads: ArrayLike) -> NDArray:
    """Put the results of all heads side by side.

    Parameters
    ----------
    heads : array_like, shape (n_heads, n, d_head)
        The vectors that each head returns for n words.

    Returns
    -------
    ndarray, shape (n, n_heads * d_head)
        One row for each word. This is the inverse of `split_heads`.

    References
    ----------
    Vaswani et al., Attention Is All You Need (2017), section 3.2.2.

    Examples
    --------
    >>> print(join_heads([[[1, 2]], [[3, 4]]]))
    [[1. 2. 3. 4.]]
    """
    n_heads, n, d_head = heads.shape
    return heads.swapaxes(0, 1).reshape(n, n_heads * d_head)


@accepts(
    same_size("x", -1, "w_query", 0),
    same_size("x", -1, "w_key", 0),
    same_size("x", -1, "w_value", 0),
    same_size("w_query", 1, "w_key", 1),
    same_size("w_query", 1, "w_value", 1),
    same_size("w_value", 1, "w_output", 0),
    x=numbers(ndim=2),
    w_query=numbers(ndim=2),
    w_key=numbers(ndim=2),
    w_value=numbers(ndim=2),
    w_output=numbers(ndim=2),
    n_heads=count(1),
)
def multi_head_attention(
    x: ArrayLike,
    w_query: ArrayLike,
    w_key: ArrayLike,
    w_value: ArrayLike,
    w_output: ArrayLike,
    n_heads: int,
) -> NDArray:
    """Return the contextual vectors that several heads compute for a sentence.

    Parameters
    ----------
    x : array_like, shape (n, d_model)
        The embeddings of n words, one in each row.
    w_query, w_key, w_value : array_like, shape (d_model, width)
        The matrices that turn embeddings into queries, keys and values, with those of
        all heads side by side.
    w_output : array_like, shape (width, d_out)
        The matrix that mixes the results of the heads.
    n_heads : int
        The number of heads, which must divide the width.

    Returns
    -------
    ndarray, shape (n, d_out)
        Row t is the contextual vector of word t, counted from 0.

    References
    ----------
    Vaswani et al., Attention Is All You Need (2017), section 3.2.2. The paper uses
    d_model = width = d_out = 512 and 8 heads of width 64.

    Examples
    --------
    With one head and no mixing, this is self-attention:

    >>> x, w = [[1, 2], [1, 2]], [[1, 0], [0, 1]]
    >>> print(multi_head_attention(x, w, w, w, w, n_heads=1))
    [[1. 2.]
     [1. 2.]]
    """
    query = split_heads(x @ w_query, n_heads)
    key = split_heads(x @ w_key, n_heads)
    value = split_heads(x @ w_value, n_heads)
    return join_heads(scaled_dot_product_attention(query, key, value)) @ w_output
