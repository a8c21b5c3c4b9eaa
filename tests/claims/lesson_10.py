"""The conclusions of lesson 10, tested where they could fail."""

import itertools

import numpy as np

from posenc_lessons import (
    multi_head_attention,
    sinusoidal_encoding,
    softmax,
    split_heads,
    train,
)
from tests.claims import claim


@claim(
    "10",
    "which give six equations for the six unknown weights.",
    "the output of one head can hold two words at once.",
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
    "Nobody can tell from it who sees whom: the head has kept both words but lost "
    "their **roles**.",
    "Adding positions $p_1$ and $p_5$ to the words does not help: after the swap, "
    "*man* + $p_1$ + *astronomer* + $p_5$ is still the same sum.",
    "The two outputs differ more than at 0.7, but the object is gone.",
    "At 0.7, the outputs differ, so the roles are kept.",
    "equal weights lose the roles.",
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
    "one head usually gets the word one back, but rarely the word two back. With two "
    "heads, both words are right.",
    "The word one back has more weight, so it counts for more in both answers: asked "
    "for the word two back, the layer mostly names the word one back again. With two "
    "heads, one looks mostly at the word one back, the other at the word two back.",
    "Trained to name two words through one last matrix, one head rarely got both "
    "right, but two heads did.",
)
def two_heads_name_two_words_and_one_does_not():
    encoding, sizes = sinusoidal_encoding(16, 32), set()
    sentences = np.random.default_rng(0).integers(10, size=(100, 16))
    for seed, n_heads in itertools.product(range(2), (1, 2)):
        trained = train(encoding, k=(1, 2), n_heads=n_heads, seed=seed)
        right = trained.right(encoding)
        sizes.add(sum(matrix.size for matrix in trained.parameters.values()))
        one_back, two_back = right.mean(axis=(0, 1))
        at = np.arange(2, 16)
        looks = np.array(
            [
                [table[at, at - k].mean() for k in (1, 2)]
                for table in np.mean(
                    [trained.weights(encoding, s) for s in sentences], axis=0
                )
            ]
        )
        if n_heads == 1:
            assert one_back > 0.9 and two_back < 0.25
            assert right.all(axis=-1).mean() < 0.2
            assert looks[0, 0] > looks[0, 1] + 0.05
            assert trained.right(encoding, k=(2, 1))[..., 1].mean() > 0.8
        else:
            assert right.all(axis=-1).mean() > 0.99
            assert sorted(looks.argmax(axis=1)) == [0, 1] and looks.max(1).min() > 0.5
    assert len(sizes) == 1


@claim(
    "10",
    "It changes only if we join, because then each role has columns of its own.",
    "Joined, the roles stay apart, because each head has columns of its own.",
)
def adding_loses_the_roles_and_joining_keeps_them():
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
    "This is adding with a matrix for each head, so $W_O$ can keep the roles apart.",
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
        mixing = random.normal(size=(32, 16))
        here, swapped = np.append(s, o) @ mixing, np.append(o, s) @ mixing
        assert np.linalg.norm(here - swapped) > 0.01


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
