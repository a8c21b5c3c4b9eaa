"""The conclusions of lesson 17, tested where they could fail."""

import numpy as np

from posenc_lessons import grid_encoding, rotate, sinusoidal_encoding
from tests.claims import claim


def similarity(table):
    rows = table.reshape(-1, table.shape[-1])
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return unit @ unit.T


def finds_neighbors(table, height, width):
    """Return, for each inner patch, whether the four most similar are its neighbors."""
    closest = np.argsort(-similarity(table), axis=1)[:, 1:5]
    inner = np.arange(height * width).reshape(height, width)[1:-1, 1:-1].ravel()
    return [set(closest[p]) == {p - 1, p + 1, p - width, p + width} for p in inner]


@claim(
    "17",
    "two patches at opposite edges are as similar as neighbors, but the patch below "
    "is not.",
    "The encoding knows a single offset, in reading order",
)
def counted_line_by_line():
    for d_model in (32, 64, 128, 512):
        alike = similarity(sinusoidal_encoding(196, d_model))
        assert np.allclose(np.diagonal(alike, 1), alike[0, 1])
        assert np.allclose(np.diagonal(alike, 14), alike[0, 14])
        assert alike[0, 1] > 0.95
        assert alike[0, 14] < 0.7


@claim("17", "it is as similar as the right neighbor now")
def the_grid_finds_neighbors_and_the_line_does_not():
    for d_model in (32, 64, 128, 512):
        assert all(finds_neighbors(grid_encoding(14, 14, d_model), 14, 14))
        assert not any(finds_neighbors(sinusoidal_encoding(196, d_model), 14, 14))
    assert all(finds_neighbors(grid_encoding(9, 20, 64), 9, 20))
    assert not any(finds_neighbors(sinusoidal_encoding(180, 64), 9, 20))


@claim(
    "17",
    "So the similarity of two rows is the mean of two similarities.",
    "Each half has its own offset, and both count.",
    "patches in the same line or column share half their numbers",
)
def two_offsets():
    for d_model in (16, 64, 256):
        grid = grid_encoding(14, 14, d_model)
        alike = similarity(grid).reshape(14, 14, 14, 14)
        halves = [
            similarity(half).reshape(14, 14, 14, 14)
            for half in np.split(grid, 2, axis=2)
        ]
        assert np.allclose(alike, np.mean(halves, axis=0))
        for down, right in ((1, 0), (3, 4), (0, 5), (6, 2)):
            for half, offset in zip(halves, (down, right)):
                found = [
                    half[r, c, r + down, c + right]
                    for r in range(14 - down)
                    for c in range(14 - right)
                ]
                line = similarity(sinusoidal_encoding(14, d_model // 2))
                assert np.allclose(found, line[0, offset])
        assert np.array_equal(grid[3, 4, : d_model // 2], grid[3, 9, : d_model // 2])


@claim(
    "17",
    "The picture moves along with the query",
    "So for any words, positions enter the score only as these two offsets.",
)
def rope_in_two_dimensions():
    def turned(vector, line, column):
        first, second = np.hsplit(vector, 2)
        return np.hstack([rotate(first, [line]), rotate(second, [column])])

    for seed in range(5):
        query, key = np.random.default_rng(seed).normal(size=(2, 1, 64))
        score = turned(query, 3, 4) @ turned(key, 1, 9).T
        for down, right in ((5, 0), (0, 5), (4, 4), (100, 200)):
            moved = (
                turned(query, 3 + down, 4 + right) @ turned(key, 1 + down, 9 + right).T
            )
            assert np.isclose(score, moved).all()
        assert not np.isclose(score, turned(query, 3, 5) @ turned(key, 1, 9).T).any()
