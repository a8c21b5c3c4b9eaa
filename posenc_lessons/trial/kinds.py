"""The three ways to give a model the positions of its words, with encodings for each.

An encoding adds a vector to each word, turns queries and keys, or adds a bias to the
scores. It may also have parameters that are trained.
"""

import dataclasses
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc_lessons.mathematics.arguments import even, numbers
from posenc_lessons.mathematics.biases import t5_bucket
from posenc_lessons.mathematics.sinusoids import angular_frequencies


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
        ``bias(n_heads, n)`` returns the biases for n positions, with shape (n_heads, n,
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


def rotary(frequencies: ArrayLike | None = None) -> PositionEncoding:
    """Make an encoding that turns queries and keys according to their positions.

    Parameters
    ----------
    frequencies : array_like, shape (d_head / 2,), optional
        How far each pair of neighboring columns turns, in radians per position; by
        default, the paper's `angular_frequencies`.

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
    if frequencies is not None:
        frequencies = numbers(ndim=1)("frequencies", frequencies)

    def turn(vectors, parameters):
        *rest, width = vectors.shape
        even("d_head", width)
        pace = angular_frequencies(width) if frequencies is None else frequencies
        if pace.size != width // 2:
            raise ValueError(
                f"frequencies must hold one number for each of the {width // 2} pairs "
                f"of columns; got {pace.size}"
            )
        angles = np.outer(np.arange(rest[-1]), pace)[..., None]
        pairs = vectors.reshape((*rest, width // 2, 2))
        pairs = pairs * np.cos(angles) + pairs @ QUARTER_TURN * np.sin(angles)
        return pairs.reshape(vectors.shape)

    return PositionEncoding(turn=turn)


QUARTER_TURN = np.array([[0.0, 1.0], [-1.0, 0.0]])
"""The matrix that takes a pair (a, b) to (-b, a)."""


def t5_biases() -> PositionEncoding:
    """Make an encoding that learns a bias for each head and each `t5_bucket`.

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
        return parameters["biases"][:, t5_bucket(place - place[:, None])]

    def start(n_heads, d_model, random):
        return {"biases": np.zeros((n_heads, 32))}

    return PositionEncoding(bias=bias, start=start)
