"""The conclusions of lesson 04, tested where they could fail."""

import numpy as np

from posenc_lessons import nearest_neighbours, sine_positions
from tests.claims import claim


def confused_share(frequency, n, tolerance=0.01):
    """Return the share of the first n positions that have a double."""
    numbers = np.sin(frequency * np.arange(n))
    return (nearest_neighbours(numbers)[1] < tolerance).mean()


@claim(
    "04",
    "The numbers are small, and position 1 has the same number in every sentence.",
    "the height of a wave, which stays small and is the same in every sentence",
)
def bounded_and_the_same():
    longest = sine_positions(200_000, 1)
    assert np.abs(longest).max() <= 1
    for n in (1, 2, 10, 5000):
        assert (sine_positions(n, 1) == longest[:n]).all()


@claim(
    "04",
    "Positions 4 to 8 are marked. Such a slow wave does not confuse distant words "
    "here. It confuses neighbors",
)
def slow_waves_confuse_neighbors():
    near = np.abs(np.sin(0.02 * np.arange(50)) - 0.11) <= 0.05
    assert np.flatnonzero(near).tolist() == [4, 5, 6, 7, 8]
    positions = np.arange(50)
    numbers = np.sin(0.02 * positions)
    alike = np.abs(np.subtract.outer(numbers, numbers)) < 0.05
    assert np.abs(np.subtract.outer(positions, positions))[alike].max() <= 4


@claim(
    "04",
    "No two have the same sine, but the closest two differ by only a ten-millionth.",
    r"their *difference* is a multiple of $2\pi$",
    r"their *sum* is a multiple of $\pi$",
)
def no_two_sines_are_equal():
    assert len(np.unique(np.sin(np.arange(100_000)))) == 100_000
    # Sines agree only where the sum or the difference is such a multiple.
    angles = np.random.default_rng(0).uniform(0, 60, size=(2, 300_000))
    alike = np.abs(np.sin(angles[0]) - np.sin(angles[1])) < 1e-4
    both = np.array([angles.sum(axis=0), angles[0] - angles[1]])[:, alike]
    away = np.abs(both / np.pi - np.round(both / np.pi)).min(axis=0)
    assert alike.sum() > 10 and away.max() < 0.01


@claim(
    "04",
    "Between -1 and 1 there is room for only about 200 numbers without doubles",
)
def no_more_than_201_fit():
    """Gaps that sum to at most 2: the 201st at a distance of 0.01 is the last."""
    assert np.diff(np.linspace(-1, 1, 201)).min() > 0.01 - 1e-12
    assert np.diff(np.linspace(-1, 1, 202)).max() < 0.01


@claim(
    "04",
    "At frequency 1, about half of 100 words have a double, and all of 1,000 do.",
    "The frequency decides which words are confused, and how soon.",
    "But at every frequency tried, all of 1,000 words have a double.",
    "At every frequency tried, all of 1,000 words have a double.",
    r"have angles that sum to $22$, almost exactly $7\pi$. So they mirror each other.",
)
def every_word_has_a_double_at_every_frequency():
    """Try random frequencies, very slow ones, and simple fractions of a turn."""
    assert confused_share(1, 100) == 0.55
    ten = np.sin(2 * np.arange(10))
    close = np.argwhere(np.triu(abs(np.subtract.outer(ten, ten)) < 0.01, 1))
    assert close.tolist() == [[2, 9], [3, 8], [4, 7], [5, 6]]
    frequencies = [
        *np.random.default_rng(7).uniform(0.003, 3.14, 60), 0.003, 0.01, 1 / 400, 1,
        2 * np.pi / 7, 2 * np.pi / 360, 2 * np.pi / 997, np.pi * (3 - 5**0.5),
    ]  # fmt: skip
    assert all(confused_share(w, 1000) == 1 for w in frequencies)
    shares = [confused_share(w, 100) for w in frequencies]
    assert min(shares) < 0.4 and max(shares) > 0.7
    first, other = (
        nearest_neighbours(np.sin(w * np.arange(100)))[1] < 0.01 for w in (1, 2)
    )
    assert (first != other).sum() > 20


@claim(
    "04",
    "At each height between bottom and top it has two points, one where the wave rises "
    "and one where it falls.",
    "One height, two ways to go on: the wave rises or falls",
)
def an_ellipse_with_two_branches():
    """The next number is h cos w + sqrt(1 - h^2) sin w, or with a minus, at any w."""
    for w in (0.1, 0.5, 1, 2, 3):
        angle = w * np.arange(1000)
        now, later, rises = np.sin(angle), np.sin(angle + w), np.cos(angle) > 0
        way = np.where(rises, 1, -1) * np.sqrt(1 - now**2)
        np.testing.assert_allclose(later, now * np.cos(w) + way * np.sin(w), atol=1e-9)
        for height in np.linspace(-0.9, 0.9, 13):
            near = np.abs(now - height) < 0.02
            assert rises[near].any() and (~rises[near]).any()


@claim(
    "04",
    r"Where the wave rises, the next word has about $\sin 1 = 0.84$. Where it falls, "
    "the next has about $-0.84$.",
    "So for one of them it is wrong by at least half of their gap, about 0.84",
    "at nearly the same height, the wave may rise or fall",
)
def any_rule_misses_by_a_step():
    """Near height 0, both answers occur at any frequency; any rule misses one."""
    assert round(np.sin(1), 2) == 0.84
    for w in (0.05, 0.1, 0.5, 1, 2, 3):
        angle = w * np.arange(3000)
        after = np.sin(angle + w)[np.abs(np.sin(angle)) < 0.01]
        assert abs(after.max() - abs(np.sin(w))) < 0.011
        assert abs(after.min() + abs(np.sin(w))) < 0.011


@claim(
    "04",
    "The steps are large on the slope and tiny at the crest",
    "A second number would say which. It is the slope",
)
def steps_and_slopes():
    for w in (0.02, 0.5, 2):
        angle = w * np.arange(5000)
        steps = np.abs(np.sin(angle + w) - np.sin(angle))
        middle = np.abs(np.cos(angle + w / 2))
        assert steps[middle < 0.1].max() < 0.12 * steps[middle > 0.9].min()
    for w in (0.1, 1, 2.5):
        x = w * np.linspace(0, 300, 3001)
        grows = np.sin(x + 1e-6) > np.sin(x)
        clear = np.abs(np.cos(x)) > 1e-5
        assert (grows == (np.cos(x) > 0))[clear].all()
