"""What a linear layer can read from vectors: probes."""

import numpy as np

from posenc_lessons.arguments import accepts, labels, numbers, same_size


@accepts(
    same_size("features", 0, "classes", 0),
    same_size("new_features", 0, "new_classes", 0),
    same_size("features", 1, "new_features", 1),
    features=numbers(ndim=2),
    classes=labels,
    new_features=numbers(ndim=2),
    new_classes=labels,
)
def probe_accuracy(features, classes, new_features, new_classes):
    """Fit a linear classifier to some vectors, and measure it on others.

    Parameters
    ----------
    features : array_like, shape (n, width)
        Vectors to fit, one in each row.
    classes : array_like of int, shape (n,)
        What is to be read from each, a number from 0.
    new_features : array_like, shape (m, width)
        Vectors that the classifier has not seen.
    new_classes : array_like of int, shape (m,)
        What is to be read from them.

    Returns
    -------
    float
        The share of the new vectors whose class is read right, 0 ... 1.

    Raises
    ------
    TypeError, ValueError
        If an array holds anything but finite real numbers, a class is no whole
        number from 0, or the shapes do not go together.

    Notes
    -----
    The classifier is the least-squares fit of one output for each class, which is 1
    for its vectors and 0 for the others; the largest output wins.

    References
    ----------
    Alain and Bengio, Understanding intermediate layers using linear classifier probes
    (2016).

    Examples
    --------
    >>> probe_accuracy([[0.0], [1.0]], [0, 1], [[0.1], [0.9], [0.3]], [0, 1, 1])
    0.6666666666666666
    """
    outputs = np.eye(max(classes.max(), new_classes.max()) + 1)[classes]
    fit = np.linalg.lstsq(_with_one(features), outputs, rcond=None)[0]
    read = (_with_one(new_features) @ fit).argmax(axis=1)
    return float((read == new_classes).mean())


def _with_one(features):
    """Return vectors with an entry of 1 at their end, which takes the bias."""
    return np.column_stack([features, np.ones(len(features))])
