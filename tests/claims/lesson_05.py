"""The conclusions of lesson 05, tested where they could fail."""

import numpy as np

from posenc_lessons import binary_code
from tests.claims import claim


def distances(frequencies, n_positions):
    """Return the distances between two positions at offsets 1 to n_positions - 1."""
    halves = np.outer(np.arange(1, n_positions), np.asarray(frequencies) / 2)
    return 2 * np.linalg.norm(np.sin(halves), axis=1)


def fractions(n_pairs):
    """Return the frequencies 1, 1/2, 1/3 ..."""
    return 1 / np.arange(1, n_pairs + 1)


def common_period(n_pairs):
    """Return how many positions it takes for all clocks to be back at the start."""
    return 2 * np.pi * np.lcm.reduce(np.arange(1, n_pairs + 1))


@claim(
    "No digit alone tells the position, but the four together do",
    "neighbors are not equally far apart.",
)
def digits_tell_together_and_flip_unevenly():
    for n_bits in (3, 4, 6):
        code = binary_code(2**n_bits, n_bits)
        assert len(np.unique(code, axis=0)) == len(code)
        assert (np.bincount(code.ravel()) == code.size / 2).all()
        flips = np.abs(np.diff(code, axis=0)).sum(axis=1)
        assert flips.min() == 1 and flips.max() == n_bits


