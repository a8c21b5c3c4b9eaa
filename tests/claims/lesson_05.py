"""What lesson 05 concludes, tried where it could fail."""

import numpy as np

from posenc_lessons import binary_code, sine_cosine_pairs
from tests.claims import claim


def by_offset(n_positions, frequencies):
    """Return the distances of two positions at the offsets 1 to n_positions - 1."""
    angles = np.multiply.outer(np.arange(1, n_positions), frequencies)
    return np.sqrt((2 - 2 * np.cos(angles)).sum(axis=1))


def fractions(n_pairs):
    """Return the frequencies 1, 1/2, 1/3 ..."""
    return 1 / np.arange(1, n_pairs + 1)


@claim("05", "No digit tells the position, but the four together do")
def digits_tell_together():
    for n_bits in (3, 4, 6):
        code = binary_code(2**n_bits, n_bits)
        assert len(np.unique(code, axis=0)) == len(code)
        assert (code.sum(axis=0) == len(code) / 2).all()
        for digit in range(n_bits):
            rest = np.delete(code, digit, axis=1)
            assert len(np.unique(rest, axis=0)) == len(code) / 2


@claim("05", "Neighbors can be as different as any two positions.")
def a_counter_is_not_even():
    for n_bits in (3, 4, 8):
        flips = np.abs(np.diff(binary_code(2**n_bits, n_bits), axis=0)).sum(axis=1)
        assert flips.min() == 1 and flips.max() == n_bits


@claim("05", "The pair keeps what one wave loses: whether it rises or falls.")
def a_pair_tells_the_way():
    """Positions with nearly one sine: far apart as pairs if their ways differ."""
    for w in (0.1, 0.5, 1, 2):
        angle = w * np.arange(2000)
        sine, cosine = np.sin(angle), np.cos(angle)
        near = np.abs(sine - 0.11) < 0.02
        ends = np.column_stack([sine, cosine])[near]
        rises = cosine[near] > 0
        apart = np.linalg.norm(ends[:, None] - ends, axis=2)
        assert rises.any() and not rises.all()
        assert apart[np.not_equal.outer(rises, rises)].min() > 1.9
        assert apart[np.equal.outer(rises, rises)].max() < 0.05
    clock = sine_cosine_pairs(15, 1)
    assert round(np.linalg.norm(clock[8] - clock[14]), 2) == 0.28


@claim(
    "05",
    "Only with pairs.",
    "So the distance of two positions depends only on their offset",
    "Sine and cosine together make neighbors equally far apart everywhere.",
)
def pairs_are_even_and_sines_are_not():
    random = np.random.default_rng(0)
    for _ in range(10):
        frequencies = random.uniform(0.05, 2, size=random.integers(1, 7))
        angles = np.arange(400)[:, None] * frequencies
        pairs = np.hstack([np.sin(angles), np.cos(angles)])
        expected = by_offset(400, frequencies)
        for k in (1, 2, 17, 170):
            found = np.linalg.norm(pairs[k:] - pairs[:-k], axis=1)
            np.testing.assert_allclose(found, expected[k - 1], atol=1e-11)
        # The rival with as many numbers: sines of twice as many frequencies.
        more = np.append(frequencies, random.uniform(0.05, 2, size=len(frequencies)))
        sines = np.sin(np.arange(400)[:, None] * more)
        found = np.linalg.norm(np.diff(sines, axis=0), axis=1)
        assert found.max() > 1.3 * found.min()


@claim(
    "05",
    "33, 52, 77 and 96. The third clock tells all of them apart from 8; the second "
    "misses two.",
)
def what_the_first_clock_confuses():
    degrees = np.degrees(np.multiply.outer(np.arange(100) - 8, fractions(3)))
    same = np.abs((degrees + 180) % 360 - 180) < 8
    confused = [k for k in np.flatnonzero(same[:, 0]).tolist() if k != 8]
    assert confused == [33, 52, 77, 96]
    assert same[confused].sum(axis=0).tolist() == [4, 2, 0]


