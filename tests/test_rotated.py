"""The table made by rotations: equal to the formula, and exact within its bounds."""

import concurrent.futures
import os
import tracemalloc

import mpmath
import numpy as np
import pytest

from posenc_lessons import angular_frequencies, rotated_encoding, sinusoidal_encoding
from posenc_lessons.mathematics import rotated
from tests.test_sinusoids import SIZES


@SIZES
@pytest.mark.parametrize("base", [10000.0, 100.0, 1.0, 1e300])
def test_equals_the_formula(n_positions, d_model, base):
    table = rotated_encoding(n_positions, d_model, base=base)
    expected = sinusoidal_encoding(n_positions, d_model, base=base)
    np.testing.assert_allclose(table, expected, atol=3e-12)


@SIZES
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_shape_format_and_first_row(n_positions, d_model, dtype):
    table = rotated_encoding(n_positions, d_model, dtype=dtype)
    assert (table.shape, table.dtype) == ((n_positions, d_model), dtype)
    assert table.flags.c_contiguous
    np.testing.assert_array_equal(table[0], [0, 1] * (d_model // 2))
    assert not np.signbit(table[0]).any()
    assert np.abs(table).max() <= 1 + 2e-7


@pytest.mark.parametrize("rows", [1, 2, 3, 10, 99, 100, 1000])
def test_blocks_of_every_size_give_the_same_table(rows, monkeypatch):
    expected = rotated_encoding(100, 8)
    monkeypatch.setattr(rotated, "_BLOCK_BYTES", rows * 8 * 8)
    np.testing.assert_allclose(rotated_encoding(100, 8), expected, atol=1e-13)


# Against mpmath


def exact(pos, frequency):
    """Return the sine and cosine of an angle, computed with 40 digits."""
    with mpmath.workdps(40):
        return mpmath.sin(pos * frequency), mpmath.cos(pos * frequency)


@pytest.mark.parametrize("d_model", [2, 6, 64, 512])
@pytest.mark.parametrize("base", [10000, 100])
@pytest.mark.parametrize("start", [0, 1, 65_000, 999_900, 123_456_789, 10**9])
def test_every_entry_is_within_the_documented_bound(d_model, base, start):
    random = np.random.default_rng([start, d_model, base])
    table = rotated_encoding(100, d_model, base=base, start=start)
    short = rotated_encoding(100, d_model, base=base, start=start, dtype="float32")
    for _ in range(60):
        row, column = int(random.integers(100)), int(random.integers(d_model))
        with mpmath.workdps(40):
            frequency = mpmath.mpf(base) ** (-mpmath.mpf(column // 2 * 2) / d_model)
        true = exact(start + row, frequency)[column % 2]
        bound = 1.2e-16 * (start + row) + 4e-15
        assert abs(table[row, column] - true) <= bound
        assert abs(short[row, column] - true) <= bound + 2e-7


@pytest.mark.parametrize("start", [0, 10**6, 10**9])
def test_only_the_rounding_of_frequencies_grows_with_the_position(start):
    table = rotated_encoding(200, 64, start=start)
    for pair, frequency in enumerate(angular_frequencies(64)):
        for row in (0, 1, 57, 199):
            true = exact(start + row, mpmath.mpf(frequency))
            for entry, wave in zip(table[row, 2 * pair : 2 * pair + 2], true):
                assert abs(entry - wave) <= 4e-15


# What it takes


def test_little_more_memory_than_the_table():
    for n_positions, d_model, dtype in (
        (65_536, 128, "float32"),
        (4096, 1024, float),
        (1000, 8192, "float32"),
    ):
        tracemalloc.start()
        table = rotated_encoding(n_positions, d_model, dtype=dtype)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak <= 1.2 * table.nbytes


# Threads


def test_threads_share_a_large_table(monkeypatch):
    expected = rotated_encoding(1000, 64)
    pools = []

    class Pool(concurrent.futures.ThreadPoolExecutor):
        def __init__(self, threads):
            pools.append(threads)
            super().__init__(threads)

    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    monkeypatch.setattr(rotated, "ThreadPoolExecutor", Pool)
    np.testing.assert_array_equal(rotated_encoding(1000, 64), expected)
    assert pools == []
    monkeypatch.setattr(rotated, "_BYTES_PER_PART", 2**15)
    np.testing.assert_array_equal(rotated_encoding(1000, 64), expected)
    assert pools == [3]


# Errors


@pytest.mark.parametrize("dtype", [int, "float16", None, "no"])
def test_only_two_formats(dtype):
    with pytest.raises(TypeError, match="dtype must be float64 or float32; got "):
        rotated_encoding(4, 6, dtype=dtype)


def test_other_arguments_are_those_of_the_formula():
    checks = dict(rotated_encoding.__checks__)
    del checks["dtype"]
    assert checks.keys() == sinusoidal_encoding.__checks__.keys()
    with pytest.raises(TypeError, match="positional"):
        rotated_encoding(4, 6, 10000.0)
