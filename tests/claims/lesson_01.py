"""The conclusions of lesson 01, tested where they could fail."""

import itertools

import numpy as np

from posenc_lessons import (
    layer_norm,
    multi_head_attention,
    recurrent_states,
    self_attention,
    softmax,
)
from tests.claims import claim


def draws(n_draws, sizes=((3, 8), (5, 8), (12, 4), (7, 32))):
    """Yield random generators, embeddings and the matrices of a layer."""
    for seed, (n, d_model) in itertools.product(range(n_draws), sizes):
        random = np.random.default_rng([seed, n, d_model])
        x = random.normal(size=(n, d_model))
        yield random, x, random.normal(size=(3, d_model, d_model)) / d_model**0.5


def attend(x, matrices, added=0, scores_plus=0):
    query, key, value = ((x + added) @ matrix for matrix in matrices)
    return softmax(query @ key.T / x.shape[1] ** 0.5 + scores_plus) @ value


@claim("01", r"0.12\,(0, 10) + 0.88\,(10, 0) = (8.8, 1.2)")
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
    "01",
    "The vectors are identical. Both dogs have the same embedding",
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
    "01",
    "None of the numbers change: each word takes its row with it.",
    "reordering before attention has the same effect as reordering after it",
    "No order does.",
    "adding the same numbers everywhere only gives each word another embedding",
    "the lecture is right, if *set* is taken at its word: the vectors are the same. "
    "Only the order of the rows differs",
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
    "01",
    "In the lower half, all rows change, even that of *killed*: it collects from words "
    "with other numbers.",
)
def with_numbers_all_rows_change():
    """The word in the middle keeps its own number, and its row still changes."""
    for _, x, matrices in draws(20):
        added = 0.5 * np.arange(1, len(x) + 1)[:, None]
        before = self_attention(x + added, *matrices)
        after = self_attention(x[::-1] + added, *matrices)[::-1]
        assert np.abs(after - before).max(axis=1).min() > 1e-9


@claim(
    "01",
    "between them it applies one function to each row separately.",
    "*Lion*'s row is the same in both sentences, so nothing computed from it can tell "
    "who killed whom, however many layers follow.",
)
def a_stack_is_blind():
    """Compare the rows after six layers, and both kinds of output made of them."""
    for random, x, _ in draws(3):
        width = x.shape[1]
        last = random.normal(size=(width, 5))
        weights = random.normal(size=(6, 6, width, width)) / width**0.5
        order = random.permutation(len(x))

        def stack(x):
            for query, key, value, out, up, down in weights:  # noqa: B023
                x = layer_norm(x + multi_head_attention(x, query, key, value, out, 2))
                x = layer_norm(x + np.maximum(x @ up, 0) @ down)
            return x

        before, after = stack(x), stack(x[order])
        np.testing.assert_allclose(after, before[order], atol=1e-9)
        np.testing.assert_allclose(after @ last, (before @ last)[order], atol=1e-9)
        np.testing.assert_allclose(after.mean(0) @ last, before.mean(0) @ last)


@claim(
    "01",
    "The two states differ, because each state depends on the one before it.",
)
def recurrence_notices_order():
    for random, x, matrices in draws(60):
        there, back = (recurrent_states(row, *matrices[:2])[-1] for row in (x, x[::-1]))
        assert change(back, there) > 0.03
        x, one, other = with_a_word_twice(random, x)
        states = recurrent_states(x, *matrices[:2])
        assert change(states[one], states[other]) > 1e-3


@claim("01", "the last of 100 states must wait for the 99 before it")
def each_state_needs_the_one_before():
    random = np.random.default_rng(0)
    x = random.normal(size=(100, 8))
    w_input, w_state = random.normal(size=(2, 8, 8)) / 8**0.5
    states = recurrent_states(x, w_input, w_state)
    for word, before, state in zip(x[1:], states, states[1:]):
        np.testing.assert_allclose(np.tanh(word @ w_input + before @ w_state), state)
        other = np.tanh(word @ w_input + (before + 0.1) @ w_state)
        assert change(other, state) > 1e-3


@claim(
    "01",
    "They must *differ* from position to position",
    "The second dog also sees *chased* and *another*, so it gets a different mix.",
    "Only in the lower half do the two dogs have different rows.",
)
def what_differs_and_a_mask_tell_two_dogs_apart():
    for random, x, matrices in draws(100, ((3, 8), (5, 8))):
        x, one, other = with_a_word_twice(random, x)
        n, width = x.shape
        ways = {
            "same": {"added": random.normal(size=width)},
            "growing": {"added": 0.5 * np.arange(1, n + 1)[:, None]},
            "table": {"added": random.normal(size=(n, width))},
            "mask": {"scores_plus": np.where(np.tri(n), 0, -1e9)},
        }
        if {one, other} == {0, 1}:
            del ways["mask"]  # the second one sees the first, and nothing else
        for name, way in ways.items():
            rows = attend(x, matrices, **way)
            apart = change(rows[one], rows[other])
            assert apart < 1e-12 if name == "same" else apart > 1e-9, (name, apart)
