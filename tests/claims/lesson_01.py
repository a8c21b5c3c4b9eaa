"""What lesson 01 concludes, tried where it could fail."""

import itertools
import math

import numpy as np

from posenc_lessons import (
    layer_norm,
    multi_head_attention,
    nth_order,
    recurrent_states,
    self_attention,
    softmax,
    waiting_steps,
)
from tests.claims import claim


def draws(n_draws, sizes=((3, 8), (5, 8), (12, 4), (7, 32))):
    """Yield random generators, embeddings and three pairs of matrices."""
    for seed, (n, d_model) in itertools.product(range(n_draws), sizes):
        random = np.random.default_rng([seed, n, d_model])
        x = random.normal(size=(n, d_model))
        yield random, x, random.normal(size=(2, 3, d_model, d_model)) / d_model**0.5


def attend(x, matrices, added=0, scores_plus=0):
    query, key, value = ((x + added) @ matrix for matrix in matrices)
    return softmax_with_mask(query @ key.T / x.shape[1] ** 0.5 + scores_plus) @ value


def softmax_with_mask(scores):
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def change(one, other):
    return np.linalg.norm(one - other) / np.linalg.norm(other)


def mask(x):
    return np.where(np.tri(len(x)), 0, -np.inf)


@claim(
    "01",
    "Whatever the order, no row changes.",
    "**We measure:** 120 different matrices, and 1 mean.",
    "Only a reader who ignores the order of the rows, such as the mean, gets the same.",
)
def rows_move_and_order_blind_readers_see_nothing():
    for random, x, layers in draws(10):
        order = random.permutation(len(x))
        before, after = self_attention(x, *layers[0]), self_attention(
            x[order], *layers[0]
        )  # fmt: skip
        np.testing.assert_allclose(after, before[order], atol=1e-12)
        for blind in (np.mean, np.max, np.sum):
            np.testing.assert_allclose(blind(after, 0), blind(before, 0), atol=1e-12)
        if (order != np.arange(len(x))).any():
            # The rivals look at places: first row, or a weighted mean.
            places = np.arange(len(x)) @ before, np.arange(len(x)) @ after
            assert change(*places) > 1e-3


