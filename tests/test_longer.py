"""Texts that are longer than those in training."""

import pytest

from posenc_lessons import length_rows
from tests.ladder import CHANGES, in_parts, train_in_short_texts


@pytest.mark.parametrize("change", ["window", "NTK-aware"])
def test_a_stored_row_comes_out_again(change):
    (stored,) = [row for row in length_rows(1, change) if row["seed"] == 1]
    trained, _ = train_in_short_texts("rotary", 1, 1, stored["rate"])
    for name, value in in_parts(trained, CHANGES[change]).items():
        assert value == pytest.approx(stored[name], abs=0.05), name


def test_unknown_rows():
    with pytest.raises(
        ValueError, match=r"\(1, 'as trained'\), .*; got \(2, 'window'\)"
    ):
        length_rows(2, "window")
