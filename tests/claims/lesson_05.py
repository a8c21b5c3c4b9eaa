"""What lesson 05 concludes, tried where it could fail."""

import numpy as np

from posenc_lessons import sine_cosine_pairs
from tests.claims import claim


def by_lag(n_positions, paces):
    """Return the distances of two positions at the lags 1 to n_positions - 1."""
    lags, squares = np.arange(1, n_positions), 0
    for pace in paces:
        squares = squares + 2 - 2 * np.cos(lags * pace)
    return np.sqrt(squares)


def steps(n_pairs):
    """Return the paces 1, 1/2, 1/3 ..."""
    return 1 / np.arange(1, n_pairs + 1)


def powers(n_pairs, factor=4):
    """Return the paces 1, 1/4, 1/16 ..."""
    return float(factor) ** -np.arange(n_pairs)


def pairs_needed(n_positions, paces):
    """Return how many pairs it takes until neighbours are the closest."""
    for n_pairs in range(1, len(paces) + 1):
        if by_lag(n_positions, paces[:n_pairs]).argmin() == 0:
            return n_pairs
    return None


@claim("05", "the distance depends on the lag alone")
def distance_depends_on_the_lag_alone():
    random = np.random.default_rng(0)
    for _ in range(10):
        paces = random.uniform(0, 2, size=random.integers(1, 6))
        angles = np.arange(300)[:, None] * paces
        table = np.hstack([np.sin(angles), np.cos(angles)])
        expected = by_lag(300, paces)
        for lag in (1, 2, 17, 170):
            found = np.linalg.norm(table[lag:] - table[:-lag], axis=1)
            np.testing.assert_allclose(found, expected[lag - 1], atol=1e-11)


@claim("05", "the closest two of 100 codes move apart, as the lecture hoped")
def each_pair_moves_the_closest_two_of_100_apart():
    for n_positions in (60, 100, 150):
        closest = [by_lag(n_positions, steps(n)).min() for n in range(1, 9)]
        assert (np.diff(closest) > 0).all()


@claim(
    "05",
    "Nine pairs for 1000 positions, and eleven for 10,000",
    "Fewer: 5 pairs in place of 9, and 8 in place of 16 for 100,000 positions.",
    "no two of 1000 positions look alike with nine pairs at the paces 1, 1/2, 1/3 ..., "
    "or with five at 1, 1/4, 1/16 ...",
)
def so_many_pairs_are_needed():
    for n_positions, n_steps, n_powers in (
        (100, 5, 3),
        (1000, 9, 5),
        (10_000, 11, 7),
        (100_000, 16, 8),
    ):
        if n_positions < 100_000:
            assert pairs_needed(n_positions, steps(20)) == n_steps
        assert by_lag(n_positions, steps(n_steps)).argmin() == 0
        assert by_lag(n_positions, steps(n_steps - 1)).argmin() > 0
        assert pairs_needed(n_positions, powers(12)) == n_powers
        for more in range(n_powers, 12):
            assert by_lag(min(n_positions, 10_000), powers(more)).argmin() == 0


@claim(
    "05",
    "for 1000 positions, the fourth, fifth and sixth leave lag 377 at 0.0106 to 0.0108",
)
def some_pairs_hardly_help():
    apart = {n: by_lag(1000, steps(n)) for n in (3, 4, 5, 6)}
    assert all(distances.argmin() == 376 for distances in apart.values())
    assert all(0.0100 < distances.min() < 0.0109 for distances in apart.values())
    for n in (6, 10, 12, 14, 15):
        before = np.lcm.reduce(np.arange(1, n))
        assert np.lcm(before, n) == before


@claim("05", "It is the tenth dip below the dashed line")
def lag_377_is_in_the_tenth_dip():
    distances = by_lag(378, steps(3))
    below = distances < distances[0] - 1e-9
    assert (np.diff(below.astype(int)) == 1).sum() == 10 and below[-1]


@claim(
    "05",
    "it puts neighbours only 0.006 apart",
    "the first clock always has the pace 1, which alone keeps neighbours 0.96 apart",
)
def one_slow_clock_would_win():
    for n_positions, slowness in ((1000, 160), (100_000, 16_000)):
        distances = by_lag(n_positions, [1 / slowness])
        assert distances.argmin() == 0 and distances[0] < 0.0063
    random = np.random.default_rng(3)
    for _ in range(50):
        paces = np.append(1, random.uniform(0, 1, random.integers(0, 9)))
        assert by_lag(2, paces)[0] > 0.955