@claim("01", "Nine of the 24: 7, 9, 10, 13, 16, 17, 18, 22 and 23.")
def nine_orders_move_every_word():
    moving = [
        index
        for index in range(24)
        if (nth_order(4, index * (math.factorial(4) - 1) // 23) != np.arange(4)).all()
    ]
    assert moving == [7, 9, 10, 13, 16, 17, 18, 22, 23]


@claim(
    "01",
    "so does all that treats each row alone, as most other parts of a transformer "
    "do. A whole stack of such layers is as blind as one. (Unless it has a "
    "mask: section 5.)",
)
def a_stack_is_blind():
    for random, x, _ in draws(3):
        width = x.shape[1]
        weights = random.normal(size=(6, 6, width, width)) / width**0.5
        order = random.permutation(len(x))

        def stack(x):
            for query, key, value, out, up, down in weights:  # noqa: B023
                x = layer_norm(x + multi_head_attention(x, query, key, value, out, 2))
                x = layer_norm(x + np.maximum(x @ up, 0) @ down)
            return x

        np.testing.assert_allclose(stack(x[order]), stack(x)[order], atol=1e-9)


@claim(
    "01",
    "The recurrent network tells the sentences of three words apart without any help.",
)
def recurrence_notices_order():
    for _, x, (w, _) in draws(100):
        there, back = (recurrent_states(row, *w[:2])[-1] for row in (x, x[::-1]))
        assert change(back, there) > 0.03


@claim(
    "01",
    "how much it keeps of the start depends on its matrices and on the size of the "
    "words.",
    "Ours forget it in 30 words, and a $W_h$ that keeps lengths does not help by "
    "itself.",
    "With both, the last state changes by 15 %.",
)
def some_recurrence_forgets_the_start():
    for d_model in (8, 32):
        ours, lengths, small, both, three = [], [], [], [], []
        for _, x, (w, _) in draws(60, ((30, d_model),)):
            swapped = x[[1, 0, *range(2, 30)]]
            keeps = w[0], np.linalg.qr(w[1])[0]
            for found, words, matrices in (
                (ours, (swapped, x), w[:2]),
                (lengths, (swapped, x), keeps),
                (small, (swapped / 10, x / 10), w[:2]),
                (both, (swapped / 10, x / 10), keeps),
                (three, (swapped[:3], x[:3]), w[:2]),
            ):
                ends = (recurrent_states(rows, *matrices)[-1] for rows in words)
                found.append(change(*ends))
        assert np.median(three) > 0.3
        assert np.median(ours) < 5e-6 and np.mean(np.array(ours) < 1e-4) > 0.9
        assert np.mean(np.array(lengths) < 1e-3) > 0.9
        assert np.median(both) > 0.1
        assert np.ptp(small) > 2 * np.ptp(both)


@claim(
    "01",
    "10 rounds, since $2^{10} = 1024$, instead of 999 steps, and the same states.",
    "It is the tanh between two steps that forbids this way",
)
def doubling_serves_sums_and_not_tanh():
    for n, d_model in ((1, 2), (2, 3), (1000, 8), (1025, 4)):
        random = np.random.default_rng(n)
        x, w = random.normal(size=(n, d_model)), random.normal(size=(d_model,) * 2)
        w = np.linalg.qr(w)[0]  # no word fades, so that every round counts
        states, power, rounds = x.copy(), w, 0
        while 2**rounds < n:
            reach, before = 2**rounds, states.copy()
            states[reach:] += states[:-reach] @ power
            power, rounds = power @ power, rounds + 1
        assert rounds == math.ceil(math.log2(n))
        state = np.zeros(d_model)
        for word, found in zip(x, states):
            state = word + state @ w
            np.testing.assert_allclose(found, state, atol=1e-9)
        assert n == 1 or change(before[-1], states[-1]) > 1e-3  # the last round counts
        # With the tanh, the same rounds give other states.
        if n > 2:
            assert (
                change(np.tanh(states), recurrent_states(x, np.eye(d_model), w)) > 1e-2
            )


@claim("01", "100 against 1.")
def recurrence_waits_and_attention_does_not():
    for n in (2, 100):
        assert waiting_steps(recurrent_states, n) == n
        assert waiting_steps(self_attention, n) == 1


@claim(
    "01",
    "the first way changes nothing but rounding: a code must *differ* from place to "
    "place.",
    "The four others break the symmetry",
)
def four_ways_break_the_symmetry():
    for random, x, (matrices, _) in draws(60):
        n, width = x.shape
        ways = {
            "same": {"added": random.normal(size=width)},
            "count": {"added": np.arange(1, n + 1)[:, None]},
            "table": {"added": random.normal(size=(n, width))},
            "mask": {"scores_plus": mask(x)},
            "back": {"scores_plus": 2 * np.eye(n, k=-1)},
        }
        for name, way in ways.items():
            moved = change(
                attend(x[::-1], matrices, **way), attend(x, matrices, **way)[::-1]
            )
            assert moved < 1e-12 if name == "same" else moved > 0.01, (name, moved)


@claim(
    "01",
    "add $-2$ times the distance to the scores, turn the words round, and the rows do "
    "not change either. (Swap two neighbours, and they do.)",
)
def distances_do_not_notice_turning_round():
    for random, x, (matrices, _) in draws(40):
        n = len(x)
        way = {"scores_plus": -2 * abs(np.subtract.outer(np.arange(n), np.arange(n)))}
        before = attend(x, matrices, **way)
        assert change(attend(x[::-1], matrices, **way), before[::-1]) < 1e-12
        order, place = np.arange(n), random.integers(n - 1)
        order[[place, place + 1]] = place + 1, place
        assert change(attend(x[order], matrices, **way), before[order]) > 1e-3


@claim(
    "01",
    "With one layer the last row stays, whatever we draw (rows above it do change, "
    "since they now see other words); with two it moves in every draw.",
    "even in the last row, where one layer does not",
    "Without the mask (*open*), two layers are as blind as one.",
)
def two_causal_layers_notice_order():
    for random, x, layers in draws(60, ((5, 8), (3, 8), (12, 4), (20, 32))):
        order = np.append(np.roll(random.permutation(len(x) - 1), 1), len(x) - 1)
        if (order == np.arange(len(x))).all():
            continue
        for residual in (0, 1):
            moved = []
            for depth, hidden in ((1, mask(x)), (2, mask(x)), (2, 0)):
                ends = []
                for row in (x[order], x):
                    for matrices in layers[:depth]:
                        row = residual * row + attend(row, matrices, 0, hidden)
                    ends.append(row[-1])
                moved.append(change(*ends))
            assert moved[0] < 1e-12 and moved[2] < 1e-12
            above = (
                attend(x[order], layers[0], 0, mask(x)),
                attend(x, layers[0], 0, mask(x))[order],
            )
            assert change(*above) > 1e-3
            assert moved[1] > 1e-4


@claim("01", "0.48 for each of the two beings")
def made_up_weights():
    queries, keys = 2.5 * np.array([[0, 1], [1, 0], [0, 1]]), np.eye(2)[[0, 1, 0]]
    np.testing.assert_allclose(softmax(queries @ keys.T)[1, [0, 2]], 0.48, atol=0.005)
