"""The conclusions of lesson 17, tested where they could fail."""

import numpy as np

from posenc_lessons import grid_encoding, rotate, sinusoidal_encoding, wavelengths
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
    "The first and the third pair are equally similar. The patch below is much less "
    "similar. The encoding knows a single offset, in reading order.",
    "The right neighbor hardly changes. The patch below is now just as similar, and "
    "opposite edges are less similar.",
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
    "the mean of two, one for each half.",
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


@claim(
    "17",
    "So positions enter a score only as these two offsets, whatever the words are.",
)
def rope_in_two_dimensions():
    def turned(vector, line, column):
        first, second = np.hsplit(vector, 2)
        return np.hstack([rotate(first, [line]), rotate(second, [column])])

    for seed in range(5):
        query, key = np.random.default_rng(seed).normal(size=(2, 1, 64))
        score = turned(query, 3, 4) @ turned(key, 1, 9).T
        for down, right in ((5, 0), (0, 5), (100, 200)):
            later = turned(key, 1 + down, 9 + right)
            moved = turned(query, 3 + down, 4 + right) @ later.T
            assert np.isclose(score, moved).all()
        assert not np.isclose(score, turned(query, 3, 5) @ turned(key, 1, 9).T).any()


def follows(scores):
    """Return how much a map repeats itself, moved by 4 lines and 2 columns."""
    scores = scores.reshape(14, 14, 14, 14)
    before, after = scores[4, 6, :10, :12], scores[8, 8, 4:, 2:]
    return np.corrcoef(before.ravel(), after.ravel())[0, 1]


@claim(
    "17",
    "Only RoPE's map moves along.",
    "Half of the pairs see the offset in lines, and the others see the offset in "
    "columns.",
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
        found = follows(rows @ w_query @ (rows @ w_key).T)
        assert found < (0.95 if seed else 0)


PLACES = np.divmod(np.arange(196), 14)


def named(table, held_out, size=14):
    """Return the share of columns that a reader names in held-out lines.

    There are two: for answers of yes or no, and for hands.
    """
    lines, columns = np.divmod(np.arange(size**2), size)
    unseen = np.isin(lines, held_out)
    answers = np.hstack([np.eye(size), circle(size)])
    rows, wanted = np.column_stack([table, np.ones(size**2)]), answers[columns]
    said = rows @ np.linalg.lstsq(rows[~unseen], wanted[~unseen], rcond=1e-10)[0]
    return [
        np.mean(((said[:, asked] @ answers[:, asked].T).argmax(1) == columns)[unseen])
        for asked in (slice(size), slice(size, None))
    ]


def circle(size, turns=1):
    """Return the tip of a hand that turns ``turns`` times in ``size`` patches."""
    angles = 2 * np.pi * turns * np.arange(size) / size
    return np.column_stack([np.sin(angles), np.cos(angles)])


@claim(
    "17",
    "The clocks together hold a hand that turns once per line, so the column is not "
    "lost.",
    "*Yes or no* does no better than guessing, which finds one column in 14.",
    "This mix suits only the 154 patches it was fitted to: the reader **overfits**.",
    "**What a reader finds depends on what it is asked for. A reader that fails does "
    "not show that something is lost.**",
)
def one_question_is_answered_and_the_other_is_not():
    for size, held_out in ((14, (2, 7, 12)), (14, (0, 6, 13)), (10, (1, 5, 8))):
        yes_or_no, hand = named(sinusoidal_encoding(size**2, 512), held_out, size)
        assert hand == 1 and yes_or_no < 1.5 / size
    # With the two clocks nearest to 14 patches, the reader does not overfit.
    nearest = np.argsort(np.abs(wavelengths(512) - 14))[:2]
    clocks = sinusoidal_encoding(196, 512).reshape(196, -1, 2)[:, nearest]
    assert named(clocks.reshape(196, 4), (2, 7, 12))[0] > 0.9
    random = np.random.default_rng(0).normal(size=(196, 512))
    assert max(named(random, (2, 7, 12))) < 0.25


@claim(
    "17",
    "Its answer jumps to 1 in one column and back to 0 in the next, but even the "
    "fastest clock takes six patches for a turn.",
)
def only_hands_slower_than_the_fastest_clock_are_found():
    assert 6 < wavelengths(512).min() < 6.5
    for size, held_out in ((14, (2, 7, 12)), (14, (1, 5, 9)), (10, (1, 5, 8))):
        lines, columns = np.divmod(np.arange(size**2), size)
        unseen = np.isin(lines, held_out)
        rows = np.column_stack([sinusoidal_encoding(size**2, 512), np.ones(size**2)])
        for turns in range(1, size // 2 + 1):
            wanted = circle(size, turns)[columns]
            reader = np.linalg.lstsq(rows[~unseen], wanted[~unseen], rcond=1e-10)[0]
            missed = np.linalg.norm(rows @ reader - wanted, axis=1)[unseen]
            if size / turns > wavelengths(512).min():
                assert missed.max() < 0.01
            else:
                assert np.median(missed) > 1
