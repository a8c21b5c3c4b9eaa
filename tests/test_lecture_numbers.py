"""The numbers that the lecture prints, with a verdict on each, all recomputed.

`data/lecture_numbers.csv` holds what five sets of lecture notes print. A printed number
is *right* if it is the true value rounded to the printed digits, *truncated* if digits
were cut off instead, and *wrong* otherwise. A number without a decimal point is judged
by two digits, as the notes print most. Formulas that are wrong say so in words.
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
    "sin1": lambda: math.sin(1),
    "sin2": lambda: math.sin(2),
    "sin3": lambda: math.sin(3),
    "sin3b": lambda: math.sin(3),
    "sin4": lambda: math.sin(4),
    "cos1": lambda: math.cos(1),
    "cos2": lambda: math.cos(2),
    "norm_last_of_2": lambda: normalized_positions(2, 1)[1, 0],
    "norm_second_of_4": lambda: normalized_positions(4, 1)[1, 0],
    "norm_first_of_lakh": lambda: normalized_positions(100_000, 1)[0, 0],
    "river_0": lambda: encoding(0, 0, 6),
    "river_1": lambda: encoding(0, 1, 6),
    "river_3": lambda: encoding(0, 3, 6),
    "bank_0": lambda: encoding(1, 0, 6),
    "bank_0b": lambda: encoding(1, 0, 6),
    "bank_1": lambda: encoding(1, 1, 6),
    "bank_2": lambda: encoding(1, 2, 6),
    "bank_2b": lambda: encoding(1, 2, 6),
    "bank_3": lambda: encoding(1, 3, 6),
    "bank_4": lambda: encoding(1, 4, 6),
    "bank_5": lambda: encoding(1, 5, 6),
    "pe512_0": lambda: encoding(1, 0, 512),
    "pe512_1": lambda: encoding(1, 1, 512),
    "pe512_2": lambda: encoding(1, 2, 512),
    "pe512_3": lambda: encoding(1, 3, 512),
    "pe512_510": lambda: encoding(1, 510, 512),
    "pe512_511": lambda: encoding(1, 511, 512),
    "wavelength_min": lambda: 2 * math.pi,
    "wavelength_max": lambda: 2 * math.pi * 10000 ** (510 / 512),
    "head_dim": lambda: 512 / 8,
}
RANGES = {"index_range", "index_range_b"}
"""Rows on the range of the index i: a formula, not a number."""


def verdict(printed, true):
    """Judge a printed number by its own digits."""
    digits = len(printed.partition(".")[2]) or 2
    if float(printed) == float(f"{true:.{digits}f}"):
        return "right"
    cut = math.trunc(true * 10**digits) / 10**digits
    return "truncated" if math.isclose(float(printed), cut) else "wrong"


def numeric_rows():
    return [row for row in ROWS if row["id"] not in RANGES]


def test_every_row_is_recomputed():
    assert len(ROWS) == 32
    assert {row["id"] for row in ROWS} == set(TRUE) | RANGES


@pytest.mark.parametrize("row", numeric_rows(), ids=lambda row: row["id"])
def test_true_value(row):
    digits = len(row["true_value"].partition(".")[2])
    assert f"{TRUE[row['id']]():.{digits}f}" == row["true_value"]


@pytest.mark.parametrize("row", numeric_rows(), ids=lambda row: row["id"])
def test_verdict(row):
    found = verdict(row["printed"], TRUE[row["id"]]())
    if row["verdict"].startswith("wrong formula"):
        assert math.sin(0) != float(row["printed"]) == TRUE[row["id"]]()
    else:
        assert row["verdict"].startswith(found)


@pytest.mark.parametrize("name", sorted(RANGES))
def test_index_runs_over_half_of_the_columns(name):
    row = next(row for row in ROWS if row["id"] == name)
    d_model = 512
    columns = [column for i in range(d_model // 2) for column in (2 * i, 2 * i + 1)]
    assert columns == list(range(d_model))
    last = eval(row["true_value"], {"d_model": d_model})
    assert last == d_model // 2 - 1 != eval(row["printed"], {"d_model": d_model})
    assert row["verdict"] == "wrong"
