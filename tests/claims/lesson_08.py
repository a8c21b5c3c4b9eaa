"""The conclusions of lesson 08, tested where they could fail."""

import numpy as np

from posenc_lessons import (
    shift_matrix,
    similarity_by_offset,
    sinusoidal_encoding,
    softmax,
)
from tests.claims import claim


def matrix_between(before, after):
    """Return the 2 x 2 matrix that turns two columns into two others."""
    return np.asarray(after).T @ np.linalg.inv(np.asarray(before).T)


@claim(
    "08",
    "We get the same matrix. Its entries are the cosine and the sine of $k$, one sine "
    "with a minus sign:",
    "The angle-addition formulas prove that $R(k)$ works for all positions.",
)
def two_positions_give_the_same_rotation_as_any_other_two():
    for k in (1, 2, 5, -3):
        turn = [[np.cos(k), np.sin(k)], [-np.sin(k), np.cos(k)]]
        for one, other in ((0, 1), (7, 40), (100, 3)):
            at = np.array([one, other])
            found = matrix_between(
                np.stack([np.sin(at), np.cos(at)], axis=1),
                np.stack([np.sin(at + k), np.cos(at + k)], axis=1),
            )
            np.testing.assert_allclose(found, turn, atol=1e-11)
            np.testing.assert_allclose(found @ found.T, np.eye(2), atol=1e-11)


@claim(
    "08",
    "**We measure:** this is right, to ten decimals.",
    "*k later* is granted by one rotation per pair, the same for every position",
)
def one_matrix_serves_all_positions():
    for d_model, base in ((2, 10000), (16, 10000), (64, 100)):
        table = sinusoidal_encoding(6000, d_model, base=base)
        for k in (1, 7, 100, 1000):
            matrix = shift_matrix(k, d_model, base)
            np.testing.assert_allclose(matrix @ matrix.T, np.eye(d_model), atol=1e-12)
            moved = table[:5000] @ matrix.T
            assert np.abs(moved - table[k : 5000 + k]).max() < 2e-12


@claim(
    "08",
    "The score peaks $k$ words before pos, for every position that has such a word, "
    "because the key there looks like pos itself.",
    "The curve is lesson 07's similarity, shifted by $k$, so nearby keys score nearly "
    "as high, and key 15 gets only 9% of the weight. A query matrix of 20 times the "
    "identity (20 x) separates them: key 15 gets 94%.",
    "this one matrix makes the score highest $k$ words back.",
)
def the_score_peaks_k_words_back():
    for d_model, k in ((16, 5), (128, 5), (128, 40), (512, 1)):
        table = sinusoidal_encoding(128, d_model)
        scores = table @ (table @ shift_matrix(k, d_model).T).T
        at = np.arange(k, 128)
        keys = table @ shift_matrix(k, d_model).T
        np.testing.assert_allclose(keys[at - k], table[at], atol=1e-12)
        assert (scores[k:].argmax(axis=1) == at - k).all()
        assert (scores[at, at - k + 1] > 0.9 * scores[at, at - k]).all()
        expected = similarity_by_offset(at[:, None] - k - np.arange(128), d_model)
        np.testing.assert_allclose(scores[k:], expected, atol=1e-9)
        if (d_model, k) == (128, 5):
            weights = softmax(20 * scores / np.sqrt(128))
            assert weights[at, at - k].min() > 0.9
            assert softmax(scores / np.sqrt(128))[at, at - k].max() < 0.2


def unseen(table, n):
    """Return the errors that least squares makes at unseen positions."""
    found = np.linalg.lstsq(table[: n - 1], table[1:n], rcond=1e-10)[0]
    return table[n:-1] @ found - table[n + 1 :]


def independent(rows):
    """Return how many rows are independent to ten decimals."""
    sizes = np.linalg.svd(rows, compute_uv=False)
    return (sizes > 1e-10 * sizes[0]).sum()


