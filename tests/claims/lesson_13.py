"""The conclusions of lesson 13, tested where they could fail."""

import numpy as np

from posenc_lessons import (
    angular_frequencies,
    rotate,
    sinusoidal_encoding,
    softmax,
)
from tests.claims import claim


@claim(
    "Turning a vector keeps its length, and turning both by the same amount keeps the "
    "angle between them.",
    "So of the two positions, the score keeps only the **offset**",
)
def only_the_offset_counts():
    for seed, width, base in ((0, 2, 100), (1, 64, 10_000), (2, 128, 500_000)):
        query, key = np.random.default_rng(seed).normal(size=(2, 1, width))
        for offset in (-20, 0, 3, 700):
            by_offset = rotate(query, [offset], base=base) @ key.T
            for p in (5, 1005, 100_005):
                one = rotate(query, [p], base=base)
                other = rotate(key, [p - offset], base=base)
                assert abs(one @ other.T - by_offset).item() < 1e-8
                assert np.isclose(np.linalg.norm(one), np.linalg.norm(query))


@claim(
    "The added score changes.",
    "The two terms in the middle each depend on one position, not on the offset, so "
    "they change when both words move on.",
    "In lesson 07, *here* times *there* kept only the offset, because each clock's "
    "sine was multiplied by its own sine, and its cosine by its own cosine. But $M$ "
    "also multiplies different columns with each other, so even "
    r"$\text{here}\,M\,\text{there}^\top$ changes.",
)
def added_encodings_make_scores_depend_on_the_position():
    for seed, width in ((0, 8), (1, 64), (2, 128)):
        random = np.random.default_rng(seed)
        this, that = random.normal(size=(2, 1, width))
        w_query, w_key = random.normal(size=(2, width, width)) / np.sqrt(width)
        product, found, alone = w_query @ w_key.T, [], []
        clocks = np.diag(np.repeat(random.normal(size=width // 2), 2))  # mixes none
        for p in (5, 1005, 100_005):
            here, there = (sinusoidal_encoding(1, width, start=s) for s in (p, p - 3))
            parts = (this, there), (here, that), (here, there)
            found.append([(a @ product @ b.T).item() for a, b in parts])
            alone.append([(here @ m @ there.T).item() for m in (np.eye(width), clocks)])
        assert np.ptp(found, axis=0).min() > 0.1 > 1e-8 > np.ptp(alone, axis=0).max()


@claim(
    "Turning queries and keys leaves the attention weights as they were.",
    "Turned values turn the output with the position. The next layer makes its queries "
    "and keys from this output, so its scores would depend on the position again.",
)
def values_are_not_turned():
    places = np.arange(7)
    for seed, width in ((0, 8), (1, 32), (2, 64)):
        query, key, value = np.random.default_rng(seed).normal(size=(3, 7, width))

        def attend(at, query=query, key=key, value=value):
            scores = rotate(query, at) @ rotate(key, at).T / np.sqrt(len(query[0]))
            weights = softmax(scores)
            return weights, weights @ value, weights @ rotate(value, at)

        for start in (10, 1000):
            before, after = attend(places), attend(start + places)
            np.testing.assert_allclose(before[0], after[0], atol=1e-8)
            np.testing.assert_allclose(before[1], after[1], atol=1e-8)
            turned = rotate(before[2], [start] * 7)
            np.testing.assert_allclose(turned, after[2], atol=1e-8)
            assert np.abs(after[2] - before[2]).max() > 0.1
            # The next layer's scores, with its queries and keys made from the output
            made = np.random.default_rng(9).normal(size=(2, width, width)) / width
            for output, stays in ((1, True), (2, False)):
                pair = [
                    rotate(said[output] @ made[0], at)
                    @ rotate(said[output] @ made[1], at).T
                    for said, at in ((before, places), (after, start + places))
                ]
                assert np.allclose(*pair, atol=1e-8) == stays


def score_of_equals(width, n, base=10000.0):
    """Return the score of a row of ones with another, by offset."""
    return 2 * np.cos(np.outer(np.arange(n), angular_frequencies(width, base))).sum(1)


@claim(
    "The first query's score falls on the whole, but not at every step.",
    "One query's score fades, another's peaks at offset 90",
)
def equals_fall_as_a_trend():
    for width, base in ((32, 10_000), (64, 10_000), (128, 10_000), (64, 500_000)):
        score = score_of_equals(width, 2049, base)
        assert 0.45 < np.mean(np.diff(score) < 0) < 0.55
        octaves = [score[2**i : 2 ** (i + 1)].mean() for i in range(2, 11)]
        assert np.mean(np.diff(octaves) < 0) > 0.8
        assert octaves[-1] < 0.5 * octaves[0]
    # The first pair alone does not fade: the trend is that of many frequencies.
    assert np.abs(score_of_equals(2, 2000)[1000:]).max() > 1.99


@claim(
    "an upper limit of the score falls, on the whole, with distance. **We measure:** "
    "the score itself sometimes rises.",
)
def an_upper_bound_falls():
    for width, base in ((64, 10_000), (128, 10_000), (64, 500_000)):
        turns = np.outer(np.arange(2049), angular_frequencies(width, base))
        bound = np.abs(np.cumsum(np.exp(1j * turns), axis=1)).sum(axis=1)
        octaves = [bound[2**i : 2 ** (i + 1)].mean() for i in range(2, 11)]
        assert np.mean(np.diff(octaves) < 0) > 0.8
        assert octaves[-1] < 0.5 * octaves[0]
        # Of all ones, equal or turned back by 90, one score falls and the other rises.
        for back, rises in ((0, False), (90, True)):
            scores = np.cos(turns - turns[back]).sum(axis=1)
            # Summed by parts, a score is at most the bound times the largest step.
            products = np.append(np.exp(-1j * turns[back]), 0)
            highest = np.abs(np.diff(products)).max() * bound
            assert (scores <= highest + 1e-9).all()
            assert (scores[64:128].mean() > scores[8:16].mean()) == rises


@claim(
    "A turn keeps lengths, so it is *small*. It grows by the same angles with each "
    "word, so it is *even*. The frequencies are the paper's, so *own* and *goes on* "
    "hold, too",
)
def a_turn_is_small_and_even():
    for seed, width in ((0, 4), (1, 64)):
        vector = np.random.default_rng(seed).normal(size=(1, width))
        turned = rotate(np.tile(vector, (2000, 1)), np.arange(2000))
        lengths = np.linalg.norm(turned, axis=1)
        np.testing.assert_allclose(lengths, np.linalg.norm(vector))
        apart = np.linalg.norm(np.diff(turned, axis=0), axis=1)
        np.testing.assert_allclose(apart, apart[0])
    # Paper and RoPE tell two positions apart by the same pairs.
    ones = rotate(np.ones((2000, 64)), np.arange(2000))
    table = sinusoidal_encoding(2000, 64)
    apart = [np.linalg.norm(rows[1:] - rows[0], axis=1) for rows in (ones, table)]
    np.testing.assert_allclose(apart[0], np.sqrt(2) * apart[1])


@claim(
    "The second query scores highest at offset 90, because there, RoPE has turned it "
    "forward to all ones again.",
    "*every* offset has a query that prefers it: the key itself, turned back by "
    "that offset.",
    "Turning alone does not make distant words fade",
)
def any_offset_can_be_the_best():
    offsets = np.arange(2049)
    for seed, width in ((0, 8), (1, 64), (2, 128)):
        key = np.random.default_rng(seed).normal(size=(1, width))
        for offset in (0, 1, 2, 5, 44, 333, 1999):
            query = rotate(key, [-offset])
            scores = (rotate(np.tile(query, (2049, 1)), offsets) @ key.T).ravel()
            assert scores.argmax() == offset
            assert np.isclose(scores.max(), (key**2).sum())
            assert np.sort(scores)[-2] < scores.max() - 1e-6
