"""Lists of lessons and assignments say what the notebooks themselves say."""

import importlib
import itertools
import pathlib
import re

import nbformat
import pytest
from posenc_checks.tables import EXERCISES

ROOT = pathlib.Path(__file__).resolve().parents[1]
NOTEBOOKS = ROOT / "notebooks"
LESSONS = sorted(NOTEBOOKS.glob("*.ipynb"))
HOMEWORK = sorted(
    ROOT.glob("packages/posenc_checks/posenc_checks/assignments/*/*.ipynb")
)


def first_cell(path):
    return nbformat.read(path, as_version=4).cells[0].source


def row(path, folder=""):
    """Return the row of a table of lessons that a lesson's first cell asks for."""
    text = first_cell(path)
    title = re.match(r"# (.+)", text)[1]
    question = re.search(r"\*\*The question:\*\* (.+)", text)[1]
    question = question.replace(r"$\sqrt{d_k}$", "sqrt(d_k)")
    minutes = re.search(r"About (\d+) minutes", text)[1]
    question = question[0].upper() + question[1:]
    return f"| [{title}]({folder}{path.name}) | {question} | {minutes} |"


def test_lessons_are_numbered_without_a_gap():
    numbers = [path.name[:2] for path in LESSONS]
    assert numbers == [f"{number:02}" for number in range(len(LESSONS))]


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.name)
def test_the_readme_has_a_row_for_the_lesson(path):
    wanted = row(path, "notebooks/")
    readme = (ROOT / "README.md").read_text("utf-8")
    assert wanted in readme, f"let this be its row in the README's table:\n{wanted}"


@pytest.mark.parametrize("path", LESSONS[1:], ids=lambda path: path.name)
def test_the_map_has_a_row_for_the_lesson(path):
    wanted = row(path)
    cells = nbformat.read(LESSONS[0], as_version=4).cells
    found = any(wanted in cell.source for cell in cells)
    assert found, f"let this be its row in the table of {LESSONS[0].name}:\n{wanted}"


@pytest.mark.parametrize(
    ("path", "after"), list(itertools.pairwise(LESSONS)), ids=lambda path: path.name
)
def test_each_lesson_leads_to_the_next(path, after):
    cells = nbformat.read(path, as_version=4).cells
    leads = [cell.source for cell in cells if "**Next:**" in cell.source]
    number = after.name[:2]
    wanted = f"[lesson {number}]({after.name})"
    assert wanted in leads[-1], f"let the last cell of {path.name} lead to {wanted}"


def paths_of(text):
    """Return the lessons of each reading path of a table, and the minutes."""
    found = {}
    for line in re.findall(r"^\| \*\*.*", text, re.MULTILINE):
        name, lessons, *_, minutes = [part.strip() for part in line.split("|")[1:-1]]
        numbers = set(re.findall(r"\d\d", lessons))
        for first, last in re.findall(r"(\d\d) to (\d\d)", lessons):
            numbers |= {f"{k:02}" for k in range(int(first), int(last) + 1)}
        found[re.match(r"\*\*(.+?)\*\*", name)[1]] = numbers, minutes
    return found


@pytest.mark.parametrize("place", ["README.md", "notebooks/00_start_here.ipynb"])
def test_a_path_takes_as_long_as_its_lessons(place):
    stated = {
        path.name[:2]: int(re.search(r"About (\d+) minutes", first_cell(path))[1])
        for path in LESSONS
    }
    file = ROOT / place
    text = file.read_text("utf-8")
    if file.suffix == ".ipynb":
        cells = nbformat.reads(text, as_version=4).cells
        text = "\n".join(cell.source for cell in cells)
    paths = paths_of(text)
    assert len(paths) == 4
    assert (
        sorted(itertools.chain(*(numbers for numbers, _ in paths.values())))
        == (sorted(stated)[1:])
    )
    for name, (numbers, minutes) in paths.items():
        wanted = sum(stated[number] for number in numbers)
        assert minutes == str(wanted), f"{place}: let {name} say {wanted} minutes"


