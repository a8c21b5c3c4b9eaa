"""The conclusions of the notebook on patches, tested where they could fail."""

import numpy as np

from posenc_lessons import (
    grid_encoding,
    shift_matrix,
    sinusoidal_encoding,
    wavelengths,
)
from tests.claims import claim, functions_of

BELOW = np.eye(64)
BELOW[:32, :32] = shift_matrix(1, 32)
CELLS = functions_of("curious/17_patches", below=BELOW)
as_grid, as_list, looks = CELLS["as_grid"], CELLS["as_list"], CELLS["looks"]


@claim(
    "17_patches",
    "When the table is resized as a grid, a new row is most similar to one of the old "
    "ones around it, both in an ordered table and in a random one, each 64 numbers "
    "wide.",
    "Resized as a list, a table loses its columns",
)
def grid_and_list():
    random = np.random.default_rng(0)
    for table in (
        grid_encoding(14, 14, 64),
        sinusoidal_encoding(196, 64).reshape(14, 14, 64),
        random.normal(size=(14, 14, 64)),
    ):
        for n in (20, 24, 32):
            off = CELLS["off_by"](table, n, as_grid)
            assert off.mean() < 0.5 and np.mean(off < np.sqrt(2)) > 0.99
            assert CELLS["off_by"](table, n, as_list).mean() > 3.5
    # That takes enough numbers: 8 are too few.
    off = CELLS["off_by"](random.normal(size=(14, 14, 8)), 24, as_grid)
    assert np.mean(off > 1.5) > 0.2


@claim(
    "17_patches",
    "In the resized table, the head usually looks two patches down.",
    "Once all rows have length 1, the head looks two patches down from everywhere.",
    "With a recomputed encoding, it keeps the *number of patches*.",
    "A mixture of rows is shorter than the rows",
)
def one_patch_down():
    axial = grid_encoding(14, 14, 64)
    for n, least in ((24, 1), (28, 0.9)):
        wide = as_grid(axial, n)
        length = np.linalg.norm(wide, axis=2, keepdims=True)
        assert length.max() < np.linalg.norm(axial, axis=2).min() + 1e-9
        assert looks(wide / length)[1] >= least
        assert looks(grid_encoding(n, n, 64))[0] == 1
    one, two = looks(as_grid(axial, 24))
    assert two > 0.6 > 2 * one
    assert looks(as_list(axial, 24)) == [0, 0]


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
    "17_patches",
    "The reader names the column only with *which hand*.",
    "A matrix for the nearest four alone is off by less than 0.03 in all lines, seen "
    "or not. So the column is not lost.",
    "*Yes or no* does no better than guessing, which finds one column in 14.",
    "This mix suits only the 154 patches it was fitted to: the reader **overfits**.",
    "**What a reader finds depends on what it is asked for. A reader that fails does "
    "not show that something is lost.**",
)
def one_question_is_answered_and_the_other_is_not():
    for size, held_out in ((14, (2, 7, 12)), (14, (0, 6, 13)), (10, (1, 5, 8))):
        yes_or_no, hand = named(sinusoidal_encoding(size**2, 512), held_out, size)
        assert hand == 1 and yes_or_no < 1.5 / size
    nearest = np.argsort(np.abs(wavelengths(512) - 14))[:4]
    assert 13 < wavelengths(512)[nearest].min() < wavelengths(512)[nearest].max() < 15
    clocks = sinusoidal_encoding(196, 512).reshape(196, -1, 2)[:, nearest]
    rows, wanted = clocks.reshape(196, 8), np.tile(circle(14), (14, 1))
    for held_out in ((2, 7, 12), (1, 5, 9)):
        seen = ~np.isin(np.arange(196) // 14, held_out)
        reader = np.linalg.lstsq(rows[seen], wanted[seen], rcond=1e-10)[0]
        assert np.linalg.norm(rows @ reader - wanted, axis=1).max() < 0.03
    # With the two clocks nearest to 14 patches, the reader does not overfit.
    assert named(rows[:, :4], (2, 7, 12))[0] > 0.9
    random = np.random.default_rng(0).normal(size=(196, 512))
    assert max(named(random, (2, 7, 12))) < 0.25


@claim(
    "17_patches",
    "This answer jumps to 1 in one column and back to 0 in the next.",
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
