"""How vectors are split for multi-head attention."""

import numpy as np
import pytest

from posenc_lessons import join_heads, split_heads

X = np.random.default_rng(0).normal(size=(5, 12))


@pytest.mark.parametrize("n_heads", [1, 2, 3, 4, 12])
def test_each_head_gets_its_columns_and_join_undoes_split(n_heads):
    parts = split_heads(X, n_heads)
    for head, columns in enumerate(np.split(X, n_heads, axis=1)):
        np.testing.assert_array_equal(parts[head], columns)
    np.testing.assert_array_equal(join_heads(parts), X)


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (
            lambda: split_heads(X, 5),
            "n_heads must divide the width 12; got 5, which leaves a remainder of 2",
        ),
        (lambda: join_heads(X), "heads must be an array with 3 axes"),
    ],
)
def test_errors(call, text):
    with pytest.raises(ValueError, match=text):
        call()
