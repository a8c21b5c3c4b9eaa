"""The conclusions of lesson 10, tested where they could fail."""

import itertools

import numpy as np

from posenc_lessons import (
    multi_head_attention,
    scaled_dot_product_attention,
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
    "They differ most at 1 or at 0, but there only one of the two words is left.",
    "partly right. In principle, one head holds both words. With equal weights, it "
    "loses *who is which*.",
    "With unequal weights, only the sizes of the words' shares say who is which. These "
    "can mislead: a large share of a short vector can be less than a small share of a "
    "long one.",
    "The mean is then that of the two words plus that of the two positions, and the "
    "swap changes neither.",
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
        assert min(apart[4], apart[6]) > 0.19 * apart[0]
        np.testing.assert_allclose(apart[0], apart[10])
        # With positions, which stay where they are when the words change places
        random = np.random.default_rng(seed)
        ahead, behind = random.normal(size=(2, width))
        matrix = random.normal(size=(width, width))
        for w, same in ((0.5, True), (0.6, False)):
            before = w * (a + ahead) @ matrix + (1 - w) * (b + behind) @ matrix
            after = w * (b + ahead) @ matrix + (1 - w) * (a + behind) @ matrix
            assert np.allclose(before, after) == same
        # Two pairs of words, in opposite roles, with the same output.
        other = 3 / 7 * b, 7 / 3 * a
        np.testing.assert_allclose(0.7 * a + 0.3 * b, 0.7 * other[0] + 0.3 * other[1])


@claim(
    "10",
    "Only with *same values, added* does the output stay the same",
    "Each of the other ways marks the role, with its own columns or its own matrix.",
)
def only_adding_the_same_values_loses_the_roles():
    for seed, width in itertools.product(range(100), (2, 8, 64)):
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


@claim("10", "each of its 64 numbers is computed from all 512.")
def every_head_sees_the_whole_embedding():
    for seed, (width, n_heads) in enumerate(((512, 8), (48, 4), (8, 2))):
        random = np.random.default_rng(seed)
        x, w = random.normal(size=(1, width)), random.normal(size=(width, width))
        for changed in (0, width // 2, width - 1):
            other = x + np.eye(width)[changed]
            moved = split_heads(other @ w, n_heads) - split_heads(x @ w, n_heads)
            assert (np.abs(moved) > 1e-9).all(axis=(1, 2)).all()
            moved = split_heads(other, n_heads) != split_heads(x, n_heads)
            assert moved.any(axis=(1, 2)).sum() == 1


@claim(
    "10",
    "It does not: the word that sees goes through $V_0U$, the word that is seen "
    "through $V_1L$. So joining, followed by $W_O$, *is* one of our four ways: own "
    "values, added.",
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


@claim("10", "The four matrices have the same size with one head or eight")
def heads_cost_no_parameters():
    random = np.random.default_rng(0)
    x, matrices = random.normal(size=(3, 16)), random.normal(size=(4, 16, 16))
    for n_heads in (1, 2, 8, 16):
        assert multi_head_attention(x, *matrices, n_heads).shape == (3, 16)


short_cut = functions_of("10_multi_head")["short_cut"]


@claim(
    "10",
    "four heads hold only *man* and four only *saw*. No head can compare the two "
    "words.",
    "Reshaped directly, each head gets one of the two words",
    "Reshaping directly to (8, 2, 64) gives the same shape and no error.",
)
def the_short_cut_holds_one_word_in_a_head():
    words = np.repeat([0, 1], 512).reshape(2, 512)
    assert (split_heads(words, 8) == np.array([0, 1])[:, None]).all()
    cut = short_cut(words, 8)
    assert cut.shape == (8, 2, 64)
    assert (cut[:4] == 0).all() and (cut[4:] == 1).all()


@claim("10", "The shape does not show this mistake, but a test does")
def reordering_finds_the_short_cut_as_well():
    for seed, (n, n_heads) in enumerate(itertools.product((2, 3, 4, 8, 9), (2, 4, 8))):
        random = np.random.default_rng(seed)
        x, matrices = random.normal(size=(n, 16)), random.normal(size=(3, 16, 16))
        order, other = np.roll(np.arange(n), 1), x + np.eye(n)[:, :1]
        for cut, right in ((split_heads, True), (short_cut, False)):
            heads = [
                [cut(given @ w, n_heads) for w in matrices] for given in (x, x[order])
            ]
            rows = [scaled_dot_product_attention(*three) for three in heads]
            assert np.allclose(rows[1], rows[0][:, order]) == right
            changed = (cut(other, n_heads) != cut(x, n_heads)).any(axis=2)
            assert (not changed[:, 1:].any()) == right
