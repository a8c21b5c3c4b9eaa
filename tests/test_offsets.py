"""Shifts of the sinusoidal encoding, and its dot products."""

import numpy as np
import pytest

from posenc_lessons import shift_matrix, similarity_by_offset, sinusoidal_encoding


@pytest.mark.parametrize(
    ("d_model", "base"), [(2, 10000.0), (6, 10000.0), (16, 100.0), (512, 10000.0)]
)
def test_matrices_form_a_group_and_move_positions_forward(d_model, base):
    forth, back = shift_matrix(5, d_model, base), shift_matrix(-12, d_model, base)
    both = shift_matrix(-7, d_model, base)
    np.testing.assert_allclose(forth @ back, both, atol=1e-13)
    np.testing.assert_array_equal(shift_matrix(-5, d_model, base), forth.T)
    table = sinusoidal_encoding(100, d_model, base=base)
    np.testing.assert_allclose(table[:-5] @ forth.T, table[5:], atol=1e-12)
    similarity = similarity_by_offset(np.arange(100), d_model, base)
    np.testing.assert_allclose(similarity, table @ table[0], atol=1e-9)
