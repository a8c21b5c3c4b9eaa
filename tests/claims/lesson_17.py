"""What lesson 17 concludes, tried where it could fail."""

import numpy as np

from posenc_lessons import grid_encoding, rotate, shift_matrix, sinusoidal_encoding
from tests.claims import claim


def similarity(table):
    rows = table.reshape(-1, table.shape[-1])
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return unit @ unit.T


def finds_neighbours(table, height, width):
    """Tell of each inner patch whether its four most similar are its neighbours."""
    closest = np.argsort(-similarity(table), axis=1)[:, 1:5]
    inner = np.arange(height * width).reshape(height, width)[1:-1, 1:-1].ravel()
    return [set(closest[p]) == {p - 1, p + 1, p - width, p + width} for p in inner]


@claim(
    "17",
    "To the right 0.97, below 0.63.",
    "The code knows of the lag alone: 1 to the right, 14 below",
    "for all 144 patches that have four; line by line, for none",
)
def the_grid_finds_neighbours_and_the_line_does_not():
    for width in (32, 64, 128, 512):
        line, grid = sinusoidal_encoding(196, width), grid_encoding(14, 14, width)
        alike = similarity(line)
        assert np.allclose(np.diagonal(alike, 1), alike[0, 1])
        assert np.allclose(np.diagonal(alike, 14), alike[0, 14])
        assert alike[0, 1] > 0.95
        assert alike[0, 14] < 0.7
        assert not any(finds_neighbours(line, 14, 14))
        assert all(finds_neighbours(grid, 14, 14))
    assert all(finds_neighbours(grid_encoding(9, 20, 64), 9, 20))
    assert not any(finds_neighbours(sinusoidal_encoding(180, 64), 9, 20))


@claim(
    "17",
    "A product of two codes is a sum of two parts",
    "Its similarity follows two lags, and not the distance that they make.",
    "one matrix leads three lines down and four columns to the right",
)
def two_lags_and_no_distance():
    for width in (16, 64, 256):
        grid, half = grid_encoding(14, 14, width), width // 2
        products = np.einsum("abi,cdi->abcd", grid, grid)
        for down, right in ((1, 0), (3, 4), (0, 5), (6, 2)):
            found = [
                products[r, c, r + down, c + right]
                for r in range(14 - down)
                for c in range(14 - right)
            ]
            assert np.ptp(found) < 1e-9
            move = np.zeros((width, width))
            move[:half, :half] = shift_matrix(down, half)
            move[half:, half:] = shift_matrix(right, half)
            moved = grid[: 14 - down, : 14 - right] @ move.T
            assert np.allclose(moved, grid[down:, right:])
        assert products[0, 0, 0, 5] - products[0, 0, 3, 4] > 0.05 * width / 2


def named(table, right):
    """Return the share of patches whose line or column least squares names."""
    rows = np.hstack([table, np.ones((len(table), 1))])
    found = np.linalg.lstsq(rows, np.eye(right.max() + 1)[right], rcond=1e-8)[0]
    return np.mean((rows @ found).argmax(axis=1) == right)


