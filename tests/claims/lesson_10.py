"""The conclusions of lesson 10, tested where they could fail."""

import itertools

import numpy as np

from posenc_lessons import (
    multi_head_attention,
    softmax,
    split_heads,
)
from tests.claims import claim


@claim(
    "10",
    "which give six equations for the six unknown weights.",
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
    "The output stays the same at one half, because a mean does not depend on the "
    "order.",
    "From this vector, no layer can tell who sees whom: the head has kept both words "
    "but lost their **roles**.",
    "At 0.7, the two outputs differ, so the roles are not lost: section 1's equations "
    "would give 0.7 to the subject. The outputs differ most at 0 and at 1, but there "
    "one of the two words is gone.",
    "with equal weights, it loses who has which role.",
)
def equal_weights_lose_the_roles_and_others_keep_them():
    """Try it with values that hold the words' positions, too."""
    shares = np.arange(11) / 10
    for seed, width in itertools.product(range(50), (6, 8, 64)):
        random = np.random.default_rng([seed, width])
        man, astronomer, before, after, *rest = random.normal(size=(6, width))
        for earlier, later in ((0, 0), (before, after)):
            here, swapped = (
                np.outer(shares, first + earlier) + np.outer(1 - shares, second + later)
                for first, second in ((man, astronomer), (astronomer, man))
            )
            apart = np.linalg.norm(here - swapped, axis=1)
            assert apart[5] < 1e-12 and (np.delete(apart, 5) > 0.1).all()
            assert max(apart[1:10]) < 0.81 * apart[0]
            np.testing.assert_allclose(apart[0], apart[10])
        values = np.array([man, astronomer, *rest])
        for mixed, expected in ((values[:2], (0.7, 0.3)), (values[1::-1], (0.3, 0.7))):
            row = np.array([0.7, 0.3]) @ mixed
            found = np.linalg.lstsq(values.T, row)[0]
            np.testing.assert_allclose(found[:2], expected, atol=1e-8)


@claim(
    "10",
    "Only with *one matrix, added* does the output stay the same, because the order "
    "of a sum does not matter. In the other three ways, the roles can be told apart.",
    "With a head for each role, the roles stay apart, because each has columns or a "
    "matrix of its own.",
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
    "This is adding with two matrices, so $W_O$ can keep the roles apart. It would "
    "lose them if $U$ and $L$ were equal.",
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
        s, o = random.normal(size=(2, 16))
        upper, lower = random.normal(size=(2, 16, 16))
        for half, kept in ((lower, True), (upper, False)):
            here, swapped = (np.append(*row) @ np.vstack([upper, half])
                             for row in ((s, o), (o, s)))  # fmt: skip
            assert (np.linalg.norm(here - swapped) > 0.01) == kept


@claim(
    "10",
    "The four matrices $W_Q$, $W_K$, $W_V$ and $W_O$ have the same size with one head "
    "as with eight",
)
def heads_cost_no_parameters():
    random = np.random.default_rng(0)
    x, matrices = random.normal(size=(3, 16)), random.normal(size=(4, 16, 16))
    for n_heads in (1, 2, 8, 16):
        assert multi_head_attention(x, *matrices, n_heads).shape == (3, 16)
