"""The layer that learns to recall, and its training."""

import numpy as np
import pytest

from posenc_lessons import (
    attention_weights,
    ladder_codes,
    multi_head_attention,
    recall,
    recall_loss,
    recall_weights,
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


@pytest.mark.parametrize("n_heads", [1, 2, 4])
def test_several_heads_are_multi_head_attention(n_heads):
    matrices = [PARAMETERS[name] for name in ("query", "key", "value")]
    for words in WORDS:
        x = PARAMETERS["embed"][words] + CODE
        expected = multi_head_attention(x, *matrices, PARAMETERS["out"], n_heads)
        found = recall(PARAMETERS, CODE, words, n_heads)
        np.testing.assert_allclose(found, expected)


@pytest.mark.parametrize("n_heads", [1, 2, 4])
def test_several_heads_are_a_loop_over_heads(n_heads):
    # Each head by itself, with its columns, adds its part to the scores.
    d_head = 4 // n_heads
    for words in WORDS:
        x = PARAMETERS["embed"][words] + CODE
        weights = recall_weights(PARAMETERS, CODE, words, n_heads)
        assert weights.shape == (n_heads, 8, 8)
        parts = []
        for head in range(n_heads):
            own = slice(head * d_head, (head + 1) * d_head)
            query, key, value = (
                x @ PARAMETERS[name][:, own] for name in ("query", "key", "value")
            )
            expected = attention_weights(query, key)
            np.testing.assert_allclose(weights[head], expected)
            parts.append(expected @ value @ PARAMETERS["out"][own])
        found = recall(PARAMETERS, CODE, words, n_heads)
        np.testing.assert_allclose(found, sum(parts))


def test_heads_share_the_parameters():
    for n_answers in (1, 2):
        for lift in (False, True):
            one, two = (
                start_parameters(4, 5, n_heads, n_answers, lift) for n_heads in (1, 2)
            )
            assert one.keys() == two.keys()
            for name in one:
                np.testing.assert_array_equal(one[name], two[name])
            assert one["out"].shape == (4, n_answers * N_WORDS)
            # What comes later does not change what is drawn before.
            for name in ("embed", "query", "key", "value"):
                np.testing.assert_array_equal(one[name], start_parameters(4, 5)[name])


def test_start_parameters_are_as_large_as_they_say():
    start = start_parameters(200, 0, n_answers=4, lift=True)
    for name in ("query", "key", "value", "out", "lift"):
        assert start[name].var() == pytest.approx(1 / 200, rel=0.05)
    for name in ("embed", "bias"):
        assert start[name].var() == pytest.approx(1, rel=0.3)


def test_a_lifted_layer_is_the_layer_of_what_tanh_returns():
    lifted = start_parameters(4, 1, lift=True)
    for words in WORDS:
        given = np.tanh((lifted["embed"][words] + CODE) @ lifted["lift"]
                        + lifted["bias"])  # fmt: skip
        matrices = [lifted[name] for name in ("query", "key", "value")]
        expected = self_attention(given, *matrices) @ lifted["out"]
        np.testing.assert_allclose(recall(lifted, CODE, words), expected)


def test_sentences_do_not_see_each_other():
    for n_heads in (1, 2):
        together = recall(PARAMETERS, CODE, WORDS, n_heads)
        for words, scores in zip(WORDS, together):
            alone = recall(PARAMETERS, CODE, words, n_heads)
            np.testing.assert_allclose(alone, scores)


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


def test_the_loss_of_several_words_is_the_mean_of_their_losses():
    several = start_parameters(4, 1, n_answers=2)
    for n_heads in (1, 2):
        found = recall_loss(several, CODE, WORDS, (2, 1), n_heads)
        losses = []
        for asked, k in enumerate((2, 1)):
            own = slice(asked * N_WORDS, (asked + 1) * N_WORDS)
            scores = recall(several, CODE, WORDS, n_heads)[:, 2:, own]
            wanted = np.stack([WORDS[:, place - k] for place in range(2, 8)], axis=1)
            right = np.take_along_axis(scores, wanted[..., None], axis=-1)[..., 0]
            losses.append((np.log(np.exp(scores).sum(axis=-1)) - right).mean())
        assert found == pytest.approx(np.mean(losses))


@pytest.mark.parametrize(
    ("k", "n_heads", "lift"), [(1, 1, False), ((1, 3), 2, False), (2, 2, True)]
)
def test_the_gradient_is_that_of_finite_differences(k, n_heads, lift):
    seen = []

    def watch(step, loss):
        seen.append((step, loss))

    few = {"steps": 1, "seed": 1, "sentences": 3}
    trained = train(CODE, k, **few, watch=watch, n_heads=n_heads, lift=lift)
    random = np.random.default_rng(1)
    words = random.integers(N_WORDS, size=(3, 8))
    start = start_parameters(4, 1, n_heads, np.size(k), lift)
    assert seen == [(0, pytest.approx(recall_loss(start, CODE, words, k, n_heads)))]
    squares = 0
    for name, values in start.items():
        for index in np.ndindex(values.shape):
            step = np.zeros_like(values)
            step[index] = 1e-5
            low, high = (
                recall_loss({**start, name: values + s}, CODE, words, k, n_heads)
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
    (weights,) = trained.weights(code, [0] * 12)
    assert (weights[3:].argmax(axis=1) == np.arange(9)).all()


def test_accuracy_by_hand():
    code = ladder_codes(12, 16)["the paper's"]
    trained = train(code, (1, 3), steps=100, n_heads=2)
    assert (trained.k, trained.n_heads) == ((1, 3), 2)
    right = trained.right(code, sentences=5)
    assert right.shape == (5, 9, 2)
    words = np.random.default_rng(10_000).integers(N_WORDS, size=(5, 12))
    for sentence, places in zip(words, right):
        scores = recall(trained.parameters, code, sentence, 2)
        for place in range(3, 12):
            for asked, k in enumerate((1, 3)):
                own = scores[place, asked * N_WORDS : (asked + 1) * N_WORDS]
                expected = own.argmax() == sentence[place - k]
                assert places[place - 3, asked] == expected
    both = (right[..., 0] & right[..., 1]).mean()
    assert trained.accuracy(code, sentences=5) == both
    assert trained.right(code[:7], (4, 2), sentences=5).shape == (5, 3, 2)


def test_two_words_want_two_heads():
    code = ladder_codes(12, 16)["the paper's"]
    one, two = (
        train(code, (1, 2), steps=250, n_heads=heads).accuracy(code) for heads in (1, 2)
    )
    assert one < 0.5 < 0.9 < two


def test_a_tanh_before_attention_bends_the_line():
    code = ladder_codes(12, 16)["normalized"]
    bare, lifted = (train(code, lift=lift).accuracy(code) for lift in (False, True))
    assert bare < 0.5 < 0.75 < lifted


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
        (lambda: train(CODE, k=(1, 8)), ValueError, r"8 places; got \(1, 8\)"),
        (lambda: train(CODE, k=(1, 0)), ValueError, "k must be at least 1; got 0"),
        (lambda: train(CODE, k=()), ValueError, "k must name at least one word"),
        (lambda: train(CODE, k="1"), TypeError, "k must be a whole number; got '1'"),
        (lambda: train(CODE, n_heads=3), ValueError, "divide the width 4; got 3"),
        (lambda: start_parameters(6, 0, 4), ValueError, "divide the width 6; got 4"),
        (lambda: train(CODE, n_heads=0), ValueError, "n_heads must be at least 1"),
        (
            lambda: train(CODE, (1, 2), steps=1).accuracy(CODE, 1),
            ValueError,
            "k must name as many words as were trained, 2; got 1",
        ),
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
