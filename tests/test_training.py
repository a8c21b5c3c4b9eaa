"""Steps of the linear classifier."""

import autograd
import autograd.numpy as anp
import numpy as np
import pytest

from posenc_lessons import gradient_descent


@pytest.fixture
def case():
    return np.random.default_rng(0).normal(size=(6, 3)), [0, 1, 3, 3, 2, 0]


def loss(weights, x, labels):
    """Return the mean cross-entropy, as Bishop (2006) has it in equation 4.108."""
    scores = x @ weights
    own = scores[anp.arange(len(x)), labels]
    return anp.mean(anp.log(anp.exp(scores).sum(axis=1)) - own)


def test_steps_go_against_the_slope_of_the_loss(case):
    x, labels = case
    weights = np.zeros((3, 4))
    for steps in range(4):
        after = gradient_descent(x, labels, 4, 0.2, steps)
        np.testing.assert_allclose(after, weights, atol=1e-15)
        weights = weights - 0.2 * autograd.grad(loss)(weights, x, labels)


def test_large_scores_do_not_overflow():
    assert np.isfinite(gradient_descent([[1e5], [-2e5]], [0, 0], 2, 1.0)).all()


def test_labels_are_below_the_number_of_classes(case):
    with pytest.raises(ValueError, match=r"must be below n_classes \(3\); got 3"):
        gradient_descent(*case, n_classes=3, rate=0.1)
