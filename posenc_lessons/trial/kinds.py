"""The three ways to tell a model where a word stands, and the encodings that use them.

An encoding adds a vector to each word, turns queries and keys, or adds a bias to the
scores; and it may learn numbers of its own. A reader's own encoding is `added`,
`turned` or `biased` with a function.
"""

import dataclasses
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc_lessons.mathematics.arguments import accepts, base_of_waves, count, one_of
from posenc_lessons.mathematics.biases import t5_bucket
from posenc_lessons.mathematics.rotary import optional_frequencies, pair_frequencies


@dataclasses.dataclass(frozen=True)
class PositionEncoding:
    """How a model is told the places of its words.

    Parameters
    ----------
    add : callable, optional
        ``add(n, parameters)`` returns what is added to n words, shape (n, d_model).
    turn : callable, optional
        ``turn(vectors, parameters)`` returns queries or keys turned, shape (..., n,
        d_head) in and out.
    bias : callable, optional
        ``bias(n_heads, n, parameters)`` returns what is added to the scores, shape
        (n_heads, n, n).
    start : callable, optional
        ``start(n_heads, d_model, random)`` returns a dict of the numbers that the
        encoding learns, before training; they are then among the parameters.

    References
    ----------
    Dufter, Schmitt and Schütze, Position Information in Transformers: An Overview
    (2022), section 3, sorts encodings in a similar way.

    Examples
    --------
    >>> PositionEncoding().add is None
    True
    """

    add: Callable | None = None
    turn: Callable | None = None
    bias: Callable | None = None
    start: Callable | None = None


def added(table: Callable[[int], NDArray]) -> PositionEncoding:
    """Make an encoding of a function that returns what is added.

    Parameters
    ----------
    table : callable
        ``table(n)`` returns the encoding of n places, shape (n, d_model).

    Returns
    -------
    PositionEncoding
        For `train`.

    References
    ----------
    Vaswani et al., Attention Is All You Need (2017), section 3.5.

    Examples
    --------
    >>> encoding = added(lambda n: np.zeros((n, 4)))
    >>> encoding.add(3, {}).shape
    (3, 4)
    """
    return PositionEncoding(add=lambda n, parameters: table(n))


def turned(turn: Callable[[NDArray], NDArray]) -> PositionEncoding:
    """Make an encoding of a function that turns queries and keys.

    Parameters
    ----------
    turn : callable
        ``turn(vectors)`` returns the queries, or the keys, of the places 0 ... n - 1
        turned: shape (..., n, d_head) in and out, by operations of autograd.

    Returns
    -------
    PositionEncoding
        For `train`.

    References
    ----------
    Su et al., RoFormer (2021), section 3.2.

    Examples
    --------
    >>> encoding = turned(lambda vectors: -vectors)
    >>> print(encoding.turn(np.ones((1, 2)), {}))
    [[-1. -1.]]
    """
    return PositionEncoding(turn=lambda vectors, parameters: turn(vectors))


def biased(bias: Callable[[int, int], NDArray]) -> PositionEncoding:
    """Make an encoding of a function that returns what is added to the scores.

    Parameters
    ----------
    bias : callable
        ``bias(n_heads, n)`` returns the bias of n places, shape (n_heads, n, n).

    Returns
    -------
    PositionEncoding
        For `train`.

    References
    ----------
    Press, Smith and Lewis, Train Short, Test Long (2021), section 3.

    Examples
    --------
    >>> encoding = biased(lambda n_heads, n: np.zeros((n_heads, n, n)))
    >>> encoding.bias(2, 3, {}).shape
    (2, 3, 3)
    """
    return PositionEncoding(bias=lambda n_heads, n, parameters: bias(n_heads, n))


