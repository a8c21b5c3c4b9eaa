"""The numbers that the lecture prints, with a verdict on each, all recomputed.

`data/lecture_numbers.csv` holds what five sets of lecture notes print. A printed number
is *right* if it is the true value rounded to the printed digits, *truncated* if digits
were cut off instead, and *wrong* otherwise. A number without a decimal point is judged
by two digits, as most are printed. A wrong formula is described in words.
"""

import csv
import math
import pathlib

import pytest

from posenc_lessons import normalized_positions

TABLE = pathlib.Path(__file__).parent / "data" / "lecture_numbers.csv"
ROWS = list(csv.DictReader(TABLE.read_text("utf-8").splitlines()))


def encoding(position, column, d_model):
    """Return an entry of the paper's encoding, from its formula in section 3.5."""
    angle = position / 10000 ** (2 * (column // 2) / d_model)
    return math.sin(angle) if column % 2 == 0 else math.cos(angle)


TRUE = {
    **{f"sin{k}": math.sin(k) for k in (1, 2, 3, 4)},
    **{f"cos{k}": math.cos(k) for k in (1, 2)},
    "norm_last_of_2": normalized_positions(2, 1)[1, 0],
    "norm_second_of_4": normalized_positions(4, 1)[1, 0],
    "norm_first_of_lakh": normalized_positions(100_000, 1)[0, 0],
    **{f"river_{column}": encoding(0, column, 6) for column in (0, 1, 3)},
    **{f"bank_{column}": encoding(1, column, 6) for column in range(6)},
    **{f"pe512_{c}": encoding(1, c, 512) for c in (0, 1, 2, 3, 510, 511)},
    "wavelength_min": 2 * math.pi,
    "wavelength_max": 2 * math.pi * 10000 ** (510 / 512),
    "head_dim": 512 / 8,
}
"""The true values. A row called "sin3b" repeats "sin3" from other notes."""

RANGES = {"index_range", "index_range_b"}
"""Rows on the range of the index i, which is a formula and not a number."""

NUMBERS = [row for row in ROWS if row["id"] not in RANGES]


def verdict(printed, true):
    """Judge a printed number by its own digits."""
    digits = len(printed.partition(".")[2]) or 2
    if float(printed) == float(f"{true:.{digits}f}"):
        return "right"
    cut = math.trunc(true * 10**digits) / 10**digits
    return "truncated" if math.isclose(float(printed), cut) else "wrong"


def true_value(row):
    return TRUE[row["id"].removesuffix("b")]


def test_every_row_is_recomputed():
    assert len(ROWS) == 32
    assert {row["id"].removesuffix("b") for row in NUMBERS} == set(TRUE)


@pytest.mark.parametrize("row", NUMBERS, ids=lambda row: row["id"])
def test_true_value_and_verdict(row):
    true = true_value(row)
    digits = len(row["true_value"].partition(".")[2])
    assert f"{true:.{digits}f}" == row["true_value"]
    if row["verdict"].startswith("wrong formula"):
        assert math.sin(0) != float(row["printed"]) == true
    else:
        assert row["verdict"].startswith(verdict(row["printed"], true))


@pytest.mark.parametrize("row", [row for row in ROWS if row["id"] in RANGES])
def test_index_runs_over_half_of_the_columns(row):
    last, printed = (
        eval(row[name], {"d_model": 512}) for name in ("true_value", "printed")
    )
    assert 2 * last + 1 == 511 != 2 * printed + 1
    assert row["verdict"] == "wrong"
