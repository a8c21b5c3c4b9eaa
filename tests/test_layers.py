"""The recurrent network."""

import math

import numpy as np
import pytest

from posenc_lessons import recurrent_states


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
def test_recurrence_refuses_shapes(w_input, w_state, shown):
    with pytest.raises(ValueError, match=shown):
        recurrent_states(np.ones((5, 8)), w_input, w_state)
