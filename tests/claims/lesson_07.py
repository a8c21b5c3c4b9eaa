"""What lesson 07 concludes, tried where it could fail."""

import numpy as np

from posenc_lessons import similarity_by_offset, sinusoidal_encoding
from tests.claims import claim


@claim(
    "07",
    "the slow pairs have not yet made the quarter turn after which a cosine becomes "
    "negative",
    "(a sine only after half a turn)",
    "All minus signs are in the stripes and bands",
)
def only_pairs_with_a_quarter_turn_are_negative():
    for n_positions, base in ((128, 10_000), (64, 10_000), (128, 1000), (1000, 10_000)):
        table = sinusoidal_encoding(n_positions, 512, base=base)
        turned = (n_positions - 1) * base ** (-np.arange(256) / 256)
        slow = turned < np.pi / 2
        assert not (table[:, 0::2][:, slow] < 0).any()
        assert not (table[:, 1::2][:, slow] < 0).any()
        assert (table[:, 1::2][:, ~slow] < 0).any(axis=0).all()
        assert not (table[:, 0::2][:, turned < np.pi] < 0).any()


@claim(
    "07",
    "Towards the right they become a comb that looks nearly the same in every row",
    "in the last quarter the sines stay below 0.13 and the cosines above 0.99",
    "The first 180 move by 1.9 or more, the last ones hardly",
    "A quarter of the numbers nearly stands still here",
)
def the_last_quarter_hardly_moves():
    table = sinusoidal_encoding(128, 512)
    assert table[:, 384::2].max() < 0.13 and table[:, 385::2].min() > 0.99
    assert table[:, 342::2].max() > 0.26  # the last third would not do
    assert np.ptp(table[:, :180], axis=0).min() >= 1.9
    assert np.ptp(table[:, 384:], axis=0).max() < 0.13


@claim("07", "If the rows stood alone, 16 columns would do.")
def sixteen_columns_do_for_rows_alone():
    table = sinusoidal_encoding(128, 16)
    for seed in range(3):
        noise = 0.1 * np.random.default_rng(seed).normal(size=table.shape)
        assert (((table + noise) @ table.T).argmax(axis=1) == np.arange(128)).all()
    # With 4 columns they would not.
    table, noise = sinusoidal_encoding(128, 4), noise[:, :4]
    assert (((table + noise) @ table.T).argmax(axis=1) != np.arange(128)).any()


def random_words(random, shape):
    """Return words of variance 1, drawn in three ways."""
    yield random.normal(size=shape)
    yield random.uniform(-np.sqrt(3), np.sqrt(3), size=shape)
    yield random.choice([-1.0, 1.0], size=shape)


def found(rows, words, places):
    """Return the share of positions found by the nearest row, words added."""
    agreement = (rows[places] + words) @ rows.T - (rows**2).sum(axis=1) / 2
    return (agreement.argmax(axis=1) == places).mean()


@claim(
    "07",
    "At 512, and not at 128.",
    "its new frequencies are not what it is good for here",
    "sixteen columns, written 32 times, find 100 % after rounding",
    "So do, nearly, 512 fast columns written once, at base 100.",
    "alone they guess, and the other 385 find about as many as all do",
)
def columns_help_though_they_are_the_same_ones():
    narrow, wide = sinusoidal_encoding(128, 16), sinusoidal_encoding(128, 512)
    still = np.ptp(wide, axis=0) < 0.05
    for seed in (1, 2):
        random = np.random.default_rng(seed)
        places = random.integers(128, size=600)
        for words in random_words(random, (600, 512)):
            at_512 = found(wide, words, places)
            assert at_512 > 0.9
            assert found(sinusoidal_encoding(128, 128), words[:, :128], places) < 0.8
            assert found(narrow, words[:, :16], places) < 0.25
            # The same frequencies again and again, and others, written once.
            assert found(np.tile(narrow, 32), words, places) > at_512 + 0.02
            fast = sinusoidal_encoding(128, 512, base=100)
            assert found(fast, words, places) > at_512 + 0.02
            assert found(np.tile(sinusoidal_encoding(128, 2), 256), words, places) < 0.4
            for_time = np.tile(sinusoidal_encoding(128, 128), 4)
            assert abs(found(for_time, words, places) - at_512) < 0.04
            assert found(wide[:, still], words[:, still], places) < 0.03
            assert found(wide[:, ~still], words[:, ~still], places) > at_512 - 0.02


@claim(
    "07",
    "Two columns, written 256 times, find only 28 %: after 44 steps they are back, but "
    "for 0.28.",
    "written 65,536 times, two columns would find 98 %",
)
def two_columns_repeated_find_more_but_slowly():
    pair = sinusoidal_encoding(128, 2)
    random = np.random.default_rng(4)
    places = random.integers(128, size=4000)
    # Equal columns with a word in each are one column whose word is their mean.
    for times, least, most in (
        (256, 0.25, 0.31),
        (4096, 0.58, 0.68),
        (65_536, 0.97, 1),
    ):
        words = random.normal(size=(4000, 2)) / np.sqrt(times)
        assert least < found(pair, words, places) < most
    closest = np.linalg.norm(pair[44] - pair[0])
    assert round(closest * np.sqrt(256), 2) == 0.28
    assert closest * np.sqrt(65_536) > 4


