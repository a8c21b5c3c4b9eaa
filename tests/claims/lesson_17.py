"""The conclusions of lesson 17, tested where they could fail."""

import numpy as np

from posenc_lessons import grid_encoding, rotate, sinusoidal_encoding
from tests.claims import claim


def similarity(table):
    rows = table.reshape(-1, table.shape[-1])
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return unit @ unit.T


def finds_neighbors(table, height, width):
    """Return whether each inner patch is most similar to its four neighbors."""
    closest = np.argsort(-similarity(table), axis=1)[:, 1:5]
    inner = np.arange(height * width).reshape(height, width)[1:-1, 1:-1].ravel()
    around = [-width, -1, 1, width]
    return (np.sort(closest[inner]) == inner[:, None] + around).all(axis=1)


@claim(
    "17",
    "The first and third pairs are equally similar. The patch below is much less "
    "similar. The encoding knows a single offset, in reading order.",
    "The right neighbor's similarity hardly changes. The patch below is now just as "
    "similar, and opposite edges are less similar.",
)
def neighbors():
    for d_model in (32, 64, 128, 512):
        listed = similarity(sinusoidal_encoding(196, d_model))
        grid = similarity(grid_encoding(14, 14, d_model))
        for offset in (1, 14):
            assert np.allclose(np.diagonal(listed, offset), listed[0, offset])
        assert listed[0, 1] > 0.95 and listed[0, 14] < 0.7
        assert abs(grid[90, 91] - listed[90, 91]) < 0.02
        assert np.isclose(grid[90, 91], grid[90, 104])
        assert grid[13, 14] < listed[13, 14] - 0.1
    for height, width in ((14, 14), (9, 20)):
        listed = sinusoidal_encoding(height * width, 64)
        assert not finds_neighbors(listed, height, width).any()
        assert finds_neighbors(grid_encoding(height, width, 64), height, width).all()


@claim(
    "17",
    "The two halves of a row have the same length. So the similarity of two patches is "
    "the mean of two similarities, one for each half.",
    "The patches there share half of its numbers, so they look similar however far "
    "away they are.",
)
def two_offsets():
    for d_model in (16, 64, 256):
        grid = grid_encoding(14, 14, d_model)
        halves = [similarity(half) for half in np.split(grid, 2, axis=2)]
        assert np.allclose(similarity(grid), np.mean(halves, axis=0))
        alone = similarity(sinusoidal_encoding(14, d_model // 2))
        for half, repeated in zip(halves, (np.kron(alone, ALL), np.kron(ALL, alone))):
            assert np.allclose(half, repeated)
        arms = similarity(grid)[(halves[0] > 1 - 1e-9) | (halves[1] > 1 - 1e-9)]
        assert arms.min() > (0.8 if d_model > 16 else 0.7)


ALL = np.ones((14, 14))


def turned(vectors, lines, columns):
    first, second = np.hsplit(vectors, 2)
    return np.hstack([rotate(first, lines), rotate(second, columns)])


@claim(
    "17",
    "So positions enter a score only as these two offsets, whatever the patches are.",
)
def rope_in_two_dimensions():
    for seed in range(5):
        query, key = np.random.default_rng(seed).normal(size=(2, 1, 64))
        score = turned(query, [3], [4]) @ turned(key, [1], [9]).T
        for down, right in ((5, 0), (0, 5), (100, 200)):
            later = turned(key, [1 + down], [9 + right])
            moved = turned(query, [3 + down], [4 + right]) @ later.T
            assert np.isclose(score, moved).all()
        assert not np.isclose(
            score, turned(query, [3], [5]) @ turned(key, [1], [9]).T
        ).any()


def follows(scores):
    """Return how much a map repeats itself, moved by 4 lines and 2 columns."""
    scores = scores.reshape(14, 14, 14, 14)
    before, after = scores[4, 6, :10, :12], scores[8, 8, 4:, 2:]
    return np.corrcoef(before.ravel(), after.ravel())[0, 1]


@claim(
    "17",
    "Only RoPE's map moves along.",
    "Before RoPE's turns, all patches have the same query, and all have the same key.",
    "Half of the pairs see the offset in lines, and the others see the offset in "
    "columns.",
    "So its map changes with the query's own position.",
)
def added_encodings_do_not_move_along():
    halves = [rotate(np.ones((196, 32)), places) for places in PLACES]
    by_line, by_column = (half @ half.T for half in halves)
    assert np.allclose(by_line, np.kron(by_line[::14, ::14], ALL))
    assert np.allclose(by_column, np.kron(ALL, by_column[:14, :14]))
    assert follows(by_line + by_column) > 1 - 1e-9
    rows = 1 + grid_encoding(14, 14, 64).reshape(196, 64)
    for seed in range(20):
        w_query, w_key = np.random.default_rng(seed).normal(size=(2, 64, 64))
        query, key = (turned(np.ones((196, 64)) @ w, *PLACES) for w in (w_query, w_key))
        assert follows(query @ key.T) > 1 - 1e-9
        found = follows(rows @ w_query @ (rows @ w_key).T)
        assert found < (0 if seed == 5 else 0.5)


PLACES = np.divmod(np.arange(196), 14)


@claim(
    "17",
    "Yet the column $c$ is not lost.",
    "A matrix fitted to say *yes or no* to each column does no better in these three "
    "lines than guessing, which is right once in 14 times. **What you find depends on "
    "what you ask for.**",
)
def sine_and_cosine_of_the_column_are_found():
    lines, columns = PLACES
    angles = 2 * np.pi * columns / 14
    hand = np.column_stack([np.sin(angles), np.cos(angles)])
    one = np.eye(14)[columns]
    random = np.random.default_rng(0).normal(size=(196, 512))
    for between in ((2, 7, 12), (1, 5, 9), (4, 6, 11)):
        tested = np.isin(lines, between)

        def said(rows, wanted, tested=tested):
            found = np.linalg.lstsq(rows[~tested], wanted[~tested], rcond=1e-10)[0]
            return (rows @ found)[tested]

        rows = sinusoidal_encoding(196, 512)
        assert np.abs(said(rows, hand) - hand[tested]).max() < 0.001
        assert np.abs(said(random, hand) - hand[tested]).max() > 0.5
        named = said(rows, one).argmax(axis=1)
        assert np.mean(named == columns[tested]) < 1.5 / 14
