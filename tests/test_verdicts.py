"""The page of verdicts on the lecture's claims."""

import collections
import csv
import re

import pytest

from . import ROOT

PAGE = ROOT / "notebooks" / "site" / "verdicts.md"
TEXT = PAGE.read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (\d+)\. .+? \| \*\*(.+?)\*\*.*? \| (.+) \|$", TEXT, re.M)
CORRECTIONS = re.findall(r"^\| (\d+) \| (.+?) \| (.+?) \| (.+?) \|$", TEXT, re.M)


def test_every_claim_has_a_verdict_and_they_are_counted():
    assert [int(number) for number, *_ in ROWS] == list(range(1, 33))
    found = collections.Counter(verdict for _, verdict, _ in ROWS)
    said = r"Of 32 claims, (\d+) hold, (\d+) hold with slips, (\d+) hold in part"
    kinds = "holds", "holds, with slips", "in part"
    assert found == dict(zip(kinds, map(int, re.search(said, TEXT).groups())))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_verdict_links_to_its_lesson(row):
    links = re.findall(r"\[(\d\d)\]\((.+?)\)", row[2])
    assert links
    for number, link in links:
        path = (PAGE.parent / link).resolve()
        assert path.name.startswith(number)
        assert path.exists(), link


def test_slips_and_corrections_go_together():
    slips = {number for number, verdict, _ in ROWS if verdict == "holds, with slips"}
    assert slips == {number for number, *_ in CORRECTIONS}


def test_every_wrong_number_is_corrected():
    table = ROOT / "tests" / "data" / "lecture_numbers.csv"
    with table.open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["verdict"] != "right"]
    printed = " ".join(row[2] for row in CORRECTIONS).replace("−", "-").replace(" ", "")
    for row in rows:
        if not row["verdict"].startswith("wrong formula"):
            number = row["printed"].replace("_model", "").replace(" ", "")
            assert number in printed, row["id"]
