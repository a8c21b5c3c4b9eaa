"""The three ways to give a model the positions of its words, with encodings for each.

An encoding adds a vector to each word, turns queries and keys, or adds a bias to the
scores. It may also have parameters that are trained.
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
    """A way to give a model the positions of its words.

    Parameters
    ----------
    add : callable, optional
        ``add(n, parameters)`` returns the vectors to add to n words, with shape (n,
        d_model).
    turn : callable, optional
        ``turn(vectors, parameters)`` returns the turned queries or keys. The vectors
        and the result have shape (..., n, d_head).
    bias : callable, optional
        ``bias(n_heads, n, parameters)`` returns the biases to add to the scores, with
        shape (n_heads, n, n).
    start : callable, optional
        ``start(n_heads, d_model, random)`` returns a dict of the parameters that the
        encoding learns, with their values before training. The other three functions
        get these parameters, too, in `parameters`.

    References
    ----------
    Dufter, Schmitt and Schütze, Position Information in Transformers: An Overview
    (2022), section 3, which sorts encodings in a similar way.

    Examples
    --------
    >>> PositionEncoding().add is None
    True
    """

    add: Callable | None = None
    turn: Callable | None = None
    bias: Callable | None = None
    start: Callable | None = None


def biased(bias: Callable[[int, int], NDArray]) -> PositionEncoding:
    """Make an encoding from a function that returns the biases to add to the scores.

    Parameters
    ----------
    bias : callable
        ``bias(n_heads, n)`` returns the biases for n places, with shape (n_heads, n,
        n).

    Returns
    -------
    PositionEncoding
        The encoding, to be passed to `train`.

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
    layout=one_of("neighbors", "halves"),
    frequencies=optional_frequencies,
)
def rotary(
    *,
    base: float = 10000.0,
    layout: str = "neighbors",
    frequencies: ArrayLike | None = None,
) -> PositionEncoding:
    """Make an encoding that turns queries and keys according to their positions.

    Parameters
    ----------
    base : float, optional
        The base of the frequencies, as in `rotate`.
    layout : {"neighbors", "halves"}, optional
        Which columns make up a pair, as in `rotate`.
    frequencies : array_like, shape (d_head / 2,), optional
        The frequencies to use instead of those of the base, in radians per position.

    Returns
    -------
    PositionEncoding
        The encoding, to be passed to `train`. It turns vectors as `rotate` does, with
        operations that autograd can differentiate.

    References
    ----------
    Su et al., RoFormer (2021), section 3.2.2; the code follows equation 34.

    Examples
    --------
    >>> print(rotary().turn(np.array([[1.0, 0.0], [1.0, 0.0]]), {}).round(2))
    [[1.   0.  ]
     [0.54 0.84]]
    """

    def turn(vectors, parameters):
        *rest, width = vectors.shape
        angles = np.outer(
            np.arange(rest[-1]), pair_frequencies(width, base, frequencies)
        )
        # A quarter turn takes a pair (a, b) to (-b, a).
        if layout == "neighbors":
            pairs = vectors.reshape((*rest, width // 2, 2))
            quarter, angles = pairs @ QUARTER_TURN.T, angles[..., None]
        else:
            pairs = vectors.reshape((*rest, 2, width // 2))
            quarter, angles = QUARTER_TURN @ pairs, angles[:, None]
        pairs = pairs * np.cos(angles) + quarter * np.sin(angles)
        return pairs.reshape(vectors.shape)

    return PositionEncoding(turn=turn)


QUARTER_TURN = np.array([[0.0, -1.0], [1.0, 0.0]])


@accepts(n_buckets=count(2), max_distance=count(1))
def t5_biases(n_buckets: int = 32, max_distance: int = 128) -> PositionEncoding:
    """Make an encoding that learns a bias for each head and each bucket of distances.

    Parameters
    ----------
    n_buckets, max_distance : int, optional
        The numbers for `t5_bucket`. Later words get the bucket of distance 0.

    Returns
    -------
    PositionEncoding
        The encoding, to be passed to `train`. All biases start at 0.

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
