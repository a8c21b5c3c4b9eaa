"""The conclusions on fast and slow frequencies, tested where they could fail."""

import numpy as np

from posenc_lessons import angular_frequencies
from tests.claims import claim, functions_of

distances = functions_of("curious/06_which_frequencies")["distances"]


@claim(
    "Fast geometric clocks win in absolute distance",
    "They lose only in relative distance, because their *neighbors* are farther apart.",
)
def fast_geometric_clocks_keep_as_far():
    for n_pairs in (8, 10, 12):
        fast = distances(n_pairs ** (-np.arange(n_pairs) / (n_pairs - 1)), 100_000)
        slow = distances(angular_frequencies(2 * n_pairs), 100_000)
        assert fast.min() > slow.min()
        assert fast[0] > 1.3 * slow[0]
        if n_pairs == 8:
            assert fast.min() < 0.9 * fast[0]


@claim(
    "Only fast simple fractions fail.",
    "their closest two positions are usually even farther apart than those of slow "
    "clocks",
    "So clocks fail here when all of them are back within the text.",
    "Neither a constant factor nor slow clocks are needed to avoid that.",
    "no distant words are much more similar than neighbors",
)
def only_fast_fractions_fail():
    fractions = sorted({p / q for q in range(2, 9) for p in range(1, q)})
    draws = {
        "fast fractions": lambda random: random.choice(fractions, 7, replace=False),
        "fast any": lambda random: random.uniform(1 / 8, 1, 7),
        "slow fractions": lambda random: 1 / random.integers(3, 7, 7).cumprod(),
        "slow any": lambda random: 1 / random.uniform(3, 6, 7).cumprod(),
    }
    for seed in (5, 6, 7):
        random = np.random.default_rng(seed)
        lows, ratios = {}, {}
        for kind, draw in draws.items():
            found = [distances([1, *draw(random)], 10_000) for _ in range(20)]
            lows[kind] = np.min(found, axis=1)
            ratios[kind] = lows[kind] / np.array(found)[:, 0]
        assert np.median(lows["fast any"]) > np.median(lows["slow any"])
        assert min(ratios["slow any"].min(), ratios["slow fractions"].min()) > 0.97
        assert ratios["fast fractions"].max() < 0.2
        assert lows.pop("fast fractions").max() < 0.3
        assert np.min(list(lows.values())) > 0.9
