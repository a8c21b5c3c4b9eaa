"""What is said of fast and slow frequencies, tried where it could fail."""

import numpy as np

from posenc_lessons import angular_frequencies
from tests.claims import claim


def distances(frequencies, n_positions):
    """Return the distance of two rows at the offsets 1 ... n_positions - 1."""
    offsets = np.arange(1, n_positions)
    return np.sqrt(sum(2 - 2 * np.cos(offsets * w) for w in frequencies))


@claim(
    "06_which_frequencies",
    "Fast geometric clocks win in absolute distance",
    "They lose only in relative distance, because their *neighbors* are farther apart.",
    "Fast geometric clocks lose by one measure only",
)
def fast_geometric_clocks_keep_as_far():
    for n_pairs in (8, 10, 12):
        fast = distances(n_pairs ** (-np.arange(n_pairs) / (n_pairs - 1)), 100_000)
        slow = distances(angular_frequencies(2 * n_pairs), 100_000)
        assert fast.min() > slow.min()
        assert fast[0] > 1.3 * slow[0]
    fast = distances(8 ** (-np.arange(8) / 7), 100_000)
    assert fast.min() < 0.9 * fast[0]


def drawn(kind, random):
    """Return eight frequencies, the first 1 and the others drawn at random."""
    fractions = sorted({p / q for q in range(2, 9) for p in range(1, q)})
    others = {
        "fast fractions": lambda: random.choice(fractions, 7, replace=False),
        "fast any": lambda: random.uniform(1 / 8, 1, 7),
        "slow fractions": lambda: 1 / random.integers(3, 7, 7).cumprod(),
        "slow any": lambda: 1 / random.uniform(3, 6, 7).cumprod(),
    }
    return [1, *others[kind]()]


@claim(
    "06_which_frequencies",
    "Only fast simple fractions fail.",
    "their closest two are usually even farther apart than those of slow clocks",
    "So clocks fail here when all of them are back within the text.",
    "Neither equal factors nor slow clocks are needed to avoid that.",
)
def only_fast_fractions_fail():
    for seed in (5, 6, 7):
        random = np.random.default_rng(seed)
        lows, ratios = {}, {}
        for kind in ("fast fractions", "fast any", "slow fractions", "slow any"):
            found = [distances(drawn(kind, random), 10_000) for _ in range(20)]
            lows[kind] = np.array([d.min() for d in found])
            ratios[kind] = np.array([d.min() / d[0] for d in found])
        assert lows["fast fractions"].max() < 0.3
        assert ratios["fast fractions"].max() < 0.2
        assert min(lows[kind].min() for kind in list(lows)[1:]) > 0.9
        assert np.median(lows["fast any"]) > np.median(lows["slow any"])
        assert min(ratios["slow any"].min(), ratios["slow fractions"].min()) > 0.97


@claim("06_which_frequencies", "for eight clocks, up to $3^6 \\pi$ positions")
def thirds_keep_every_offset_away():
    for n_pairs in range(3, 10):
        found = distances(3.0 ** -np.arange(n_pairs), 8000)
        assert found[0] < 1.0215
        last = int(3 ** (n_pairs - 2) * np.pi)
        assert found[1:last].min() > 1.0585
    # Steps of 10 are too wide: at offset 6 no hands are 60 degrees apart.
    assert distances(10.0 ** -np.arange(8), 10)[5] < 1.0585


@claim(
    "06_which_frequencies",
    "Neighbors are the closest from width 16 on. With six to ten columns, the steps "
    "are too wide.",
)
def neighbours_are_closest_from_16_columns_on():
    for d_model in (16, 18, 20, 26, 32, 48):
        found = distances(angular_frequencies(d_model), 30_000)
        assert found.argmin() == 0
    for d_model in (6, 8, 10):
        found = distances(angular_frequencies(d_model), 10)
        assert found[5] < found[0]
        assert 6 * angular_frequencies(d_model)[1] < 1
