"""The conclusions of the notebook on how many clocks, tested where they could fail."""

import numpy as np

from tests.claims import claim
from tests.claims.lesson_05 import by_offset, fractions

NAME = "05_how_many_clocks"


def powers(n_clocks, factor):
    """Return frequencies, each lower than the previous one by the same factor."""
    return float(factor) ** -np.arange(n_clocks)


def clocks_needed(n_positions, frequencies):
    """Return how many clocks it takes for neighbors to be the closest, or None."""
    for n_clocks in range(1, len(frequencies) + 1):
        if by_offset(n_positions, frequencies[:n_clocks]).argmin() == 0:
            return n_clocks
    return None


@claim(
    NAME,
    "Each raises the lowest point; with five, neighbors are the closest pair.",
    "For 10,000 positions, six clocks that are each 6 times slower than the last "
    "achieve what takes eleven of lesson 05's clocks.",
    "A factor of 6 needs six clocks",
)
def fewer_clocks_do_if_they_are_slower():
    lowest = [by_offset(101, fractions(n)).min() for n in range(1, 6)]
    assert (np.diff(lowest) > 0).all() and clocks_needed(101, fractions(12)) == 5
    assert clocks_needed(1000, fractions(12)) == 9
    assert clocks_needed(1000, powers(12, 6)) == 4
    assert clocks_needed(10_000, powers(12, 6)) == 6
    assert clocks_needed(10_000, fractions(12)) == 11


@claim(
    NAME,
    "By the relative measure, a common period longer than the text is **necessary**.",
    "It is **not sufficient**.",
)
def a_long_common_period_is_needed_and_not_enough():
    for n_clocks in (2, 3, 5, 7, 9):
        period = 2 * np.pi * np.lcm.reduce(np.arange(1, n_clocks + 1))
        assert by_offset(int(period) + 3, fractions(n_clocks)).argmin() > 0
    for frequencies in (fractions(8), powers(4, 10), [1, 1 / 31, 1 / 32]):
        distances = by_offset(1000, frequencies)
        assert distances.min() < 0.74 * distances[0]


@claim(
    NAME,
    "at 100,000 positions, a factor of ten is far ahead, because its common period is "
    "628,000 positions, and the others' are below 49,000.",
    "Slow clocks make it long, and so do divisors without a common factor",
)
def clocks_fail_once_all_are_back():
    for frequencies, divisor in (
        (fractions(6), 60),
        (1 / np.array([1, 2, 3, 5, 7, 11]), 2310),
        *((powers(6, factor), factor**5) for factor in (4, 6, 10)),
    ):
        period = 2 * np.pi * divisor
        assert period < 49_000 or round(period, -3) == 628_000
        assert by_offset(int(period) - 1, frequencies).min() > 0.6
        assert (by_offset(100_000, frequencies).min() < 0.1) == (period < 100_000)


@claim(
    NAME,
    "More clocks will not, however many we add.",
    "so the distance stays at 0.65",
    r"So by the relative measure, the factor must stay below about $2\pi \approx 6.3$.",
)
def too_large_a_factor_leaves_a_gap():
    for n_clocks in range(5, 30):
        distances = by_offset(10_000, powers(n_clocks, 10))
        assert distances.argmin() == 62 and round(distances.min(), 2) == 0.65
    for factor in (2, 3, 4, 5, 6):
        assert clocks_needed(10_000, powers(16, factor)) is not None
    for factor in (7, 8, 10, 16, 100):
        assert clocks_needed(30, powers(30, factor)) is None
    assert clocks_needed(1000, powers(30, 6.28)) == 4
    assert clocks_needed(1000, powers(30, 6.3)) is None
