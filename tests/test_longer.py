"""Texts that are longer than those of the training."""

import functools

import numpy as np
import pytest

from posenc_lessons import (
    length_rows,
    length_table,
    rotate,
    train,
)
from posenc_lessons.trial.results import D_MODEL
from tests import ladder as run_trial
from tests.ladder_longer import (
    ASKED,
    PARTS,
    TRAINED,
    changed,
    in_parts,
    kinds_of_codes,
    length_codes,
)


def test_what_is_changed_after_the_training():
    x = np.random.default_rng(0).normal(size=(40, 8))
    code = length_codes(8)["rotary"]
    slower = changed("rotary", 8, "interpolated", 4)
    np.testing.assert_allclose(
        slower.turn(x, {})[:12], rotate(x[:12], np.arange(12) / 4)
    )
    other = changed("rotary", 8, "NTK-aware", 4)
    # The first pair keeps its frequency, the last one is four times slower.
    np.testing.assert_allclose(other.turn(x, {})[:, :2], code.turn(x, {})[:, :2])
    np.testing.assert_allclose(
        other.turn(x, {})[:, 6:], slower.turn(x, {})[:, 6:], atol=1e-12
    )
    assert changed("rotary", 8, "as trained", 1).bias is None
    bias = changed("ALiBi", 8, "window", 1).bias(1, 40, {})[0]
    np.testing.assert_array_equal(np.isinf(bias[39]), np.arange(40) < 8)


def test_the_parts_of_a_text_by_hand():
    code = kinds_of_codes(8, ASKED)["rotary"]
    trained = train(code, k=3, steps=5, causal=True, n_positions=TRAINED, d_model=8)
    measured = in_parts(trained, code, sentences=4)
    assert list(measured) == [
        *PARTS,
        *(f"weight {part}" for part in PARTS),
        "looks back",
    ]
    right = trained.right(code, sentences=4, n_positions=ASKED)[..., 0]
    (words,) = np.random.default_rng(20_000).integers(10, size=(1, ASKED))
    (weights,) = trained.weights(code, words)
    for part, places in (
        ("seen", range(3, 32)), ("to 63", range(32, 64)), ("to 255", range(128, 256)),
    ):  # fmt: skip
        assert measured[part] == np.mean([right[:, place - 3] for place in places])
        expected = np.mean([weights[place, place - 3] for place in places])
        assert measured[f"weight {part}"] == pytest.approx(expected)
    late = np.arange(128, 256)
    mean = [weights[late, late - back].mean() for back in range(128)]
    assert measured["looks back"] == np.argmax(mean)


# The stored results


@functools.cache
def stored(k=1, change="as trained"):
    return {
        (row["encoding"], row["factor"], row["seed"]): row
        for row in length_rows(k, change)
    }


def test_the_stored_results_are_there_by_what_was_changed():
    for k in (1, 3):
        for change in ("as trained", "window"):
            assert len(stored(k, change)) == 3 * len(length_codes(D_MODEL))
        for change in ("interpolated", "NTK-aware"):
            assert len(stored(k, change)) == 9


def test_a_stored_row_comes_out_again():
    row = stored()["T5", 1, 1]
    trained, loss = run_trial.train_in_short_texts("T5", 1, 1, row["rate"])
    assert loss == pytest.approx(row["last_loss"], rel=0.2)
    for change in ("as trained", "window"):
        code = changed("T5", D_MODEL, change, 1)
        measured = in_parts(trained, code, sentences=40)
        for name, value in measured.items():
            assert value == pytest.approx(stored(1, change)["T5", 1, 1][name], abs=0.05)


def test_the_table_by_hand():
    rows = [
        {"encoding": "a", "factor": factor} | dict.fromkeys(PARTS, share)
        for factor, share in ((2, 0.5), (2, 0.9), (2, 1.0), (4, 0.1))
    ]
    lines = length_table(rows).split("\n")
    last_column = [line.split("  ")[-1].strip() for line in lines]
    assert last_column == ["to 255", "90 (50-100)", "10 (10-10)"]
    assert "a, factor 2" in length_table(rows)
    assert "factor" not in length_table(rows[:3])


def test_unknown_rows():
    with pytest.raises(ValueError, match=r"1, 'as trained', .*; got 2, 'window'"):
        length_rows(2, "window")
