"""The layer that learns to recall, and its training."""

import autograd
import numpy as np
import pytest

from posenc_lessons import (
    angular_frequencies,
    attention_rows,
    attention_weights,
    clock_table,
    ladder_encodings,
    overlap,
    recall,
    recall_loss,
    rival_frequencies,
    sinusoidal_encoding,
    start_parameters,
    train,
    train_attention,
    trial_rows,
    window_weights,
)
from posenc_lessons.trial.adam import Adam
from posenc_lessons.trial.model import N_WORDS
from posenc_lessons.trial.results import FOLDER, read
from tests import ladder as run_trial

CODE = ladder_encodings(8, 4)["the paper's"]
PARAMETERS = start_parameters(d_model=4, seed=1)
WORDS = np.random.default_rng(2).integers(N_WORDS, size=(3, 8))


# The model


def test_more_answers_and_a_lift_change_none_of_the_first_parameters():
    single = start_parameters(4, 5, n_answers=2, lift=True)
    assert single["out"].shape == (4, 2 * N_WORDS)
    for name in ("embed", "query", "key", "value"):
        np.testing.assert_array_equal(single[name], start_parameters(4, 5)[name])


def test_start_parameters_are_as_large_as_they_say():
    start = start_parameters(200, 0, n_answers=4, lift=True)
    for name in ("query", "key", "value", "out", "lift"):
        assert start[name].var() == pytest.approx(1 / 200, rel=0.05)
    for name in ("embed", "bias"):
        assert start[name].var() == pytest.approx(1, rel=0.3)
    assert start_parameters(1, 0)["query"].shape == (1, 1)


@pytest.mark.parametrize("k", [1, 3, (2, 1)])
@pytest.mark.parametrize("n_heads", [1, 2])
def test_loss_by_hand(k, n_heads):
    """The loss is averaged over the words that are asked for."""
    offsets = k if isinstance(k, tuple) else (k,)
    first = max(offsets)
    parameters = start_parameters(4, 1, n_answers=len(offsets))
    losses = []
    for asked, offset in enumerate(offsets):
        columns = slice(asked * N_WORDS, (asked + 1) * N_WORDS)
        scores = recall(parameters, CODE, WORDS, n_heads)[:, first:, columns]
        wanted = np.stack([WORDS[:, n - offset] for n in range(first, 8)], axis=1)
        right = np.take_along_axis(scores, wanted[..., None], axis=-1)[..., 0]
        losses.append((np.log(np.exp(scores).sum(axis=-1)) - right).mean())
    loss = recall_loss(parameters, CODE, WORDS, k, n_heads)
    assert loss == pytest.approx(np.mean(losses))
    parameters["out"] *= 0
    equal = recall_loss(parameters, CODE, WORDS, k, n_heads)
    assert equal == pytest.approx(np.log(N_WORDS))


def test_large_scores_do_not_overflow():
    large = {name: 1e4 * matrix for name, matrix in PARAMETERS.items()}
    assert np.isfinite(recall_loss(large, CODE, WORDS, 1))


@pytest.mark.parametrize(
    ("k", "n_heads", "lift"), [(1, 1, False), ((1, 3), 2, False), (2, 2, True)]
)
def test_the_first_step_goes_against_the_slope_of_the_loss(k, n_heads, lift):
    few = {"steps": 1, "seed": 1, "sentences": 3}
    trained = train(CODE, k, **few, n_heads=n_heads, lift=lift)
    words = np.random.default_rng(1).integers(N_WORDS, size=(3, 8))
    start = start_parameters(4, 1, np.size(k), lift)
    loss, slopes = autograd.value_and_grad(recall_loss)(start, CODE, words, k, n_heads)
    assert trained.losses == [pytest.approx(loss)]
    for name, slope in slopes.items():
        # In Adam's first step, each number moves by the learning rate, against its
        # slope.
        moved = trained.parameters[name] - start[name]
        clear = np.abs(slope) > 1e-4
        np.testing.assert_allclose(moved[clear], -0.01 * np.sign(slope[clear]), 1e-3)


# The training


def test_accuracy_by_hand():
    code = ladder_encodings(12, 16)["the paper's"]
    trained = train(code, (1, 3), steps=100, n_heads=2)
    assert (trained.k, trained.n_heads) == ((1, 3), 2)
    right = trained.right(code, sentences=5)
    assert right.shape == (5, 9, 2)
    words = np.random.default_rng(10_000).integers(N_WORDS, size=(5, 12))
    for sentence, places in zip(words, right):
        scores = recall(trained.parameters, code, sentence, 2)
        for place in range(3, 12):
            for asked, k in enumerate((1, 3)):
                answers = scores[place, asked * N_WORDS : (asked + 1) * N_WORDS]
                expected = answers.argmax() == sentence[place - k]
                assert places[place - 3, asked] == expected
    both = (right[..., 0] & right[..., 1]).mean()
    assert trained.accuracy(code, sentences=5) == both
    assert trained.right(code[:7], (4, 2), sentences=5).shape == (5, 3, 2)


# Heads that see positions alone


def test_adam_by_its_paper():
    # This is algorithm 1, with its biased moments written out as sums over all slopes
    # so far. Small slopes show what is added to the root.
    slopes = np.random.default_rng(3).normal(size=(6, 4)) * [1, 1, 1e-7, 1e-8]
    values, adam = {"a": np.ones(4), "b": np.zeros(2)}, Adam()
    expected = np.ones(4)
    for t in range(1, 7):
        ages = np.arange(t)[::-1, None]
        first = 0.1 * (0.9**ages * slopes[:t]).sum(axis=0) / (1 - 0.9**t)
        second = 0.001 * (0.999**ages * slopes[:t] ** 2).sum(axis=0) / (1 - 0.999**t)
        expected = expected - 0.2 * first / (np.sqrt(second) + 1e-8)
        values = adam.step(values, {"a": slopes[t - 1], "b": np.zeros(2)}, 0.2)
        np.testing.assert_allclose(values["a"], expected)
        assert not values["b"].any()


