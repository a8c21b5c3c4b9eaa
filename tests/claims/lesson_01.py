"""The conclusions of lesson 01, tested where they could fail."""

import itertools

import numpy as np

from posenc_lessons import (
    join_heads,
    recurrent_states,
    scaled_dot_product_attention,
    self_attention,
    softmax,
    split_heads,
)
from tests.claims import claim


def draws(n_draws, sizes=((3, 8), (5, 8), (12, 4), (7, 32))):
    """Yield random generators, embeddings and the matrices of a layer."""
    for seed, (n, d_model) in itertools.product(range(n_draws), sizes):
        random = np.random.default_rng([seed, n, d_model])
        x = random.normal(size=(n, d_model))
        yield random, x, random.normal(size=(3, d_model, d_model)) / d_model**0.5


@claim(r"0.12\,(0,10)+0.88\,(10,0)=(8.8,1.2)")
def two_words_by_hand():
    query, keys = np.array([[1, 2]]), np.array([[1, 0], [1, 1]])
    weights = softmax(query @ keys.T)
    assert (weights.round(2) == [[0.12, 0.88]]).all()
    assert ((weights @ [[0, 10], [10, 0]]).round(1) == [[8.8, 1.2]]).all()


def change(one, other):
    return np.linalg.norm(one - other) / np.linalg.norm(other)


def with_a_word_twice(random, x):
    """Return a sentence in which the words at two positions are the same one."""
    one, other = random.choice(len(x), size=2, replace=False)
    x = x.copy()
    x[other] = x[one]
    return x, one, other


@claim(
    "The dogs' vectors are identical. Both have the same embedding",
    "The two dogs have the same row of weights",
    "From this vector alone, nobody can tell which dog is chased.",
)
def a_word_that_comes_twice_has_one_vector():
    for random, x, matrices in draws(20):
        x, one, other = with_a_word_twice(random, x)
        third = next(t for t in range(len(x)) if t not in (one, other))
        vectors = self_attention(x, *matrices)
        np.testing.assert_allclose(vectors[one], vectors[other], atol=1e-12)
        assert change(vectors[one], vectors[third]) > 1e-3


@claim(
    "*Lion*'s row keeps all its numbers: each word takes its row with it.",
    "reordering before attention has the same effect as reordering after it",
    "If the same numbers were added everywhere, each word would only get a different "
    "embedding.",
    "the lecture is right about the *set*, because each order gives the same five "
    "vectors. The 120 matrices differ only in the order of their rows.",
)
def rows_move_with_their_words():
    for random, x, matrices in draws(10):
        order = random.permutation(len(x))
        for added in (0, random.normal(size=x.shape[1])):
            before = self_attention(x + added, *matrices)
            after = self_attention(x[order] + added, *matrices)
            np.testing.assert_allclose(after, before[order], atol=1e-12)
            np.testing.assert_allclose(after.mean(0), before.mean(0), atol=1e-12)


@claim(
    "In the lower half, all rows change. Even the row of *killed* does, because the "
    "words it collects from have new numbers.",
)
def with_numbers_all_rows_change():
    """The word in the middle keeps its own number, and its row still changes."""
    for _, x, matrices in draws(20):
        added = 0.5 * np.arange(1, len(x) + 1)[:, None]
        before = self_attention(x + added, *matrices)
        after = self_attention(x[::-1] + added, *matrices)[::-1]
        assert np.abs(after - before).max(axis=1).min() > 1e-9


def layer_norm(x):
    return (x - x.mean(axis=-1, keepdims=True)) / x.std(axis=-1, keepdims=True)


@claim(
    "Between its attention layers, a transformer applies the same small network to "
    "each row separately. So through a whole stack, the rows only move along with "
    "their words.",
    "After the last layer, *lion*'s row is the same in both sentences, and so is the "
    "mean of all rows. An answer computed from either one cannot tell who killed whom.",
)
def a_stack_is_blind():
    """Compare the rows after six layers, and an output made of their mean."""
    for random, x, _ in draws(3):
        width = x.shape[1]
        last = random.normal(size=(width, 5))
        weights = random.normal(size=(6, 6, width, width)) / width**0.5
        order = random.permutation(len(x))

        def stack(x):
            for *matrices, out, up, down in weights:  # noqa: B023
                heads = (split_heads(x @ matrix, 2) for matrix in matrices)
                mixed = join_heads(scaled_dot_product_attention(*heads))
                x = layer_norm(x + mixed @ out)
                x = layer_norm(x + np.maximum(x @ up, 0) @ down)
            return x

        before, after = stack(x), stack(x[order])
        np.testing.assert_allclose(after, before[order], atol=1e-9)
        np.testing.assert_allclose(after.mean(0) @ last, before.mean(0) @ last)


@claim(
    "The two states differ, because each depends on all the words so far.",
)
def recurrence_notices_order():
    for random, x, matrices in draws(60):
        there, back = (recurrent_states(row, *matrices[:2])[-1] for row in (x, x[::-1]))
        assert change(back, there) > 0.03
        x, one, other = with_a_word_twice(random, x)
        states = recurrent_states(x, *matrices[:2])
        assert change(states[one], states[other]) > 1e-3


@claim(
    "They must *differ* from position to position.",
    "The dogs' rows differ only in the lower half.",
)
def numbers_tell_two_dogs_apart():
    for random, x, matrices in draws(50, ((3, 8), (5, 8))):
        x, one, other = with_a_word_twice(random, x)
        n, width = x.shape
        ways = {
            "same": random.normal(size=width),
            "growing": 0.5 * np.arange(1, n + 1)[:, None],
            "table": random.normal(size=(n, width)),
        }
        for name, added in ways.items():
            rows = self_attention(x + added, *matrices)
            apart = change(rows[one], rows[other])
            assert apart < 1e-12 if name == "same" else apart > 1e-9, (name, apart)
