"""Sinusoids for two dimensions."""

import numpy as np
import pytest

from posenc_lessons import grid_encoding, sinusoidal_encoding


@pytest.mark.parametrize("base", [10000.0, 50.0])
def test_rows_in_one_half_columns_in_the_other(base):
    grid = grid_encoding(3, 5, 8, base)
    assert grid.shape == (3, 5, 8)
    for r in range(3):
        for c in range(5):
            np.testing.assert_array_equal(
                grid[r, c],
                [
                    *sinusoidal_encoding(r + 1, 4, base=base)[r],
                    *sinusoidal_encoding(c + 1, 4, base=base)[c],
                ],
            )


def test_by_hand():
    # The frequency of the only pair of each half is 1.
    expected = [np.sin(1), np.cos(1), np.sin(2), np.cos(2)]
    np.testing.assert_allclose(grid_encoding(2, 3, 4)[1, 2], expected)
    # With two pairs in each half, that of the second pair is 10000 ** (-1/2) = 0.01.
    expected = [f(k * w) for k in (1, 2) for w in (1, 0.01) for f in (np.sin, np.cos)]
    np.testing.assert_allclose(grid_encoding(2, 3, 8)[1, 2], expected)