def test_the_rate_falls_to_nothing_in_the_second_half():
    # All rows ask, so the order of the draw makes no difference.
    code, wanted = sinusoidal_encoding(20, 8), window_weights(20, 2)
    learned, adam = {"matrix": np.zeros((8, 8))}, Adam()
    for share in (1, 1, 1, 1, 2 / 3, 1 / 3):
        weights = attention_weights(np.sqrt(8) * code @ learned["matrix"], code)
        slope = code.T @ (weights - wanted) @ code / 20
        learned = adam.step(learned, {"matrix": slope}, 0.3 * share)
    expected = attention_weights(np.sqrt(8) * code @ learned["matrix"], code)
    weights = train_attention(code, wanted, steps=6, rate=0.3)
    np.testing.assert_allclose(weights, expected, rtol=1e-6)


# The codes


def test_codes_have_one_width_and_pairs_repeat():
    codes = ladder_encodings(10, 8)
    assert {code.shape for code in codes.values()} == {(10, 8)}
    assert list(codes)[-3:] == ["harmonic pairs", "random pairs", "the paper's"]
    for name, period in (("one pair", 2), ("two pairs", 4), ("three pairs", 6)):
        code = codes[name]
        np.testing.assert_array_equal(code[:, period:], code[:, :-period])
        assert (code[1, :period] != code[2, :period]).all()
    assert not codes["none"].any()
    slow = clock_table([1, 0.1, 1, 0.1], 10)
    np.testing.assert_allclose(codes["slow second pair"], slow)
    for name in ("four pairs", "harmonic pairs"):
        np.testing.assert_allclose(codes[name], clock_table(1 / np.arange(1, 5), 10))


def test_random_pairs_turn_by_0_to_1_and_differ_by_draw():
    first, again, other = (
        ladder_encodings(2, 512, draw)["random pairs"] for draw in (3, 3, 4)
    )
    np.testing.assert_array_equal(first, again)
    for table in (first, other):
        turns = np.arctan2(table[1, ::2], table[1, 1::2])
        assert turns.min() > 0
        assert turns.max() < 1
        assert turns.mean() == pytest.approx(0.5, abs=0.05)
    assert not np.isclose(first[1], other[1]).any()


def test_the_frequencies_of_the_rivals():
    frequencies = rival_frequencies(16, 1024, draw=2)
    steps = {name: np.diff(np.log(values)) for name, values in frequencies.items()}
    np.testing.assert_allclose(frequencies["the paper's"], angular_frequencies(32))
    for name in ("the paper's", "fitted to the text"):
        np.testing.assert_allclose(steps[name], steps[name][0])
    # From 1 to half a turn in the text.
    assert frequencies["fitted to the text"][0] == 1
    assert frequencies["fitted to the text"][-1] * 1024 == pytest.approx(np.pi)
    for name, power, first in (
        ("harmonic", -1, 1), ("whole turns", 1, 2 * np.pi / 1024),
    ):  # fmt: skip
        expected = first * np.arange(1.0, 17) ** power
        np.testing.assert_allclose(frequencies[name], expected)
    many = rival_frequencies(4000, 10)
    assert 1e-4 < many["random octaves"].min() < many["random octaves"].max() < 1
    assert np.log10(many["random octaves"]).mean() == pytest.approx(-2, abs=0.1)
    assert many["random"].mean() == pytest.approx(0.5, abs=0.02)


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: train(CODE, k=8), "less than the number of positions, 8; got 8"),
        (lambda: train(CODE, k=(1, 8)), r"positions, 8; got \(1, 8\)"),
        (lambda: train(CODE, k=(1, 0)), "k must be at least 1; got 0"),
        (lambda: train(CODE, k=()), "k must hold at least one offset"),
        (lambda: train(CODE, n_heads=3), "divide the width 4; got 3"),
        (
            lambda: train(CODE, (1, 2), steps=1).accuracy(CODE, k=1),
            r"training \(2\); got 1",
        ),
        (lambda: trial_rows("other"), "'as given', '900 steps', .* got 'other'"),
    ],
)
def test_errors(call, text):
    with pytest.raises(ValueError, match=text):
        call()


# The stored trial


@pytest.mark.parametrize("file", run_trial.EXPERIMENTS)
def test_the_stored_trial_is_whole(file):
    names, settings, _ = run_trial.EXPERIMENTS[file]
    rows = [tuple(row[name] for name in names) for row in read(FOLDER / file)]
    assert rows == [tuple(wanted) for wanted in settings()]


def test_a_row_of_the_stored_trial_comes_out_again():
    rows = trial_rows()
    stored = next(r for r in rows if (r["encoding"], r["seed"]) == ("random pairs", 1))
    measured = run_trial.measure_recall("random pairs", "as given", stored["n"], 1)
    assert measured["accuracy"] == pytest.approx(stored["accuracy"], abs=0.05)


def test_a_row_of_the_stored_heads_comes_out_again():
    stored = next(row for row in attention_rows() if row["encoding"] == "the paper's")
    code = clock_table(rival_frequencies(16, 1024)["the paper's"], 1024)
    wanted = window_weights(1024, 16)
    # This rate is the best of the three in the trial.
    learned = overlap(train_attention(code, wanted, rate=0.3), wanted)
    assert learned == pytest.approx(stored["within 16"], abs=0.01)
