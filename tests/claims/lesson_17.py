"""The conclusions of lesson 17, tested where they could fail."""

import numpy as np

from posenc_lessons import grid_encoding, rotate, sinusoidal_encoding, wavelengths
from tests.claims import claim
from tests.claims.curious_17_where_is_the_column import named


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
    "The first and third are equal, and the patch below is much less similar.",
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
    "The two halves of a patch's vector have the same length. So the similarity of two "
    "patches is the mean of two similarities, one for each half.",
)
def two_offsets():
    for d_model in (16, 64, 256):
        grid = grid_encoding(14, 14, d_model)
        halves = [similarity(half) for half in np.split(grid, 2, axis=2)]
        assert np.allclose(similarity(grid), np.mean(halves, axis=0))
        alone = similarity(sinusoidal_encoding(14, d_model // 2))
        for half, repeated in zip(halves, (np.kron(alone, ALL), np.kron(ALL, alone))):
            assert np.allclose(half, repeated)


ALL = np.ones((14, 14))


def turned(vectors, lines, columns):
    first, second = np.hsplit(vectors, 2)
    return np.hstack([rotate(first, lines), rotate(second, columns)])


@claim(
    "17",
    "the pattern in the frame is the same in both. Both queries score highest with "
    "the patch one line above and three columns to the left.",
    "So positions enter a score only as these two offsets, whatever the query and the "
    "key are.",
)
def rope_in_two_dimensions():
    query, key = np.random.default_rng(661).normal(size=(2, 64))
    keys, maps = turned(np.tile(key, (196, 1)), *PLACES), []
    for line, column in ((4, 5), (6, 10)):
        scores = turned(query[None], [line], [column]) @ keys.T
        assert divmod(scores.argmax(), 14) == (line - 1, column - 3)
        maps.append(scores.reshape(14, 14))
    assert np.allclose(maps[0][:12, :9], maps[1][2:, 5:])
    assert not np.isclose(*maps).any()  # the map did not stay
    for seed in range(5):
        query, key = np.random.default_rng(seed).normal(size=(2, 1, 64))
        score = turned(query, [3], [4]) @ turned(key, [1], [9]).T
        for down, right in ((5, 0), (0, 5), (100, 200)):
            later = turned(key, [1 + down], [9 + right])
            moved = turned(query, [3 + down], [4 + right]) @ later.T
            assert np.isclose(score, moved).all()
        for other in ((3, 5), (4, 4)):  # another offset
            moved = turned(query, *np.reshape(other, (2, 1))) @ turned(key, [1], [9]).T
            assert not np.isclose(score, moved).any()


PLACES = np.divmod(np.arange(196), 14)


@claim(
    "17",
    "At width 512, the hand of pair 22 turns once in about 13.9 patches. One line "
    "down, 14 patches on, it is almost back where it was, so it nearly tells the "
    "column.",
    "A matrix can mix such clocks into a hand that turns once in 14 patches and tells "
    "the column in every line. But asked for a *yes or no* for each column, it fails "
    "in lines to which it was not fitted.",
)
def the_hand_finds_the_column():
    table = sinusoidal_encoding(196, 512)
    assert abs(wavelengths(512)[22] - 13.9) < 0.05
    assert abs(wavelengths(512) - 14).argmin() == 22
    angles = 2 * np.pi * np.arange(196) / wavelengths(512)[22]
    hand = np.column_stack([np.sin(angles), np.cos(angles)])
    assert np.allclose(table[:, 44:46], hand)
    # One line down, it is off by a seventh of a column's turn.
    assert abs((angles[14] - 2 * np.pi) / angles[1]) < 1 / 7
    for between in ((2, 7, 12), (1, 5, 9), (4, 6, 11)):
        yes_or_no, hand = named(table, between)
        assert hand == 1 and yes_or_no < 1.5 / 14
