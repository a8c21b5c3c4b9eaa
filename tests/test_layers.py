"""The recurrent network and the layer norm."""

import math

import numpy as np
import pytest

from posenc_lessons import layer_norm, recurrent_states


@pytest.fixture
def x():
    return np.random.default_rng(0).normal(size=(5, 8))


def test_norm_gives_mean_0_and_variance_1(x):
    rows = layer_norm(100 * x)
    np.testing.assert_allclose(rows.mean(axis=1), 0, atol=1e-12)
    np.testing.assert_allclose(rows.var(axis=1), 1, rtol=1e-6)


def test_norm_by_hand():
    # With mean 2 and variance 1, the components are 1 away from the mean.
    np.testing.assert_allclose(layer_norm([1.0, 3.0], epsilon=1e-12), [-1, 1])
    # With variance 1 and epsilon 3, the root is 2.
    np.testing.assert_allclose(layer_norm([1.0, 3.0], epsilon=3.0), [-0.5, 0.5])


def test_epsilon_is_1e_5_unless_given():
    # With a variance of 1e-5 and the same epsilon, the root is sqrt(2e-5).
    row = math.sqrt(1e-5) * np.array([-1, 1])
    np.testing.assert_allclose(layer_norm(row), [-math.sqrt(0.5), math.sqrt(0.5)])


def test_norm_of_a_stack_is_that_of_each_row(x):
    stack = layer_norm(x.reshape(1, 5, 8))
    np.testing.assert_array_equal(stack[0], layer_norm(x))
    np.testing.assert_array_equal(stack[0, 2], layer_norm(x[2]))


def test_recurrence_against_loops():
    """Elman (1990), one number at a time, with a state wider than the input."""
    states = recurrent_states([[1.0], [2.0]], [[0.5, -1.0]], [[1.0, 2.0], [3.0, 4.0]])
    a, b = math.tanh(0.5), math.tanh(-1.0)
    expected = [[a, b], [math.tanh(1 + a + 3 * b), math.tanh(-2 + 2 * a + 4 * b)]]
    np.testing.assert_allclose(states, expected)


@pytest.mark.parametrize(
    ("w_input", "w_state", "shown"),
    [
        (np.ones((7, 3)), np.ones((3, 3)), "axis -1 of x and axis 0 of w_input"),
        (np.ones((8, 3)), np.ones((3, 4)), "axis 0 of w_state and axis 1 of w_state"),
        (np.ones((8, 3)), np.ones((4, 4)), "axis 1 of w_input and axis 0 of w_state"),
    ],
)
def test_recurrence_refuses_shapes(x, w_input, w_state, shown):
    with pytest.raises(ValueError, match=shown):
        recurrent_states(x, w_input, w_state)
