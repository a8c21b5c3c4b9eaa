"""Self-attention: a reference, and large numbers."""

import math

import numpy as np
import pytest

from posenc_lessons import attention_weights, self_attention, softmax
from posenc_lessons.mathematics import attention


def test_against_loops():
    """Equation 1 of Vaswani et al. (2017), one number at a time."""
    random = np.random.default_rng(0)
    x = random.normal(size=(3, 4)).tolist()
    w = random.normal(size=(3, 4, 4)).tolist()

    def times(row, matrix):
        return [sum(a * line[j] for a, line in zip(row, matrix)) for j in range(4)]

    query, key, value = ([times(row, matrix) for row in x] for matrix in w)
    expected = []
    for q in query:
        powers = [math.exp(sum(a * b for a, b in zip(q, k)) / 2) for k in key]
        mixed = [p / sum(powers) for p in powers]
        expected.append([sum(m * v[j] for m, v in zip(mixed, value)) for j in range(4)])
    np.testing.assert_allclose(self_attention(x, *w), expected)


def test_the_limit_counts_every_weight_and_nothing_else(monkeypatch):
    x = np.ones((10_000, 1))
    with pytest.raises(ValueError, match=r"10,000 queries .*0\.8 GB.*use fewer"):
        attention_weights(x, x)
    assert attention._LARGEST_TABLE * 8 == 2**28
    monkeypatch.setattr(attention, "_LARGEST_TABLE", 12)
    assert attention_weights(np.ones((2, 2, 7)), np.ones((2, 3, 7))).size == 12
    for shapes, words in (
        (((2, 5), (7, 5)), "2 queries and 7 keys .* table of 14 weights"),
        (((2, 3, 5), (2, 3, 5)), "table of 18 weights"),
    ):
        with pytest.raises(ValueError, match=words):
            attention_weights(*map(np.ones, shapes))


def test_softmax_takes_up_to_four_axes():
    assert softmax(np.ones((1, 2, 3, 4))).shape == (1, 2, 3, 4)
    with pytest.raises(ValueError, match="scores must be an array with 1 or 2 or 3 or"):
        softmax(np.ones((1, 1, 1, 1, 1)))
