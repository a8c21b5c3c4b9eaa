"""The conclusions of the notebook on the column, tested where they could fail."""

import numpy as np

from posenc_lessons import sinusoidal_encoding, wavelengths
from tests.claims import claim


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


def circle(size):
    """Return the tip of a hand that turns once in ``size`` patches."""
    angles = 2 * np.pi * np.arange(size) / size
    return np.column_stack([np.sin(angles), np.cos(angles)])


@claim(
    "The reader names the column only with *which hand*.",
    "A matrix for the four nearest clocks alone is off by less than 0.03 in all "
    "lines, seen or not. So the column is not lost.",
    "*Yes or no* does no better than guessing, which finds one column in 14.",
    "This mix suits only the 154 patches it was fitted to: the reader **overfits**.",
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
