"""The sinusoidal table: its properties, and its values against 40 digits."""

import math
import tracemalloc

import mpmath
import numpy as np
import pytest

from posenc_lessons import (
    angular_frequencies,
    sinusoidal_encoding,
    wavelengths,
)
from posenc_lessons.mathematics import sinusoids

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


def exact(pos, column, d_model, base=10000):
    """Return one entry from 40 digits."""
    with mpmath.workdps(40):
        pair = column // 2
        angle = pos / mpmath.mpf(base) ** (mpmath.mpf(2 * pair) / d_model)
        return mpmath.cos(angle) if column % 2 else mpmath.sin(angle)


# Properties


@SIZES
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_shape_norm_and_first_row(n_positions, d_model, dtype):
    table = sinusoidal_encoding(n_positions, d_model, dtype=dtype)
    assert (table.shape, table.dtype) == ((n_positions, d_model), dtype)
    assert table.flags.c_contiguous
    np.testing.assert_array_equal(table[0], [0, 1] * (d_model // 2))
    assert not np.signbit(table[0]).any()
    norms = np.linalg.norm(table.astype(float), axis=1)
    np.testing.assert_allclose(norms, math.sqrt(d_model / 2), rtol=2e-7)
    assert np.abs(table).max() <= 1 + 2e-7


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
    if start < 10**5:
        whole = sinusoidal_encoding(start + 300, 64)
        np.testing.assert_allclose(part, whole[start:], atol=2e-12)


@pytest.mark.parametrize("rows", [1, 2, 3, 10, 99, 100, 1000])
def test_blocks_of_every_size_give_the_same_table(rows, monkeypatch):
    expected = sinusoidal_encoding(100, 8)
    monkeypatch.setattr(sinusoids, "_BLOCK_BYTES", rows * 8 * 8)
    np.testing.assert_allclose(sinusoidal_encoding(100, 8), expected, atol=1e-13)


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


def test_two_tables_share_nothing():
    one, two = sinusoidal_encoding(9, 4), sinusoidal_encoding(9, 4)
    one[:] = 7
    assert np.abs(two).max() <= 1


# By hand


def test_river_and_bank():
    # The lecture's words at positions 0 and 1 with d_model = 6; true values of its
    # corrected table.
    river, bank = sinusoidal_encoding(2, 6)
    np.testing.assert_array_equal(river, [0, 1, 0, 1, 0, 1])
    expected = [0.841471, 0.540302, 0.046399, 0.998923, 0.002154, 0.999998]
    np.testing.assert_allclose(bank, expected, atol=6e-7)


def test_the_longest_wavelength_stays_below_its_bound():
    # The course: 4.6 % of 10000 * 2 pi at 6, 96.5 % at 512.
    bound = 10000 * 2 * math.pi
    assert wavelengths(6)[-1] / bound == pytest.approx(0.0464, abs=5e-5)
    assert wavelengths(512)[-1] / bound == pytest.approx(0.965, abs=5e-4)
    assert wavelengths(512)[-1] == pytest.approx(60611.48, abs=0.005)


# Against mpmath


@pytest.mark.parametrize("d_model", [2, 6, 64, 512])
@pytest.mark.parametrize("base", [10000, 100])
@pytest.mark.parametrize("start", [0, 1, 65_000, 999_900, 123_456_789, 10**9])
def test_every_entry_is_within_the_documented_bound(d_model, base, start):
    random = np.random.default_rng([start, d_model, base])
    table = sinusoidal_encoding(100, d_model, base=base, start=start)
    short = sinusoidal_encoding(100, d_model, base=base, start=start, dtype="float32")
    for _ in range(60):
        row, column = int(random.integers(100)), int(random.integers(d_model))
        true = exact(start + row, column, d_model, base)
        bound = 1.2e-16 * (start + row) + 4e-15
        assert abs(table[row, column] - true) <= bound
        assert abs(short[row, column] - true) <= bound + 2e-7


@pytest.mark.parametrize("start", [0, 10**6, 10**9])
def test_only_the_rounding_of_frequencies_grows_with_the_position(start):
    table = sinusoidal_encoding(200, 64, start=start)
    for pair, frequency in enumerate(angular_frequencies(64)):
        for row in (0, 1, 57, 199):
            with mpmath.workdps(40):
                angle = (start + row) * mpmath.mpf(float(frequency))
                true = mpmath.sin(angle), mpmath.cos(angle)
            for found, value in zip(table[row, 2 * pair : 2 * pair + 2], true):
                assert abs(found - value) <= 4e-15


@pytest.mark.parametrize(
    ("n_positions", "d_model"), [(65_536, 512), (1_000_000, 64)], ids=str
)
def test_large_tables_are_exact_to_their_format(n_positions, d_model):
    """The errors of 400 entries: 1.3e-7, and of the last rows 1e-10 in float64."""
    random = np.random.default_rng(n_positions)
    table = sinusoidal_encoding(n_positions, d_model, dtype="float32")
    rows = random.integers(n_positions, size=400)
    columns = random.integers(d_model, size=400)
    true = [exact(int(row), int(column), d_model) for row, column in zip(rows, columns)]
    found = table[rows, columns]
    assert max(abs(float(f) - t) for f, t in zip(found, true)) <= 1.3e-7
    last = sinusoidal_encoding(1000, d_model, start=n_positions - 1000)
    for row, column in zip(rows[:100] % 1000, columns):
        entry = exact(n_positions - 1000 + int(row), int(column), d_model)
        assert abs(last[row, column] - entry) <= 1e-10


@pytest.mark.parametrize(("n_positions", "d_model"), [(65_536, 64), (5000, 512)])
def test_no_entry_in_float32_is_beyond_the_documented_bound(n_positions, d_model):
    table = sinusoidal_encoding(n_positions, d_model, dtype="float32")
    difference = table - direct(n_positions, d_model)
    assert np.abs(difference).max() <= 1.2e-16 * n_positions + 4e-15 + 2e-7


# What it takes


def test_little_more_memory_than_the_table():
    for n_positions, d_model, dtype in (
        (65_536, 128, "float32"),
        (4096, 1024, float),
        (1000, 8192, "float32"),
    ):
        tracemalloc.start()
        table = sinusoidal_encoding(n_positions, d_model, dtype=dtype)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak <= 1.2 * table.nbytes


# Errors


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        ((4, 7), ValueError, "sine and cosine; got 7: take 6 or 8"),
        ((4, 1), ValueError, "d_model must be at least 2"),
        ((4, 0), ValueError, "d_model must be at least 2 .*; got 0"),
        ((4, -2), ValueError, "d_model must be .*; got -2"),
        ((4, 6.0), TypeError, r"d_model must be a whole number; got 6.0 \(float\)"),
        ((4, True), TypeError, "d_model must be a whole number; got True"),
        ((4, "6"), TypeError, "d_model must be a whole number; got '6'"),
        ((4, None), TypeError, "d_model must be a whole number; got None"),
        ((0, 6), ValueError, "n_positions must be at least 1; got 0"),
        ((-1, 6), ValueError, "n_positions must be at least 1; got -1"),
        ((4.5, 6), TypeError, "n_positions must be a whole number; got 4.5"),
        ((math.nan, 6), TypeError, "n_positions must be a whole number; got nan"),
    ],
)
def test_sizes(arguments, error, text):
    with pytest.raises(error, match=text):
        sinusoidal_encoding(*arguments)


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({"base": 0}, ValueError, "base must be finite and above 0; got 0"),
        ({"base": -1.0}, ValueError, "base must be finite and above 0; got -1.0"),
        ({"base": math.inf}, ValueError, "base must be finite"),
        ({"base": 0.5}, ValueError, "base must be at least 1, .*; got 0.5"),
        ({"base": "e"}, TypeError, "base must be a number; got 'e'"),
        ({"start": -1}, ValueError, "start must be at least 0 .*; got -1"),
        ({"start": 10**9 + 1}, ValueError, "at most 1,000,000,000; got 1,000,000,001"),
        ({"start": 0.0}, TypeError, "start must be a whole number"),
        ({"dtype": int}, TypeError, "dtype must be float64 or float32; got"),
        ({"dtype": "float16"}, TypeError, "must be float64 or float32; got 'float16'"),
        ({"dtype": None}, TypeError, "must be float64 or float32; got None"),
        ({"dtype": "no"}, TypeError, "must be float64 or float32; got 'no'"),
    ],
)
def test_options(options, error, text):
    with pytest.raises(error, match=text):
        sinusoidal_encoding(4, 6, **options)


