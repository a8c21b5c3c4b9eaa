"""The layer that learns to recall, and its training."""

import numpy as np
import pytest

from posenc_lessons import (
    attention_weights,
    ladder_codes,
    recall,
    recall_loss,
    same_scale,
    self_attention,
    start_parameters,
    train,
    trial_rows,
)
from posenc_lessons.trial import __main__ as run_trial
from posenc_lessons.trial.model import N_WORDS
from posenc_lessons.trial.results import STORED

CODE = ladder_codes(8, 4)["the paper's"]
PARAMETERS = start_parameters(d_model=4, seed=1)
WORDS = np.random.default_rng(2).integers(N_WORDS, size=(3, 8))


# The model


def test_the_model_is_one_layer_of_attention():
    for words in WORDS:
        x = PARAMETERS["embed"][words] + CODE
        mixed = self_attention(x, *(PARAMETERS[n] for n in ("query", "key", "value")))
        expected = mixed @ PARAMETERS["out"]
        np.testing.assert_allclose(recall(PARAMETERS, CODE, words), expected)


def test_sentences_do_not_see_each_other():
    together = recall(PARAMETERS, CODE, WORDS)
    for words, scores in zip(WORDS, together):
        np.testing.assert_allclose(recall(PARAMETERS, CODE, words), scores)


def test_without_a_code_the_order_of_the_words_does_not_matter():
    none = np.zeros((8, 4))
    order = np.random.default_rng(3).permutation(8)
    scores = recall(PARAMETERS, none, WORDS)
    moved = recall(PARAMETERS, none, WORDS[:, order])
    np.testing.assert_allclose(moved, scores[:, order])


@pytest.mark.parametrize("k", [1, 3])
def test_loss_by_hand(k):
    # Equal scores: the logarithm of the number of words. Scores of 100 for the right
    # words: 0, and for the words at the same place instead: about 100.
    equal = dict(PARAMETERS, out=np.zeros((4, N_WORDS)))
    assert recall_loss(equal, CODE, WORDS, k) == pytest.approx(np.log(N_WORDS))
    scores = recall(PARAMETERS, CODE, WORDS)[:, k:]
    log_sum = np.log(np.exp(scores).sum(axis=-1))
    right = np.take_along_axis(scores, WORDS[:, :-k, None], axis=-1)[..., 0]
    expected = (log_sum - right).mean()
    assert recall_loss(PARAMETERS, CODE, WORDS, k) == pytest.approx(expected)


def test_the_gradient_is_that_of_finite_differences():
    seen = []

    def watch(step, loss):
        seen.append((step, loss))

    trained = train(CODE, steps=1, seed=1, sentences=3, watch=watch)
    random = np.random.default_rng(1)
    words = random.integers(N_WORDS, size=(3, 8))
    start = start_parameters(4, 1)
    assert seen == [(0, pytest.approx(recall_loss(start, CODE, words, 1)))]
    squares = 0
    for name, values in start.items():
        for index in np.ndindex(values.shape):
            step = np.zeros_like(values)
            step[index] = 1e-5
            low, high = (
                recall_loss({**start, name: values + s}, CODE, words, 1)
                for s in (-step, step)
            )
            slope = (high - low) / 2e-5
            squares += slope**2
            # The first step of Adam goes by the learning rate against the slope.
            if abs(slope) > 1e-4:
                moved = trained.parameters[name][index] - values[index]
                assert moved == pytest.approx(-0.01 * np.sign(slope), rel=1e-3)
    assert trained.first_norm == pytest.approx(np.sqrt(squares), rel=1e-6)


# The training


def test_the_order_of_the_ladder_in_a_small_setting():
    for seed in (0, 1):
        codes = ladder_codes(12, 16)
        reached = {
            name: train(code, steps=150, seed=seed).accuracy(code)
            for name, code in codes.items()
        }
        solved = {name for name, accuracy in reached.items() if accuracy > 0.9}
        assert solved == {"one pair", "two pairs", "the paper's"}
        assert all(reached[name] < 0.5 for name in codes if name not in solved)


def test_what_is_recalled_stands_k_places_earlier():
    code = ladder_codes(12, 16)["the paper's"]
    trained = train(code, k=3, steps=200)
    assert trained.accuracy(code, k=3) > 0.9
    assert trained.accuracy(code, k=2) < 0.5
    x = trained.parameters["embed"][np.zeros(12, dtype=int)] + code
    weights = attention_weights(
        x @ trained.parameters["query"], x @ trained.parameters["key"]
    )
    assert (weights[3:].argmax(axis=1) == np.arange(9)).all()