@claim("07", "What helps is that every row is far from every other.")
def tables_whose_closest_rows_are_farther_apart_find_more():
    random = np.random.default_rng(3)
    places = random.integers(128, size=1500)
    words = random.normal(size=(1500, 512))
    pairs = []
    for d_model, base, times in (
        (16, 1e4, 1),
        (16, 1e4, 8),
        (16, 1e4, 32),
        (128, 1e4, 1),
        (128, 1e4, 4),
        (512, 1e4, 1),
        (512, 1e3, 1),
        (512, 1e2, 1),
    ):
        rows = np.tile(sinusoidal_encoding(128, d_model, base=base), times)
        products = rows @ rows.T
        gap = products[0, 0] - products[~np.eye(128, dtype=bool)].max()
        pairs.append((gap, found(rows, words[:, : rows.shape[1]], places)))
    shares = [share for _, share in sorted(pairs)]
    assert (np.diff(shares) > -0.02).all()


@claim("07", "a random word moves a vector by about 1, at any width")
def a_word_moves_by_1_from_row_to_row():
    for d_model in (16, 64, 512):
        random = np.random.default_rng(d_model)
        rows = sinusoidal_encoding(128, d_model)
        towards = np.diff(rows, axis=0)
        towards /= np.linalg.norm(towards, axis=1, keepdims=True)
        for words in random_words(random, (2000, d_model)):
            assert abs((words @ towards.T).std() - 1) < 0.05


@claim(
    "07",
    "On $k$ alone, and the same for $k$ and $-k$",
    "It depends on *how far*, and not on the direction.",
)
def similarity_is_of_the_lag_alone():
    for d_model, base in ((6, 10_000), (128, 100), (512, 10_000)):
        table = sinusoidal_encoding(300, d_model, base=base)
        products = table @ table.T
        for lag in (1, 44, 200):
            assert np.ptp(np.diagonal(products, lag)) < 1e-9
            assert np.allclose(np.diagonal(products, lag), np.diagonal(products, -lag))


@claim("07", "From width 16 on, in both cases, among the widths of the slider.")
def no_lag_is_more_alike_than_neighbours_from_16_on():
    lags = np.arange(1.0, 1001)
    for d_model in (2, 4, 6, 8, 16, 64, 128, 512):
        likeness = similarity_by_offset(lags, d_model)
        assert (likeness[1:].max() > likeness[0]) == (d_model < 16)
        assert (likeness[1:30].max() > likeness[0]) == (d_model < 16)


@claim(
    "07",
    "each time about 0.25 less for ten times the lag",
    "With base 100 it is half of the clocks, and the similarity falls twice as fast",
    "Ten times as far: less alike by 0.25, to some thousands",
    "From lag 2300 to 20,000 the similarity wavers around 0, between -0.15 and 0.15",
)
def the_similarity_falls_with_the_powers_of_ten():
    for d_model in (512, 1024, 2048):
        for base, steps in ((10_000, 3), (1_000_000, 4), (100, 1)):
            at = similarity_by_offset(10.0 ** np.arange(steps + 1), d_model, base)
            falls = -np.diff(at) / (d_model / 2) * np.log10(base)
            # Each is 1 / log10(base), a quarter, a sixth, a half, within a fifth.
            assert (np.abs(falls - 1) < 0.21).all()
    # Narrow codes waver more than they fall.
    at = similarity_by_offset(10.0 ** np.arange(4), 64) / 32
    assert np.ptp(-np.diff(at)) > 0.1
    far = similarity_by_offset(np.arange(2300.0, 20_001), 512) / 256
    assert np.abs(far).max() < 0.15
    # Not for ever: the sum of many waves comes back to nearly anything.
    beyond = similarity_by_offset(np.array([2_545_745.0]), 512) / 256
    assert beyond > 0.15


@claim(
    "07",
    "at width 512 falls by about 0.25 with each tenfold lag, up to some thousands",
    "*rises* in between, first from lag 43.",
)
def the_fall_and_the_first_rise_are_those_of_width_512():
    lags = np.arange(10_001.0)
    likeness = similarity_by_offset(lags, 512) / 256
    falls = likeness[1:401] - likeness[10:4001:10]
    assert 0.19 < falls.min() and falls.max() < 0.31
    assert (np.diff(likeness) > 0).argmax() == 43
    narrow = similarity_by_offset(lags, 64) / 32
    assert narrow[10] - narrow[100] < 0.11
    assert (np.diff(narrow) > 0).argmax() == 5


@claim(
    "07",
    "it passes its value at lag 1000 from lag 726 to lag 1810, again and again",
    "this one number tells *how far* up to some thousands of words, and roughly",
)
def the_similarity_tells_the_lag_within_a_factor():
    likeness = similarity_by_offset(np.arange(1, 6000.0), 512)
    for lag in range(1, 1001, 9):
        at = likeness[lag - 1]
        shortest = 1 + (likeness <= at).argmax()
        longest = 1 + (likeness >= at).nonzero()[0][-1]
        assert longest < 3 * shortest
        assert (shortest, longest) == (726, 1810) or lag != 1000
