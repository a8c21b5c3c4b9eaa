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


def test_heads_must_divide_the_width():
    words = "n_heads must divide the width 12; got 5, which leaves a remainder of 2"
    with pytest.raises(ValueError, match=words):
        split_heads(X, 5)