@claim(
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


@claim(
    "Only pairs do. The reason is the circle: **with each word, a hand turns by the "
    "same angle**, wherever it starts. The distance from the old tip to the new one "
    "depends only on this angle. By the law of cosines, its square is $2 - "
    "2\\cos\\theta$ for an angle $\\theta$.",
    r"$$\sqrt{\textstyle\sum_j \left(2 - 2\cos(k/j)\right)}.$$",
    "So their squared distances are $0.92$, $0.24$ and $0.11$. These add up to "
    "$1.27$, whose square root is the 1.13 that we measured.",
    "It depends only on the offset. And neighbors are similar: with opposite tips "
    "on all three clocks, they would be $\\sqrt{3\\cdot2^2}\\approx3.5$ apart. So "
    "*even* is granted.",
)
def pairs_are_even_and_sines_are_not():
    random = np.random.default_rng(0)
    for _ in range(10):
        frequencies = random.uniform(0.05, 2, size=random.integers(1, 7))
        angles = np.arange(400)[:, None] * frequencies
        pairs = np.hstack([np.sin(angles), np.cos(angles)])
        for k in (1, 2, 17, 170):
            found = np.linalg.norm(pairs[k:] - pairs[:-k], axis=1)
            expected = distances(frequencies, 400)[k - 1]
            np.testing.assert_allclose(found, expected, atol=1e-11)
        # The rival with as many numbers: sines of twice as many frequencies.
        more = np.append(frequencies, random.uniform(0.05, 2, size=len(frequencies)))
        sines = np.sin(np.arange(400)[:, None] * more)
        found = np.linalg.norm(np.diff(sines, axis=0), axis=1)
        assert found.max() > 1.3 * found.min()
    pairs_at_offset = np.arange(999, 0, -1)
    for n_clocks in range(3, 13):
        apart = distances(fractions(n_clocks), 1000)
        far = apart > 2 * apart[0]
        assert np.average(far, weights=pairs_at_offset) > 0.6
    squares = 2 - 2 * np.cos(fractions(3))
    assert squares.round(2).tolist() == [0.92, 0.24, 0.11]
    assert round(squares.sum(), 2) == 1.27
    assert round(np.linalg.norm([2, 2, 2]), 1) == 3.5  # a tip at most 2 from another
    assert round(distances(fractions(3), 2)[0], 2) == 1.13


@claim(
    "Positions 47 and 91, because $44 \\approx 7 \\cdot 2\\pi$. At 91, the second "
    "clock is back ($88/2=44$), but the third confuses neither.",
    "The first hand points down: its cosine is negative, so the wave falls. The second "
    "points up, so the wave rises.",
)
def what_is_confused_with_position_3():
    angles = np.multiply.outer(np.arange(100), fractions(3))
    tips = np.stack([np.sin(angles), np.cos(angles)], axis=-1)
    same = np.linalg.norm(tips - tips[3], axis=-1) < 0.05
    found = [np.flatnonzero(one).tolist() for one in same.T]
    assert found == [[3, 47, 91], [3, 91], [3]]
    assert tips[3, 0, 1] < -0.98 and tips[19, 0, 1] > 0.98


@claim(
    "Only after six turns of the first hand are all three back",
    "Only in the last column are all three numbers whole.",
    "So all three are back after $6 \\cdot 2\\pi \\approx 37.7$ positions",
    "Six is the smallest number that 1, 2 and 3 all divide. With a fourth clock, it "
    "would be 12.",
)
def back_only_after_a_common_period():
    turns = np.arange(1, 7)[:, None] * fractions(3)
    off = np.abs(turns - np.round(turns)).max(axis=1)
    assert off[5] == 0 and off[:5].min() > 0.333
    assert round(common_period(3), 1) == 37.7
    assert np.isclose(common_period(4), 12 * 2 * np.pi)
    offsets = np.arange(1, 50_000)
    for n_clocks in range(1, 21):
        near = distances(fractions(n_clocks), 50_000) < 0.05
        period = common_period(n_clocks)
        away = np.abs(offsets - period * np.round(offsets / period))
        assert away[near].max(initial=0) < 0.05
        assert near[away < 0.035].all()


@claim(
    "All positions look different if the common period is longer than the text.",
)
def a_longer_common_period_is_enough():
    """Try texts up to the common period, and one that is longer."""
    for n_clocks in range(2, 14):
        longest = int(min(common_period(n_clocks), 300_000))
        assert distances(fractions(n_clocks), longest).min() > 0.05
    for n_clocks in range(1, 7):
        longer = int(60 * common_period(n_clocks))
        assert distances(fractions(n_clocks), longer).min() < 0.05


@claim(
    "seven of these clocks are enough.",
    "Three clocks are back after 37.7 positions, so position 38 only comes near the "
    "start. But ten of these periods come to 376.99, so positions 0 and 377 look "
    "nearly the same, whether there are three clocks or six.",
    "With seven clocks, no two of a thousand positions look nearly the same.",
    "With seven, the closest two positions are 754 apart. Six clocks are back at this "
    "offset, after about 120 turns of the first. But the seventh makes "
    "$120/7=17\\frac17$ turns, so its tips are "
    "$\\sqrt{2-2\\cos(2\\pi/7)}\\approx0.87$ apart. Neighbors are 1.19 apart, not "
    "*much* more, so *own* is granted.",
    "Seven of the lesson's clocks keep 1,000 positions at least 0.87 apart.",
)
def seven_clocks_for_a_thousand_positions():
    for n_clocks in range(1, 13):
        apart = distances(fractions(n_clocks), 1000)
        assert (apart.min() > 0.7 * apart[0]) == (n_clocks >= 7)
        assert (common_period(n_clocks) > 1000) == (n_clocks >= 7)
        period, closest = common_period(n_clocks), apart.argmin() + 1
        ends = abs(closest - period * round(closest / period)) < 0.02
        assert n_clocks >= 7 or (apart.min() < 0.02 and ends)
    assert round(common_period(6), 2) == 376.99
    assert 0.05 < distances(fractions(3), 39)[37] < 0.5 * distances(fractions(3), 2)[0]
    for n_clocks in range(3, 7):
        periods = common_period(6) / common_period(n_clocks)
        assert np.isclose(periods, round(periods))
        early = distances(fractions(n_clocks), 378)
        assert early[376] < 0.02 and early[:376].min() > 0.05
    apart = distances(fractions(7), 1000)
    assert apart.argmin() + 1 == 754 and round(754 / (2 * np.pi), 2) == 120
    tips = np.sqrt(2 - 2 * np.cos(2 * np.pi / 7))
    assert round(tips, 2) == round(apart.min(), 2) == 0.87
    assert round(apart[0], 2) == 1.19
    assert distances(fractions(6), 755)[753] < 0.05  # clocks 1 to 6 are back
