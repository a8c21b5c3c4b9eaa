"""Texts that are longer than those in training."""

import pytest

from posenc_lessons import length_rows, length_table
from posenc_lessons.trial.results import D_MODEL, PARTS
from tests.ladder import changed, in_parts, train_in_short_texts


@pytest.mark.parametrize(("change", "factor"), [("window", 1), ("NTK-aware", 2)])
def test_a_stored_row_comes_out_again(change, factor):
    (stored,) = [
        row
        for row in length_rows(1, change)
        if (row["encoding"], row["factor"], row["seed"]) == ("rotary", factor, 1)
    ]
    trained, loss = train_in_short_texts("rotary", 1, 1, stored["rate"])
    assert loss == pytest.approx(stored["last_loss"], rel=0.2)
    code = changed("rotary", D_MODEL, change, factor)
    for name, value in in_parts(trained, code, sentences=40).items():
        assert value == pytest.approx(stored[name], abs=0.05), name


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
    with pytest.raises(
        ValueError, match=r"\(1, 'as trained'\), .*; got \(2, 'window'\)"
    ):
        length_rows(2, "window")
