"""The conclusions of lesson 17, tested where they could fail."""

import numpy as np

from posenc_lessons import grid_encoding, rotate, sinusoidal_encoding, wavelengths
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


def named(table, wanted, held_out=(2, 7, 12), size=14):
    """Return the share of columns a linear reader names, in seen and unseen lines."""
    lines, columns = np.divmod(np.arange(size**2), size)
    unseen = np.isin(lines, held_out)
    rows = np.column_stack([table, np.ones(size**2)])
    fit = np.linalg.lstsq(rows[~unseen], wanted[columns[~unseen]], rcond=1e-8)[0]
    right = (rows @ fit @ wanted.T).argmax(axis=1) == columns
    return right[~unseen].mean(), right[unseen].mean()


def hands(size=14):
    angles = 2 * np.pi * np.arange(size) / size
    return np.column_stack([np.cos(angles), np.sin(angles)])


@claim(
    "17",
    "so the column is not lost.",
    "So the reader learns the seen lines by heart.",
    "**What a reader finds depends on what it is asked for.**",
    "Even line by line the column is not lost, if it is asked for as the hand of a "
    "clock.",
)
def the_hand_is_read_in_unseen_lines_and_yes_or_no_is_not():
    for size in (10, 14, 20):
        table = sinusoidal_encoding(size**2, 512)
        for held_out in ((2, 7, 9), (1, 4, 5), (0, 3, 8)):
            assert named(table, hands(size), held_out, size)[1] > 0.9
            seen, unseen = named(table, np.eye(size), held_out, size)
            assert seen > 0.6 and unseen < 0.2
    assert named(sinusoidal_encoding(196, 512), np.eye(14))[0] > 0.95
    random = np.random.default_rng(0).normal(size=(196, 512))
    assert named(random, hands())[1] < 0.2


@claim(
    "17",
    "The hand turns once per line, and the encoding has two clocks of nearly this "
    "speed.",
)
def the_hand_needs_clocks_that_turn_once_a_line():
    clocks = sinusoidal_encoding(196, 512).reshape(196, -1, 2)
    away = np.abs(wavelengths(512) - 14)
    near = np.argsort(away)[:2]
    assert (away[near] < 0.5).all()
    assert named(clocks[:, away > 3].reshape(196, -1), hands())[1] < 0.3
    for held_out in ((2, 7, 12), (0, 6, 13), (3, 4, 9)):
        assert named(clocks[:, near].reshape(196, -1), hands(), held_out) == (1, 1)


@claim(
    "17",
    "A *yes* is a pulse that lasts for a single patch, and a sum of waves can be that "
    "short only if some of them are that fast. The encoding's fastest clock needs six "
    "patches for a turn.",
)
def a_pulse_needs_fast_waves():
    assert round(wavelengths(512)[0]) == 6
    turns = 2 * np.pi * np.arange(196)[:, None] / 14 * np.arange(3, 8)
    waves = np.hstack([np.sin(turns), np.cos(turns)]).reshape(196, 2, 5)
    for held_out in ((2, 7, 12), (0, 6, 13), (3, 4, 9), (1, 5, 8, 10)):
        for fastest, finds in ((5, True), (4, False)):
            more = waves[..., :fastest].reshape(196, -1)
            table = np.hstack([sinusoidal_encoding(196, 512), more])
            assert (named(table, np.eye(14), held_out)[1] > 0.9) == finds
