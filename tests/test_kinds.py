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
    softmax,
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
    if getattr(code, "start", None):
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


def by_loops(parameters, words, n_heads, add=0, turn=np.asarray, bias=0):
    """Return the answers for one sentence, from one head after the other."""
    x = parameters["embed"][words] + add
    if "lift" in parameters:
        x = np.tanh(x @ parameters["lift"] + parameters["bias"])
    answers = []
    for head, columns in enumerate(np.split(np.arange(D), n_heads)):
        query, key, value = (
            x @ parameters[name][:, columns] for name in ("query", "key", "value")
        )
        scores = turn(query) @ turn(key).T / np.sqrt(len(columns))
        weights = softmax(scores + np.broadcast_to(bias, (n_heads, N, N))[head])
        answers.append(weights @ value @ parameters["out"][columns])
    return sum(answers)


TABLE, OFFSETS = sinusoidal_encoding(N, D), np.arange(N) - np.arange(N)[:, None]


@pytest.mark.parametrize("n_heads", [1, 2, 4])
@pytest.mark.parametrize(
    ("code", "place"),
    [
        (TABLE, lambda p, n: {"add": TABLE}),
        (CODES["sinusoids"], lambda p, n: {"add": TABLE}),
        (CODES["none"], lambda p, n: {}),
        (rotary(), lambda p, n: {"turn": lambda x: rotate(x, np.arange(N))}),
        (
            CODES["ALiBi"],
            lambda p, n: {"bias": np.multiply.outer(-alibi_slopes(n), abs(OFFSETS))},
        ),
        (t5_biases(), lambda p, n: {"bias": p["biases"][:, t5_bucket(OFFSETS)]}),
    ],
    ids=["table", "sinusoids", "none", "rotary", "ALiBi", "T5"],
)
def test_several_heads_are_a_loop_over_heads(code, place, n_heads):
    parameters, words = started(code, n_heads)
    answers = recall(parameters, code, words, n_heads)
    for sentence, answer in zip(words, answers):
        expected = by_loops(parameters, sentence, n_heads, **place(parameters, n_heads))
        np.testing.assert_allclose(answer, expected)


def test_a_lifted_layer_is_the_layer_of_what_tanh_returns():
    lifted, words = start_parameters(D, 1, lift=True), np.arange(N)
    expected = by_loops(lifted, words, 1, add=TABLE)
    np.testing.assert_allclose(recall(lifted, TABLE, words), expected)


def test_t5_learns_a_number_for_each_head_and_bucket():
    start = t5_biases().start(2, D, None)["biases"]
    assert start.shape == (2, 32)
    assert not start.any()


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