@accepts(
    base=base_of_waves,
    layout=one_of("neighbours", "halves"),
    frequencies=optional_frequencies,
)
def rotary(
    *,
    base: float = 10000.0,
    layout: str = "neighbours",
    frequencies: ArrayLike | None = None,
) -> PositionEncoding:
    """Turn queries and keys by their places.

    Parameters
    ----------
    base : float, optional
        The base of the frequencies, as of `rotate`.
    layout : {"neighbours", "halves"}, optional
        Which columns make a pair, as of `rotate`.
    frequencies : array_like, shape (d_head / 2,), optional
        Your own frequencies, in radians per position, instead of those of the base.

    Returns
    -------
    PositionEncoding
        For `train`. It turns as `rotate` does, in steps that autograd can follow.

    References
    ----------
    Su et al., RoFormer (2021), section 3.2.2; the sum is its equation 34.

    Examples
    --------
    >>> print(rotary().turn(np.array([[1.0, 0.0], [1.0, 0.0]]), {}).round(2))
    [[1.   0.  ]
     [0.54 0.84]]
    """

    def turn(vectors):
        *rest, width = vectors.shape
        angles = np.outer(
            np.arange(rest[-1]), pair_frequencies(width, base, frequencies)
        )
        # A pair (a, b), turned by a quarter, is (-b, a).
        if layout == "neighbours":
            pairs = vectors.reshape((*rest, width // 2, 2))
            quarter, angles = pairs @ QUARTER_TURN.T, angles[..., None]
        else:
            pairs = vectors.reshape((*rest, 2, width // 2))
            quarter, angles = QUARTER_TURN @ pairs, angles[:, None]
        pairs = pairs * np.cos(angles) + quarter * np.sin(angles)
        return pairs.reshape(vectors.shape)

    return turned(turn)


QUARTER_TURN = np.array([[0.0, -1.0], [1.0, 0.0]])


@accepts(n_positions=count(1, 10**5))
def learned_table(n_positions: int) -> PositionEncoding:
    """Learn a row to add for each place.

    Parameters
    ----------
    n_positions : int
        How many rows there are; a longer text has no encoding.

    Returns
    -------
    PositionEncoding
        For `train`.

    References
    ----------
    Gehring et al., Convolutional Sequence to Sequence Learning (2017), section 3.1.

    Examples
    --------
    >>> start = learned_table(6).start(1, 4, np.random.default_rng(0))
    >>> start["places"].shape
    (6, 4)
    """

    def add(n, parameters):
        if n > n_positions:
            raise ValueError(
                f"a learned table of {n_positions} rows has no row for place {n - 1}"
            )
        return parameters["places"][:n]

    def start(n_heads, d_model, random):
        return {"places": random.normal(size=(n_positions, d_model)) / np.sqrt(2)}

    return PositionEncoding(add=add, start=start)


@accepts(n_buckets=count(2), max_distance=count(1))
def t5_biases(n_buckets: int = 32, max_distance: int = 128) -> PositionEncoding:
    """Learn a bias for each head and each bucket of distances, later words left out.

    Parameters
    ----------
    n_buckets, max_distance : int, optional
        As of `t5_bucket`.

    Returns
    -------
    PositionEncoding
        For `train`. All biases start from 0.

    References
    ----------
    Raffel et al., Exploring the Limits of Transfer Learning (2020), section 2.1.

    Examples
    --------
    >>> encoding = t5_biases()
    >>> start = encoding.start(2, 4, np.random.default_rng(0))
    >>> encoding.bias(2, 5, start).shape
    (2, 5, 5)
    """

    def bias(n_heads, n, parameters):
        place = np.arange(n)
        buckets = t5_bucket(
            place - place[:, None], n_buckets=n_buckets, max_distance=max_distance
        )
        return parameters["biases"][:, buckets]

    def start(n_heads, d_model, random):
        return {"biases": np.zeros((n_heads, n_buckets))}

    return PositionEncoding(bias=bias, start=start)


@accepts(width=count(1))
def windowed(encoding: PositionEncoding, width: int) -> PositionEncoding:
    """Let each word see the last words before it alone.

    Parameters
    ----------
    encoding : PositionEncoding
        Any encoding.
    width : int
        How many words are seen, the word itself counted.

    Returns
    -------
    PositionEncoding
        The encoding, with a bias of minus infinity on all earlier words.

    References
    ----------
    Beltagy, Peters and Cohan, Longformer (2020), section 3.1: sliding windows.

    Examples
    --------
    >>> encoding = windowed(PositionEncoding(), 2)
    >>> print(encoding.bias(1, 4, {})[0, 3])
    [-inf -inf   0.   0.]
    """

    def bias(n_heads, n, parameters):
        place = np.arange(n)
        far = np.where(place[:, None] - place >= width, -np.inf, 0.0)
        if encoding.bias is None:
            return np.tile(far, (n_heads, 1, 1))
        return far + encoding.bias(n_heads, n, parameters)

    return dataclasses.replace(encoding, bias=bias)
