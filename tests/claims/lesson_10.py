"""The conclusions of lesson 10, tested where they could fail."""

import itertools

import numpy as np

from posenc_lessons import (
    multi_head_attention,
    softmax,
    split_heads,
)
from tests.claims import claim, functions_of


@claim(
    "10",
    "which give eight equations for the eight unknown weights.",
    "one head can hold both words at once",
)
def the_mean_keeps_its_weights():
    for seed, n in itertools.product(range(20), (2, 8, 30)):
        random = np.random.default_rng([seed, n])
        values, row = random.normal(size=(n, n)), random.dirichlet(np.ones(n))
        found = np.linalg.solve(values.T, row @ values)
        np.testing.assert_allclose(found, row, atol=1e-8)


@claim(
    "10",
    "The outputs differ most at 0 and at 1, but there one of the two words is lost.",
    "The output stays the same at one half",
)
def one_head_pays_with_a_word():
    shares = np.arange(11) / 10
    for seed, width in itertools.product(range(50), (2, 8, 64)):
        a, b = np.random.default_rng([seed, width]).normal(size=(2, width))
        here, swapped = (np.outer(shares, c) + np.outer(1 - shares, d)
                         for c, d in ((a, b), (b, a)))  # fmt: skip
        apart = np.linalg.norm(here - swapped, axis=1)
        assert apart[5] < 1e-12
        assert max(apart[1:10]) < 0.81 * apart[0]
        np.testing.assert_allclose(apart[0], apart[10])


def named(rows, answers, n_words, rounds=3000):
    """Return the largest share of answers that a matrix, fitted by errors, names."""
    random, best = np.random.default_rng(0), 0
    matrix = np.zeros((rows.shape[1], n_words))
    for _ in range(rounds):
        scores = rows @ matrix
        wrong = np.flatnonzero(scores.argmax(axis=1) != answers)
        best = max(best, 1 - len(wrong) / len(rows))
        if not len(wrong):
            break
        i = random.choice(wrong)
        matrix[:, answers[i]] += rows[i]
        matrix[:, scores[i].argmax()] -= rows[i]
    return best


@claim(
    "10",
    "Each result is $s$ plus the word's weight times $r - s$, so the three lie on a "
    "line, with the object in the middle. The largest is always at an end.",
    "why a matrix that favors some words fails, too",
    "partly right. One head can hold both words, but from one head a matrix cannot "
    "always tell *who is which*.",
    "With one head for each word, the roles stay apart",
)
def a_matrix_names_one_word_of_one_head():
    for n_words, width in ((3, 4), (6, 16), (10, 64)):
        values = np.random.default_rng(n_words).normal(size=(n_words, width))
        ahead, behind = np.array(list(itertools.permutations(range(n_words), 2))).T
        for share in (0.5, 0.7, 0.9):
            mixed = share * values[ahead] + (1 - share) * values[behind]
            assert (named(mixed, ahead, n_words) == 1) == (share != 0.5)
            assert 0 < named(mixed, behind, n_words) < 0.75
        # The rival: two heads, joined.
        joined = np.hstack([values[ahead], values[behind]])
        assert named(joined, ahead, n_words) == named(joined, behind, n_words) == 1
    # Why: the mean over all exchanges of words treats all words alike.
    orders = list(itertools.permutations(range(4)))
    for seed in range(20):
        matrix = np.random.default_rng(seed).normal(size=(4, 4))
        mean = np.mean([matrix[np.ix_(order, order)] for order in orders], axis=0)
        r, s, *_ = mean[0]
        np.testing.assert_allclose(mean, s + (r - s) * np.eye(4), atol=1e-12)
        results = np.array([0.7, 0.3, 0, 0]) @ mean
        np.testing.assert_allclose(results[:2], (0.7 * r + 0.3 * s, 0.3 * r + 0.7 * s))
        np.testing.assert_allclose(results, s + (r - s) * np.array([0.7, 0.3, 0, 0]))
        assert np.isclose(results.max(), results[0 if r > s else 2])
        assert results[1] < results.max()


@claim(
    "10",
    "Only with *one matrix, added* does the output stay the same",
    "In the other three ways, each role has columns or a matrix of its own.",
)
def only_adding_with_one_matrix_loses_the_roles():
    for seed, width in itertools.product(range(20), (2, 8, 64)):
        random = np.random.default_rng([seed, width])
        a, b = random.normal(size=(2, width))
        v, w = random.normal(size=(2, width, width))
        np.testing.assert_allclose(a @ v + b @ v, b @ v + a @ v)
        for here, swapped in (
            (a @ v + b @ w, b @ v + a @ w),
            (np.append(a @ v, b @ v), np.append(b @ v, a @ v)),
            (np.append(a @ v, b @ w), np.append(b @ v, a @ w)),
        ):
            assert np.linalg.norm(here - swapped) > 0.01 * np.linalg.norm(here)


@claim(
    "10",
    "No: joining, followed by $W_O$, is adding with two matrices. The subject "
    "goes through $W_{V0}U$, and the object goes through $W_{V1}L$.",
)
def joining_and_mixing_is_adding_with_own_values():
    for seed, n_heads in enumerate((1, 2, 8)):
        random = np.random.default_rng(seed)
        x, matrices = random.normal(size=(3, 16)), random.normal(size=(4, 16, 16))
        query, key = (split_heads(x @ matrix, n_heads) for matrix in matrices[:2])
        weights = softmax(query @ key.swapaxes(1, 2) / np.sqrt(16 / n_heads))
        value = np.split(matrices[2], n_heads, axis=1)
        output = np.split(matrices[3], n_heads, axis=0)
        added = sum(w @ x @ (v @ o) for w, v, o in zip(weights, value, output))
        joined = multi_head_attention(x, *matrices, n_heads)
        np.testing.assert_allclose(joined, added, atol=1e-9)


@claim("10", "The four matrices have the same size with one head as with eight")
def heads_cost_no_parameters():
    random = np.random.default_rng(0)
    x, matrices = random.normal(size=(3, 16)), random.normal(size=(4, 16, 16))
    for n_heads in (1, 2, 8, 16):
        assert multi_head_attention(x, *matrices, n_heads).shape == (3, 16)


short_cut = functions_of("10_multi_head")["short_cut"]


@claim(
    "10",
    "Head 0 of the shortcut holds only *man*, and head 1 holds only *saw*: a reshape "
    "fills the heads in reading order. So no head can compare the two words.",
    "Reshaping directly to (heads, words, numbers) gives the same shape and no error",
)
def the_short_cut_holds_one_word_in_a_head():
    words = np.repeat([0, 1], 512).reshape(2, 512)
    assert (split_heads(words, 8) == np.array([0, 1])[:, None]).all()
    for heads in (2, 4, 8):
        cut = short_cut(words, heads)
        assert cut.shape == split_heads(words, heads).shape == (heads, 2, 512 // heads)
        assert (cut[: heads // 2] == 0).all() and (cut[heads // 2 :] == 1).all()
