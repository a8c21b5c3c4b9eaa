"""A linear classifier that measures what can be read from vectors."""

import numpy as np
from numpy.typing import ArrayLike

from posenc_lessons.mathematics.arguments import (
    accepts,
    labels,
    numbers,
    one_of,
    same_size,
)
from posenc_lessons.mathematics.attention import softmax


@accepts(
    same_size("features", 0, "classes", 0),
    same_size("new_features", 0, "new_classes", 0),
    same_size("features", 1, "new_features", 1),
    features=numbers(ndim=2),
    classes=labels,
    new_features=numbers(ndim=2),
    new_classes=labels,
    reader=one_of("least squares", "discriminant", "descent"),
)
def probe_accuracy(
    features: ArrayLike,
    classes: ArrayLike,
    new_features: ArrayLike,
    new_classes: ArrayLike,
    reader: str = "least squares",
) -> float:
    """Fit a linear classifier to some vectors and measure its accuracy on others.

    Parameters
    ----------
    features : array_like, shape (n, width)
        The vectors to which the classifier is fitted, one in each row.
    classes : array_like of int, shape (n,)
        The class of each vector, counted from 0.
    new_features : array_like, shape (m, width)
        Vectors that the classifier has not seen.
    new_classes : array_like of int, shape (m,)
        The class of each of these vectors.
    reader : {"least squares", "discriminant", "descent"}, optional
        How the classifier is fitted; see Notes.

    Returns
    -------
    float
        The share of the new vectors that are classified correctly, from 0 to 1.

    Notes
    -----
    Every reader is a linear layer with one output for each class, and the class with
    the largest output is chosen. The readers differ in how they find the weights, and
    therefore in what they can read.

    *Least squares* minimizes the squared error of outputs that should be 1 for a
    vector's class and 0 for the others. The *discriminant* first shrinks the directions
    in which vectors of the same class differ, and then chooses the class with the
    nearest mean. *Descent* starts with weights of 0 and takes 200 steps of gradient
    descent on the cross-entropy, with a step size that never lets the loss rise. This
    is the simplest version of how a network is trained.

    References
    ----------
    Alain and Bengio, Understanding intermediate layers using linear classifier probes
    (2016). Fisher, The use of multiple measurements in taxonomic problems (1936).
    Böhning, Multinomial logistic regression algorithm (1992).

    Examples
    --------
    >>> probe_accuracy([[0.0], [1.0]], [0, 1], [[0.1], [0.9], [0.3]], [0, 1, 1])
    0.6666666666666666
    """
    present, places = np.unique(classes, return_inverse=True)
    weights = _READERS[reader](_with_one(features), np.eye(len(present))[places])
    read = (_with_one(new_features) @ weights).argmax(axis=1)
    return float((present[read] == new_classes).mean())


def _least_squares(features, outputs):
    return np.linalg.lstsq(features, outputs, rcond=None)[0]


_RIDGE = 1e-6
"""The variance added in every direction, as a fraction of the mean variance."""


def _discriminant(features, outputs):
    """Return weights that choose the class with the nearest mean, in units of spread.

    In units of the spread within classes, the squared distance from x to a mean m is
    |x|**2 - 2 m . x + |m|**2. The first term is the same for all classes, so the
    nearest mean has the largest m . x - |m|**2 / 2.
    """
    x = features[:, :-1]
    means = (outputs.T @ x) / outputs.sum(axis=0)[:, None]
    within = x - outputs @ means
    least = _RIDGE * x.var(axis=0).mean() * np.eye(x.shape[1])
    weights = np.linalg.solve(within.T @ within / len(x) + least, means.T)
    return np.vstack([weights, -(means.T * weights).sum(axis=0) / 2])


def _descent(features, outputs, steps=200):
    """Return the weights after gradient descent on the cross-entropy.

    The curvature of the summed loss is at most half the largest eigenvalue of x'x, so a
    step size of one over this bound never lets the loss rise (Böhning, 1992).
    """
    rate = 2 / np.linalg.norm(features, 2) ** 2
    weights = np.zeros((features.shape[1], outputs.shape[1]))
    for _ in range(steps):
        weights -= rate * features.T @ (softmax(features @ weights) - outputs)
    return weights


_READERS = {
    "least squares": _least_squares,
    "discriminant": _discriminant,
    "descent": _descent,
}


def _with_one(features):
    """Return the vectors with an appended 1, whose weight is the bias."""
    return np.column_stack([features, np.ones(len(features))])
