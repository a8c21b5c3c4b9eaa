"""The conclusions of lesson 06, tested where they could fail."""

import numpy as np

from posenc_lessons import (
    angular_frequencies,
    sinusoidal_encoding,
    wavelengths,
)
from tests.claims import claim


def distances(frequencies, n_positions):
    """Return the distances between two rows at offsets 1 ... n_positions - 1."""
    halves = np.outer(np.arange(1, n_positions), np.asarray(frequencies) / 2)
    return 2 * np.linalg.norm(np.sin(halves), axis=1)


@claim(
    "06",
    "Lesson 05's three clocks confuse positions 377 apart: the distance is $0.01$.",
    "They are about 0.3 apart, so the paper's three clocks confuse no two of the "
    "positions. The slowest takes 2,916 positions for a turn, so it keeps positions "
    "apart even where the other two are nearly back.",
)
def the_paper_s_three_clocks_do_not_meet():
    old, new = 1 / np.arange(1, 4), angular_frequencies(6)
    assert round(distances(new, 1000).min(), 1) == 0.3
    assert distances(old, 1000).argmin() + 1 == 377
    assert round(distances(old, 1000).min(), 2) == 0.01
    turned = 377 * old % (2 * np.pi)
    assert np.minimum(turned, 2 * np.pi - turned).max() < 0.01
    assert round(2 * np.pi / new[-1]) == 2916
    close = distances(new[:2], 1000) < 0.25
    assert close.sum() == 4 and distances(new, 1000)[close].min() > 0.3
    for n_clocks in range(3, 257):
        assert distances(angular_frequencies(2 * n_clocks), 1000).min() > 0.3


@claim(
    "06",
    "Only column $0$. Column $1$ already gets the frequency of column $2$",
    "So every row has the same length, $\\sqrt{d_{model}/2}$",
    "Both columns of a pair share one frequency, and each row has the same length.",
)
def pairs_share_a_frequency_and_rows_a_length():
    for d_model in (4, 6, 16, 512):
        columns = np.arange(d_model)
        right = np.repeat(angular_frequencies(d_model), 2)
        mistaken = 10_000.0 ** (-2 * columns / d_model)
        assert np.flatnonzero(np.isclose(right, mistaken)).tolist() == [0]
        assert np.isclose(mistaken[1], right[2])
        rows = sinusoidal_encoding(100, d_model)
        assert np.allclose(np.linalg.norm(rows, axis=1), np.sqrt(d_model / 2))


@claim(
    "06",
    "Three numbers change: both in the fast pair, and the sine in the second.",
    "The third clock turns by only $1/464$, and a slow cosine starts at the top of its "
    "wave, where it changes least.",
)
def sines_move_first():
    moved = np.abs(np.diff(sinusoidal_encoding(2, 6), axis=0))[0]
    assert (moved > 0.01).tolist() == [True, True, True, False, False, False]
    assert round(1 / angular_frequencies(6)[2]) == 464
    for d_model in (6, 64, 512):
        moved = np.abs(np.diff(sinusoidal_encoding(2, d_model), axis=0))[0]
        assert (moved[3::2] < moved[2::2]).all()


@claim(
    "06",
    "One factor spreads the clocks evenly over powers of ten",
    "It is about 1.04: the more clocks share the range, the smaller the step from one "
    "to the next.",
    "The frequencies start at 1 and head for $1/10000$, but stop one step before it.",
)
def wider_encodings_have_smaller_steps():
    for width in (4, 6, 16, 128, 512, 4096):
        frequencies = angular_frequencies(width)
        assert frequencies[0] == 1 and frequencies[-1] > 1 / 10_000
        assert np.allclose(np.diff(np.log10(frequencies)), -8 / width)
        assert np.isclose(frequencies[-1] * 10_000 ** (-2 / width), 1 / 10_000)
    steps = [
        angular_frequencies(width)[0] / angular_frequencies(width)[1]
        for width in (4, 6, 16, 128, 512, 4096)
    ]
    assert steps == sorted(steps, reverse=True)
    assert [round(step, 1) for step in steps[1:]] == [21.5, 3.2, 1.2, 1.0, 1.0]
    assert round(steps[4], 2) == 1.04


