"""Codes of positions: whole numbers, shares of the length, waves, and bits."""

import numpy as np
import pytest

from posenc_lessons import (
    binary_code,
    integer_positions,
    normalized_positions,
    sine_cosine_pairs,
)

BOTH = pytest.mark.parametrize("code", [integer_positions, normalized_positions])


@BOTH
@pytest.mark.parametrize(("n", "d_model"), [(1, 1), (7, 3), (50, 2)])
def test_every_column_is_the_same_and_rises_by_equal_steps(code, n, d_model):
    table = code(n, d_model)
    assert table.shape == (n, d_model)
    assert table.dtype == np.float64
    assert (table == table[:, :1]).all()
    np.testing.assert_allclose(np.diff(table, axis=0), table[0, 0])


def test_each_pair_is_a_point_on_the_circle_and_turns_at_its_own_pace():
    table = sine_cosine_pairs(200, 4)
    assert table.shape == (200, 8)
    pairs = table.reshape(200, 4, 2)
    np.testing.assert_allclose((pairs**2).sum(axis=2), 1)
    np.testing.assert_array_equal(pairs[0], [[0, 1]] * 4)
    # The hand of pair j is at pos / (j + 1), so at position 6 the third is at 2.
    np.testing.assert_allclose(pairs[6, 2], pairs[2, 0])
    np.testing.assert_allclose(pairs[6, 1], pairs[3, 0])


def test_bits_are_those_of_python():
    table = binary_code(300, 10)
    assert table.shape == (300, 10)
    for position, bits in enumerate(table):
        assert "".join(map(str, bits[::-1])) == f"{position:010b}"
    assert (binary_code(9, 3)[8] == binary_code(9, 3)[0]).all()
