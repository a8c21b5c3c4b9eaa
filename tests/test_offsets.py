"""Shifts of the sinusoidal encoding, and its dot products."""

import numpy as np
import pytest

from posenc_lessons import shift_matrix, similarity_by_offset, sinusoidal_encoding

SIZES = pytest.mark.parametrize(
    ("d_model", "base"), [(2, 10000.0), (6, 10000.0), (16, 100.0), (512, 10000.0)]
)


@SIZES
@pytest.mark.parametrize("k", [0, 1, 7, -3, 1000])
def test_one_matrix_shifts_every_position(k, d_model, base):
    table = sinusoidal_encoding(3000, d_model, base=base)
    first, last = max(0, -k), min(3000, 3000 - k)
    moved = table[first:last] @ shift_matrix(k, d_model, base).T
    assert np.abs(moved - table[first + k : last + k]).max() < 1e-11


@SIZES
def test_matrices_form_a_group_of_rotations(d_model, base):
    forth, back = shift_matrix(5, d_model, base), shift_matrix(-12, d_model, base)
    np.testing.assert_allclose(
        forth @ back, shift_matrix(-7, d_model, base), atol=1e-13
    )
    np.testing.assert_array_equal(shift_matrix(-5, d_model, base), forth.T)
    np.testing.assert_allclose(forth @ forth.T, np.eye(d_model), atol=1e-15)
    assert np.linalg.det(forth) == pytest.approx(1)


@SIZES
def test_similarity_is_the_dot_product_at_every_position(d_model, base):
    table = sinusoidal_encoding(100, d_model, base=base)
    offsets = np.arange(100) - np.arange(100)[:, None]
    similarity = similarity_by_offset(offsets, d_model, base)
    np.testing.assert_allclose(similarity, table @ table.T, atol=1e-9)
    assert similarity_by_offset(0, d_model, base) == d_model / 2


def test_the_base_is_10000_unless_given():
    for function in (shift_matrix, similarity_by_offset):
        np.testing.assert_array_equal(function(3, 6), function(3, 6, 10000))
