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


@claim("17", "Both neighbors are equally similar now")
def the_grid_finds_neighbors_and_the_line_does_not():
    for d_model in (32, 64, 128, 512):
        assert all(finds_neighbors(grid_encoding(14, 14, d_model), 14, 14))
        assert not any(finds_neighbors(sinusoidal_encoding(196, d_model), 14, 14))
    assert all(finds_neighbors(grid_encoding(9, 20, 64), 9, 20))
    assert not any(finds_neighbors(sinusoidal_encoding(180, 64), 9, 20))


@claim(
    "17",
    "The dot product of two encodings is the sum of two parts",
    "Opposite edges are 13 columns apart, where the similarity is 0.69, but only one "
    "line apart, where it is 0.96. The mean of the two is 0.82.",
    "patches in the same line or column share half their numbers",
)
def two_offsets():
    for d_model in (16, 64, 256):
        grid = grid_encoding(14, 14, d_model)
        products = np.einsum("abi,cdi->abcd", grid, grid)
        for down, right in ((1, 0), (3, 4), (0, 5), (6, 2)):
            found = [
                products[r, c, r + down, c + right]
                for r in range(14 - down)
                for c in range(14 - right)
            ]
            assert np.ptp(found) < 1e-9
            parts = products[0, 0, down, 0] + products[0, 0, 0, right]
            assert np.isclose(found[0], parts - d_model / 2)
        assert np.array_equal(grid[3, 4, : d_model // 2], grid[3, 9, : d_model // 2])
    by_line, by_column = (
        similarity(grid_encoding(14, 14, 64)[[0, 1], [13, 0]][:, half])[0, 1]
        for half in (slice(32), slice(32, 64))
    )
    assert (round(by_line, 2), round(by_column, 2)) == (0.96, 0.69)
    assert round((by_line + by_column) / 2, 2) == 0.82


@claim(
    "17",
    "The fastest turns once in about six patches, and the other three are too slow",
    "patches six lines or columns away look more alike than those that touch.",
)
def too_few_clocks():
    alike = similarity(grid_encoding(14, 14, 16)).reshape(14, 14, 14, 14)
    assert np.isclose(wavelengths(8)[0], 2 * np.pi)
    assert wavelengths(8)[1] > 4 * 14
    for line, column in np.ndindex(14, 14):
        alike_here = alike[line, column]
        six = [at + 6 if at < 8 else at - 6 for at in (line, column)]
        next_to = [at + 1 if at < 8 else at - 1 for at in (line, column)]
        far = alike_here[six[0], column], alike_here[line, six[1]]
        touching = alike_here[next_to[0], column], alike_here[line, next_to[1]]
        assert min(far) > max(touching) + 0.01


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
    "so the column is not lost",
    "The rows are much alike, as in lesson 08, and count as only 72 directions. Still, "
    "it finds a mix of clocks with a small bump at nearly every right column of the "
    "seen lines. Elsewhere, this mix means nothing.",
    "The hand carries over to an unseen line, the pulse does not",
    "**what a reader finds depends on what it is asked for**",
    "the column was not lost: you have read it as the hand of a clock.",
)
def the_hand_is_read_in_unseen_lines_and_yes_or_no_is_not():
    for size in (10, 14, 20):
        table = sinusoidal_encoding(size**2, 512)
        for held_out in ((2, 7, 9), (1, 4, 5), (0, 3, 8)):
            assert named(table, hands(size), held_out, size)[1] > 0.9
            seen, unseen = named(table, np.eye(size), held_out, size)
            assert seen > 0.6 and unseen < 0.2
    assert named(sinusoidal_encoding(196, 512), np.eye(14))[0] > 0.95
    rows = np.column_stack([sinusoidal_encoding(196, 512), np.ones(196)])
    sizes = np.linalg.svd(
        rows[~np.isin(np.arange(196) // 14, (2, 7, 12))], compute_uv=False
    )
    assert (sizes > 1e-8 * sizes[0]).sum() == 72
    random = np.random.default_rng(0).normal(size=(196, 512))
    assert named(random, hands())[1] < 0.2


@claim(
    "17",
    "No clock of the encoding turns exactly once per line, but two come close: they "
    "need 13.9 and 14.4 patches. They slip away from the columns in opposite "
    "directions, and a mix of these two alone names all columns.",
)
def the_hand_needs_clocks_that_turn_once_a_line():
    clocks = sinusoidal_encoding(196, 512).reshape(196, -1, 2)
    away = np.abs(wavelengths(512) - 14)
    near = np.argsort(away)[:2]
    assert np.allclose(wavelengths(512)[near], [13.9, 14.4], atol=0.05)
    assert named(clocks[:, away > 3].reshape(196, -1), hands())[1] < 0.3
    for held_out in ((2, 7, 12), (0, 6, 13), (3, 4, 9)):
        assert named(clocks[:, near].reshape(196, -1), hands(), held_out) == (1, 1)
        for one in near:
            assert named(clocks[:, one], hands(), held_out)[0] < 0.7


@claim(
    "17",
    "Matching it exactly takes waves of all speeds, up to one that rises and falls at "
    "every other patch: seven turns per line. The encoding's fastest clock turns "
    "about twice.",
    "It finds all of them. So **what a reader finds depends on what it is asked for**, "
    "and on which clocks it gets.",
)
def a_pulse_needs_waves_that_turn_seven_times_a_line():
    assert 2 < 14 / wavelengths(512)[0] < 2.5
    turns = 2 * np.pi * np.arange(196)[:, None] / 14 * np.arange(1, 8)
    waves = np.hstack([np.sin(turns), np.cos(turns)]).reshape(196, 2, 7)
    for held_out in ((2, 7, 12), (0, 6, 13), (3, 4, 9), (1, 5, 8, 10)):
        # All seven make the pulse, alone or beside the encoding; six do not.
        alone = waves.reshape(196, -1)
        assert named(alone, np.eye(14), held_out) == (1, 1)
        table = np.hstack(
            [sinusoidal_encoding(196, 512), waves[..., 2:].reshape(196, -1)]
        )
        assert named(table, np.eye(14), held_out)[1] > 0.9
        table = np.hstack(
            [sinusoidal_encoding(196, 512), waves[..., 2:6].reshape(196, -1)]
        )
        assert named(table, np.eye(14), held_out)[1] < 0.7


@claim(
    "17",
    "The picture moves along with the query",
    "the score depends on the offset in lines and the offset in columns. By lesson 13, "
    "this holds for any words",
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
