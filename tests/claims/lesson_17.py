"""The conclusions of lesson 17, tested where they could fail."""

import numpy as np

from posenc_lessons import grid_encoding, rotate, sinusoidal_encoding
from tests.claims import claim


def similarity(table):
    rows = table.reshape(-1, table.shape[-1])
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return unit @ unit.T


def most_similar(table, patch):
    """Return the patches, as numbers in reading order, most similar to a patch."""
    alike = similarity(table)[patch]
    alike[patch] = -1
    return np.flatnonzero(alike > alike.max() - 1e-9).tolist()


@claim(
    "The first and the last are equal. In both pairs, the numbers differ by 1. The "
    "patch below is 14 numbers later, so it is much less similar.",
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


@claim(
    "Only the axial encoding finds the patches above and below",
    "In the left image, one × is beside the ring. The other is at the start of the "
    "next line. In the right image, the × are on all patches that share a side "
    "with the ring's.",
)
def the_most_similar_patches():
    for height, width in ((14, 14), (9, 20)):
        last = height * width - 1
        in_order = sinusoidal_encoding(height * width, 64)
        axial = grid_encoding(height, width, 64)
        for patch in range(0, last + 1, 3):
            around = [n for n in (patch - 1, patch + 1) if 0 <= n <= last]
            assert most_similar(in_order, patch) == around
            around = [n for n in around if n // width == patch // width]
            around += [n for n in (patch - width, patch + width) if 0 <= n <= last]
            assert most_similar(axial, patch) == sorted(around)


@claim(
    "The two halves of a vector have the same norm, so a whole vector's similarity is "
    "the mean of its halves' similarities. The patch below is in the same column, so "
    "its column half agrees fully: $(0.96+1.00)/2=0.98$. Opposite edges are 13 "
    "columns apart, and this lowers the mean.",
    "the dark line and column are the ring's own, where one half agrees fully. No "
    "patch is white: within 13 lines or columns, each half's similarity stays above "
    "0.6.",
)
def two_offsets():
    for d_model in (16, 64, 256):
        grid = grid_encoding(14, 14, d_model)
        halves = [similarity(half) for half in np.split(grid, 2, axis=2)]
        assert np.allclose(similarity(grid), np.mean(halves, axis=0))
        alone = similarity(sinusoidal_encoding(14, d_model // 2))
        for half, repeated in zip(halves, (np.kron(alone, ALL), np.kron(ALL, alone))):
            assert np.allclose(half, repeated)
        assert alone[0, 13] < alone[0, 1] - 0.05
        if d_model == 64:
            assert np.allclose(alone[0, 1], 0.96, atol=0.005)
            assert alone.min() > 0.6


ALL = np.ones((14, 14))


def turned(vectors, lines, columns):
    first, second = np.hsplit(vectors, 2)
    return np.hstack([rotate(first, lines), rotate(second, columns)])


@claim(
    "The same two offsets give the same score",
    "As in lesson 13, moving query and key together leaves the score the same.",
    "The score changes, because one of the two offsets changes.",
    "So positions enter a score only as these two offsets.",
)
def rope_in_two_dimensions():
    for seed in range(5):
        query, key = np.random.default_rng(seed).normal(size=(2, 1, 64))

        def score(query_at, key_at, query=query, key=key):
            places = np.reshape([query_at, key_at], (2, 2, 1))
            return (turned(query, *places[0]) @ turned(key, *places[1]).T).item()

        start = score((4, 5), (3, 2))
        for down, right in ((2, 5), (5, 0), (0, 5), (100, 200)):
            moved = score((4 + down, 5 + right), (3 + down, 2 + right))
            assert np.isclose(start, moved)
        for other in ((3, 8), (3, 3), (4, 2)):  # another offset
            assert not np.isclose(start, score((4, 5), other))
