"""Steps that must wait for each other."""

import numpy as np
import pytest

from posenc_lessons import recurrent_states, self_attention, waiting_steps


@pytest.mark.parametrize("n", [1, 2, 17])
def test_recurrence_waits_n_and_attention_1(n):
    assert waiting_steps(recurrent_states, n) == n
    assert waiting_steps(self_attention, n) == 1


def test_by_hand():
    def two_layers(x, w):
        return np.tanh(np.tanh(x @ w) - x) / 2

    def linear(x, w):
        return 1 - x @ w

    assert waiting_steps(two_layers, 4) == 2
    assert waiting_steps(linear, 4) == 0


def test_a_maximum_waits_for_the_latest():
    def late_first(x):
        return np.concatenate([np.tanh(x[:1]), x[1:]]).max(axis=0)

    def late_last(x):
        return np.concatenate([x[:-1], np.tanh(x[-1:])]).max(axis=0)

    assert waiting_steps(late_first, 3) == waiting_steps(late_last, 3) == 1


def test_sizes_start_at_1():
    def nothing(x):
        return x[:1]

    assert waiting_steps(nothing, 1, 1) == 0
    with pytest.raises(ValueError, match="n must be at least 1; got 0"):
        waiting_steps(nothing, 0)
    with pytest.raises(ValueError, match="d_model must be at least 1; got 0"):
        waiting_steps(nothing, 1, 0)
