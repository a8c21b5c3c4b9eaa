"""The conclusions of lesson 08, tested where they could fail."""

import numpy as np

from posenc_lessons import shift_matrix, sinusoidal_encoding
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
    "the same for every pos. **We measure:** this is right.",
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
    "The query at 20 looks for a 20 and finds it at 15, because the key there looks "
    "like 20. So the score peaks $k$ words before pos, for every position that has "
    "such a word.",
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


def unseen(table, n):
    """Return the errors that least squares makes at unseen positions."""
    found = np.linalg.lstsq(table[: n - 1], table[1:n], rcond=1e-10)[0]
    return table[n:-1] @ found - table[n + 1 :]


@claim(
    "08",
    "With 6 columns, the learner is right everywhere. With 512, it is right only at "
    "the positions that it saw and a few more. Soon its largest error is larger than "
    "if it answered only zeros.",
    "someone who answers only zeros is off by at most 1",
    "At width 512, the learner that did not know the pairs missed it.",
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
    "The second learner is right everywhere. So a learner can miss a matrix that "
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
    "With 1,000 rows, its largest error is the same: to ten decimals, more than half "
    "of the 512 columns still follow from the others. So more than one matrix fits the "
    "rows that the learner saw. It has found one that fails elsewhere.",
)
def many_matrices_fit():
    for n in (200, 1000):
        table, right = sinusoidal_encoding(2 * n, 512), shift_matrix(1, 512).T
        seen, after = table[: n - 1], table[1:n]
        assert np.linalg.matrix_rank(seen, rtol=1e-10) < 256
        found = np.linalg.lstsq(seen, after, rcond=1e-10)[0]
        for matrix in (found, right, (found + right) / 2):
            assert np.abs(seen @ matrix - after).max() < 1e-6
        assert np.linalg.norm(found - right) > 1
        errors = np.abs(table[:-1] @ found - table[1:])
        assert errors[n : n + n // 10].max() > 1 and errors[n:].max() > 1.3
    # The rival: clocks that part from each other are learned.
    angles = np.arange(1000)[:, None] * np.linspace(0.05, 3, 256)
    even = np.hstack([np.sin(angles), np.cos(angles)])
    assert np.abs(unseen(even, 600)).max() < 1e-6
