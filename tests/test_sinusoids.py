"""The sinusoidal table: its properties, and its values entry by entry."""

import math

import numpy as np
import pytest

from posenc_lessons import (
    angular_frequencies,
    sinusoidal_encoding,
    wavelengths,
)

SIZES = pytest.mark.parametrize(
    ("n_positions", "d_model"), [(1, 2), (2, 6), (63, 16), (500, 64), (3000, 512)]
)


def direct(n_positions, d_model, base=10000.0, start=0):
    """Evaluate the formula of the paper entry by entry, each with its own power."""
    table = np.empty((n_positions, d_model))
    for column in range(d_model):
        angles = np.arange(start, start + n_positions) / base ** (
            (column - column % 2) / d_model
        )
        table[:, column] = np.cos(angles) if column % 2 else np.sin(angles)
    return table


@SIZES
@pytest.mark.parametrize("base", [10000.0, 100.0, 1.0, 1e300])
def test_equals_the_formula(n_positions, d_model, base):
    table = sinusoidal_encoding(n_positions, d_model, base=base)
    expected = direct(n_positions, d_model, base)
    np.testing.assert_allclose(table, expected, atol=3e-12)


@pytest.mark.parametrize("start", [1, 100, 255, 256, 4097, 10**6])
def test_a_late_start_gives_the_rows_of_the_longer_table(start):
    part = sinusoidal_encoding(300, 64, start=start)
    np.testing.assert_allclose(part, direct(300, 64, start=start), atol=3e-10)


def test_frequencies_fall_by_one_factor():
    for d_model, base in ((6, 10000.0), (512, 10000.0), (64, 50.0)):
        frequencies = angular_frequencies(d_model, base)
        assert frequencies.shape == (d_model // 2,)
        assert frequencies[0] == 1
        factors = frequencies[1:] / frequencies[:-1]
        np.testing.assert_allclose(factors, base ** (-2 / d_model))
        np.testing.assert_allclose(
            wavelengths(d_model, base) * frequencies, 2 * math.pi
        )


def test_the_base_is_10000_unless_given_by_name():
    for function in (angular_frequencies, wavelengths):
        np.testing.assert_array_equal(function(6), function(6, 10000.0))
    table = sinusoidal_encoding(50, 6)
    np.testing.assert_array_equal(table, sinusoidal_encoding(50, 6, base=10000))
    with pytest.raises(TypeError, match="positional"):
        sinusoidal_encoding(50, 6, 10000)
