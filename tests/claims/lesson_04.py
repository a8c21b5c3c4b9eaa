"""The conclusions of lesson 04, tested where they could fail."""

import numpy as np

from posenc_lessons import nearest_neighbors, sine_positions
from tests.claims import claim


def confused_share(frequency, n, tolerance=0.05):
    """Return the share of the first n positions that are confused with another."""
    numbers = np.sin(frequency * np.arange(n))
    return (nearest_neighbors(numbers)[1] < tolerance).mean()


@claim(
    "04",
    "The numbers are small, position 1 has the same number in every sentence, and "
    "every position has a sine.",
    r"the wave is $\sin(\text{frequency} \cdot \text{pos})$ and its wavelength is "
    r"$2\pi / \text{frequency}$",
    "the height of a wave, which stays small and is the same in every sentence",
)
def bounded_and_the_same():
    longest = sine_positions(200_000, 1)
    assert np.abs(longest).max() <= 1
    for n in (1, 2, 10, 5000):
        assert (sine_positions(n, 1) == longest[:n]).all()
    for frequency in (0.02, 0.3, 1, 3):
        x = np.linspace(0, 500, 1000)
        later = np.sin(frequency * (x + 2 * np.pi / frequency))
        np.testing.assert_allclose(np.sin(frequency * x), later, atol=1e-9)


@claim(
    "04",
    "The gray band in the picture is 0.05 high, so all positions in it are confused "
    "with each other.",
    "Positions 6, 7 and 8. Such a slow wave does not confuse distant words here. It "
    "confuses neighbors",
)
def slow_waves_confuse_neighbors():
    for frequency, expected in ((1, [3, 19, 47]), (0.02, [6, 7, 8])):
        numbers = np.sin(frequency * np.arange(50))
        near = np.flatnonzero(np.abs(numbers - 0.14) < 0.025)
        assert near.tolist() == expected and np.ptp(numbers[near]) < 0.05
    positions = np.arange(50)
    numbers = np.sin(0.02 * positions)
    alike = np.abs(np.subtract.outer(numbers, numbers)) < 0.05
    assert np.abs(np.subtract.outer(positions, positions))[alike].max() <= 4


@claim(
    "04",
    "No two have the same sine, but the closest two differ by only a ten-millionth.",
    r"Such points have an odd multiple of $\pi/2$ halfway between them, so their sum "
    r"is an odd multiple of $\pi$. Two positions whose sum is close to one are nearly "
    r"alike, as are $11$ and $344$: $355 \approx 113\pi$. Never exactly: $\pi$ is "
    "irrational.",
)
def no_two_sines_are_equal():
    assert len(np.unique(np.sin(np.arange(100_000)))) == 100_000
    # Sines agree only where the sum or the difference is such a multiple.
    angles = np.random.default_rng(0).uniform(0, 60, size=(2, 300_000))
    alike = np.abs(np.sin(angles[0]) - np.sin(angles[1])) < 1e-4
    both = np.array([angles.sum(axis=0) + np.pi, angles[0] - angles[1]])[:, alike]
    away = np.abs(both / (2 * np.pi) - np.round(both / (2 * np.pi))).min(axis=0)
    assert alike.sum() > 10 and away.max() < 0.01
    # Wherever a sum of positions is nearly an odd multiple, their sines agree.
    positions = np.arange(1000)
    sums = np.add.outer(positions, positions) / np.pi
    near = (np.round(sums) % 2 == 1) & (np.abs(sums - np.round(sums)) < 0.001)
    sines = np.sin(positions)
    assert np.abs(np.subtract.outer(sines, sines))[near].max() < 0.004
    assert near[11, 344] and abs(355 - 113 * np.pi) < 1e-4


FREQUENCIES = [
    *np.random.default_rng(7).uniform(0.003, 3.14, 60), 0.003, 0.01, 1 / 400, 1,
    2 * np.pi / 7, 2 * np.pi / 360, 2 * np.pi / 997, np.pi * (3 - 5**0.5),
]  # fmt: skip
"""Drawn at random, very slow ones, and simple parts of a turn."""


