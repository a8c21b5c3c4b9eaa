"""The wishes: each table repeats the one before, and claims measure its verdicts."""

import pathlib
import re

import nbformat
import pytest

from tests.claims import all_claims

NOTEBOOKS = pathlib.Path(__file__).resolve().parents[1] / "notebooks"
MEANINGS = {
    "own": "each position in a sentence has a vector of its own",
    "same": "the same vector for a position, whatever the sentence's length",
    "small": "small enough to train with",
    "even": "neighbors are alike, and equally far apart everywhere, in all sentences",
    "k later": '"k words later" is one simple rule, the same everywhere',
    "goes on": "it is defined beyond the longest text seen",
}
HEADER = "| attempt | own | same | small | even | k later | goes on |"
ROWS = {
    "01": "| no positions (01) | **no** | yes | yes | | | yes |",
    "02": "| counting (02) | yes | yes | **no** | yes | yes | yes |",
    "03": "| dividing by the length (03) | yes | **no** | yes | **no** | **no** "
    "| yes |",
    "04": "| one wave (04) | **no** | yes | yes | **no** | **no** | yes |",
    "05": "| pairs of waves (05) | yes, with enough | yes | yes | yes | ? | yes |",
    "06": "| the paper's formula (06) | yes | yes | yes | yes | ? | yes |",
    "11": "| random vectors (11) | yes | yes | yes | **no** | **no** | **no** |",
    "13": "| RoPE (13) | yes | yes | yes | yes | **yes** | yes |",
    "14": "| ALiBi (14) | **no** | yes | yes | yes | yes | yes |",
}
ANSWERED = "08"
"""This lesson answers what 05 and 06 left open, and adds no row."""

LEFT_OUT = {"13": ("11",)}
"""Whose rows a lesson leaves out: 13 follows 08 on the path of positions."""

MEASURED = {
    "01": "a_word_that_comes_twice_has_one_vector",
    "02": "with_numbers_the_model_sees_no_word",
    "03": "the_same_position_has_another_number no_rule_on_one_number powers_crowd",
    "04": "bounded_and_the_same every_word_has_a_double_at_every_frequency "
    "steps_and_slopes any_rule_misses_by_a_step",
    "05": "pairs_are_even_and_sines_are_not nine_clocks_for_a_thousand_positions",
    "06": "the_formula_keeps_the_wishes",
    "08": "one_matrix_serves_all_positions",
    "11": "what_random_vectors_lack",
    "13": "only_the_offset_counts",
    "14": "distances_prefer_the_word_itself near_words_keep_a_share",
}
"""The claims of each lesson that measure what its row says."""


def text(number):
    """Return what a lesson says."""
    (path,) = NOTEBOOKS.glob(f"{number}_*.ipynb")
    cells = nbformat.read(path, as_version=4).cells
    return "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")


def tables(number):
    """Return the tables of wishes in a lesson, each as a list of rows."""
    pattern = rf"^{re.escape(HEADER)}\n\|[-|]+\|\n((?:\|.*\|\n?)+)"
    return [
        rows.strip().split("\n") for rows in re.findall(pattern, text(number), re.M)
    ]


def wanted(number):
    """Return the rows that a lesson's table should have."""
    left_out = LEFT_OUT.get(number, ())
    rows = [row for n, row in ROWS.items() if n <= number and n not in left_out]
    if number < ANSWERED:
        return rows
    return [
        row.replace("| ? |", "| **yes** |" if row == ROWS["06"] else "| yes |")
        for row in rows
    ]


@pytest.mark.parametrize("number", [f"{n:02}" for n in range(18)])
def test_a_table_repeats_the_one_before_and_adds_its_row(number):
    found = tables(number)
    assert all(rows == wanted(number) for rows in found)
    assert found or number not in [*ROWS, ANSWERED], (
        f"no table with the header {HEADER}"
    )


def test_lesson_01_says_what_the_wishes_mean():
    for wish, meaning in MEANINGS.items():
        assert f"- *{wish}*: {meaning}" in text("01")


def test_claims_measure_what_is_not_plain_in_the_tables():
    names = {claim.name for claim in all_claims()}
    for lesson, claims in MEASURED.items():
        assert {f"{lesson}-{claim}" for claim in claims.split()} <= names
    assert set(MEASURED) == {*ROWS, ANSWERED}
