"""What lesson 04 concludes, tried where it could fail."""

import numpy as np

from posenc_lessons import nearest_neighbours, round_to
from tests.claims import claim


def share(n, tolerance):
    """Return the share of the first n positions that have a double."""
    return (nearest_neighbours(np.sin(np.arange(n)))[1] < tolerance).mean()


FRACTIONS = [(3, 1), (22, 7), (333, 106), (355, 113), (103_993, 33_102)]


@claim("04", "Neither can happen to two different whole positions")
def no_two_sines_are_equal():
    for n in (1000, 30_000, 100_000):
        assert len(np.unique(np.sin(np.arange(n)))) == n


@claim(
    "04",
    "How close two sines are is a product of two factors",
    "But a fraction that comes near to $\\pi$ brings them near.",
    "brings all positions that are 710 apart to within 0.0001, and 333/106 those that "
    "are 333 apart to within 0.009",
)
def good_fractions_make_positions_collide():
    for p, q in FRACTIONS:
        first = np.unique(np.linspace(0, p, 50).astype(int))
        second = p - first if q % 2 else first + p
        apart = np.abs(np.sin(second) - np.sin(first))
        factors = 2 * np.cos((first + second) / 2) * np.sin((second - first) / 2)
        np.testing.assert_allclose(apart, np.abs(factors), atol=1e-10)
        assert (apart <= np.abs(p - q * np.pi) + 1e-10).all()
    codes = np.sin(np.arange(20_000))
    for lag, within in ((710, 1e-4), (333, 0.009)):
        apart = np.abs(codes[lag:] - codes[:-lag])
        assert 0.6 * within < apart.max() < within


@claim(
    "04",
    "of 356 words, *every one* has a double closer than 0.001",
    "of 356 words every one has another closer than 0.001",
    "The words after that find no partner at first, so the share falls, to 69 %",
    "from 710 words on it is 100 % again",
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
    later = {n: share(n, 0.001) for n in (*range(520, 546), *range(704, 720), 1500)}
    assert min(later, key=later.get) == 533 and 0.685 < later[533] < 0.695
    assert all((found == 1) == (n >= 710) for n, found in later.items())


@claim(
    "04",
    "From 201 words on, the room alone forces some two closer than 0.01.",
    "All pairs with the sum 22 are closer than 0.009",
    "After that the share even falls, to 46 % of 177.",
)
def fractions_crowd_the_words_before_room_does():
    random = np.random.default_rng(4)
    for n in (23, 100, 200):
        assert nearest_neighbours(np.linspace(-1, 1, n))[1].min() > 0.01
    for n in (201, 300):
        for codes in (np.linspace(-1, 1, n)[:-1], random.uniform(-1, 1, n)):
            codes = np.append(codes, 0.999)
            assert nearest_neighbours(codes)[1].min() < 0.01
    first = np.sin(np.arange(23))
    assert np.abs(first - first[::-1]).max() < 0.009
    assert (nearest_neighbours(first)[1] >= 0.01).nonzero()[0].tolist() == [11]
    shares = {n: share(n, 0.01) for n in range(12, 357)}
    assert max(range(12, 300), key=shares.get) == 23
    assert min(range(23, 357), key=shares.get) == 177


@claim(
    "04",
    "But points at *random* have still more doubles, 66 % of 100.",
    "96 %, against 26 % at random",
    "against 38 % at random",
)
def chance_makes_doubles_too():
    random = np.random.default_rng(5)
    for n, tolerance, more in (
        (23, 0.01, False), (100, 0.01, True), (177, 0.01, True), (356, 0.001, False),
    ):  # fmt: skip
        drawn = [
            (nearest_neighbours(np.sin(random.uniform(0, 7000, n)))[1] < tolerance)
            for _ in range(60)
        ]
        whole = (nearest_neighbours(np.sin(np.arange(n)))[1] < tolerance).mean()
        shares = np.mean(drawn, axis=1)
        assert (np.mean(shares) > whole + 0.05) == more
        assert more or shares.max() < whole - 0.3
        expected = {23: 0.26, 100: 0.66, 177: 0.82, 356: 0.38}[n]
        assert abs(np.mean(shares) - expected) < 0.04


@claim(
    "04",
    "Up to 179 words a slope of 191 is enough.",
    "from there on it takes 55,830 or more",
    "a curve whose slope is at most 1000 misses position 0 or 355 by more than 0.82",
    "a curve through all points of 1000 words needs a slope of 55,830",
)
def gentle_curves_do_no_better():
    for n in (*range(20, 260), 356, 357, 1000, 1001, 5000):
        codes = np.sin(np.arange(n))
        order = np.argsort(codes[:-1])
        slopes = np.diff(codes[1:][order]) / np.diff(codes[:-1][order])
        assert round(np.abs(slopes).max()) == (191 if n < 180 else 55_830)
    codes = np.sin(np.arange(1001))
    now, later = codes[:-1], codes[1:]
    grid = np.linspace(-1, 1, 20_001)
    for degree in (1, 2, 3, 5, 9, 15, 25, 40):
        curve = np.polynomial.Chebyshev.fit(now, later, degree, domain=[-1, 1])
        assert np.abs(curve.deriv()(grid)).max() < 1000
        assert np.abs(curve(now) - later).max() > 0.826
    for width in (0.3, 0.03, 0.003):
        # The mean of the next codes of all words whose code is about the same.
        weights = np.exp(-(((now[:, None] - now) / width) ** 2))
        smooth = weights @ later / weights.sum(axis=1)
        assert np.abs(smooth - later).max() > 0.826


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