@claim(
    "17",
    "All lines, and 11 % of the columns",
    "no clock of the paper's takes 14 for a turn",
    "Add seven clocks that turn once, twice, ... seven times in 14 patches, and all",
    "So are they from 512 numbers of the paper's code",
)
def readers_of_columns():
    for size in (8, 10, 14, 16, 18):
        lines, columns = np.divmod(np.arange(size**2), size)
        axial = grid_encoding(size, size, 64).reshape(size**2, 64)
        assert named(axial, lines) == named(axial, columns) == 1
    for size in (10, 14, 16, 20):
        lines, columns = np.divmod(np.arange(size**2), size)
        for width in (32, 64):
            line = sinusoidal_encoding(size**2, width)
            assert named(line, lines) > 0.95
            assert named(line, columns) < 0.35
        turns = np.outer(columns, 2 * np.pi * np.arange(1, size // 2 + 1) / size)
        more = np.hstack([sinusoidal_encoding(size**2, 64), np.cos(turns),
                          np.sin(turns)])  # fmt: skip
        assert named(more, columns) == 1
    columns = np.arange(196) % 14
    assert named(sinusoidal_encoding(196, 512), columns) == 1
    assert named(sinusoidal_encoding(196, 256), columns) < 0.8
    wavelengths = 2 * np.pi * 10_000 ** (np.arange(32) / 32)
    assert np.abs(wavelengths - 14).min() > 0.5


def named_unseen(table, right, seed, parts=5):
    """Return the share named of patches that least squares was not fitted on."""
    rows = np.hstack([table, np.ones((len(table), 1))])
    said = np.empty(len(table), dtype=int)
    for asked in np.array_split(
        np.random.default_rng(seed).permutation(len(table)), parts
    ):
        fitted = np.delete(np.arange(len(table)), asked)
        codes = np.eye(right.max() + 1)[right[fitted]]
        found = np.linalg.lstsq(rows[fitted], codes, rcond=1e-8)[0]
        said[asked] = (rows[asked] @ found).argmax(axis=1)
    return np.mean(said == right)


@claim(
    "17",
    "But also from 128 random ones, which know nothing of columns",
    "From the 512 numbers 0 %, fewer than by guessing",
    "For others it needs numbers that repeat with the column",
)
def columns_learned_by_heart():
    lines, columns = np.divmod(np.arange(196), 14)
    turns = np.outer(columns, 2 * np.pi * np.arange(1, 8) / 14)
    line, grid = sinusoidal_encoding(196, 64), grid_encoding(14, 14, 64)
    more = np.hstack([line, np.cos(turns), np.sin(turns)])
    wide = sinusoidal_encoding(196, 512)
    assert named_unseen(wide, columns, 0) < 0.05
    for seed in range(2):
        random = np.random.default_rng(seed).normal(size=(196, 128))
        assert named(random, columns) == 1
        assert named_unseen(random, lines, seed) < 0.2
        assert named_unseen(random, columns, seed) < 0.2
        assert named_unseen(line, columns, seed) < 0.05
        assert named_unseen(line, lines, seed) > 0.8
        assert named_unseen(grid.reshape(196, 64), columns, seed) > 0.9
        assert named_unseen(more, columns, seed) == 1


@claim(
    "17",
    "To repeat is not enough: with *one* added clock of 14 this reader names 85 % of "
    "the columns that it has met, and none of the unseen.",
)
def one_clock_of_14_is_not_enough():
    columns = np.arange(196) % 14
    turns = 2 * np.pi * columns[:, None] / 14
    parts = sinusoidal_encoding(196, 64), np.cos(turns), np.sin(turns)
    table = np.hstack(parts)
    assert abs(named(table, columns) - 0.85) < 0.02
    for seed in range(4):
        assert named_unseen(table, columns, seed) < 0.02


@claim(
    "17",
    "A patch 6 lines or columns away, or both, is more alike then than a neighbour",
    "From 24 numbers on, the neighbours have them.",
)
def few_clocks_find_no_neighbours():
    for width in (24, 32, 64, 256):
        assert all(finds_neighbours(grid_encoding(14, 14, width), 14, 14))
    for width in (8, 16, 20):
        grid = grid_encoding(14, 14, width)
        assert not any(finds_neighbours(grid, 14, 14))
        assert similarity(grid)[0, 6] > similarity(grid)[0, 1]
    alike = similarity(grid_encoding(14, 14, 16))
    assert alike[0, 6 * 14 + 6] > alike[0, 1]


def resized(table, n, axis):
    """Return a table with n entries along an axis, centres on centres."""
    old = table.shape[axis]
    place = np.clip((np.arange(n) + 0.5) * old / n - 0.5, 0, old - 1)
    weights = np.maximum(0, 1 - np.abs(place[:, None] - np.arange(old)))
    return np.moveaxis(np.tensordot(weights, table, (1, axis)), 0, axis)


def as_grid(table, height, width):
    return resized(resized(table, height, 0), width, 1)


def as_list(table, height, width):
    rows = table.reshape(-1, table.shape[-1])
    return resized(rows, height * width, 0).reshape(height, width, -1)


def off_by(table, height, width, way):
    """Return how far off the old patch is that each new one is most like."""
    new = way(table, height, width).reshape(-1, table.shape[-1])
    old = table.reshape(-1, table.shape[-1])
    alike = new @ old.T / np.linalg.norm(old, axis=1)
    line, column = np.divmod(alike.argmax(axis=1), table.shape[1])
    want, other = np.divmod(np.arange(height * width), width)
    return np.hypot(
        line - (want + 0.5) * table.shape[0] / height + 0.5,
        column - (other + 0.5) * table.shape[1] / width + 0.5,
    )


@claim(
    "17",
    "As a grid, 0.4 old patches on average, for all three tables",
    "As a list, 4.6, as far as from a column drawn at random.",
    "lines stay roughly where they were, and columns run round and round",
    "Resized as a list, a table loses its columns",
)
def lists_lose_columns():
    tables = [grid_encoding(14, 14, 64), sinusoidal_encoding(196, 64)]
    tables += [np.random.default_rng(s).normal(size=(196, 64)) for s in range(3)]
    for table in tables:
        table = table.reshape(14, 14, 64)
        for height, width in ((24, 24), (20, 28), (16, 16)):
            grid = off_by(table, height, width, as_grid)
            assert grid.mean() < 0.5
            assert (grid > 1).sum() <= 1
            rows = off_by(table, height, width, as_list)
            assert rows.mean() > 3.5
            assert (rows > 1).mean() > 0.7
        random = (14**2 - 1) / (3 * 14)
        assert abs(off_by(table, 24, 24, as_list).mean() - random) < 0.1


@claim(
    "17",
    "The head looks two down for 65 % of the patches, one for 26 %",
    "With rows of length 1, it keeps the length *in the image*, as nearly as whole "
    "patches allow; as resized, to within a patch or so.",
    "then looks two new ones down for 65 % of the patches, one for 26 %.",
    "With the code computed anew it keeps the *number of patches*",
)
def a_head_keeps_the_length_in_the_image():
    for width in (64, 128):
        below = np.eye(width)
        below[: width // 2, : width // 2] = shift_matrix(1, width // 2)
        for size in (20, 24, 28):
            old = grid_encoding(14, 14, width)
            for table, step in ((as_grid(old, size, size), size / 14),
                                (grid_encoding(size, size, width), 1)):  # fmt: skip
                rows = table.reshape(size**2, width)
                found = (rows @ below.T @ rows.T).argmax(axis=1).reshape(size, size)
                down = (found // size - np.arange(size)[:, None])[: size - 4]
                assert abs(down.mean() - step) < 0.2
                assert (np.abs(down - step) < 1).mean() > 0.95
            new = as_grid(old, size, size)
            new /= np.linalg.norm(new, axis=2, keepdims=True)
            rows = new.reshape(size**2, width)
            found = (rows @ below.T @ rows.T).argmax(axis=1).reshape(size, size)
            down = (found // size - np.arange(size)[:, None])[: size - 4]
            assert (down == round(size / 14)).mean() >= 0.9
            assert (found % size == np.arange(size))[: size - 4].all()


@claim(
    "17",
    "A mixture of rows is shorter than they are, and a score grows with length",
    "With all rows brought to length 1, it is two for all.",
)
def short_rows_lose():
    for width in (32, 64, 256):
        old = grid_encoding(14, 14, width)
        table = as_grid(old, 24, 24)
        lengths = np.linalg.norm(table, axis=2, keepdims=True)
        assert lengths.max() < np.linalg.norm(old[0, 0]) + 1e-9
        below = np.eye(width)
        below[: width // 2, : width // 2] = shift_matrix(1, width // 2)
        rows, keys = table.reshape(576, -1), (table / lengths).reshape(576, -1)
        found = (rows @ below.T @ keys.T).argmax(axis=1)
        assert (found == np.arange(576) + 48)[: 21 * 24].all()


@claim("17", "what lesson 13 proved holds for each half, and the score is their sum")
def turned_halves_know_two_lags():
    for seed, width in ((0, 8), (1, 64)):
        query, key = np.random.default_rng(seed).normal(size=(2, 1, width))

        def turned(vector, place, width=width):
            half = width // 2
            return np.hstack(
                [
                    rotate(vector[:, :half], [place[0]]),
                    rotate(vector[:, half:], [place[1]]),
                ]
            )

        scores = [
            (turned(query, (3 + r, 4 + c)) @ turned(key, (1 + r, 9 + c)).T).item()
            for r, c in ((0, 0), (5, 0), (0, 5), (100, 200))
        ]
        assert np.ptp(scores) < 1e-9