@claim(
    "06",
    "the longest wavelength stays below this bound, because the last clock stops one "
    "step short of $1/10000$.",
)
def no_width_reaches_the_bound():
    bound = 10_000 * 2 * np.pi
    longest = [wavelengths(width)[-1] for width in (2, 6, 64, 512, 8192)]
    assert longest == sorted(longest)
    assert max(longest) < bound
    assert 0.95 < longest[3] / bound
    assert 0.04 < longest[1] / bound < 0.05


@claim(
    "06",
    "A larger base makes the slow clocks slower.",
    "The price is that neighbors become more alike: their distance is 3.7 instead of "
    "7.3.",
)
def a_larger_base_brings_neighbors_closer():
    bases = 10.0 ** np.arange(13)
    for d_model in (6, 16, 512, 600):
        apart = [distances(angular_frequencies(d_model, base), 2)[0] for base in bases]
        assert (np.diff(apart) < 0).all()
        longest = [wavelengths(d_model, base)[-1] for base in bases]
        assert (np.diff(longest) > 0).all()
    apart = [distances(angular_frequencies(512, base), 2)[0] for base in (10_000, 10)]
    assert np.round(apart, 1).tolist() == [3.7, 7.3]
    for base in (100, 10_000, 1_000_000):
        frequencies = angular_frequencies(512, base)
        parts = 2 - 2 * np.cos(frequencies)
        assert parts[frequencies < 0.1].sum() < 0.02 * parts.sum()


@claim(
    "06",
    "Only with the large base does the distance keep growing",
    "Only with base 10,000: its distance tells near from far. With base 10, words 10 "
    "and 1,000 away look about equally far.",
    "Soon their hands point in all directions, so the cosines in lesson 05's formula "
    "average to about 0. Each of $256$ clocks adds about $2 - 0$, so the distance "
    r"stays near $\sqrt{256 \cdot 2} = 22.6$. Just before, most hands point away from "
    "where they started, so each of these adds more than 2.",
    "With the large base, the slow clocks are still on their first turn, so on the "
    "whole the distance keeps growing.",
    "A base of 10,000 makes neighbors more alike than a base of 10 does, but at width "
    "512 it tells near from far.",
)
def a_larger_base_tells_near_from_far():
    for d_model in (128, 512, 1024):
        length = np.sqrt(d_model / 2)
        small, large = (
            distances(angular_frequencies(d_model, base), 1001) for base in (10, 10_000)
        )
        assert small[0] > 1.8 * large[0]
        # Once the slowest clock is back, rows are as far apart as any two are.
        assert wavelengths(d_model, 10)[-1] < 63
        # First most of the hands are more than a quarter turn away, then half of them.
        hands = np.outer(np.arange(11, 1001), angular_frequencies(d_model, 10))
        far = (np.cos(hands) < 0).mean(axis=1)
        assert (
            0.55 < far[:10].min() < far[:10].max() < 0.68
            and np.abs(far[20:] - 0.5).max() < 0.18
        )
        assert small[:9].max() <= small[9] < small.max() < 1.05 * small[9]
        assert abs(small[62:] / (length * np.sqrt(2)) - 1).max() < 0.15
        assert small[999] < small[9]
        # With the larger base, ten times the offset is always farther apart.
        for start, end in ((1, 10), (10, 100), (100, 1000)):
            near, far = large[start - 1], large[end - 1]
            assert far > 1.1 * near
        middle = [np.median(large[k : 2 * k]) for k in (8, 16, 32, 64, 128, 256, 500)]
        assert (np.diff(middle) > 0).all()


@claim(
    "06",
    "the paper's formula (06) | yes | yes | yes | yes | ? | yes",
    "*Own* is now a *yes*: a model's 256 clocks confuse no two positions even in "
    "100,000.",
)
def the_formula_keeps_the_wishes():
    """The slowest 30 of the 256 clocks alone confuse no two positions far apart."""
    assert distances(angular_frequencies(6), 1000).min() >= 0.05
    assert distances(angular_frequencies(512)[-30:], 100_000)[1000:].min() > 0.05
    assert distances(angular_frequencies(512), 1002).min() > 0.05
    for d_model in (16, 64, 512):
        table = sinusoidal_encoding(2000, d_model)
        assert distances(angular_frequencies(d_model), 2000).argmin() == 0
        assert np.array_equal(table[:50], sinusoidal_encoding(50, d_model))
        assert np.abs(table).max() <= 1
        steps = np.linalg.norm(np.diff(table, axis=0), axis=1)
        assert np.ptp(steps) < 1e-9
        assert np.isfinite(sinusoidal_encoding(2, d_model, start=10**6)).all()
