"""What the notebook on the number of clocks concludes, tried where it could fail."""

import numpy as np

from tests.claims import claim
from tests.claims.lesson_05 import by_offset, fractions

NAME = "05_how_many_clocks"


def powers(n_clocks, factor):
    """Return frequencies that are each some times slower than the one before."""
    return float(factor) ** -np.arange(n_clocks)


def clocks_needed(n_positions, frequencies):
    """Return how many clocks it takes until neighbors are the closest, or None."""
    for n_clocks in range(1, len(frequencies) + 1):
        if by_offset(n_positions, frequencies[:n_clocks]).argmin() == 0:
            return n_clocks
    return None


@claim(
    NAME,
    "The relative measure is easy to cheat.",
    "they are only 0.006 apart",
    "the fastest clock has frequency 1, which keeps neighbors at least 0.96 apart",
)
def one_slow_clock_would_win():
    for n_positions, slowness in ((1000, 160), (100_000, 16_000)):
        distances = by_offset(n_positions, [1 / slowness])
        assert distances.argmin() == 0 and distances[0] < 0.0063
    assert by_offset(2, [1])[0] > 0.955  # and further clocks only add to it


@claim(
    NAME,
    "No: clocks four to six change little at offset 377",
    "The tenth and twelfth clocks do not make the period longer",
    "For 1,000 positions, four clocks that are each 6 times slower than the last do "
    "what takes nine of lesson 05's clocks.",
    "with nine, neighbors are the closest",
    "Each one raises the lowest point; with five, neighbors are the closest.",
)
def some_clocks_do_not_help():
    for n in (3, 4, 5, 6):
        distances = by_offset(1000, fractions(n))
        assert distances.argmin() == 376 and 0.01 < distances.min() < 0.0109
    for n in (10, 12, 14, 15):
        before = np.lcm.reduce(np.arange(1, n))
        assert np.lcm(before, n) == before
    assert clocks_needed(1000, fractions(12)) == 9
    assert clocks_needed(1000, powers(12, 6)) == 4
    lowest = [by_offset(101, fractions(n)).min() for n in range(1, 6)]
    assert (np.diff(lowest) > 0).all() and clocks_needed(101, fractions(12)) == 5


@claim(
    NAME,
    "It is **not sufficient**.",
    "at twice the offset 377, they are only 0.87 apart",
)
def a_long_common_period_is_not_enough():
    distances = by_offset(1000, fractions(8))
    assert distances.argmin() == 753 and round(distances.min(), 2) == 0.87
    for frequencies in (powers(4, 10), [1, 1 / 31, 1 / 32], [1, 1 / np.sqrt(2)]):
        distances = by_offset(1000, frequencies)
        assert distances.min() < 0.7 * distances[0]


@claim(
    NAME,
    "A factor of six does: with it, no two of 10,000 positions are closer than "
    "neighbors.",
    "at 100,000 positions, a factor of ten is far ahead, because only its clocks are "
    "not all back by then",
    "Slow clocks make it long, and so do divisors without a common factor",
)
def six_clocks_of_five_kinds():
    rivals = {
        "fractions": fractions(6),
        "primes": 1 / np.array([1, 2, 3, 5, 7, 11]),
        **{str(factor): powers(6, factor) for factor in (4, 6, 10)},
    }
    of_10_000 = {name: by_offset(10_000, w).min() for name, w in rivals.items()}
    assert max(of_10_000, key=of_10_000.get) == "6"
    assert by_offset(10_000, rivals["6"]).argmin() == 0
    of_100_000 = {name: by_offset(100_000, w).min() for name, w in rivals.items()}
    assert of_100_000.pop("10") > 0.6 and max(of_100_000.values()) < 0.1
    periods = [2 * np.pi * x for x in (60, 2310, 4**5, 6**5, 10**5)]
    assert [period > 100_000 for period in periods] == [False] * 4 + [True]


@claim(
    NAME,
    "At offset 63, the first two clocks are back, and the third has made a tenth "
    "of a turn.",
    "so the distance stays at 0.65",
    "A factor of 6 needs six clocks",
    "0.65 is sixty times what six of lesson 05's clocks reach",
)
def a_factor_of_ten_leaves_a_gap():
    for n_clocks in range(5, 30):
        distances = by_offset(10_000, powers(n_clocks, 10))
        assert distances.argmin() == 62 and round(distances.min(), 2) == 0.65
    assert clocks_needed(10_000, powers(12, 6)) == 6
    turns = 63 * powers(3, 10) / (2 * np.pi)
    assert np.abs(turns - [10, 1, 0.1]).max() < 0.03
    assert 55 < 0.645 / by_offset(10_000, fractions(6)).min() < 65


@claim(
    NAME,
    "With a factor of 4, this does not happen within the range.",
    "By the relative measure, the factor must stay below about 6.3",
)
def too_large_a_factor_leaves_a_gap():
    for factor in (2, 3, 4, 5, 6):
        assert clocks_needed(10_000, powers(16, factor)) is not None
    for factor in (7, 8, 10, 16, 100):
        assert clocks_needed(30, powers(30, factor)) is None
    assert clocks_needed(1000, powers(30, 6.28)) == 4
    assert clocks_needed(1000, powers(30, 6.3)) is None
    for n_clocks in range(3, 9):
        period = 2 * np.pi * 4 ** (n_clocks - 1)
        assert by_offset(int(period), powers(n_clocks, 4)).argmin() == 0
