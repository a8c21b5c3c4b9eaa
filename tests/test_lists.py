"""Lists of lessons and assignments agree with the notebooks themselves."""

import functools
import itertools
import re

import nbformat
import pytest
from posenc_checks.tables import EXERCISES

from . import HOMEWORK, LESSONS, ROOT

NOTEBOOKS = ROOT / "notebooks"
README = (ROOT / "README.md").read_text("utf-8")
FRONT = (NOTEBOOKS / "site/front.md").read_text("utf-8")


@functools.cache
def cells_of(path):
    return [cell.source for cell in nbformat.read(path, as_version=4).cells]


def minutes_of(path):
    return re.search(r"About (\d+) minutes", cells_of(path)[0])[1]


def row(path, folder=""):
    """Return the row for a table of lessons that a lesson's first cell asks for."""
    first = cells_of(path)[0]
    title = re.match(r"# (.+)", first)[1]
    question = re.search(r"\*\*The question:\*\* (.+)", first)[1]
    question = question.replace(r"$\sqrt{d_k}$", "sqrt(d_k)")
    question = question[0].upper() + question[1:]
    return f"| [{title}]({folder}{path.name}) | {question} | {minutes_of(path)} |"


def test_lessons_are_numbered_without_a_gap():
    numbers = [path.name[:2] for path in LESSONS]
    assert numbers == [f"{number:02}" for number in range(len(LESSONS))]


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.name)
def test_readme_and_map_have_a_row_for_the_lesson(path):
    in_readme, in_map = row(path, "notebooks/"), row(path)
    assert in_readme in README, f"its row in README.md should be:\n{in_readme}"
    listed = path == LESSONS[0] or in_map in "\n".join(cells_of(LESSONS[0]))
    assert listed, f"its row in the table of {LESSONS[0].name} should be:\n{in_map}"


@pytest.mark.parametrize(
    ("path", "after"), list(itertools.pairwise(LESSONS)), ids=lambda path: path.name
)
def test_each_lesson_leads_to_the_next(path, after):
    leads = [cell for cell in cells_of(path) if "**Next:**" in cell]
    wanted = f"[lesson {after.name[:2]}]({after.name})"
    assert wanted in leads[-1], f"the last cell of {path.name} should lead to {wanted}"


def paths_of(text):
    """Return the lessons and the minutes of each reading path in a table."""
    paths = {}
    for line in re.findall(r"^\| \*\*.*", text, re.MULTILINE):
        name, lessons, *_, minutes = [part.strip() for part in line.split("|")[1:-1]]
        numbers = set(re.findall(r"\d\d", lessons))
        for first, last in re.findall(r"(\d\d) to (\d\d)", lessons):
            numbers |= {f"{k:02}" for k in range(int(first), int(last) + 1)}
        paths[re.match(r"\*\*(.+?)\*\*", name)[1]] = numbers, minutes
    return paths


@pytest.mark.parametrize(
    "text", [README, "\n".join(cells_of(LESSONS[0]))], ids=["README.md", "lesson 00"]
)
def test_a_path_takes_as_long_as_its_lessons(text):
    stated = {path.name[:2]: int(minutes_of(path)) for path in LESSONS}
    paths = paths_of(text)
    of_paths = sorted(itertools.chain(*(numbers for numbers, _ in paths.values())))
    assert len(paths) == 4
    assert of_paths == sorted(stated)[1:], "each lesson should be in one of four paths"
    for name, (numbers, minutes) in paths.items():
        wanted = sum(stated[number] for number in numbers)
        assert minutes == str(wanted), f"{name} should say {wanted} minutes"


def test_the_front_page_has_the_paths_of_the_readme():
    readme, front = (
        {name: numbers for name, (numbers, _) in paths_of(text).items()}
        for text in (README, FRONT)
    )
    assert front == readme


def test_the_readme_is_read_in_three_minutes():
    text = re.sub(r"```.*?```", "", README, flags=re.S)
    text = re.sub(r"^\|[-| ]+\|$|\]\([^)]*\)|\|", " ", text, flags=re.M)
    n_words = len(text.split())
    assert 400 <= n_words <= 600, f"README.md has {n_words} words"


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
    (line,) = re.findall(rf"\| \[{path.stem}\].*", guide)
    wanted = f"| {minutes_of(path)} | {points} | {by_hand} |"
    assert line.endswith(wanted), (
        f"the row of {path.stem} in notebooks/homework/README.md should end in {wanted}"
    )


@pytest.mark.parametrize("path", [*LESSONS, *HOMEWORK], ids=lambda path: path.stem)
def test_the_module_of_a_notebook_has_the_exercises_that_it_asks(path):
    homework = path in HOMEWORK
    number = int(re.match(r"h?(\d+)", path.stem)[1])
    name = f"homework_{number}" if homework else f"lesson_{number:02}"
    mark = f"H{number}" if homework else str(number)
    wanted = {exercise for exercise in EXERCISES if exercise[:-1] == mark}
    asked = set(re.findall(r"""\bcheck\(["'](\w+)["']""", "\n".join(cells_of(path))))
    assert sorted(asked) == sorted(wanted), (
        f"{path.name} asks the exercises of the first list, and "
        f"posenc_checks/tables/{name}.py has tables for those of the second: add a "
        "check to the notebook, or a table"
    )
