"""Loss, gradient and steps of the linear classifier."""

import math

import numpy as np
import pytest

from posenc_lessons import gradient_descent, loss_and_gradient


@pytest.fixture
def case():
    random = np.random.default_rng(0)
    return random.normal(size=(6, 3)), [0, 1, 3, 3, 2, 0], random.normal(size=(3, 4))


def test_gradient_against_finite_differences(case):
    x, labels, weights = case
    _, gradient = loss_and_gradient(x, labels, weights)
    for place in np.ndindex(weights.shape):
        step = np.zeros_like(weights)
        step[place] = 1e-5
        above, _ = loss_and_gradient(x, labels, weights + step)
        below, _ = loss_and_gradient(x, labels, weights - step)
        assert gradient[place] == pytest.approx((above - below) / 2e-5, abs=1e-8)


def test_loss_against_loops(case):
    """Bishop (2006), equation 4.108, with math.log and math.exp."""
    x, labels, weights = case
    total = 0.0
    for row, label in zip(x.tolist(), labels):
        scores = [sum(a * b for a, b in zip(row, w)) for w in weights.T.tolist()]
        total -= scores[label] - math.log(sum(math.exp(s) for s in scores))
    assert loss_and_gradient(x, labels, weights)[0] == pytest.approx(total / 6)


def test_large_scores_do_not_overflow():
    loss, gradient = loss_and_gradient([[1e5]], [0], [[-1.0, 1.0]])
    assert loss == pytest.approx(2e5)
    assert np.isfinite(gradient).all()


@pytest.mark.parametrize(
    ("labels", "shown"),
    [
        ([0, 1, 5, 0, 0, 0], r"below the number of columns of weights \(4\); got 5"),
        ([0, 1, -1, 0, 0, 0], "whole numbers that are 0 or greater"),
        ([0, 1, 0.5, 0, 0, 0], "whole numbers that are 0 or greater"),
        ([0, 1], "axis 0 of x and axis 0 of labels"),
    ],
)
def test_refuses_labels(case, labels, shown):
    x, _, weights = case
    with pytest.raises(ValueError, match=shown):
        loss_and_gradient(x, labels, weights)


# Steps downhill


def test_steps_follow_each_other(case):
    x, labels, _ = case
    weights = np.zeros((3, 4))
    for steps in range(4):
        after = gradient_descent(x, labels, 4, 0.2, steps)
        np.testing.assert_allclose(after, weights)
        weights = weights - 0.2 * loss_and_gradient(x, labels, weights)[1]


@pytest.mark.parametrize(
    ("changed", "shown"),
    [
        ({"n_classes": 3}, r"labels must be below n_classes \(3\); got 3"),
        ({"rate": 0}, "rate must be finite and above 0; got 0"),
        ({"labels": [0, 1]}, "axis 0 of x and axis 0 of labels"),
    ],
)
def test_descent_refuses(case, changed, shown):
    arguments = {"x": case[0], "labels": case[1], "n_classes": 4, "rate": 0.1}
    with pytest.raises(ValueError, match=shown):
        gradient_descent(**(arguments | changed))
