"""The conclusions of lesson 13, tested where they could fail."""

import numpy as np

from posenc_lessons import (
    angular_frequencies,
    sinusoidal_encoding,
    softmax,
)
from tests.claims import claim


def turn(vectors, positions, base=10000.0):
    """Rotate pairs of neighbors, taken as complex numbers."""
    angles = np.outer(positions, angular_frequencies(vectors.shape[-1], base))
    pairs = vectors.reshape(len(vectors), -1, 2) @ [1, 1j] * np.exp(1j * angles)
    return np.stack([pairs.real, pairs.imag], axis=-1).reshape(vectors.shape)


@claim(
    "13",
    "turning both by the same amount keeps the angle between them",
    "The query turns 3 radians further than the key; that alone makes the cosine "
    "−0.50. So the score keeps only the **offset**, the query's position minus the "
    "key's",
    "Moved together, they keep the angle between them",
    "the sign of the offset counts",
)
def only_the_offset_counts():
    for seed, width, base in ((0, 2, 100), (1, 8, 10_000), (2, 64, 10_000),
                              (3, 128, 500_000)):  # fmt: skip
        query, key = np.random.default_rng(seed).normal(size=(2, 1, width))
        for offset in (-20, 0, 3, 700):
            scores = []
            for p in (5, 1005, 100_005):
                one, other = turn(query, [p], base), turn(key, [p - offset], base)
                scores.append((one @ other.T).item())
                assert np.isclose(np.linalg.norm(one), np.linalg.norm(query))
            assert np.ptp(scores) < 1e-8
            by_offset = turn(query, [offset], base) @ key.T
            assert np.isclose(scores[0], by_offset.item())
            back = turn(query, [-offset], base) @ key.T
            assert offset == 0 or abs(scores[0] - back.item()) > 1e-3


