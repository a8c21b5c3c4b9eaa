"""The recurrent network."""

import math

import numpy as np

from posenc_lessons import recurrent_states


def test_recurrence_against_loops():
    """Elman (1990), one number at a time, with a state wider than the input."""
    states = recurrent_states([[1.0], [2.0]], [[0.5, -1.0]], [[1.0, 2.0], [3.0, 4.0]])
    a, b = math.tanh(0.5), math.tanh(-1.0)
    expected = [[a, b], [math.tanh(1 + a + 3 * b), math.tanh(-2 + 2 * a + 4 * b)]]
    np.testing.assert_allclose(states, expected)
