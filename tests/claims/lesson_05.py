"""The conclusions of lesson 05, tested where they could fail."""

import numpy as np

from posenc_lessons import binary_code
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
    "its neighbors are not equally far apart.",
)
def digits_tell_together_and_flip_unevenly():
    for n_bits in (3, 4, 6):
        code = binary_code(2**n_bits, n_bits)
        assert len(np.unique(code, axis=0)) == len(code)
        assert (np.bincount(code.ravel()) == code.size / 2).all()
        flips = np.abs(np.diff(code, axis=0)).sum(axis=1)
        assert flips.min() == 1 and flips.max() == n_bits


@claim(
    "05",
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
    "05",
    "Neighbors are equally far apart only with pairs.",
    r"$$\sqrt{\textstyle\sum_j \left(2 - 2\cos(k/j)\right)}.$$",
    "For neighbors on three clocks, $k = 1$, this is the 1.13 that we measured. The "
    "formula depends only on the offset $k$. So all neighbors are equally far apart, "
    "and the wish for *even* is granted.",
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
    others = by_offset(10_000, fractions(3))
    assert round(others[0], 2) == 1.13 and others[0] < np.median(others) / 2


@claim(
    "05",
    "The first clock also confuses position 96 with 8. So does the second, but the "
    "third tells them apart.",
)
def what_the_clocks_confuse():
    angles = np.multiply.outer(np.arange(100), fractions(3))
    tips = np.stack([np.sin(angles), np.cos(angles)], axis=-1)
    same = np.linalg.norm(tips - tips[8], axis=-1) < 0.05 * fractions(3)
    confused = [np.flatnonzero(one).tolist() for one in same.T]
    assert confused == [[8, 52, 96], [8, 96], [8]]


@claim(
    "05",
    "The three hands point up together after two turns of the slowest. By then, the "
    "second clock has made three turns and the first six.",
    "With two or three clocks, it takes longer until all are back",
)
def when_all_are_back():
    for n_clocks, expected in enumerate((6.3, 12.6, 37.7), 1):
        period = common_period(n_clocks)
        assert round(period, 1) == expected
        times = np.linspace(0.5, period - 0.5, 4000)
        angles = np.multiply.outer(times, fractions(n_clocks))
        assert np.sqrt((2 - 2 * np.cos(angles)).sum(axis=1)).min() > 0.3
    turns = common_period(3) * fractions(3) / (2 * np.pi)
    np.testing.assert_allclose(turns, [6, 3, 2])


@claim(
    "05",
    "Then hand $j$ has made about $m/j$ turns. If $m$ is not a multiple of $j$, this "
    "hand is about $1/j$ of a turn off, or more.",
    "So **all hands are nearly back only if $m$ is a multiple of every $j$,** which is "
    "when a common period ends.",
)
def confused_only_near_a_common_period():
    turns = np.arange(1, 2000)[:, None] * fractions(20)
    off = np.abs(turns - np.round(turns))
    assert (
        off[off > 1e-9] > 0.999 * np.tile(fractions(20), (1999, 1))[off > 1e-9]
    ).all()
    offsets = np.arange(1, 50_000)
    for n_clocks in range(1, 21):
        near = by_offset(50_000, fractions(n_clocks)) < 0.05
        period = common_period(n_clocks)
        away = np.abs(offsets - period * np.round(offsets / period))
        assert away[near].max(initial=0) < 0.05
        assert near[away < 0.035].all()


@claim(
    "05",
    "if the clocks' common period is longer than the text, no two positions look "
    "nearly the same",
)
def a_longer_common_period_is_enough():
    """Try texts up to the common period, and one that is longer."""
    for n_clocks in range(2, 14):
        longest = int(min(common_period(n_clocks), 300_000))
        assert by_offset(longest, fractions(n_clocks)).min() > 0.05
    for n_clocks in range(1, 7):
        longer = int(60 * common_period(n_clocks))
        assert by_offset(longer, fractions(n_clocks)).min() < 0.05


@claim(
    "05",
    "seven of these clocks are enough, because their common period is longer than the "
    "text.",
    "With six or fewer, some positions look nearly the same, because some common "
    "period ends close to a whole number of words.",
    "With seven, the closest two are $0.87$ apart. That is not much less than between "
    "neighbors, so *own* is granted.",
    "Seven of the lesson's clocks keep 1,000 positions at least 0.87 apart.",
)
def seven_clocks_for_a_thousand_positions():
    for n_clocks in range(1, 13):
        distances = by_offset(1000, fractions(n_clocks))
        assert (distances.min() > 0.7 * distances[0]) == (n_clocks >= 7)
        assert (common_period(n_clocks) > 1000) == (n_clocks >= 7)
        period, closest = common_period(n_clocks), distances.argmin() + 1
        ends = abs(closest - period * round(closest / period)) < 0.02
        assert n_clocks >= 7 or (distances.min() < 0.02 and ends)
    assert round(by_offset(1000, fractions(7)).min(), 2) == 0.87
