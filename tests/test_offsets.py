"""Shifts of the sinusoidal encoding, and its dot products."""

import math

import numpy as np
import pytest

from posenc_lessons import (
    shift,
    shift_matrix,
    similarity_by_offset,
    sinusoidal_encoding,
)

SIZES = pytest.mark.parametrize(
    ("d_model", "base"), [(2, 10000.0), (6, 10000.0), (16, 100.0), (512, 10000.0)]
)
OFFSETS = pytest.mark.parametrize("k", [0, 1, 7, -3, 1000])


@SIZES
@OFFSETS
def test_one_matrix_shifts_every_position(k, d_model, base):
    table = sinusoidal_encoding(3000, d_model, base=base)
    first, last = max(0, -k), min(3000, 3000 - k)
    moved = table[first:last] @ shift_matrix(k, d_model, base).T
    assert np.abs(moved - table[first + k : last + k]).max() < 1e-11


def test_residual_of_the_course():
    table = sinusoidal_encoding(5001, 512)
    moved = table[:-1] @ shift_matrix(1, 512).T
    assert np.abs(moved - table[1:]).max() < 1e-11


@SIZES
@OFFSETS
def test_shift_is_the_matrix_without_building_it(k, d_model, base):
    rows = np.random.default_rng(k + 1000).normal(size=(5, d_model))
    expected = rows @ shift_matrix(k, d_model, base).T
    np.testing.assert_allclose(shift(rows, k, base), expected, atol=1e-13)
    np.testing.assert_array_equal(shift(rows[2], k, base), shift(rows, k, base)[2])


@SIZES
def test_matrices_form_a_group_of_rotations(d_model, base):
    one, two = shift_matrix(5, d_model, base), shift_matrix(-12, d_model, base)
    np.testing.assert_allclose(one @ two, shift_matrix(-7, d_model, base), atol=1e-13)
    np.testing.assert_array_equal(shift_matrix(-5, d_model, base), one.T)
    np.testing.assert_allclose(one @ one.T, np.eye(d_model), atol=1e-15)
    assert np.linalg.det(one) == pytest.approx(1)
    np.testing.assert_array_equal(shift_matrix(0, d_model, base), np.eye(d_model))


def test_by_hand():
    # sin(0 + 1) and cos(0 + 1) from sin 0 = 0 and cos 0 = 1.
    sine, cosine = math.sin(1), math.cos(1)
    np.testing.assert_allclose(shift_matrix(1, 2), [[cosine, sine], [-sine, cosine]])
    np.testing.assert_allclose(shift([0, 1], 1), [sine, cosine])
    # The second pair of d_model = 4 has the frequency 10000 ** (-1/2) = 0.01.
    block = shift_matrix(50, 4)[2:, 2:]
    half = [[math.cos(0.5), math.sin(0.5)], [-math.sin(0.5), math.cos(0.5)]]
    np.testing.assert_allclose(block, half)
    assert not shift_matrix(50, 4)[:2, 2:].any()
    assert not shift_matrix(50, 4)[2:, :2].any()


@SIZES
def test_similarity_is_the_dot_product_at_every_position(d_model, base):
    table = sinusoidal_encoding(300, d_model, base=base)
    offsets = np.arange(300) - np.arange(300)[:, None]
    expected = table @ table.T
    found = similarity_by_offset(offsets, d_model, base)
    np.testing.assert_allclose(found, expected, atol=1e-9)
    assert similarity_by_offset(0, d_model, base) == d_model / 2


def test_similarity_does_not_fall_all_the_way():
    # The course: it first rises from lag 43 to 44 at 512, from 11 to 12 at 128, and
    # at 6 position 6 is nearer to position 0 than position 1 is.
    for d_model, lag in ((512, 43), (128, 11)):
        rises = np.diff(similarity_by_offset(np.arange(100), d_model)) > 0
        assert rises.argmax() == lag
    assert similarity_by_offset(6, 6) > similarity_by_offset(1, 6)


def test_the_base_is_10000_unless_given():
    row = np.arange(6.0)
    for one, other in (
        (shift_matrix(3, 6), shift_matrix(3, 6, 10000)),
        (shift(row, 3), shift(row, 3, 10000)),
        (similarity_by_offset(3, 6), similarity_by_offset(3, 6, 10000)),
    ):
        np.testing.assert_array_equal(one, other)


def test_two_sizes_do_not_share_anything():
    small, large = shift_matrix(1, 4), shift_matrix(1, 6)
    small[:] = 7
    np.testing.assert_array_equal(shift_matrix(1, 4)[:2, :2], large[:2, :2])


def test_odd_widths_say_the_way_out():
    text = "even, to hold pairs of sine and cosine; got 7: take 6 or 8"
    for call in (
        lambda: shift_matrix(1, 7),
        lambda: shift(np.ones(7), 1),
        lambda: similarity_by_offset(1, 7),
    ):
        with pytest.raises(ValueError, match=text):
            call()


def test_offsets_end_at_a_billion():
    with pytest.raises(ValueError, match="k must be at least -1,000,000,000"):
        shift_matrix(-(10**10), 4)
