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
    "Two patches at opposite edges are as similar as neighbors, and the patch below is "
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


@claim("17", "Right and below are equally similar now")
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
    "the clock reader names nearly all columns and the yes-or-no reader nearly none",
    "**What a reader is asked for decides what it finds.**",
    "In unseen lines, columns lie on a clock",
    "The strays lie in the first and the last line",
)
def the_question_decides():
    for d_model in (256, 512):
        for parts in (5, 7):
            table = sinusoidal_encoding(196, d_model)
            assert by_clock(table, parts=parts) > 0.9
            assert by_yes_or_no(table, parts=parts) < 0.1
    answers = read(sinusoidal_encoding(196, 512), hands())
    off = np.linalg.norm(answers - np.tile(hands(), (14, 1)), axis=1)
    assert np.median(off) < 0.01
    assert set(np.flatnonzero(off > 0.05) // 14) == {0, 13}
    for seed in range(3):
        rows = np.random.default_rng(seed).normal(size=(196, 512))
        assert by_clock(rows) < 0.2


@claim(
    "17",
    "a column has the same numbers in every line, so both readers work",
)
def the_axial_encoding_is_read_both_ways():
    for d_model in (32, 64, 128):
        table = grid_encoding(14, 14, d_model)
        assert by_clock(table) > 0.98
        assert by_yes_or_no(table) > 0.9
        assert np.ptp(table[..., d_model // 2 :], axis=0).max() == 0


def clock(wavelength):
    angles = 2 * np.pi * np.arange(196) / wavelength
    return np.column_stack([np.cos(angles), np.sin(angles)])


@claim(
    "17",
    "Among the 64 numbers, the nearest turns in 14.9 patches",
    "over 14 lines it falls almost a whole turn behind",
    "With a clock of exactly 14 added, the reader works.",
    "The 512 numbers hold several clocks close to 14.",
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


@claim(
    "17",
    "To build one in every line, a reader needs waves faster than any clock here.",
)
def a_pulse_needs_faster_clocks():
    pulse = np.eye(14)[0]
    assert (np.abs(np.fft.rfft(pulse))[1:] > 0.9).all()
    for d_model in (512, 1024):
        table = sinusoidal_encoding(196, d_model)
        for parts in (5, 7):
            faster = [clock(14 / times) for times in range(3, 8)]
            assert by_yes_or_no(np.hstack([table, *faster]), parts=parts) > 0.9
            assert by_yes_or_no(np.hstack([table, clock(14)]), parts=parts) < 0.2
            others = [clock(wavelength) for wavelength in (5.5, 4.1, 3.2, 2.6, 2.2)]
            assert by_yes_or_no(np.hstack([table, *others]), parts=parts) < 0.2


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
