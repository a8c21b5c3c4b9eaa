"""What lesson 04 concludes, tried where it could fail."""

import numpy as np

from posenc_lessons import nearest_neighbours, round_to
from tests.claims import claim

FRACTIONS = [(3, 1), (22, 7), (333, 106), (355, 113), (103_993, 33_102)]


@claim("04", "Neither can happen to two different whole positions")
def no_two_sines_are_equal():
    for n in (1000, 30_000, 100_000):
        assert len(np.unique(np.sin(np.arange(n)))) == n


@claim(
    "04",
    "How close two sines are is a product of two factors",
    "But a fraction that comes near to $\\pi$ brings them near.",
)
def good_fractions_make_positions_collide():
    for p, q in FRACTIONS:
        first = np.unique(np.linspace(0, p, 50).astype(int))
        second = p - first if q % 2 else first + p
        apart = np.abs(np.sin(second) - np.sin(first))
        factors = 2 * np.cos((first + second) / 2) * np.sin((second - first) / 2)
        np.testing.assert_allclose(apart, np.abs(factors), atol=1e-10)
        assert (apart <= np.abs(p - q * np.pi) + 1e-10).all()


@claim(
    "04",
    "of 356 words, *every one* has a double closer than 0.001",
    "of 356 words every one has a double",
    "The words after that find no partner at first",
)
def every_one_of_356_words_has_a_double():
    distances = {
        n: nearest_neighbours(np.sin(np.arange(n)))[1] for n in range(300, 700, 4)
    }
    shares = {n: (found < 0.001).mean() for n, found in distances.items()}
    assert shares[356] == 1
    assert max(share for n, share in shares.items() if n != 356) < 1
    assert distances[356].max() < 4e-5
    falling = [shares[n] for n in range(356, 533, 4)]
    assert (np.diff(falling) < 0).all()


@claim(
    "04",
    "it must fall 56,000 times as far as it goes sideways",
    "A curve whose slope is at most 1000 misses one of the two by 0.83 or more",
    "a curve through all points needs a slope of 56,000",
)
def gentle_curves_do_no_better():
    codes = np.sin(np.arange(1001))
    now, later = codes[:-1], codes[1:]
    order = np.argsort(now)
    slopes = np.abs(np.diff(later[order]) / np.diff(now[order]))
    assert 55_500 < slopes.max() < 56_500
    grid = np.linspace(-1, 1, 20_001)
    for degree in (1, 2, 3, 5, 9, 15, 25, 40):
        curve = np.polynomial.Chebyshev.fit(now, later, degree, domain=[-1, 1])
        assert np.abs(curve.deriv()(grid)).max() < 1000
        assert np.abs(curve(now) - later).max() > 0.83
    for width in (0.3, 0.03, 0.003):
        # The mean of the next codes of all words whose code is about the same.
        weights = np.exp(-(((now[:, None] - now) / width) ** 2))
        smooth = weights @ later / weights.sum(axis=1)
        assert np.abs(smooth - later).max() > 0.83


@claim("04", "measured that the best linear rule")
def no_line_errs_by_less():
    for n in (100, 356, 1000, 5000):
        codes = np.sin(np.arange(n + 1))
        now, later = codes[:-1], codes[1:]
        slopes, offsets = np.meshgrid(np.linspace(-2, 2, 41), np.linspace(-1, 1, 21))
        for slope, offset in zip(slopes.ravel(), offsets.ravel()):
            assert np.abs(slope * now + offset - later).max() > 0.83


@claim("04", "In the short number formats of lesson 03 it holds in full")
def short_formats_make_sines_equal():
    for n in (500, 1000, 5000):
        for name in ("float16", "bfloat16"):
            assert len(np.unique(round_to(np.sin(np.arange(n)), name))) < n
