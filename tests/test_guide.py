"""The lecturer's guide: its commands, its tested guarantees, and its complete map."""

import pathlib
import re
import shlex
import zipfile

import pytest

pytest.importorskip("nbgrader", reason="marking needs nbgrader")

from posenc_checks import ASSIGNMENTS
from sandmark.__main__ import main, parser

from packages.sandmark.tests.lists import WORKSHEET

from . import ROOT

GUIDE = (ROOT / "notebooks/homework/README.md").read_text("utf-8")
START = ".venv/bin/sandmark "

pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning"),
]


def written(text):
    """Return the commands for the lecturer in a text, as lists of words."""
    lines = [line for line in text.splitlines() if line.startswith(START)]
    return [shlex.split(line.removeprefix(START)) for line in lines]


def test_the_first_hour_runs_word_for_word(tmp_path, monkeypatch, capsys):
    (tmp_path / "project").mkdir()
    monkeypatch.chdir(tmp_path / "project")
    pathlib.Path("class.csv").write_text(WORKSHEET, "utf-8")
    with zipfile.ZipFile("hand-ins.zip", "w") as archive:
        path = "Ada Lovelace_1042_assignsubmission_file_/h3.ipynb"
        archive.write(ASSIGNMENTS / "h3_the_formula/h3_the_formula.ipynb", path)
    hour = written(GUIDE)
    assert len(hour) == 6
    for words in [*hour, [*hour[-1], "--partial"]]:
        main(words)
    said = capsys.readouterr().out
    assert "13 of 18" in said and "(or use --partial): 'Ada Lovelace'" in said
    exported = tmp_path / "fall/marks/h3_the_formula/moodle.csv"
    assert "Ada Lovelace,ada@uni.example,Submitted for grading,13,18.00" in (
        exported.read_text("utf-8")
    )


def test_the_commands_of_the_table_are_commands():
    table = GUIDE[GUIDE.index("### What else there is") :].partition("\n\n**")[0]
    found = re.findall(r"^\| `([^`]+)`", table, re.M)
    assert len(found) >= 4
    for line in found:
        parser().parse_args(["--exercises", "posenc_checks", *shlex.split(line)])


def guaranteed():
    """Return the lines of the table of guarantees."""
    part = GUIDE[GUIDE.index("## What is guaranteed") :]
    part = part.partition("What is **not**")[0]
    return [line for line in part.splitlines() if line.startswith("| ")][1:]


@pytest.mark.parametrize("line", guaranteed(), ids=lambda line: line.split("|")[1])
def test_what_is_guaranteed_is_tested(line):
    folders = ROOT / "tests", ROOT / "packages/sandmark/tests"
    paths = [path for folder in folders for path in folder.glob("test_*.py")]
    tests = "\n".join(path.read_text("utf-8") for path in paths)
    named = re.findall(r"`(test_\w+)`", line.split("|")[-2])
    assert named, "name the test that holds it"
    missing = [name for name in named if f"def {name}(" not in tests]
    assert missing == [], "write these tests, or name others"


def test_the_map_names_every_module():
    modules = (ROOT / "packages/sandmark/sandmark").glob("*.py")
    part = GUIDE[GUIDE.index("## Which file to change") :]
    there = {path.name for path in modules} - {"__init__.py"}
    missing = there - set(re.findall(r"`(\w+\.py)`", part))
    assert missing == set(), "name these modules in the guide's table, too"