@claim(
    "08",
    "With 6 columns, the learner is right at positions it has not seen. With 512, it "
    "is right only at those it saw and a few more. Soon its worst column misses by "
    "more than 1.",
)
def what_is_learned_fails_on_the_unseen():
    assert np.abs(unseen(sinusoidal_encoding(3000, 6), 50)).max() < 1e-6
    for d_model, n in ((128, 200), (256, 200), (512, 200), (256, 400)):
        largest = np.abs(unseen(sinusoidal_encoding(1000, d_model), n)).max(axis=1)
        assert largest[:3].max() < 0.01
        assert (largest > 0.1).argmax() < n / 2
        assert largest[100:].min() > 1
    largest = np.abs(unseen(sinusoidal_encoding(1000, 512), 200)).max(axis=1)
    assert 5 < (largest > 0.05).argmax() < (largest > 0.1).argmax() <= 10
    assert (largest > 1).argmax() < 20


@claim(
    "08",
    "The second learner is right at all of them. So a learner can miss a matrix that "
    "exists.",
)
def pairs_are_learned_at_once():
    for d_model, base, n in ((6, 10000, 20), (128, 10000, 20), (512, 10000, 200)):
        table = sinusoidal_encoding(2000, d_model, base=base)
        for i in range(0, d_model, 16):
            two = table[:, i : i + 2]
            found = np.linalg.lstsq(two[: n - 1], two[1:n])[0]
            assert np.abs(two[:-1] @ found - two[1:]).max() < 1e-8


@claim(
    "08",
    "But neighboring clocks differ in speed by less than 4%. So most clocks hardly "
    "part from their neighbors in 200 positions, and their columns follow from others "
    "almost exactly: to ten decimals, only 76 columns are independent, so only 76 "
    "equations are. Even the positions of the last line give too few. Many "
    "matrices therefore fit the rows seen. The learner takes the one with the smallest "
    "sum of squared entries, and that is not $M_1$.",
    "After 200 positions, a learner of width 512 that does not know the pairs misses "
    "it.",
)
def many_matrices_fit():
    table, right = sinusoidal_encoding(200, 512), shift_matrix(1, 512).T
    # As many of the others' mixtures give all rows, almost exactly.
    left, sizes, mixed = np.linalg.svd(table[:-1], full_matrices=False)
    assert (sizes > 1e-10 * sizes[0]).sum() == 76
    follow = (left[:, :76] * sizes[:76]) @ mixed[:76]
    assert np.abs(follow - table[:-1]).max() < 1e-9
    # Not many more at a finer limit
    assert (sizes > 1e-13 * sizes[0]).sum() < 100
    found = np.linalg.lstsq(table[:-1], table[1:], rcond=1e-10)[0]
    for matrix in (found, right, (found + right) / 2):
        assert np.abs(table[:-1] @ matrix - table[1:]).max() < 1e-6
    assert np.linalg.norm(found - right) > 1
    assert np.linalg.norm(found) < np.linalg.norm((found + right) / 2)
    # More positions do not settle it: doubling them parts only as many clocks as are
    # between a speed and its half.
    ranks = [
        independent(sinusoidal_encoding(n, 512)[:-1]) for n in (200, 400, 800, 1600)
    ]
    assert ranks == [76, 114, 153, 192]
    assert np.abs(unseen(sinusoidal_encoding(1000, 512), 700)).max() > 1
    speeds = 10_000 ** -(np.arange(256) / 256)
    assert (speeds[:-1] / speeds[1:]).max() < 1.04
    assert (speeds[:-1] - speeds[1:] < 0.5 / 200).sum() > 170
    # What counts is how far neighbors part. Evenly spaced up to 1 radian, they part as
    # little in 200 positions, but by a turn in 1,600.
    trials = (200, 1, 76, 90), (200, 3, 199, 199), (1600, 1, 512, 512)
    for n, fastest, fewest, most in trials:
        speeds = np.linspace(fastest / 256, fastest, 256)
        angles = np.outer(np.arange(n - 1), speeds)
        found = independent(np.hstack([np.sin(angles), np.cos(angles)]))
        assert fewest <= found <= most, (n, fastest, found)
    # The rival: with faster clocks, as many rows as columns are enough.
    angles = np.arange(1000)[:, None] * np.linspace(0.05, 3, 256)
    even = np.hstack([np.sin(angles), np.cos(angles)])
    assert np.abs(unseen(even, 600)).max() < 1e-6