@claim(
    "05",
    "After 37.7 positions, which are six turns of the first clock, three of the second "
    "and two of the third.",
    "With each clock added here, all are back at once later",
)
def when_all_are_back():
    periods = [
        2 * np.pi * np.lcm.reduce(np.arange(1, n_clocks + 1))
        for n_clocks in range(1, 5)
    ]
    assert [f"{period:.1f}" for period in periods] == ["6.3", "12.6", "37.7", "75.4"]
    for n_clocks, period in enumerate(periods, 1):
        times = np.linspace(0.5, period - 0.5, 4000)
        angles = np.multiply.outer(times, fractions(n_clocks))
        assert np.sqrt((2 - 2 * np.cos(angles)).sum(axis=1)).min() > 0.3
        turns = period * fractions(n_clocks) / (2 * np.pi)
        np.testing.assert_allclose(turns, np.round(turns))
    assert np.round(periods[2] * fractions(3) / (2 * np.pi)).tolist() == [6, 3, 2]


@claim(
    "05",
    "Each clock helps, as the lecture hoped: with four, the closest two of 100 "
    "positions are 0.47 apart.",
    "Yet that is less than half the distance of neighbors",
)
def each_clock_moves_the_closest_two_of_100_apart():
    for n_positions in (60, 100, 150):
        closest = [by_offset(n_positions, fractions(n)).min() for n in range(1, 9)]
        assert (np.diff(closest) > 0).all()
    distances = by_offset(100, fractions(4))
    assert round(distances.min(), 2) == 0.47
    assert distances.min() < 0.5 * distances[0]


@claim(
    "05",
    "In the longer text the fourth clock does not help at all, because all four are "
    "almost exactly back at the offset 377.",
)
def the_fourth_clock_meets_the_others():
    with_three, with_four = (by_offset(1000, fractions(n)) for n in (3, 4))
    assert with_three.argmin() == with_four.argmin() == 376
    assert with_four.min() < with_three.min() + 0.001
    turns = 377 * fractions(4) / (2 * np.pi)
    assert np.abs(turns - np.round(turns)).max() < 0.002


@claim(
    "05",
    "However many of these clocks we take, some text is too long for them.",
    "At the whole number just below the common period, every hand is less than one "
    "step from where it was.",
    "a text longer than the common period has two positions that look more alike than "
    "neighbors do",
    "A longer text needs a longer common period.",
)
def longer_than_the_common_period_looks_alike():
    """Frequencies that are multiples of 1/common: any such set."""
    random = np.random.default_rng(1)
    for _ in range(200):
        common = int(random.integers(2, 300))
        n_pairs = int(random.integers(1, 12))
        frequencies = random.integers(1, common + 1, size=n_pairs) / common
        # The shortest text that is longer: its largest offset is less than a step off.
        distances = by_offset(int(np.ceil(2 * np.pi * common)), frequencies)
        assert distances[-1] < distances[0]


@claim(
    "05",
    "The common period must be longer than the text, and even that is not always "
    "enough.",
    "seven of these clocks have a common period that is long enough, and yet it takes "
    "nine",
    "which, if there are enough, keep apart what one wave confuses",
)
def nine_clocks_for_a_thousand_positions():
    for n_clocks in range(1, 13):
        distances = by_offset(1000, fractions(n_clocks))
        assert (distances.argmin() == 0) == (n_clocks >= 9)
    periods = [2 * np.pi * np.lcm.reduce(np.arange(1, n + 1)) for n in (6, 7, 8)]
    assert periods[0] < 1000 < periods[1] < periods[2]
    # Enough for a text ten times as long, by the rule of lesson 04.
    assert by_offset(10_000, fractions(4)).min() < 0.01
    assert by_offset(10_000, fractions(11)).argmin() == 0
