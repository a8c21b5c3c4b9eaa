"""The conclusions of lesson 04, tested where they could fail."""

import numpy as np

from posenc_lessons import sine_positions
from tests.claims import claim


def confused_share(frequency, n, offset=20):
    """Return the share of positions, out of 100, confused with one an offset away."""
    positions = np.arange(n)
    numbers = np.sin(frequency * positions)
    closest = [
        np.abs(numbers - numbers[one])[np.abs(positions - one) >= offset].min()
        for one in np.linspace(0, n - 1, 100).astype(int)
    ]
    return np.mean(np.array(closest) < 0.05 * min(frequency, 1))


@claim(
    "A sine is never below $-1$ or above $1$. A position has the same sine in every "
    "sentence, and even the longest text has a sine for each position.",
)
def bounded_and_the_same():
    longest = sine_positions(200_000, 1)
    assert np.abs(longest).max() <= 1
    for n in (1, 2, 10, 5000):
        assert (sine_positions(n, 1) == longest[:n]).all()


@claim(
    "None: position 7 is alone in the band. Within 50 words, such a slow wave does not "
    "come back.",
)
def a_slow_wave_does_not_come_back():
    for frequency, expected in ((1, [3, 19, 47]), (0.02, [7])):
        numbers = np.sin(frequency * np.arange(50))
        near = np.abs(numbers - 0.14) < 0.025 * frequency
        assert np.flatnonzero(near).tolist() == expected
    assert (np.diff(numbers) > 0).all()


@claim(
    "No two of them have the same sine. But the closest two differ by only a "
    "ten-millionth.",
)
def no_two_sines_are_equal():
    assert len(np.unique(np.sin(np.arange(100_000)))) == 100_000
    numbers = np.sort(np.sin(np.arange(1000)))
    assert round(np.log10(np.diff(numbers).min())) == -7


FREQUENCIES = [
    *np.random.default_rng(7).uniform(0.003, 3.14, 60), 0.003, 0.01, 1 / 400, 1,
    2 * np.pi / 7, 2 * np.pi / 360, 2 * np.pi / 997, np.pi * (3 - 5**0.5),
]  # fmt: skip
"""Drawn at random, very slow ones, and simple parts of a turn."""


@claim(
    "On this wave, the limit is 0.05, and neighbors are on average more than ten "
    "times as far apart. On a slower wave, neighbors are closer, and the limit is "
    "smaller, too.",
    "In a long text, distant positions look far more similar than neighbors, which "
    "breaks *own*.",
)
def distant_positions_look_more_similar_than_neighbors():
    for w in (0.003, 0.01, 0.1, 1):
        assert np.abs(np.diff(np.sin(w * np.arange(10_000)))).mean() > 10 * 0.05 * w
    for w in FREQUENCIES:  # the slowest takes 2,094 positions for a wave
        numbers = np.sin(w * np.arange(20_000))
        distant = np.abs(numbers[:100, None] - numbers[500:]).min(axis=1)
        assert distant.max() < 0.1 * np.abs(np.diff(numbers)).mean()


@claim(
    "All 100 words are. A slower wave only delays the confusion: in a text of 10,000 "
    "words, every word is confused again, even at frequency 0.01.",
    "in a text of 100 words, this wave confuses each word with a distant one",
)
def the_frequency_decides_how_soon():
    assert confused_share(1, 100) == confused_share(1, 100, offset=40) == 1
    assert confused_share(0.01, 100) == 0 < confused_share(0.01, 1000) < 0.2
    for w in FREQUENCIES:
        # Ten times as slow, ten times as long: no wave escapes.
        assert confused_share(w, int(300 / w) + 1000, offset=40) == 1, w


@claim(
    "The points lie on one closed curve, an ellipse.",
    r"But $\cos(\text{pos}) = \pm\sqrt{1 - \sin^2(\text{pos})}$ has two possible "
    "values: plus where the wave rises, and minus where it falls.",
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
    "The steps are large on the slope and tiny at the crest",
    "at nearly the same height, the wave may rise or fall, so the next number can be "
    "quite different",
)
def steps_and_slopes():
    for w in (0.02, 0.5, 2):
        angle = w * np.arange(5000)
        steps = np.abs(np.sin(angle + w) - np.sin(angle))
        middle = np.abs(np.cos(angle + w / 2))
        assert steps[middle < 0.1].max() < 0.12 * steps[middle > 0.9].min()
    for w in (0.5, 1, 2):
        after = np.sin(w * np.arange(1, 3001))[
            np.abs(np.sin(w * np.arange(3000))) < 0.01
        ]
        assert np.ptp(after) > 0.9
