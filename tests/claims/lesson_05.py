"""The conclusions of lesson 05, tested where they could fail."""

import numpy as np

from posenc_lessons import binary_code, sine_cosine_pairs
from tests.claims import claim


def by_offset(n_positions, frequencies):
    """Return the distances between two positions at offsets 1 to n_positions - 1."""
    angles = np.multiply.outer(np.arange(1, n_positions), frequencies)
    return np.sqrt((2 - 2 * np.cos(angles)).sum(axis=1))


def fractions(n_pairs):
    """Return the frequencies 1, 1/2, 1/3 ..."""
    return 1 / np.arange(1, n_pairs + 1)


def common_period(n_pairs):
    """Return how many positions it takes for all clocks to be back at the start."""
    return 2 * np.pi * np.lcm.reduce(np.arange(1, n_pairs + 1))


@claim(
    "05",
    "No digit tells the position, but the four together do",
    "neighbors can be as different as any two positions",
)
def digits_tell_together_and_flip_unevenly():
    for n_bits in (3, 4, 6):
        code = binary_code(2**n_bits, n_bits)
        assert len(np.unique(code, axis=0)) == len(code)
        for digit in range(n_bits):
            rest = np.delete(code, digit, axis=1)
            assert len(np.unique(rest, axis=0)) == len(code) / 2
        flips = np.abs(np.diff(code, axis=0)).sum(axis=1)
        assert flips.min() == 1 and flips.max() == n_bits


@claim(
    "05",
    "The tips of their hands are 0.28 apart.",
    "The pair keeps what one wave loses: whether it rises or falls.",
)
def a_pair_tells_the_way():
    """Positions with nearly the same sine are far apart if only one of them rises."""
    for w in (0.1, 0.5, 1, 2):
        angle = w * np.arange(2000)
        near = np.abs(np.sin(angle) - 0.11) < 0.02
        ends = np.column_stack([np.sin(angle), np.cos(angle)])[near]
        rises = ends[:, 1] > 0
        apart = np.linalg.norm(ends[:, None] - ends, axis=2)
        assert apart[np.not_equal.outer(rises, rises)].min() > 1.9
        assert apart[np.equal.outer(rises, rises)].max() < 0.05
    clock = sine_cosine_pairs(15, 1)
    assert round(np.linalg.norm(clock[8] - clock[14]), 2) == 0.28


@claim(
    "05",
    "Only with pairs are neighbors equally far apart.",
    r"$$\sqrt{\textstyle\sum_j \left(2 - 2\cos(k/j)\right)}.$$",
    "It depends on nothing but the offset $k$, so the wish for *even* is granted.",
    "Sine and cosine together make neighbors equally far apart everywhere.",
)
def pairs_are_even_and_sines_are_not():
    random = np.random.default_rng(0)
    for _ in range(10):
        frequencies = random.uniform(0.05, 2, size=random.integers(1, 7))
        angles = np.arange(400)[:, None] * frequencies
        pairs = np.hstack([np.sin(angles), np.cos(angles)])
        for k in (1, 2, 17, 170):
            found = np.linalg.norm(pairs[k:] - pairs[:-k], axis=1)
            expected = by_offset(400, frequencies)[k - 1]
            np.testing.assert_allclose(found, expected, atol=1e-11)
        # The rival with as many numbers: sines of twice as many frequencies.
        more = np.append(frequencies, random.uniform(0.05, 2, size=len(frequencies)))
        sines = np.sin(np.arange(400)[:, None] * more)
        found = np.linalg.norm(np.diff(sines, axis=0), axis=1)
        assert found.max() > 1.3 * found.min()


@claim(
    "05",
    "The first clock confuses them: from one to the other, its hand makes almost "
    "exactly seven turns.",
    "Position 96. The second clock confuses it with 8, too, but the third confuses "
    "neither.",
)
def what_the_clocks_confuse():
    angles = np.multiply.outer(np.arange(100), fractions(3))
    tips = np.stack([np.sin(angles), np.cos(angles)], axis=-1)
    same = np.linalg.norm(tips - tips[8], axis=-1) < 0.05
    confused = [np.flatnonzero(one).tolist() for one in same.T]
    assert confused == [[8, 52, 96], [8, 96], [8]]


@claim(
    "05",
    "All three are back after two turns of the slowest, or 37.7 positions, their "
    "**common period**: by then, the first clock has made six turns, the second three, "
    "and the third two.",
    "From one clock to four, the common return comes later",
)
def when_all_are_back():
    for n_clocks, expected in enumerate((6.3, 12.6, 37.7, 75.4), 1):
        period = common_period(n_clocks)
        assert round(period, 1) == expected
        times = np.linspace(0.5, period - 0.5, 4000)
        angles = np.multiply.outer(times, fractions(n_clocks))
        assert np.sqrt((2 - 2 * np.cos(angles)).sum(axis=1)).min() > 0.3
    turns = common_period(3) * fractions(3) / (2 * np.pi)
    np.testing.assert_allclose(turns, [6, 3, 2])


@claim(
    "05",
    "But with four clocks, positions 75 apart still look more alike than neighbors do.",
    "Their offset is the last whole number before the common period, so every hand is "
    "less than one step from where it was.",
)
def the_last_whole_offset_is_too_near():
    with_four = by_offset(100, fractions(4))
    assert with_four.argmin() == 74 and with_four[74] < 0.5 * with_four[0]
    for n_clocks in range(1, 12):
        turned = np.floor(common_period(n_clocks)) * fractions(n_clocks)
        missing = -turned % (2 * np.pi)
        assert (missing < fractions(n_clocks)).all()


@claim(
    "05",
    "Any number of these clocks has a common period, so the same thing happens:",
    "a text longer than the common period has two positions that look more alike than "
    "neighbors do",
    "Their common period must be longer than the text",
)
def longer_than_the_common_period_looks_alike():
    """Try any set of frequencies that are multiples of 1/common."""
    random = np.random.default_rng(1)
    for _ in range(200):
        common = int(random.integers(2, 300))
        frequencies = random.integers(1, common + 1, size=random.integers(1, 12))
        # In the shortest longer text, the largest offset is less than a step off.
        distances = by_offset(int(np.ceil(2 * np.pi * common)), frequencies / common)
        assert distances[-1] < distances[0]


@claim(
    "05",
    "For 1,000 positions, then, six clocks are too few, because their common period "
    "is $377.0$. With seven clocks it is $2638.9$.",
    "Not even eight clocks are enough. Positions get too close once *nearly* all "
    "clocks are *nearly* back.",
    "At offset 754, the seventh hand is only a seventh of a turn from where it was, "
    "and the other seven are nearly back. The ninth hand is a third of a turn away "
    "there, and **nine of these clocks are enough**.",
    "for 1,000 positions, it takes nine of these. Their common period must be longer "
    "than the text, and even that is not always enough.",
)
def nine_clocks_for_a_thousand_positions():
    for n_clocks in range(1, 13):
        distances = by_offset(1000, fractions(n_clocks))
        assert (distances.argmin() == 0) == (n_clocks >= 9)
    assert round(common_period(6), 1) == 377.0 and round(common_period(7), 1) == 2638.9
    assert by_offset(1000, fractions(8)).argmin() + 1 == 754
    turns = 754 * fractions(9) / (2 * np.pi)
    away = np.abs(turns - np.round(turns))
    assert abs(away[6] - 1 / 7) < 0.001 and abs(away[8] - 1 / 3) < 0.001
    assert np.delete(away, [6, 8]).max() < 0.003
    assert by_offset(10_000, fractions(11)).argmin() == 0
