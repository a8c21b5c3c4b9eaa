"""What lesson 17 concludes, tried where it could fail."""

import numpy as np

from posenc_lessons import grid_encoding, rotate, sinusoidal_encoding, wavelengths
from tests.claims import claim


def similarity(table):
    rows = table.reshape(-1, table.shape[-1])
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return unit @ unit.T


def finds_neighbors(table, height, width):
    """Tell of each inner patch whether its four most similar are its neighbors."""
    closest = np.argsort(-similarity(table), axis=1)[:, 1:5]
    inner = np.arange(height * width).reshape(height, width)[1:-1, 1:-1].ravel()
    return [set(closest[p]) == {p - 1, p + 1, p - width, p + width} for p in inner]


@claim(
    "17",
    "two patches at opposite edges are as similar as neighbors, and the patch below is "
    "not.",
    "The encoding knows a single offset in the order of reading",
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
    "A dot product of two encodings is the sum of two parts",
    "patches in the same line or column share half of their numbers",
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


@claim(
    "17",
    "The fastest has turned once after about six patches, and the other three are too",
    "crosses go six patches away.",
)
def too_few_clocks():
    alike = similarity(grid_encoding(14, 14, 16)).reshape(14, 14, 14, 14)
    assert np.isclose(wavelengths(8)[0], 2 * np.pi)
    assert wavelengths(8)[1] > 4 * 14
    for line, column in ((6, 6), (3, 7), (7, 7)):
        others = alike[line, column].copy()
        others[line, column] = 0
        found = np.argwhere(others > np.sort(others, axis=None)[-4] - 1e-9)
        offsets = np.abs(found - (line, column))
        assert set(offsets.ravel()) <= {0, 6}


def read(table, wanted, size=14, parts=5):
    """Return what a linear reader says of lines that it was not fitted on."""
    lines, columns = np.divmod(np.arange(size**2), size)
    rows = np.hstack([table.reshape(size**2, -1), np.ones((size**2, 1))])
    answers = np.empty((size**2, wanted.shape[1]))
    for part in range(parts):
        asked = lines % parts == part
        fit = np.linalg.lstsq(rows[~asked], wanted[columns[~asked]], rcond=1e-8)[0]
        answers[asked] = rows[asked] @ fit
    return answers


def hands(size=14):
    hours = 2 * np.pi * np.arange(size) / size
    return np.column_stack([np.cos(hours), np.sin(hours)])


def by_clock(table, size=14, parts=5):
    said = read(table, hands(size), size, parts) @ hands(size).T
    return np.mean(said.argmax(axis=1) == np.arange(size**2) % size)


def by_yes_or_no(table, size=14, parts=5):
    said = read(table, np.eye(size), size, parts)
    return np.mean(said.argmax(axis=1) == np.arange(size**2) % size)


@claim(
    "17",
    "From 512 numbers: there the column is not lost.",
    "In unseen lines, columns lie on a clock",
    "Nearly all points of a column are on one spot.",
    "The strays lie in the first and the last line",
)
def the_hand_is_read_in_unseen_lines():
    for d_model in (256, 512):
        for parts in (5, 7):
            table = sinusoidal_encoding(196, d_model)
            assert by_clock(table, parts=parts) > 0.9
    answers = read(sinusoidal_encoding(196, 512), hands())
    off = np.linalg.norm(answers - np.tile(hands(), (14, 1)), axis=1)
    assert np.median(off) < 0.01
    assert set(np.flatnonzero(off > 0.05) // 14) == {0, 13}
    for seed in range(3):
        rows = np.random.default_rng(seed).normal(size=(196, 512))
        assert by_clock(rows) < 0.2


def clock(wavelength):
    angles = 2 * np.pi * np.arange(196) / wavelength
    return np.column_stack([np.cos(angles), np.sin(angles)])


@claim(
    "17",
    "among 64 numbers, the nearest clock takes 14.9 patches for a turn; among 512, "
    "several take about 14.",
    "over 14 lines the clock of 14.9 falls almost a whole turn behind",
    "With a clock of exactly 14, the reader works, even among random numbers.",
)
def the_hand_needs_a_clock_that_turns_once_a_line():
    nearest = min(wavelengths(64), key=lambda length: abs(np.log(length / 14)))
    assert np.isclose(nearest, 14.9, atol=0.05)
    assert 0.8 < 14 - 196 / nearest < 1
    assert (np.abs(np.array([*wavelengths(512)]) - 14) < 1).sum() >= 2
    table = sinusoidal_encoding(196, 64)
    for parts in (5, 7):
        assert by_clock(table, parts=parts) < 0.15
        assert by_yes_or_no(table, parts=parts) < 0.15
        assert by_clock(np.hstack([table, clock(14)]), parts=parts) > 0.98
        for wrong in (7, 10, 20, 28):
            assert by_clock(np.hstack([table, clock(wrong)]), parts=parts) < 0.3


def random_numbers(seed, n):
    return np.random.default_rng(seed).normal(size=(196, n))


def on_fitted_lines(table):
    rows = np.hstack([table, np.ones((196, 1))])
    said = rows @ np.linalg.lstsq(rows, np.tile(np.eye(14), (14, 1)), rcond=1e-8)[0]
    return np.mean(said.argmax(axis=1) == np.arange(196) % 14)


@claim(
    "17",
    "Only from the bare clock.",
    "A hand is exactly what the clock gives, so its reader has no use for other "
    "numbers.",
    "That helps in the lines that it has seen, and in no others.",
    "**What a reader finds depends on what it is asked for and on what else it is "
    "given.** More numbers can make it worse.",
    "seen a reader fail because it got too many numbers",
)
def more_numbers_make_the_reader_of_pulses_worse():
    wide = sinusoidal_encoding(196, 512)
    for parts in (5, 7):
        assert by_yes_or_no(clock(14), parts=parts) == 1
        assert by_yes_or_no(wide, parts=parts) < 0.1
        near = np.abs(wavelengths(512) - 14) < 0.7  # three clocks of the 512 numbers
        few = wide.reshape(196, -1, 2)[:, near].reshape(196, -1)
        assert by_yes_or_no(few, parts=parts) > 0.9
        for seed in range(5):
            for n, share in ((10, 0.6), (50, 0.4), (100, 0.25)):
                table = np.hstack([clock(14), random_numbers(seed, n)])
                assert by_clock(table, parts=parts) == 1
                assert by_yes_or_no(table, parts=parts) < share
    assert on_fitted_lines(wide) == 1
    for seed in range(5):
        shares = [
            on_fitted_lines(np.hstack([clock(14), random_numbers(seed, n)]))
            for n in (20, 50, 100)
        ]
        assert np.all(np.diff(shares) > 0) and shares[1] > 0.75


@claim(
    "17",
    "A *yes* is a short pulse in each line, and the clock gives a wide hump, highest "
    "at the right column.",
)
def a_hump_is_enough_to_win():
    answers = read(clock(14), np.eye(14))
    assert (answers.argmax(axis=1) == np.arange(196) % 14).all()
    assert answers.max() < 0.3  # far below 1
    assert (answers[answers.argmax(axis=1) == 3][:, 2:5] > 0.15).all()


@claim(
    "17",
    "The picture moves along with the query",
    "the score depends on the offset in lines and the offset in columns, for any words",
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