@claim(
    "13",
    "The added score does not stay the same.",
    "Only the first part stays the same when both words move on.",
    "The last part changes, too, unless $M$ is as special as $M_k$ in lesson 08: one "
    "turn for each pair, and zeros elsewhere. Here $M$ mixes all columns, so fast "
    "clocks meet slow ones, and a product like $\\sin(w_0p)\\cos(w_1s)$ does not "
    "depend on $p-s$ alone.",
)
def added_encodings_make_scores_depend_on_the_position():
    for w_0, w_1 in ((1, 0.3), (0.3, 0.01), (1, 0.01)):
        p = np.arange(1000)
        assert np.ptp(np.sin(w_0 * p) * np.cos(w_1 * (p - 3))) > 1
        assert np.ptp(np.cos(w_0 * p - w_0 * (p - 3))) < 1e-9
    for seed, width in ((0, 8), (1, 64), (2, 128)):
        random = np.random.default_rng(seed)
        x, y = random.normal(size=(2, 1, width))
        w_query, w_key = random.normal(size=(2, width, width)) / np.sqrt(width)

        def added(p, x=x, y=y, w_query=w_query, w_key=w_key, width=width):
            here, there = (sinusoidal_encoding(1, width, start=s) for s in (p, p - 3))
            product = w_query @ w_key.T
            with_word = here @ product @ y.T + x @ product @ there.T
            strangers = product * (1 - np.kron(np.eye(width // 2), np.ones((2, 2))))
            alone = [here @ between @ there.T for between in (product, strangers)]
            return with_word.item(), *np.ravel(alone)

        # With words, with positions alone, and only where two different clocks meet.
        found = np.array([added(p) for p in (5, 1005, 100_005)])
        assert np.ptp(found, axis=0).min() > 0.1
        # With a matrix that turns each pair, positions alone keep to the offset.
        for k in (0, 5):
            angles = k * angular_frequencies(width)
            turns = np.zeros((width, width))
            for i, (cosine, sine) in enumerate(zip(np.cos(angles), np.sin(angles))):
                pair = slice(2 * i, 2 * i + 2)
                turns[pair, pair] = [[cosine, sine], [-sine, cosine]]
            alone = [
                sinusoidal_encoding(1, width, start=p)
                @ turns
                @ sinusoidal_encoding(1, width, start=p - 3).T
                for p in (5, 1005, 100_005)
            ]
            assert np.ptp(alone) < 1e-8


@claim(
    "13",
    "Turning queries and keys leaves the attention weights as they were.",
    "Turned values turn the output with the position",
    "Turned values would turn the output with the position.",
)
def values_are_not_turned():
    places = np.arange(7)
    for seed, width in ((0, 8), (1, 32), (2, 64)):
        query, key, value = np.random.default_rng(seed).normal(size=(3, 7, width))

        def attend(at, query=query, key=key, value=value):
            scores = turn(query, at) @ turn(key, at).T / np.sqrt(len(query[0]))
            weights = softmax(scores)
            return weights, weights @ value, weights @ turn(value, at)

        for start in (10, 1000):
            before, after = attend(places), attend(start + places)
            np.testing.assert_allclose(before[0], after[0], atol=1e-8)
            np.testing.assert_allclose(before[1], after[1], atol=1e-8)
            turned = turn(before[2], [start] * 7)
            np.testing.assert_allclose(turned, after[2], atol=1e-8)
            assert np.abs(after[2] - before[2]).max() > 0.1


def score_of_equals(width, n, base=10000.0):
    """Return the score of a row of ones with another, by offset."""
    return 2 * np.cos(np.outer(np.arange(n), angular_frequencies(width, base))).sum(1)


@claim(
    "13",
    "The score falls, in waves.",
    "One query's score fades, another's peaks at offset 100",
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
    "13",
    "The paper shows that an upper bound falls; the scores below it need not.",
)
def an_upper_bound_falls():
    for width, base in ((64, 10_000), (128, 10_000), (64, 500_000)):
        turns = np.outer(np.arange(2049), angular_frequencies(width, base))
        bound = np.abs(np.cumsum(np.exp(1j * turns), axis=1)).sum(axis=1)
        octaves = [bound[2**i : 2 ** (i + 1)].mean() for i in range(2, 11)]
        assert np.mean(np.diff(octaves) < 0) > 0.8
        assert octaves[-1] < 0.5 * octaves[0]
        for seed in range(5):
            query, key = np.random.default_rng(seed).normal(size=(2, width))
            pairs = (query[::2] + 1j * query[1::2]) * (key[::2] - 1j * key[1::2])
            scores = np.real(np.exp(1j * turns) @ pairs)
            steps = np.abs(np.diff(np.append(pairs, 0))).max()
            assert (np.abs(scores) <= steps * bound + 1e-9).all()
        # The score of all ones, turned back by 100, rises while its bound falls.
        scores = 2 * np.real(np.exp(1j * (turns - turns[100]))).sum(axis=1)
        assert scores[64:128].mean() > scores[8:16].mean()
        assert bound[64:128].mean() < bound[8:16].mean()
        assert scores.argmax() == 100


@claim(
    "13",
    "A turn keeps lengths, so it is *small*. It grows by the same angles with each "
    "word, so it is *even*. The frequencies are the paper's, so *own* and *goes on* "
    "hold, too.",
)
def a_turn_is_small_and_even():
    for seed, width in ((0, 4), (1, 64)):
        vector = np.random.default_rng(seed).normal(size=(1, width))
        turned = turn(np.tile(vector, (2000, 1)), np.arange(2000))
        np.testing.assert_allclose(
            np.linalg.norm(turned, axis=1), np.linalg.norm(vector)
        )
        apart = np.linalg.norm(np.diff(turned, axis=0), axis=1)
        np.testing.assert_allclose(apart, apart[0])
    # Paper and RoPE tell two positions apart by the same pairs.
    ones = turn(np.ones((2000, 64)), np.arange(2000))
    table = sinusoidal_encoding(2000, 64)
    apart = [np.linalg.norm(rows[1:] - rows[0], axis=1) for rows in (ones, table)]
    np.testing.assert_allclose(apart[0], np.sqrt(2) * apart[1])


@claim(
    "13",
    "$W_Q$ must turn it by −100: at offset 100, RoPE turns it back to all ones. One "
    "matrix does this for all words: $M_{100}$ of lesson 08, where clocks turn the "
    "other way.",
    "So *every* offset has a query that prefers it: the key itself, turned back by "
    "that offset.",
    "that depends on the query and the key",
    "Turning alone does not make distant words fade",
)
def any_offset_can_be_the_best():
    offsets = np.arange(2049)
    for seed, width in ((0, 8), (1, 64), (2, 128)):
        key = np.random.default_rng(seed).normal(size=(1, width))
        for offset in (0, 1, 2, 5, 44, 333, 1999):
            query = turn(key, [-offset])
            scores = (turn(np.tile(query, (2049, 1)), offsets) @ key.T).ravel()
            assert scores.argmax() == offset
            assert np.isclose(scores.max(), (key**2).sum())
            assert np.sort(scores)[-2] < scores.max() - 1e-6
    ones = np.ones((1, 64))
    np.testing.assert_allclose(turn(turn(ones, [-100]), [100]), ones)
    # The matrix that moves the paper's encoding 100 positions on turns any vector.
    matrix = np.zeros((64, 64))
    for i, angle in enumerate(100 * angular_frequencies(64)):
        cosine, sine = np.cos(angle), np.sin(angle)
        pair = slice(2 * i, 2 * i + 2)
        matrix[pair, pair] = [[cosine, sine], [-sine, cosine]]
    table = sinusoidal_encoding(300, 64)
    np.testing.assert_allclose(table[:200] @ matrix.T, table[100:], atol=1e-9)
    words = np.random.default_rng(0).normal(size=(20, 64))
    np.testing.assert_allclose(words @ matrix.T, turn(words, [-100] * 20), atol=1e-9)
