"""What students get of the homework: their own versions, and no solutions."""

import contextlib
import io
import re

import nbformat
import pytest
from livenb.refresh import tidy
from sandmark.__main__ import main
from sandmark.pages import words_as_html

from . import ROOT

SOURCES = ROOT / "packages/posenc_checks/posenc_checks/assignments"
OPEN = ROOT / "notebooks"
NAMES = sorted(path.stem for path in SOURCES.glob("*/*.ipynb"))
BEGIN, END = "### BEGIN SOLUTION", "### END SOLUTION"

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Return the students' versions as `make homework` would create them now."""
    folder = tmp_path_factory.mktemp("homework")
    main(["--exercises", "posenc_checks", "release-all", "--into", str(folder)])
    return {
        path.stem: tidy(nbformat.read(path, as_version=4))
        for path in folder.glob("*.ipynb")
    }


def stored(name):
    """Return the students' version that the project holds."""
    path = OPEN / "homework" / f"{name}.ipynb"
    assert path.is_file(), f"{path} is missing: run make homework"
    return nbformat.read(path, as_version=4)


def without_outputs(notebook):
    """Return the cells of a notebook without what a run adds."""
    kept = ("id", "cell_type", "source", "metadata")
    return [{key: cell[key] for key in kept} for cell in notebook.cells]


def parts(notebook):
    """Return the lines inside and outside the solution marks, except short ones."""
    found = {True: set(), False: set()}
    for cell in notebook.cells:
        inside = False
        for line in map(str.strip, cell.source.splitlines()):
            if line in (BEGIN, END):
                inside = line == BEGIN
            elif len(line) > 12:
                found[inside].add(line)
    return found[True], found[False]


@pytest.mark.parametrize("name", NAMES)
def test_the_students_version_is_current(made, name):
    assert sorted(path.stem for path in OPEN.glob("homework/*.ipynb")) == NAMES
    same = without_outputs(stored(name)) == without_outputs(made[name])
    assert not any(cell.get("outputs") for cell in made[name].cells)
    assert same, f"notebooks/homework/{name}.ipynb is out of date: run make homework"


@pytest.mark.parametrize("name", NAMES)
def test_no_line_of_a_solution_is_where_students_look(name):
    solved, given = parts(nbformat.read(SOURCES / name / f"{name}.ipynb", as_version=4))
    _, shown = parts(stored(name))
    assert len(solved) > 5
    assert shown & (solved - given) == set()


# What the model answers quote from the cells whose output is not stored.
MEASURED = {
    "h1_order_and_counting": ["row: 0.000000", "rows: 0.000000"],
    "h2_waves": ["[10.0] -> 10 ", "[10.0, 10.5] -> 200 ", "[10.0, 21.0] -> 200 "],
    "h3_the_formula": ["6: 0.846  0.527  0.333  0.443  0.752  0.974", "512: 0.973"],
    "h4_attention_and_conventions": ["1.0\n", "22.6\n", "16.0\n", "0.016", "1.001"],
    "h5_beyond": ["0.43", "0.13", "0.41", "0.04", "4.5\n", "6.2\n", "the 12 with"],
}


@pytest.mark.parametrize("name", NAMES)
def test_what_students_predict_is_what_model_answers_say(name):
    notebook = nbformat.read(SOURCES / name / f"{name}.ipynb", as_version=4)
    (cell,) = [
        one for one in notebook.cells if "predict" in one.metadata.get("tags", [])
    ]
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec("import numpy as np\n" + cell.source, {"__name__": "__main__"})
    missing = [part for part in MEASURED[name] if part not in printed.getvalue()]
    assert missing == [], printed.getvalue()


def test_no_rubric_and_no_mark_of_a_solution_in_any_open_file():
    for path in [*OPEN.rglob("*.ipynb"), *OPEN.rglob("*.md")]:
        text = path.read_text("utf-8")
        for word in ("BEGIN SOLUTION", "END SOLUTION", "Model answer", "**Rubric"):
            assert word not in text, f"{path} has {word!r}"


def test_all_formulas_of_the_homework_are_shown_as_formulas():
    count = 0
    for path in SOURCES.glob("h*/h*.ipynb"):
        for cell in nbformat.read(path, as_version=4).cells:
            if cell.cell_type == "markdown":
                shown = words_as_html(cell.source)
                assert "$" not in shown.replace("\\$", "")
                count += shown.count("<math")
                assert not re.search(r"<code>[^<]*\\", shown), shown
    assert count > 20
