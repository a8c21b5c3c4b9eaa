"""Codes that are added, that turn vectors, or that are biases, in the trial's model."""

import numpy as np
import pytest

from posenc_lessons import (
    PositionEncoding,
    alibi_slopes,
    angular_frequencies,
    biased,
    interpolated,
    recall,
    rotary,
    rotate,
    sinusoidal_encoding,
    start_parameters,
    t5_biases,
    t5_bucket,
    train,
)
from posenc_lessons.trial.model import recall_weights

D, N = 8, 6
DISTANCE = np.abs(np.subtract.outer(np.arange(12), np.arange(12)))


def learned_table(n_heads, d_model, random):
    """Return rows to add at 12 positions, to begin with."""
    return {"places": random.normal(size=(12, d_model)) / np.sqrt(2)}


CODES = {
    "none": PositionEncoding(),
    "learned table": PositionEncoding(
        lambda n, learned: learned["places"][:n], start=learned_table
    ),
    "sinusoids": PositionEncoding(lambda n, _: sinusoidal_encoding(n, D)),
    "rotary": rotary(),
    "T5": t5_biases(),
    "ALiBi": biased(
        lambda n_heads, n: -alibi_slopes(n_heads)[:, None, None] * DISTANCE[:n, :n]
    ),
}
BY_NAME = pytest.mark.parametrize("name", CODES)


def started(code, n_heads=2, seed=0):
    """Return parameters before training, including the code's own, and some words."""
    parameters = start_parameters(D, seed)
    random = np.random.default_rng(seed)
    if code.start:
        parameters |= code.start(n_heads, D, random)
        for name in ("places", "biases"):
            if name in parameters:
                parameters[name] = random.normal(size=parameters[name].shape)
    return parameters, random.integers(10, size=(3, N))


@BY_NAME
def test_a_causal_model_looks_at_nothing_later(name):
    parameters, words = started(CODES[name])
    weights = recall_weights(parameters, CODES[name], words, 2, causal=True)
    later = ~np.tri(N, dtype=bool)
    assert (weights[..., later] == 0).all()
    np.testing.assert_allclose(weights.sum(axis=-1), 1)
    changed = words.copy()
    changed[:, -1] = (words[:, -1] + 1) % 10
    before, after = (
        recall(parameters, CODES[name], w, 2, causal=True) for w in (words, changed)
    )
    np.testing.assert_allclose(before[:, :-1], after[:, :-1], atol=1e-14)
    assert np.abs(before[:, -1] - after[:, -1]).max() > 1e-3


def test_a_table_and_the_function_that_returns_it_are_the_same():
    table = sinusoidal_encoding(N, D)
    parameters, words = started(PositionEncoding())
    np.testing.assert_array_equal(
        recall(parameters, table, words, 2),
        recall(parameters, CODES["sinusoids"], words, 2),
    )
    np.testing.assert_array_equal(
        recall(parameters, np.zeros((N, D)), words, 2),
        recall(parameters, PositionEncoding(), words, 2),
    )


def test_rotary_turns_queries_and_keys_of_each_head_and_no_values():
    parameters, words = started(PositionEncoding())
    x = parameters["embed"][words[0]]
    place = np.arange(N)
    value, mixed = x @ parameters["value"], np.empty((N, D))
    for part in (slice(0, 4), slice(4, 8)):
        query = rotate((x @ parameters["query"])[:, part], place)
        key = rotate((x @ parameters["key"])[:, part], place)
        scores = np.exp(query @ key.T / 2)
        mixed[:, part] = scores / scores.sum(axis=1, keepdims=True) @ value[:, part]
    np.testing.assert_allclose(
        recall(parameters, rotary(), words[0], 2), mixed @ parameters["out"]
    )


def test_biases_stand_before_the_softmax_and_are_not_divided():
    parameters, words = started(PositionEncoding())
    without = np.log(recall_weights(parameters, PositionEncoding(), words, 2))
    for head, slope in enumerate(alibi_slopes(2)):
        scores = without[:, head] - slope * DISTANCE[:N, :N]
        expected = np.exp(scores) / np.exp(scores).sum(axis=-1, keepdims=True)
        found = recall_weights(parameters, CODES["ALiBi"], words, 2)[:, head]
        np.testing.assert_allclose(found, expected)


def test_t5_learns_a_number_for_each_head_and_bucket():
    parameters, _ = started(t5_biases())
    bias = t5_biases().bias(2, 40, parameters)
    assert parameters["biases"].shape == (2, 32)
    assert bias[1, 30, 3] == parameters["biases"][1, t5_bucket(3 - 30)]
    far = t5_biases().bias(2, 300, parameters)[1, -1]
    expected = parameters["biases"][1, t5_bucket(np.arange(300) - 299)]
    np.testing.assert_array_equal(far, expected)
    assert bias[0, 3, 3] == bias[0, 3, 9] == parameters["biases"][0, 0]
    assert (t5_biases().start(2, D, None)["biases"] == 0).all()


@pytest.mark.parametrize(
    ("name", "finds"),
    [("learned table", True), ("rotary", True), ("T5", True), ("none", False),
     ("ALiBi", False)],
)  # fmt: skip
def test_training_finds_the_word_before(name, finds):
    code = CODES[name]
    trained = train(code, steps=150, rate=0.03, causal=True, n_positions=12, d_model=16)
    assert trained.causal
    accuracy = trained.accuracy(code, n_positions=12)
    assert accuracy > 0.95 if finds else accuracy < 0.7
    if finds:
        (weights,) = trained.weights(code, [0] * 12)
        assert (weights.argmax(axis=1)[1:] == np.arange(11)).mean() > 0.9


TABLE = np.zeros((N, D))


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: train(rotary(), d_model=D), "n_positions is required"),
        (lambda: train(rotary(), n_positions=N), "d_model is required"),
        (lambda: train(TABLE, n_positions=5), "n_positions must be left out.*6.*got 5"),
        (lambda: train(TABLE, d_model=4), "d_model must be left out.*8.*got 4"),
        (lambda: train(rotary(), 6, n_positions=N, d_model=D), "of positions, 6"),
        (lambda: train(rotary(), n_positions=0, d_model=D), "n_positions must be at"),
        (lambda: train(rotary(), n_positions=N, d_model=0), "d_model must be at least"),
        (lambda: train(rotary(), n_positions=N, d_model=D, n_heads=3), "divide .* 8"),
        (lambda: train(rotary(), n_positions=N, d_model=3), "d_head must be even"),
        (lambda: rotary([1.0]).turn(np.ones((3, 4)), {}), "2 pairs.*got 1"),
        (lambda: rotary([1, 2, 3]).turn(np.ones((2, 3, 4)), {}), "2 pairs.*got 3"),
    ],
)
def test_bad_arguments(call, words):
    with pytest.raises(ValueError, match=words):
        call()


@pytest.mark.parametrize("factor", [1, 4, 1.5])
def test_interpolation_divides_the_positions_of_rotate(factor):
    x = np.random.default_rng(0).normal(size=(2, 3, 64, 8))
    slowed = rotary(interpolated(angular_frequencies(8), factor)).turn(x, {})
    np.testing.assert_allclose(slowed, rotate(x, np.arange(64) / factor), atol=1e-13)
