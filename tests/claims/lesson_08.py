"""The conclusions of lesson 08, tested where they could fail."""

import numpy as np

from posenc_lessons import shift_matrix, sinusoidal_encoding
from tests.claims import claim


def matrix_between(before, after):
    """Return the 2 x 2 matrix that turns two columns into two others."""
    return np.asarray(after).T @ np.linalg.inv(np.asarray(before).T)


@claim(
    "This one matrix leads to the next word from *every* position.",
    "Whatever the position, the pair is multiplied by the same four numbers",
    "This matrix turns every vector clockwise by the angle $k$.",
    "For a quarter turn, the cosine is 0 and the sine is 1, as above.",
)
def two_positions_give_the_same_rotation_as_any_other_two():
    for k in (1, 2, 5, -3, np.pi / 2):
        turn = [[np.cos(k), np.sin(k)], [-np.sin(k), np.cos(k)]]
        for one, other in ((0, 0.5), (7, 40), (100, 3)):
            at = np.array([one, other])
            found = matrix_between(
                np.stack([np.sin(at), np.cos(at)], axis=1),
                np.stack([np.sin(at + k), np.cos(at + k)], axis=1),
            )
            np.testing.assert_allclose(found, turn, atol=1e-11)
            np.testing.assert_allclose(found @ found.T, np.eye(2), atol=1e-11)
    quarter = np.array([[0, 1], [-1, 0]])
    np.testing.assert_allclose(turn, quarter, atol=1e-12)  # k was a quarter turn
    hands = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    for hand, later in zip(hands, hands[1:] + hands[:1]):
        assert (quarter @ hand == later).all()


@claim(
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
    "The same holds for whole rows and any $k$. With the key matrix $W_K=M_5^\\top$, "
    "the key at 15 is row 20, five words on. So the query at 20 scores highest there.",
    "If it turns the keys, each position from $k$ on scores highest with the one $k$ "
    "words back.",
    "but it is only 0.09, because its neighbors score nearly as high.",
)
def the_score_peaks_k_words_back():
    for d_model, k in ((16, 5), (128, 5), (128, 40), (512, 1)):
        table = sinusoidal_encoding(128, d_model)
        scores = table @ (table @ shift_matrix(k, d_model).T).T
        at = np.arange(k, 128)
        keys = table @ shift_matrix(k, d_model).T
        np.testing.assert_allclose(keys[at - k], table[at], atol=1e-12)
        assert (scores[k:].argmax(axis=1) == at - k).all()
        if (d_model, k) == (128, 5):
            powers = np.exp(scores[20, :64] / np.sqrt(d_model))
            assert round(powers[15] / powers.sum(), 2) == 0.09
            assert (scores[20, [14, 16]] > 0.95 * scores[20, 15]).all()


@claim(
    "At these positions, half of A's sine *is* B's sine. So "
    "$0.50\\cdot\\text{A's sine}+0.01\\cdot\\text{B's cosine}$ fits as well, and the "
    "three words do not say which is right.",
    "A matrix with half of A in it fails there.",
)
def half_of_a_replaces_b_in_three_words_only():
    at = np.array([0, 1, 2, 100])
    a, b = np.sin(0.02 * at), np.sin(0.01 * at)
    np.testing.assert_allclose(a[:3].round(2), [0, 0.02, 0.04])
    np.testing.assert_allclose(b[:3].round(2), [0, 0.01, 0.02])
    later = np.sin(0.01 * (at + 1))
    for sine, fits in ((1.00 * b, [True] * 4), (0.50 * a, [True] * 3 + [False])):
        found = sine + 0.01 * np.cos(0.01 * at)
        assert (np.abs(found - later) < 0.005).tolist() == fits


def learned(table, n):
    """Return the matrix of least squares that leads one word on in the first n rows."""
    return np.linalg.lstsq(table[: n - 1], table[1:n], rcond=1e-10)[0]


def errors(table, n):
    """Return the largest error of the learned matrix at each position."""
    return np.abs(table[:-1] @ learned(table, n) - table[1:]).max(axis=1)


@claim(
    "Apart from tiny differences, the 600 rows have 137 independent columns. The "
    "others are mixtures of these, as B's sine was half of A's. So infinitely many "
    "matrices fit, and the first learner finds one that mixes clocks.",
    "Within 60 words of the last row seen, this matrix is off by more than 1. Even "
    "the unmoved row comes closer.",
    "one that could mix all columns missed it.",
)
def a_whole_matrix_fails_on_the_unseen():
    for d_model, n in ((128, 200), (256, 200), (512, 600), (256, 400)):
        table, right = sinusoidal_encoding(1000, d_model), shift_matrix(1, d_model).T
        largest = errors(table, n)
        assert largest[: n - 1].max() < 1e-6 and largest[n + 100 :].min() > 1
        found = learned(table, n)
        other_clocks = np.kron(np.eye(d_model // 2), np.ones((2, 2))) == 0
        assert np.abs(found[other_clocks]).max() > 0.1
        both = (found + right) / 2  # more than one matrix fits what was seen
        assert np.abs(table[: n - 1] @ both - table[1:n]).max() < 1e-6
    largest = errors(sinusoidal_encoding(1201, 512), 600)
    assert (largest > 1).argmax() < 660
    # All columns are mixtures of 137, whatever exactly counts as rounding.
    rows = sinusoidal_encoding(1201, 512)
    sizes = np.linalg.svd(rows[:599], compute_uv=False)
    assert (sizes > 1e-10 * sizes[0]).sum() == 137
    assert (sizes > 1e-6 * sizes[0]).sum() > 130
    assert (sizes > 1e-13 * sizes[0]).sum() < 145
    for d_model in (2, 128, 512):
        rows = sinusoidal_encoding(1201, d_model)
        assert round(np.abs(np.diff(rows, axis=0)).max(), 2) == 0.96
    # The rival: clocks that part from each other are learned.
    angles = np.arange(1000)[:, None] * np.linspace(0.05, 3, 256)
    assert errors(np.hstack([np.sin(angles), np.cos(angles)]), 600).max() < 1e-6


@claim(
    "Only the second.",
    "Only the learner that works pair by pair is right everywhere",
    "A learner that worked pair by pair found it",
    "So a learner can miss a matrix that exists.",
)
def pairs_are_learned_at_once():
    for d_model, base, n in ((6, 10000, 20), (128, 10000, 20), (512, 10000, 600)):
        table = sinusoidal_encoding(2000, d_model, base=base)
        for i in range(0, d_model, 16):
            assert errors(table[:, i : i + 2], n).max() < 1e-8
