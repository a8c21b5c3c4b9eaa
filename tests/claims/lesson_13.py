"""What lesson 13 concludes, tried where it could fail."""

import numpy as np

from posenc_lessons import (
    angular_frequencies,
    sinusoidal_encoding,
    softmax,
)
from tests.claims import claim


def turn(vectors, positions, base=10000.0):
    """Turn pairs of neighbors as complex numbers."""
    angles = np.outer(positions, angular_frequencies(vectors.shape[-1], base))
    pairs = vectors.reshape(len(vectors), -1, 2) @ [1, 1j] * np.exp(1j * angles)
    return np.stack([pairs.real, pairs.imag], axis=-1).reshape(vectors.shape)


@claim(
    "13",
    "turning both further keeps the angle between them",
    "only the **offset** is left in the score",
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
    "No, not if the encoding is added. Multiply out the dot product of word + here and "
    "other + there",
    "The two in the middle pair an encoding with a *word*",
    "$W_Q$ and $W_K$ come between the two encodings",
)
def added_encodings_make_scores_depend_on_the_position():
    for seed, width in ((0, 8), (1, 64), (2, 128)):
        random = np.random.default_rng(seed)
        x, y = random.normal(size=(2, 1, width))
        w_query, w_key = random.normal(size=(2, width, width)) / np.sqrt(width)

        def added(p, x=x, y=y, w_query=w_query, w_key=w_key, width=width):
            here, there = (sinusoidal_encoding(1, width, start=s) for s in (p, p - 3))
            product = w_query @ w_key.T
            with_word = here @ product @ y.T + x @ product @ there.T
            return with_word.item(), (here @ product @ there.T).item()

        with_word, with_matrices = np.transpose([added(p) for p in (5, 1005, 100_005)])
        assert np.ptp(with_word) > 0.1
        assert np.ptp(with_matrices) > 0.1
        # Without words and matrices, the encodings' own product keeps to the offset.
        alone = [
            sinusoidal_encoding(1, width, start=p)
            @ sinusoidal_encoding(1, width, start=p - 3).T
            for p in (5, 1005, 100_005)
        ]
        assert np.ptp(alone) < 1e-8


@claim(
    "13",
    "No key is turned again: the new query is turned by its own position",
    "So RoPE turns each vector once.",
)
def a_cached_key_is_never_turned_again():
    for seed, width in ((0, 4), (1, 64)):
        random = np.random.default_rng(seed)
        keys = random.normal(size=(300, width))
        cache = turn(keys, np.arange(300))
        for n in (300, 301, 5000):
            query = random.normal(size=(1, width))
            offsets = n - np.arange(300)
            wanted = (turn(np.tile(query, (300, 1)), offsets) * keys).sum(axis=1)
            np.testing.assert_allclose(turn(query, [n]) @ cache.T, [wanted], atol=1e-8)


@claim(
    "13",
    "The scores stay only with turned values.",
    "the *output* is then turned with the position",
    "the score depends on the *sum* $p + s$",
)
def what_must_be_turned():
    places = np.arange(7)
    for seed, width in ((0, 8), (1, 32), (2, 64)):
        query, key, value = np.random.default_rng(seed).normal(size=(3, 7, width))

        def attend(start, keys=1, values=0, query=query, key=key, value=value):
            at = start + places
            scores = turn(query, at) @ turn(key, keys * at).T / np.sqrt(len(query[0]))
            return scores, softmax(scores) @ turn(value, values * at)

        for start in (10, 1000):
            for slip, stay in (({}, [True, True]), ({"values": 1}, [True, False]),
                               ({"keys": -1}, [False, False])):  # fmt: skip
                pairs = zip(attend(0, **slip), attend(start, **slip))
                moved = [np.abs(a - b).max() for a, b in pairs]
                assert [change < 1e-8 for change in moved] == stay
                assert all(change < 1e-8 or change > 0.1 for change in moved)
            output = attend(0, values=1)[1]
            later = attend(start, values=1)[1]
            np.testing.assert_allclose(turn(output, [start] * 7), later, atol=1e-8)
        back = [turn(query[:1], [p]) @ turn(key[:1], [p - 14]).T for p in (3, 8)]
        assert np.isclose(*back)  # the key at 11 and at 6, turned the other way


def score_of_equals(width, n, base=10000.0):
    """Return the score of ones with ones by offset."""
    return 2 * np.cos(np.outer(np.arange(n), angular_frequencies(width, base))).sum(1)


@claim(
    "13",
    "The score falls at about half of the steps: up to offset 2048 it follows a "
    "falling trend, with waves on top.",
)
def equals_fall_as_a_trend():
    for width, base in ((32, 10_000), (64, 10_000), (128, 10_000), (64, 500_000)):
        score = score_of_equals(width, 2049, base)
        assert 0.45 < np.mean(np.diff(score) < 0) < 0.55
        octaves = [score[2**i : 2 ** (i + 1)].mean() for i in range(2, 11)]
        assert np.mean(np.diff(octaves) < 0) > 0.8
        assert octaves[-1] < 0.5 * octaves[0]
    # The first pair alone agrees as well, and there is no trend but a cosine: the
    # trend is that of many frequencies.
    assert np.abs(score_of_equals(2, 2000)[1000:]).max() > 1.99


@claim(
    "13",
    "The mean is the same, and so is the spread: far keys get scores as high as near "
    "ones.",
    "that depends on the query and the key",
    "turning alone does not make far words fade",
)
def independent_scores_do_not_decay():
    for seed, width in ((0, 16), (1, 64), (2, 128)):
        queries, keys = np.random.default_rng(seed).normal(size=(2, 10_000, width))
        trend = score_of_equals(width, 1001)
        for k in (0, 1, 7, 100, 1000):
            turned = turn(queries, np.full(10_000, k))
            scores = (turned * keys).sum(axis=1)
            assert abs(scores.mean()) < 4 * scores.std() / np.sqrt(10_000)
            assert abs(scores.std() / np.sqrt(width) - 1) < 0.03
            alike = (turned * queries).sum(axis=1).mean()
            assert abs(alike - trend[k]) < 5 * np.sqrt(2 * width / 10_000)


@claim(
    "13",
    "which no score exceeds",
    "So *every* offset has a query that prefers it.",
    "Turned by −100, the query prefers the key 100 words before",
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


@claim(
    "13",
    "The paper's proof is about an upper bound on the score, not the score itself.",
)
def the_bound_says_little_of_random_scores():
    offsets = np.unique(np.geomspace(1, 100_000, 40).astype(int))
    for seed, width in ((0, 32), (1, 64)):
        queries, keys = np.random.default_rng(seed).normal(size=(2, 500, width))
        parts = (queries[:, ::2] + 1j * queries[:, 1::2]) * (
            keys[:, ::2] - 1j * keys[:, 1::2]
        )
        turns = np.exp(1j * np.outer(offsets, angular_frequencies(width)))
        sums = np.abs(np.cumsum(turns, axis=1)).sum(axis=1)
        jumps = np.abs(np.diff(parts, append=0)).max(axis=1)
        scores = np.abs((parts @ turns.T).real)
        assert (scores <= np.outer(jumps, sums) + 1e-9).all()
        assert sums[offsets > 1000].mean() < 0.5 * sums[:5].mean()  # it does fall
        # And it lies above what no score exceeds, at every offset.
        plain = np.abs(parts).sum(axis=1)
        assert (np.outer(jumps, sums) > plain[:, None]).mean() > 0.99