@claim(
    "05",
    "a text that is longer than the common period has positions that look alike",
    "At the whole number just below the common period, every hand is less than one "
    "step from where it was.",
)
def longer_than_the_common_period_looks_alike():
    """Paces that are multiples of 1/common, 1 the largest: any such set."""
    random = np.random.default_rng(1)
    for _ in range(200):
        common = int(random.integers(2, 300))
        n_pairs = int(random.integers(1, 12))
        paces = random.integers(1, common + 1, size=n_pairs) / common
        period = 2 * np.pi * common
        # The shortest text that is longer: its longest lag is less than a step off.
        distances = by_lag(int(np.ceil(period)), paces)
        assert len(distances) == int(period)
        assert distances[-1] < distances[0]
    assert by_lag(377, steps(6))[-1] < by_lag(377, steps(6))[0]


@claim(
    "05",
    "That is necessary, not sufficient: eight pairs have the period 5277.9",
    "a common period longer than the text is necessary, not sufficient",
)
def a_long_common_period_is_not_enough():
    distances = by_lag(1000, steps(8))
    assert distances[753] == distances.min() < 0.871 < distances[0]
    for paces, period in (
        (powers(4, 10), 2000 * np.pi),
        ([1, 1 / 31, 1 / 32], 2 * np.pi * 31 * 32),
        ([*steps(6), 1 / 100_000], np.inf),
        ([1, np.exp(-1)], np.inf),
        ([1, 1 / np.sqrt(2)], np.inf),
    ):
        distances = by_lag(1000, paces)
        assert period > 1000 and distances.min() < 0.7 * distances[0]


@claim(
    "05",
    "With the same limit for both, it is 7 pairs against 5 for 1000 positions at 0.85, "
    "and 9 against 5 at 0.95.",
    "nine at 1.205, the five at 0.993",
)
def the_measure_is_a_part_of_the_difference():
    assert abs(by_lag(2, steps(9))[0] - 1.205) < 5e-4
    assert abs(by_lag(2, powers(5))[0] - 0.993) < 5e-4
    for n_positions, limit, needed in (
        (1000, 0.85, (7, 5)), (1000, 0.95, (9, 5)), (1000, 0.5, (7, 5)),
        (10_000, 0.85, (9, 7)), (10_000, 0.95, (11, 7)),
    ):  # fmt: skip
        for paces, n_pairs in zip((steps, powers), needed):
            assert by_lag(n_positions, paces(n_pairs)).min() > limit
            assert by_lag(n_positions, paces(n_pairs - 1)).min() < limit


@claim(
    "05",
    "And there is no lag like 754.",
    "Each time, it takes as many as make the common period longer than the text",
)
def quarters_meet_at_the_common_period_only():
    for n_pairs in range(3, 9):
        period = 2 * np.pi * 4 ** (n_pairs - 1)
        assert by_lag(int(period), powers(n_pairs)).argmin() == 0
    for n_positions in (100, 1000, 10_000, 100_000):
        needed = pairs_needed(n_positions, powers(12))
        shorter, longer = 2 * np.pi * 4.0 ** np.array([needed - 2, needed - 1])
        assert shorter < n_positions < longer


@claim(
    "05",
    "So simple fractions are not the harm in themselves.",
    "Factor 6 needs only four pairs",
)
def other_simple_fractions_do_as_well():
    for factor in (2, 3, 4, 5, 6):
        assert pairs_needed(10_000, powers(16, factor)) is not None
    assert [pairs_needed(1000, powers(16, f)) for f in (2, 4, 6)] == [9, 5, 4]


@claim(
    "05",
    "with 10 no number of clocks is enough, not even for 100 words",
    "with a factor of 10 no number of pairs is enough",
    "the step must not be so large that it leaves a gap",
    "(That begins near factor 6.3.)",
)
def too_large_a_factor_leaves_a_gap():
    for factor in (7, 8, 10, 16, 100):
        for n_positions in (30, 100, 1000):
            assert pairs_needed(n_positions, powers(30, factor)) is None
    assert pairs_needed(1000, powers(30, 6.28)) == 4
    assert pairs_needed(1000, powers(30, 6.3)) is None
    # However many clocks: lag 6 of all of them is less than lag 1 of the first.
    further = 36 / (1 - 1 / 100) / 100
    assert by_lag(7, [1])[5] ** 2 + further < by_lag(2, [1])[0] ** 2
    for factor in (2, 3, 4, 5, 6, 7, 8, 10):
        far = by_lag(5000, powers(30, factor))
        assert (far[1:].min() > far[0]) == (factor < 7)


@claim("05", "The rule is a matrix of", "wherever it stands", "turn $k$ times")
def one_matrix_leads_to_the_next_word():
    for n_positions, n_pairs in ((50, 1), (1000, 1), (1000, 3), (3000, 3)):
        code = sine_cosine_pairs(n_positions, n_pairs)
        rule = np.linalg.lstsq(code[:-1], code[1:], rcond=None)[0]
        assert np.abs(code[:-1] @ rule - code[1:]).max() < 1e-9
        for k in (2, 7, 40):
            turned = code[:-k] @ np.linalg.matrix_power(rule, k)
            assert np.abs(turned - code[k:]).max() < 1e-8