@pytest.mark.parametrize("function", [angular_frequencies, wavelengths])
def test_frequencies_refuse_what_the_table_refuses(function):
    with pytest.raises(ValueError, match="even, to hold pairs"):
        function(7)
    with pytest.raises(ValueError, match="base must be finite and above 0"):
        function(6, base=0)


def test_a_table_that_does_not_fit_says_what_it_takes(monkeypatch):
    with pytest.raises(ValueError, match=r"table of 4,000,000\.0 GB, more"):
        sinusoidal_encoding(10**9, 10**6, dtype="float32")
    monkeypatch.setattr(sinusoids, "_memory", lambda: 1000)
    assert sinusoidal_encoding(25, 10, dtype="float32").nbytes == 1000
    with pytest.raises(ValueError, match="26 positions and d_model = 10 in float32"):
        sinusoidal_encoding(26, 10, dtype="float32")
    monkeypatch.setattr(sinusoids, "_memory", lambda: math.inf)
    with pytest.raises(ValueError, match=r"table of 8,000,000,000,000\.0 GB"):
        sinusoidal_encoding(10**15, 10**6)


def test_a_system_that_does_not_tell_its_memory(monkeypatch):
    monkeypatch.delattr(sinusoids.os, "sysconf", raising=False)
    assert sinusoids._memory() == math.inf
