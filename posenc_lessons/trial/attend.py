"""Heads that see only positions and learn where to look."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc_lessons.mathematics.arguments import (
    accepts,
    count,
    numbers,
    positive_number,
)
from posenc_lessons.mathematics.attention import softmax
from posenc_lessons.trial.adam import Adam


@accepts(n_positions=count(1), within=count(0))
def window_weights(n_positions: int, within: int) -> NDArray:
    """Return the weights of a head that looks at all nearby words equally.

    Parameters
    ----------
    n_positions : int
        The number of positions.
    within : int
        The largest distance, in positions, of a nearby word on either side.

    Returns
    -------
    ndarray, shape (n_positions, n_positions)
        Row p, counted from 0, has equal weights at all existing positions from p -
        within to p + within. These weights sum to 1.

    References
    ----------
    Beltagy, Peters and Cohan, Longformer (2020), section 3.1. There, sliding windows
    limit the attention; here, a head has to learn them from the position encoding.

    Examples
    --------
    >>> print(window_weights(3, 1).round(2))
    [[0.5  0.5  0.  ]
     [0.33 0.33 0.33]
     [0.   0.5  0.5 ]]
    """
    place = np.arange(n_positions)
    near = np.abs(place[:, None] - place) <= within
    return near / near.sum(axis=1, keepdims=True)


@accepts(
    encoding=numbers(ndim=2),
    wanted=numbers(ndim=2),
    steps=count(1),
    rate=positive_number,
)
def train_attention(
    encoding: ArrayLike,
    wanted: ArrayLike,
    steps: int = 300,
    rate: float = 0.1,
) -> NDArray:
    """Train a head that sees only positions to produce the wanted attention weights.

    The head learns one matrix, the product of its query and key matrices. The loss is
    convex in this matrix, so training cannot get stuck in a local minimum.

    Parameters
    ----------
    encoding : array_like, shape (n, d_model)
        The position encoding.
    wanted : array_like, shape (n, n)
        The wanted attention weights.
    steps : int, optional
        The number of steps of Adam. Each uses the queries of 64 newly drawn positions,
        or of all positions if there are fewer.
    rate : float, optional
        The learning rate, which falls to 0 in the second half of the steps.

    Returns
    -------
    ndarray, shape (n, n)
        The attention weights after training.

    References
    ----------
    Kingma and Ba, Adam: A Method for Stochastic Optimization (2015), algorithm 1.

    Examples
    --------
    >>> weights = train_attention(np.eye(5), window_weights(5, 1), rate=0.3)
    >>> print(weights[2].round(1))
    [0.  0.3 0.3 0.3 0. ]
    """
    random, n = np.random.default_rng(0), len(encoding)
    learned, adam = {"matrix": np.zeros((encoding.shape[1], encoding.shape[1]))}, Adam()
    for step in range(steps):
        asked = random.choice(n, min(64, n), replace=False)
        weights = softmax(encoding[asked] @ learned["matrix"] @ encoding.T)
        # The derivative of the cross-entropy with respect to a score is the weight
        # minus the wanted weight.
        slope = encoding[asked].T @ (weights - wanted[asked]) @ encoding / len(asked)
        slower = min(1, 2 - 2 * step / steps)
        learned = adam.step(learned, {"matrix": slope}, slower * rate)
    return softmax(encoding @ learned["matrix"] @ encoding.T)


@accepts(weights=numbers(ndim=2), wanted=numbers(ndim=2))
def overlap(weights: ArrayLike, wanted: ArrayLike) -> float:
    """Return the share of the attention that lies where it is wanted.

    Parameters
    ----------
    weights, wanted : array_like, shape (n, n)
        The actual and the wanted attention weights. Each row sums to 1.

    Returns
    -------
    float
        The smaller of the actual and the wanted weight, summed over each row and
        averaged over the rows. It is 1 if the weights are the wanted ones, and 0 if
        they all lie elsewhere.

    Examples
    --------
    >>> print(overlap([[0.5, 0.5], [0.0, 1.0]], [[0.0, 1.0], [0.0, 1.0]]))
    0.75
    """
    return float(np.minimum(weights, wanted).sum(axis=1).mean())
