"""Sinusoids for two dimensions."""

import numpy as np
import pytest

from posenc_lessons import grid_encoding, sinusoidal_encoding


@pytest.mark.parametrize("options", [{}, {"base": 50.0}])
def test_rows_in_one_half_columns_in_the_other(options):
    grid = grid_encoding(3, 5, 8, **options)
    assert grid.shape == (3, 5, 8)
    for r in range(3):
        for c in range(5):
            halves = [sinusoidal_encoding(5, 4, **options)[place] for place in (r, c)]
            np.testing.assert_array_equal(grid[r, c], np.concatenate(halves))
