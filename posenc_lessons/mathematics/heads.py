"""How multi-head attention cuts vectors into heads and joins them again."""

from numpy.typing import ArrayLike, NDArray

from posenc_lessons.mathematics.arguments import accepts, count, divides, numbers


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
