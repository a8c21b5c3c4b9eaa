"""What lesson 03 concludes, tried where it could fail."""

import collections
import fractions
import math

import numpy as np

from posenc_lessons import (
    first_merge,
    gradient_descent,
    integer_positions,
    loss_and_gradient,
    normalized_positions,
    round_to,
)
from tests.claims import claim


@claim(
    "03",
    "Cured: at both lengths all words are named right",
    "At small rates they cost something",
    "(In other draws up to a third of the words: 65 % instead of 98 %.)",
)
def words_are_learned_again():
    for seed, n in ((0, 40), (1, 300)):
        random = np.random.default_rng(seed)
        words, labels = random.normal(size=(40, 32)), random.integers(40, size=n)
        z = words[labels] + normalized_positions(n, 32)
        w = gradient_descent(z, labels, 40, rate=30.0)
        assert loss_and_gradient(z, labels, w)[0] < 0.01
        assert ((z @ w).argmax(axis=1) == labels).all()
        w = gradient_descent(z, labels, 40, rate=0.1)
        assert ((z @ w).argmax(axis=1) == labels).mean() > 0.95
        z = words[labels] + integer_positions(n, 32)
        for rate in 10.0 ** np.arange(-7, 3):
            w = gradient_descent(z, labels, 40, rate)
            assert ((z @ w).argmax(axis=1) == labels).mean() < 0.4

    costs = []
    for seed in (2, 5):
        words = np.random.default_rng(seed).normal(size=(40, 32))
        labels = np.random.default_rng(500).integers(40, size=500)
        right = []
        for code in (0, normalized_positions(500, 32)):
            z = words[labels] + code
            w = gradient_descent(z, labels, 40, rate=0.01)
            right.append(((z @ w).argmax(axis=1) == labels).mean())
        costs.append(right[0] - right[1])
    assert 0.03 < min(costs) and 0.3 < max(costs) < 0.36


def pairs(longest):
    return [(place, n) for n in range(1, longest + 1) for place in range(n)]


@claim(
    "03",
    "The code 0.5 stands for 25 different positions",
    "no network, however large, can do better from this number alone",
    r"The share tends to $6/\pi^2 \approx 61\,\%$",
)
def codes_are_shared():
    """Counted by reduced fractions: floor(N / b) pairs share a code a/b."""
    half = [place for place, n in pairs(50) if 2 * (place + 1) == n]
    assert len(half) == len(set(half)) == 25
    for longest in (50, 400):
        reduced = sum(
            math.gcd(a, b) == 1 for b in range(1, longest + 1) for a in range(1, b + 1)
        )
        share = reduced / len(pairs(longest))
        assert abs(share - 6 / np.pi**2) < 0.01
        found = collections.defaultdict(set)
        for place, n in pairs(min(longest, 60)):
            found[fractions.Fraction(place + 1, n)].add((place, n))
        # All that share a code stand at different positions: a guess gets one.
        assert all(len({p for p, _ in same}) == len(same) for same in found.values())


@claim(
    "03",
    "two neighbours tell the step $1/n$, and a division gives the position back",
)
def two_codes_tell_the_position():
    for place, n in pairs(120):
        if place > 0:
            before, now = place / n, (place + 1) / n
            assert round(now / (now - before)) - 1 == place


@claim(
    "03",
    "Another rule has a better middle (code + 1/40: 0.20), but in the worst case none "
    "does much better, however clever.",
    r"it misses one of the two by at least $\frac{48}{52} = 0.92$",
    r"$\frac{n - m}{n + m}$ for even lengths $m < n$",
)
def no_rule_on_one_code():
    """Any answer to the code 0.5, and cubes and steps fitted to all codes."""
    answers = np.linspace(0, 2, 20_001)
    missed = np.maximum(abs(answers - 1) / (1 / 2), abs(answers - 0.52) / (1 / 50))
    assert abs(missed.min() - 48 / 52) < 1e-3
    for m, n in ((2, 4), (10, 12), (20, 50)):
        after_half = [abs(answers - 0.5 - 1 / k) * k for k in (m, n)]
        assert abs(np.max(after_half, axis=0).min() - (n - m) / (n + m)) < 3e-3
    now, n = np.array([((p + 1) / n, n) for p, n in pairs(50) if p + 1 < n]).T
    missed = np.abs(1 / 40 - 1 / n) * n
    assert round(np.median(missed), 2) == 0.2 and missed.max() > 0.92
    for features in (
        np.vander(now, 2),
        np.vander(now, 4),
        np.vander(now, 9),
        (now[:, None] > np.linspace(0, 1, 30)).astype(float),
    ):
        for weight in (np.ones(len(n)), n):
            fit = np.linalg.lstsq(
                features * weight[:, None], (now + 1 / n) * weight, rcond=None
            )[0]
            assert np.max(np.abs(features @ fit - now - 1 / n) * n) > 0.92


@claim(
    "03",
    "dividing by the length gains a single word, and beyond it next to nothing",
    "Only where float16 ends, at 65 504, is it better to divide",
)
def neighbours_merge_one_word_later():
    for format, digits in (("bfloat16", 8), ("float16", 11)):
        assert first_merge(lambda n: np.arange(1, n + 1), format) == 2**digits + 1
        assert first_merge(lambda n: np.arange(1, n + 1) / n, format) == 2**digits + 2
        for n in (261, 5000, 20_000, 60_000, 65_536):
            whole, share = (
                len(np.unique(round_to(code, format)))
                for code in (np.arange(1, n + 1), np.arange(1, n + 1) / n)
            )
            assert whole <= share <= whole + 2
    whole = round_to(np.arange(1, 100_001), "float16")
    share = round_to(np.arange(1, 100_001) / 100_000, "float16")
    assert np.isinf(whole[65_519:]).all() and not np.isinf(whole[:65_504]).any()
    assert len(np.unique(whole)) < 7200 < 7700 < len(np.unique(share))
    for n in (10, 1000, 65_536):
        kept = np.unique(round_to(np.arange(1, n + 1) / n, "float32"))
        assert len(kept) == n


@claim("03", "In short formats, long texts share few codes")
def long_texts_share_codes():
    for n in (20_000, 65_536, 100_000):
        code = np.arange(1, n + 1) / n
        for format, most in (("float16", 0.4), ("bfloat16", 0.06)):
            assert len(np.unique(round_to(code, format))) < most * n
