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
    largest = arguments["labels"].max()
    limit, name = arguments.get("n_classes"), "n_classes"
    if limit is None:
        limit, name = arguments["weights"].shape[1], "the number of columns of weights"
    if largest >= limit:
        raise ValueError(f"labels must be below {name} ({limit}); got {largest}")


@accepts(
    same_size("x", 1, "weights", 0),
    same_size("x", 0, "labels", 0),
    _labels_exist,
    x=numbers(ndim=2),
    labels=labels,
    weights=numbers(ndim=2),
)
def loss_and_gradient(
    x: ArrayLike, labels: ArrayLike, weights: ArrayLike
) -> tuple[float, NDArray]:
    """Return the loss of a linear classifier and the gradient of the loss.

    Parameters
    ----------
    x : array_like, shape (n, d_model)
        One vector in each row.
    labels : array_like of int, shape (n,)
        The class of each vector, counted from 0.
    weights : array_like, shape (d_model, n_classes)
        The weights of the classifier; the class scores are ``x @ weights``.

    Returns
    -------
    loss : float
        The mean cross-entropy, in nats. If all weights are 0, it is ``log(n_classes)``.
    gradient : ndarray, shape (d_model, n_classes)
        The derivative of the loss with respect to each weight.

    References
    ----------
    Bishop, Pattern Recognition and Machine Learning (2006), equations 4.108-4.109.

    Examples
    --------
    >>> loss, gradient = loss_and_gradient([[2.0]], [1], [[0.0, 0.0]])
    >>> print(round(loss, 4), gradient)
    0.6931 [[ 1. -1.]]
    """
    scores = x @ weights
    scores = scores - scores.max(axis=1, keepdims=True)
    each = np.arange(len(x)), labels
    powers = np.exp(scores)
    sums = powers.sum(axis=1, keepdims=True)
    loss = np.log(sums[:, 0]) - scores[each]
    error = powers / sums
    error[each] -= 1
    return float(loss.mean()), x.T @ error / len(x)


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
    """Train a linear classifier by gradient descent with a constant learning rate.

    Parameters
    ----------
    x : array_like, shape (n, d_model)
        One vector in each row.
    labels : array_like of int, shape (n,)
        The class of each vector, counted from 0.
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
    Cauchy, Méthode générale pour la résolution des systèmes d'équations simultanées
    (1847).

    Examples
    --------
    >>> print(gradient_descent([[2.0]], [1], 2, rate=0.5, steps=1))
    [[-0.5  0.5]]
    """
    weights = np.zeros((x.shape[1], n_classes))
    for _ in range(steps):
        weights = weights - rate * loss_and_gradient(x, labels, weights)[1]
    return weights
