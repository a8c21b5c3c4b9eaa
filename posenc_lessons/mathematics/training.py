"""The smallest model that can be trained: a linear classifier with one matrix."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc_lessons.mathematics.arguments import (
    accepts,
    count,
    labels,
    numbers,
    positive_number,
    same_size,
)


def _labels_exist(arguments):
    """Raise `ValueError` if a label is too large for the number of classes."""
    largest, limit = arguments["labels"].max(), arguments["n_classes"]
    if largest >= limit:
        raise ValueError(f"labels must be below n_classes ({limit}); got {largest}")


@accepts(
    same_size("x", 0, "labels", 0),
    _labels_exist,
    x=numbers(ndim=2),
    labels=labels,
    n_classes=count(1),
    rate=positive_number,
    steps=count(0),
)
def gradient_descent(
    x: ArrayLike, labels: ArrayLike, n_classes: int, rate: float, steps: int = 50
) -> NDArray:
    """Train a linear classifier by gradient descent on the mean cross-entropy.

    Parameters
    ----------
    x : array_like, shape (n, d_model)
        One vector in each row.
    labels : array_like of int, shape (n,)
        The class of each vector, from 0 to n_classes - 1.
    n_classes : int
        The number of classes.
    rate : float
        The learning rate, by which the gradient is multiplied in each step.
    steps : int, optional
        The number of steps.

    Returns
    -------
    ndarray, shape (d_model, n_classes)
        The weights after the last step. All weights start at 0, so the classifier
        starts by guessing.

    References
    ----------
    Bishop, Pattern Recognition and Machine Learning (2006), equations 4.108-4.109.

    Examples
    --------
    >>> print(gradient_descent([[2.0]], [1], 2, rate=0.5, steps=1))
    [[-0.5  0.5]]
    """
    weights = np.zeros((x.shape[1], n_classes))
    each = np.arange(len(x)), labels
    for _ in range(steps):
        scores = x @ weights
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        error = powers / powers.sum(axis=1, keepdims=True)
        error[each] -= 1  # the derivative with respect to the scores
        weights = weights - rate * (x.T @ error / len(x))
    return weights
