"""Multi-head attention, and how vectors are split for it."""

import numpy as np
import pytest

from posenc_lessons import (
    join_heads,
    multi_head_attention,
    self_attention,
    split_heads,
)

RANDOM = np.random.default_rng(0)
X = RANDOM.normal(size=(5, 6))
MATRICES = RANDOM.normal(size=(3, 6, 12))
OUTPUT = RANDOM.normal(size=(12, 6))
HEADS = pytest.mark.parametrize("n_heads", [1, 2, 3, 4, 12])


@HEADS
def test_join_undoes_split(n_heads):
    vectors = X @ MATRICES[0]
    parts = split_heads(vectors, n_heads)
    assert parts.shape == (n_heads, 5, 12 // n_heads)
    np.testing.assert_array_equal(join_heads(parts), vectors)


@HEADS
def test_several_heads_are_several_attentions_side_by_side(n_heads):
    size = 12 // n_heads
    parts = [
        self_attention(X, *(matrix[:, k : k + size] for matrix in MATRICES))
        for k in range(0, 12, size)
    ]
    expected = np.hstack(parts) @ OUTPUT
    found = multi_head_attention(X, *MATRICES, OUTPUT, n_heads)
    np.testing.assert_allclose(found, expected, atol=1e-12)


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: split_heads(X, 4), "divide the width 6; got 4, which lea"),
        (lambda: join_heads(X), "heads must be an array with 3 axes"),
        (
            lambda: multi_head_attention(X, *MATRICES, OUTPUT, 5),
            "n_heads must divide the width 12; got 5, which leaves a remainder of 2",
        ),
        (
            lambda: multi_head_attention(X, *MATRICES, OUTPUT[:-1], 2),
            "axis 1 of w_value and axis 0 of w_output must have the same size",
        ),
        (
            lambda: multi_head_attention(X[:, :-1], *MATRICES, OUTPUT, 2),
            "of x and axis 0 of w_query",
        ),
        (
            lambda: multi_head_attention(X, X.T, *MATRICES[1:], OUTPUT, 5),
            "axis 1 of w_query and axis 1 of w_key",
        ),
    ],
)
def test_errors(call, text):
    with pytest.raises(ValueError, match=text):
        call()