def test_the_same_seed_gives_the_same_training():
    one, two, other = (train(CODE, steps=3, seed=seed) for seed in (5, 5, 6))
    assert one.losses == two.losses != other.losses


def test_an_interruption_keeps_what_was_learned():
    def watch(step, loss):
        if step == 4:
            raise KeyboardInterrupt

    trained = train(CODE, steps=100, watch=watch)
    assert len(trained.losses) == 5
    assert trained.first_norm > 0


# The codes


def test_codes_have_one_width_and_pairs_repeat():
    codes = ladder_codes(10, 8)
    assert {code.shape for code in codes.values()} == {(10, 8)}
    for name, period in (("one pair", 2), ("two pairs", 4)):
        code = codes[name]
        np.testing.assert_array_equal(code[:, period:], code[:, :-period])
        assert (code[1, :period] != code[2, :period]).all()
    assert not codes["none"].any()


def test_same_scale():
    for name, code in ladder_codes(10, 8).items():
        scaled = same_scale(code)
        if name == "none":
            assert not scaled.any()
        else:
            assert (scaled**2).mean() == pytest.approx(0.5)
            np.testing.assert_allclose(scaled * code.max(), code * scaled.max())


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda: ladder_codes(4, 6), ValueError, "multiple of 4; got 6"),
        (lambda: ladder_codes(0, 4), ValueError, "n_positions must be at least 1"),
        (lambda: train(CODE, k=8), ValueError, "less than the 8 places; got 8"),
        (lambda: train(CODE, k=0), ValueError, "k must be at least 1"),
        (lambda: train(CODE, steps=0), ValueError, "steps must be at least 1"),
        (lambda: train(CODE, rate=-1), ValueError, "rate must be finite and above 0"),
        (lambda: train(CODE, seed=0.5), TypeError, "seed must be a whole number"),
        (lambda: train([1, 2]), ValueError, "code must be an array with 2 axes"),
        (lambda: trial_rows("other"), ValueError, "'as given' or 'same'; got 'other'"),
    ],
)
def test_errors(call, error, text):
    with pytest.raises(error, match=text):
        call()


# The stored trial


def test_the_stored_trial_is_whole_and_tells_the_story():
    rows = trial_rows()
    seeds = {row["seed"] for row in rows}
    assert len(seeds) >= 3
    cells = {(row["code"], row["n"], row["seed"]) for row in rows}
    assert cells == {
        (code, n, seed) for code in ladder_codes(1, 4) for n in (24, 64, 128)
        for seed in seeds
    }  # fmt: skip

    def accuracies(code, n):
        return [row["accuracy"] for row in rows if (row["code"], row["n"]) == (code, n)]

    for n in (24, 64, 128):
        assert min(accuracies("the paper's", n)) > 0.99
        for code in ("none", "integers", "normalized", "one sine"):
            assert max(accuracies(code, n)) < 0.35
    assert max(accuracies("one pair", 128)) < 0.6
    assert max(accuracies("one pair", 128)) < min(accuracies("two pairs", 128)) < 0.9


def test_a_row_of_the_stored_trial_comes_out_again():
    stored = next(row for row in trial_rows() if row["code"] == "two pairs")
    found = run_trial.measure("two pairs", "as given", stored["n"], stored["seed"])
    assert float(found["accuracy"]) == pytest.approx(stored["accuracy"], abs=0.03)
    assert float(found["first_norm"]) == pytest.approx(stored["first_norm"], rel=1e-3)


def test_a_trial_goes_on_where_it_was_stopped(tmp_path):
    path = tmp_path / "trial.csv"
    seeds = len({row["seed"] for row in trial_rows()})
    lines = STORED.read_text("utf-8").splitlines(keepends=True)
    gone = [k for k, line in enumerate(lines) if line.startswith("one pair,same,24,")]
    kept = [line for k, line in enumerate(lines) if k not in gone[:2]]
    path.write_text("".join(kept), "utf-8")
    run_trial.run(path, seeds, jobs=2)
    found = path.read_text("utf-8").splitlines(keepends=True)
    assert len(found) == len(lines)
    for k, (line, stored) in enumerate(zip(found, lines)):
        same = 4 if k in gone[:2] else None
        assert line.split(",")[:same] == stored.split(",")[:same]