@claim(
    "04",
    "At most 41 numbers can keep clear of all others: they are at least 0.05 apart, "
    "and from the bottom of the wave to its top, only $2 / 0.05 = 40$ such gaps fit. "
    "So at any frequency, at least 59 of 100 words are confused with another.",
    "At any frequency, most words in a text of 100 are confused with another.",
    "In a long text, distant positions are confused, which breaks *own*.",
)
def at_least_59_words_are_confused():
    """Gaps of 0.05 sum to at most 2, so there are no more than 41 positions."""
    assert np.diff(np.linspace(-1, 1, 41)).min() > 0.05 - 1e-12
    assert np.diff(np.linspace(-1, 1, 42)).max() < 0.05
    assert min(confused_share(w, 100) for w in FREQUENCIES) >= 0.59
    for w in FREQUENCIES:  # the slowest takes 2,094 positions for a wave
        numbers = np.sin(w * np.arange(5000))
        assert np.abs(numbers[:100, None] - numbers[500:]).min(axis=1).max() < 0.05


@claim(
    "04",
    "All of them are. The frequency decides which words are confused, and how soon. At "
    r"frequency 2, eight of only ten words are: since $2 \cdot 11 = 22 \approx 7\pi$, "
    "two positions whose sum is $11$, such as $2$ and $9$, mirror each other.",
)
def the_frequency_decides_who_is_confused():
    assert confused_share(1, 100) == 1
    assert confused_share(2, 10) == 0.8
    nearest, distances = nearest_neighbors(np.sin(2 * np.arange(10)))
    assert (nearest[2:] == 11 - np.arange(2, 10)).all() and distances[2:].max() < 0.01
    shares = [confused_share(w, 20) for w in FREQUENCIES]
    assert min(shares) < 0.4 and max(shares) > 0.9
    first, other = (
        nearest_neighbors(np.sin(w * np.arange(20)))[1] < 0.05 for w in (0.3, 1)
    )
    assert (first != other).sum() > 5


@claim(
    "04",
    "The points lie on one closed curve, an ellipse.",
    r"$$\sin(\text{pos} + 1) = \cos 1 \cdot \sin(\text{pos}) + \sin 1 \cdot "
    r"\cos(\text{pos}).$$",
    r"The pair $(\sin(\text{pos}), \cos(\text{pos}))$ runs round a circle, and such "
    "sums squeeze a circle into an ellipse.",
    r"The height tells $\sin(\text{pos})$, but $\cos(\text{pos}) = \pm\sqrt{1 - "
    r"\sin^2(\text{pos})}$ has two values: plus where the wave rises, minus where it "
    "falls. So each height has two points.",
    "One height, two ways to go on: the wave rises or falls",
)
def an_ellipse_with_two_branches():
    """The next number is h cos w + sqrt(1 - h^2) sin w, or with a minus, at any w."""
    for w in (0.1, 0.5, 1, 2, 3):
        angle = w * np.arange(1000)
        now, later, rises = np.sin(angle), np.sin(angle + w), np.cos(angle) > 0
        way = np.where(rises, 1, -1) * np.sqrt(1 - now**2)
        # The points that make an ellipse: this sum of squares is the same for all.
        form = now**2 + later**2 - 2 * np.cos(w) * now * later
        np.testing.assert_allclose(form, np.sin(w) ** 2, atol=1e-9)
        np.testing.assert_allclose(later, now * np.cos(w) + way * np.sin(w), atol=1e-9)
        for height in np.linspace(-0.9, 0.9, 13):
            near = np.abs(now - height) < 0.02
            assert rises[near].any() and (~rises[near]).any()


@claim(
    "04",
    r"Near height 0, the next word has about $\sin 1 = 0.84$ if the wave rises, and "
    "about $-0.84$ if it falls. A model that cannot tell such close heights apart "
    "makes the same guess for both, so for one of them it is off by about 0.84 or "
    "more.",
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
    "A second number would say which: the slope",
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
