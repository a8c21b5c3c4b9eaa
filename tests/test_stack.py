"""Causal layers that are not told positions."""

import numpy as np
import pytest

from posenc_lessons import sentences_with_start, softmax, stack_recall, train_stack


@pytest.fixture(scope="module")
def model():
    return train_stack(seed=3, steps=5)


def reference(p, words):
    """Return the answers in plain NumPy, one sentence and one layer at a time."""
    answers = []
    for sentence in words:
        x = p["embed"][sentence]
        for layer in (0, 1):
            q, k, v, into, out = (
                p[f"{name}{layer}"] for name in ("query", "key", "value", "in", "out")
            )
            scores = (x @ q) @ (x @ k).T / np.sqrt(32)
            scores[~np.tri(len(x), dtype=bool)] = -1e9
            x = x + softmax(scores) @ x @ v
            x = x + np.tanh(x @ into + p[f"bias{layer}"]) @ out
        answers.append(x @ p["name"])
    return answers


def test_against_plain_numpy(model):
    words = sentences_with_start(3, n=7, seed=1)
    assert np.allclose(stack_recall(model, words)[0], reference(model, words))


def test_a_word_sees_no_later_one(model):
    words = sentences_with_start(2, n=7)
    changed = np.where(np.arange(8) < 5, words, (words + 1) % 10)
    for before, after in zip(
        stack_recall(model, words)[2], stack_recall(model, changed)[2]
    ):
        assert np.array_equal(before[:, :5], after[:, :5])
        assert not np.allclose(before[:, 5:], after[:, 5:])


def test_a_bias_hides_a_word_from_one_layer(model):
    cut = np.zeros((8, 8))
    cut[1:, 0] = -1e9
    weights = stack_recall(model, sentences_with_start(2, n=7), (0, cut))[1]
    assert weights[0][:, 1:, 0].min() > 0
    assert weights[1][:, 1:, 0].max() == 0


def test_sentences():
    words = sentences_with_start(50, n=9, seed=4)
    assert words.shape == (50, 10)
    assert (words[:, 0] == 10).all()
    assert set(words[:, 1:].ravel()) == set(range(10))


def test_steps_get_smaller_and_seeds_differ():
    assert not np.allclose(train_stack(1, steps=2)["key0"],
                           train_stack(2, steps=2)["key0"])  # fmt: skip
    first, second = train_stack(steps=1)["name"], train_stack(steps=2)["name"]
    assert 0.001 < np.abs(second - first).max() < 0.0401
    assert len(train_stack(n_layers=1, steps=1)) == 8