def test_the_front_page_has_the_paths_of_the_readme():
    front = (NOTEBOOKS / "site/front.md").read_text("utf-8")
    readme = paths_of((ROOT / "README.md").read_text("utf-8"))
    assert {name: numbers for name, (numbers, _) in paths_of(front).items()} == (
        {name: numbers for name, (numbers, _) in readme.items()}
    )
    for name, (numbers, _) in readme.items():
        (line,) = [line for line in front.splitlines() if f"**{name}**" in line]
        asked = set(re.findall(r"\d\d", line.rpartition("minutes(")[2]))
        assert asked == numbers, line


def wishes_in(text):
    """Return the rows of the table of wishes, without marks of what decides."""
    rows = re.findall(r"^\| [^|]+ \(\d\d\) \|.*", text, re.MULTILINE)
    return [row.replace("*", "") for row in rows]


def test_the_front_page_has_the_wishes_of_the_last_lesson_with_their_table():
    tables = [
        wishes_in(cell.source)
        for path in LESSONS
        for cell in nbformat.read(path, as_version=4).cells
        if cell.cell_type == "markdown" and "| attempt |" in cell.source
    ]
    front = (NOTEBOOKS / "site/front.md").read_text("utf-8")
    assert wishes_in(front) == tables[-1]


def test_the_readme_is_read_in_three_minutes():
    text = re.sub(r"```.*?```", "", (ROOT / "README.md").read_text("utf-8"), flags=re.S)
    text = re.sub(r"^\|[-| ]+\|$|\]\([^)]*\)|\|", " ", text, flags=re.M)
    assert 400 <= len(text.split()) <= 600, len(text.split())


@pytest.mark.parametrize("path", HOMEWORK, ids=lambda path: path.name)
def test_the_guide_counts_the_points_of_the_assignment(path):
    graded = [
        (cell.metadata.nbgrader.points, cell.cell_type)
        for cell in nbformat.read(path, as_version=4).cells
        if cell.metadata.get("nbgrader", {}).get("grade")
    ]
    points = sum(count for count, _ in graded)
    by_hand = sum(count for count, kind in graded if kind == "markdown")
    guide = (NOTEBOOKS / "homework/README.md").read_text("utf-8")
    (found,) = re.findall(rf"\| \[{path.stem}\].*", guide)
    minutes = re.search(r"About (\d+) minutes", first_cell(path))[1]
    wanted = f"| {minutes} | {points} | {by_hand} |"
    assert found.endswith(wanted), (
        f"the row of {path.stem} in notebooks/homework/README.md is to end in {wanted}"
    )


@pytest.mark.parametrize("path", [*LESSONS, *HOMEWORK], ids=lambda path: path.stem)
def test_the_module_of_a_notebook_has_the_exercises_that_it_asks(path):
    homework = path in HOMEWORK
    number = int(re.match(r"h?(\d+)", path.stem)[1])
    name, mark = f"lesson_{number:02}", str(number)
    if homework:
        name, mark = f"homework_{number}", f"H{number}"
    wanted = {exercise for exercise in EXERCISES if exercise[:-1] == mark}
    cells = nbformat.read(path, as_version=4).cells
    source = "\n".join(cell.source for cell in cells if cell.cell_type == "code")
    asked = set(re.findall(r"""\bcheck\(["'](\w+)["']""", source))
    assert sorted(asked) == sorted(wanted), (
        f"{path.name} asks the first, posenc_checks/tables/{name}.py has "
        "tables for the second: add a check to the notebook, or a table"
    )
    table = importlib.import_module(f"posenc_checks.tables.{name}")
    assert set(table.EXERCISES) == wanted, f"they belong into the module {name}"


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_the_statements_of_a_notebook_are_those_of_its_table(path):
    cells = nbformat.read(path, as_version=4).cells
    for question, code in itertools.pairwise(cells):
        asked = re.fullmatch(
            r'answer = (\{.*\})\s+check\("(\w+)", answer\)', code.source
        )
        if asked:
            names = [one.name for one in EXERCISES[asked[2]].statements]
            assert re.findall(r'"(\w)": \.\.\.', asked[1]) == names
            told = re.findall(r"^- (\w): |\((\w)\) ", question.source, re.MULTILINE)
            assert [one or other for one, other in told] == names
