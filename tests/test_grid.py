"""Sinusoids of two dimensions."""

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


def test_similarity_depends_on_both_offsets_alone():
    grid = grid_encoding(9, 9, 16)

    def similarity(r, c):
        return grid[r, c] @ grid[r + 2, c + 3]

    assert similarity(0, 0) == pytest.approx(similarity(6, 1), abs=1e-12)
    turned = grid_encoding(9, 9, 16).transpose(1, 0, 2)
    np.testing.assert_array_equal(turned[..., :8], grid[..., 8:])


def test_by_hand():
    # The frequency of the only pair of each half is 1.
    expected = [np.sin(1), np.cos(1), np.sin(2), np.cos(2)]
    np.testing.assert_allclose(grid_encoding(2, 3, 4)[1, 2], expected)


@pytest.mark.parametrize("d_model", [2, 6, 10])
def test_a_width_that_cannot_be_halved_in_pairs(d_model):
    with pytest.raises(ValueError, match=f"got {d_model}"):
        grid_encoding(2, 2, d_model)
