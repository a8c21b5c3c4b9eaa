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


@claim(
    "17",
    "The neighbor on the right hardly changes. The patch below is now as similar.",
)
def the_grid_finds_neighbors_and_the_line_does_not():
    for d_model in (32, 64, 128, 512):
        assert all(finds_neighbors(grid_encoding(14, 14, d_model), 14, 14))
        assert not any(finds_neighbors(sinusoidal_encoding(196, d_model), 14, 14))
        grid = similarity(grid_encoding(14, 14, d_model))
        assert np.isclose(grid[90, 91], grid[90, 104])
        line_by_line = similarity(sinusoidal_encoding(196, d_model))
        assert abs(grid[90, 91] - line_by_line[90, 91]) < 0.02
    assert all(finds_neighbors(grid_encoding(9, 20, 64), 9, 20))
    assert not any(finds_neighbors(sinusoidal_encoding(180, 64), 9, 20))


@claim(
    "17",
    "each of 16 pairs, so of length $\\sqrt{16} = 4$.",
    "is the mean of two similarities.",
    "Each half has its own offset.",
    "patches in the same line or column share half their numbers.",
)
def two_offsets():
    lengths = np.linalg.norm(np.split(grid_encoding(14, 14, 64), 2, axis=2), axis=-1)
    assert np.allclose(lengths, 4)
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
    "RoPE's map moves along with the query",
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


def added_maps(seed):
    """Return scores of patches that look alike, with the axial encoding added."""
    random = np.random.default_rng(seed)
    w_query, w_key = random.normal(size=(2, 64, 64))
    rows = 1 + grid_encoding(14, 14, 64).reshape(196, 64)
    return (rows @ w_query @ (rows @ w_key).T).reshape(14, 14, 14, 14)


def follows_added(scores):
    """Return how much a map repeats itself, moved by 4 lines and 2 columns."""
    before, after = scores[4, 6, :10, :12], scores[8, 8, 4:, 2:]
    return np.corrcoef(before.ravel(), after.ravel())[0, 1]


@claim(
    "17",
    "Only RoPE's map moves along.",
    "half of its pairs see only the offset in lines, the others only the offset in "
    "columns.",
)
def added_encodings_do_not_move_along():
    lines, columns = np.divmod(np.arange(196), 14)
    halves = [rotate(np.ones((196, 32)), places) for places in (lines, columns)]
    by_line, by_column = ((half @ half.T).reshape([14] * 4) for half in halves)
    for scores, axis in ((by_line, 1), (by_column, 0)):
        assert np.allclose(scores, scores.take([0], axis).take([0], axis + 2))
    assert follows_added(by_line + by_column) > 1 - 1e-9
    assert max(follows_added(added_maps(seed)) for seed in range(20)) < 0.95
    assert follows_added(added_maps(0)) < 0


def named(table, size=14, held_out=(2, 7, 12)):
    """Return the share of columns that a reader names, and its error, by lines.

    Both are tuples: in the lines that it has seen, and in the others.
    """
    lines, columns = np.divmod(np.arange(size**2), size)
    unseen = np.isin(lines, held_out)
    rows = np.column_stack([table, np.ones(size**2)])
    wanted = np.eye(size)[columns]
    fit = np.linalg.lstsq(rows[~unseen], wanted[~unseen], rcond=1e-8)[0]
    right = (rows @ fit).argmax(axis=1) == columns
    error = np.square(rows @ fit - wanted).mean(axis=1)
    return tuple((x[~unseen].mean(), x[unseen].mean()) for x in (right, error))


def nearest_clocks(size=14, d_model=512, count=2):
    """Return the columns of the clocks that turn most nearly once per line."""
    clocks = sinusoidal_encoding(size**2, d_model).reshape(size**2, -1, 2)
    away = np.abs(wavelengths(d_model) - size)
    return clocks[:, np.argsort(away)[:count]].reshape(size**2, -1)


HELD_OUT = (2, 7, 12), (0, 6, 13), (3, 4, 9), (1, 5, 8)


@claim(
    "17",
    "No more often than by guessing.",
    "its columns lie round a circle, and each answer points in its own direction.",
    "With both, it names nearly every column, even in unseen lines. The column is not "
    "lost: four of the 512 numbers are enough.",
    "**A reader that fails does not show that something is lost.**",
    "Even line by line the column is not lost, although a reader may fail to find it.",
)
def two_clocks_name_columns_that_all_clocks_miss():
    for held_out in HELD_OUT:
        (seen, unseen), _ = named(sinusoidal_encoding(196, 512), 14, held_out)
        assert seen > 0.95 and unseen < 0.1
        (seen, unseen), _ = named(nearest_clocks(), 14, held_out)
        assert seen > 0.9 and unseen > 0.94
        axial = grid_encoding(14, 14, 64).reshape(196, 64)
        inside = {0, 13}.isdisjoint(held_out)
        assert not inside or named(axial, 14, held_out)[0] == (1, 1)
    turn = 2 * np.pi * np.arange(196) / 14
    circle = np.column_stack([np.sin(turn), np.cos(turn)])
    assert named(circle)[0] == (1, 1)
    for held_out in ((2, 7, 9), (1, 4, 5), (0, 3, 8)):
        assert named(sinusoidal_encoding(100, 512), 10, held_out)[0][1] < 0.15
        assert named(nearest_clocks(10), 10, held_out)[0][1] > 0.9
    # The reader needs the clocks: as many random numbers tell it no columns.
    random = np.random.default_rng(0).normal(size=(196, 4))
    assert named(random)[0][1] < 0.25


@claim(
    "17",
    "The encoding has no such clock, but two come close: one a little faster, one a "
    "little slower.",
    "The sine has a frequency in between, and the cosine changes slowly. So the right "
    "mix keeps step.",
)
def no_clock_turns_once_a_line_but_two_nearly_do():
    away = wavelengths(512) - 14
    near = away[np.argsort(np.abs(away))[:2]]
    assert near.min() < -0.1 and near.max() > 0.1
    assert np.abs(near).max() < 0.5
    t = np.arange(196)
    turns = 2 * np.pi * t / 14
    hand = np.column_stack([np.sin(turns), np.cos(turns)])
    faster, slower = 2 * np.pi / (14 + near)
    both = np.sin(faster * t) + np.sin(slower * t)
    between, beat = (faster + slower) / 2, (faster - slower) / 2
    assert np.allclose(both, 2 * np.cos(beat * t) * np.sin(between * t))
    # In the whole image, the second makes less than a quarter of a turn.
    assert abs(beat * t[-1]) < np.pi / 2
    for count, least, most in ((1, 0.2, 1), (2, 0, 0.1)):
        clocks = nearest_clocks(count=count)
        mix = clocks @ np.linalg.lstsq(clocks, hand, rcond=None)[0]
        assert least < np.sqrt(np.square(mix - hand).sum(axis=1).mean()) < most
    for held_out in HELD_OUT:
        assert named(nearest_clocks(count=1), 14, held_out)[0][1] < 0.8


@claim(
    "17",
    "The reader *overfits*: it has more numbers than the 154 patches that it fits. In "
    "the seen lines, the other numbers bring its answers closer to zeros and ones; in "
    "unseen lines, they spoil them.",
)
def more_numbers_fit_better_and_fail_elsewhere():
    for held_out in HELD_OUT:
        _, (seen, unseen) = named(nearest_clocks(), 14, held_out)
        _, (seen_by_all, unseen_by_all) = named(
            sinusoidal_encoding(196, 512), 14, held_out
        )
        assert seen_by_all < 0.8 * seen
        assert unseen_by_all > 100 * unseen
