"""The conclusions of lesson 06, tested where they could fail."""

import numpy as np

from posenc_lessons import angular_frequencies, sinusoidal_encoding, wavelengths
from tests.claims import claim
from tests.claims.lesson_05 import distances


@claim(
    "The closest two are about 0.3 apart. The slowest clock needs 2,916 positions for "
    "a turn, so it keeps positions apart even where the other two are nearly back.",
)
def the_paper_s_three_clocks_do_not_meet():
    new = angular_frequencies(6)
    assert round(distances(new, 1000).min(), 1) == 0.3
    assert round(distances(1 / np.arange(1, 4), 1000).min(), 2) == 0.01
    assert round(2 * np.pi / new[-1]) == 2916
    close = distances(new[:2], 1000) < 0.25
    assert close.sum() == 4 and distances(new, 1000)[close].min() > 0.3


@claim(
    "Only column $0$ keeps the right frequency. Column $1$ gets the frequency of "
    "column $2$.",
    "So every row has the same length, $\\sqrt{d_{model}/2}$",
)
def pairs_share_a_frequency_and_rows_a_length():
    for d_model in (4, 6, 16, 512):
        right = np.repeat(angular_frequencies(d_model), 2)
        mistaken = 10_000.0 ** (-2 * np.arange(d_model) / d_model)
        assert np.flatnonzero(np.isclose(right, mistaken)).tolist() == [0]
        assert np.isclose(mistaken[1], right[2])
        rows = sinusoidal_encoding(100, d_model)
        assert np.allclose(np.linalg.norm(rows, axis=1), np.sqrt(d_model / 2))


@claim(
    "At position $1$, the first clock has turned a lot and the second a little. The "
    "third has turned by only $1/464$, too little to show in two decimals.",
)
def the_third_clock_does_not_show():
    assert np.round(1 / angular_frequencies(6), 1).tolist() == [1, 21.5, 464.2]
    start, end = sinusoidal_encoding(2, 6).round(2)
    assert (start == end).tolist() == [False, False, False, True, True, True]


@claim(
    "One factor spreads the clocks evenly over powers of ten",
    "The factor is about 1.04: the more clocks share the range, the smaller the step "
    "from one to the next.",
    "the longest wavelength stays below this bound, because the last clock stops one "
    "step short of $1/10000$.",
)
def wider_encodings_have_smaller_steps():
    widths = (4, 6, 16, 128, 512, 4096)
    for width in widths:
        frequencies = angular_frequencies(width)
        assert frequencies[0] == 1 and np.allclose(
            np.diff(np.log10(frequencies)), -8 / width
        )
        assert np.isclose(frequencies[-1] * 10_000 ** (-2 / width), 1 / 10_000)
        assert wavelengths(width)[-1] < 10_000 * 2 * np.pi
    steps = [1 / angular_frequencies(width)[1] for width in widths]
    assert steps == sorted(steps, reverse=True) and round(steps[4], 2) == 1.04


@claim(
    "With base 10,000, the distance grows for much longer",
)
def the_distance_grows_up_to_the_base():
    for d_model in (64, 512):
        for base, last in ((10, 14), (100, 14), (1000, 14), (10_000, 15), (1e6, 16)):
            apart = distances(angular_frequencies(d_model, base), 2**last)
            # the middle of the distances at offsets 1, 2 to 3, 4 to 7, and so on
            parts = np.split(apart, 2 ** np.arange(1, last) - 1)
            middle = [np.median(part) for part in parts]
            assert (np.diff(middle[: int(np.log2(base))]) > 0).all()
            assert base == 1e6 or base / 4 < 2.0 ** np.argmax(middle) < 1.3 * base


@claim("The price is that neighbors become more similar")
def a_larger_base_brings_neighbors_closer():
    bases = 10.0 ** np.arange(13)
    for d_model in (6, 16, 512, 600):
        apart = [distances(angular_frequencies(d_model, base), 2)[0] for base in bases]
        assert (np.diff(apart) < 0).all()


@claim(
    "The distance grows only with base 10,000, from $12.8$ to $20.5$, so only that "
    "base tells near from far.",
    "With base 10, even the slowest clock turns by almost $1/10$ radian per word. So "
    "it ends its first half turn, $\\pi$ radians, after about "
    "$10\\pi \\approx 31$ words. With base 10,000, a third of "
    "the clocks are still on their first half turn after 1,000 words, so on the whole "
    "the distance keeps growing.",
    "A base of 10,000 makes neighbors more similar than a base of 10 does, but at "
    "width 512 it tells near from far.",
)
def a_larger_base_tells_near_from_far():
    for d_model in (128, 512, 1024):
        small, large = (
            distances(angular_frequencies(d_model, base), 1001) for base in (10, 10_000)
        )
        assert small[0] > 1.8 * large[0] and small[999] < small[9]
        if d_model == 512:
            assert np.round(large[[9, 999]], 1).tolist() == [12.8, 20.5]
        # Once all clocks with base 10 have made a turn, the distance stays level.
        assert 60 < wavelengths(d_model, 10)[-1] < 63
        slow = np.mean(wavelengths(d_model) > 2000)
        assert 0.33 < slow < 0.4
        assert abs(small[62:] / np.sqrt(d_model) - 1).max() < 0.15
        # With the larger base, ten times the offset is always farther apart.
        for start, end in ((1, 10), (10, 100), (100, 1000)):
            assert large[end - 1] > 1.1 * large[start - 1]
        middle = [np.median(large[k : 2 * k]) for k in (8, 16, 32, 64, 128, 256, 500)]
        assert (np.diff(middle) > 0).all()


@claim(
    "*Own* is now a *yes*, because models are wide: at width 512, no two of 100,000 "
    "positions are closer than neighbors.",
)
def the_formula_keeps_the_wishes():
    frequencies = angular_frequencies(512)
    near = distances(frequencies, 2000)
    assert near.argmin() == 0
    # Some of the clocks alone keep distant positions farther apart than neighbors.
    assert distances(frequencies[-100:], 100_000)[1999:].min() > near[0]
