"""What is released can be marked, and what cannot be marked is not released."""

import csv
import dataclasses
import json
import shutil

import nbformat
import numpy as np
import pytest
from hintcheck import Comparison, Exercises, Inspection, OwnNumber
from sandmark.course import Course, CourseError

from .letters import MATERIAL
from .made_up import Inline

WEEK = "week_1"


def doubled(*arguments):
    """Return the table of a function whose cases have one argument each."""
    return Comparison(
        reference=lambda given: 2,
        draw=lambda random: [(argument,) for argument in arguments],
        describe=lambda given: "For an argument",
        right="Two.",
    )


def own(**numbers):
    """Return the table of a number, which is computed from some of one's own."""
    table = {"reference": lambda **numbers: 2, "right": lambda **numbers: "Two."}
    return OwnNumber(numbers=lambda random: numbers, **table)


EXERCISES = Exercises(
    {
        "Z": Comparison(
            reference=lambda n: 2 * n,
            draw=lambda random: [(1,), (2,), (int(random.integers(9)),)],
            describe=lambda n: f"For {n}",
            right="Twice the number.",
        ),
        "text": doubled("a", ["b", [1.5, None]], True, float("nan")),
        "arrays": doubled(np.ones(2), np.array(["a"]), np.float64(1)),
        "own": own(letters=3, names=["a"]),
        "anything": Inspection(lambda answer: "Yes."),
        "dict": doubled({"a": 1}),
        "tuple": doubled((1, 2)),
        "tuple in a list": doubled(1, [(1, 2)]),
        "set": doubled({1}),
        "range": doubled(range(3)),
        "NumPy's number": doubled(1, np.int64(3)),
        "complex": doubled(1j),
        "function": doubled(abs),
        "arrays in a list": doubled([np.ones(2)]),
        "objects": doubled(np.array([1, None])),
        "own array": own(letters=np.ones(3)),
    }
)


def code(source, name=None, **info):
    cell = nbformat.v4.new_code_cell(source)
    if name:
        kinds = {"grade": False, "solution": False, "locked": False, "task": False}
        cell.metadata["nbgrader"] = {
            **kinds,
            **{"schema_version": 3, "grade_id": name},
            **info,
        }
    return cell


def answer(source, name="z"):
    lines = source.splitlines()
    solved = ["    ### BEGIN SOLUTION", *lines[1:], "    ### END SOLUTION"]
    return code("\n".join([lines[0], *solved]), name, solution=True)


def graded(source, points=2, name="tz"):
    return code(source, name, grade=True, locked=True, points=points)


DOUBLE = answer("def z(n):\n    return 2 * n")
IMPORT = code("from text_checks import check")


@pytest.fixture
def written(tmp_path):
    """Return a function that makes a course with an assignment of some cells."""

    def write(*cells, minor=5):
        notebook = nbformat.v4.new_notebook(cells=cells)
        notebook.nbformat_minor = minor
        for cell in notebook.cells[: len(cells) * (minor < 5)]:
            cell.pop("id", None)
        path = tmp_path / f"assignments/{WEEK}/{WEEK}.ipynb"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(notebook), "utf-8")
        material = dataclasses.replace(
            MATERIAL, exercises=EXERCISES, assignments=tmp_path / "assignments"
        )
        return Course(tmp_path / "course", material)

    return write


@pytest.mark.parametrize(
    "source, why",
    [
        ("assert z(2) == 4", "write only check(EXERCISE, ANSWER) in it"),
        ('check("Z", answer=z)', "write only check(EXERCISE, ANSWER) in it"),
        ('check("Z", z)\ncheck("text", z)', "write only check(EXERCISE, ANSWER) in it"),
        (
            'factor = 1\ncheck("Z", lambda n: factor * z(n))',
            "write only check(EXERCISE, ANSWER) in it",
        ),
        ('print(check("Z", z))', "write only check(EXERCISE, ANSWER) in it"),
        ("%time z(1)", "write only check(EXERCISE, ANSWER) in it"),
        ("", "write only check(EXERCISE, ANSWER) in it"),
        ('check("Zz", z)', "there is no exercise 'Zz'"),
        ('check("anything", z)', "'anything' asks for neither a function nor a number"),
        *[
            (f"check({name!r}, z)", f"{name!r} draws what the sandbox cannot take")
            for name in list(EXERCISES)[5:]
        ],
    ],
)
def test_what_could_not_be_marked_is_not_released(written, source, why):
    course = written(IMPORT, DOUBLE, graded(source))
    with pytest.raises(CourseError, match="test cell 'tz' cannot be marked") as told:
        course.release(WEEK)
    assert why in str(told.value)
    assert not course.book.released(WEEK).exists()


def test_what_can_be_marked_is_released(written):
    more = [graded(f'check("{name}", z)', name=name) for name in ("text", "arrays")]
    more.append(graded('check("own", z, student="x")  # yours', name="own"))
    course = written(IMPORT, DOUBLE, graded('check("Z", z)'), *more)
    assert course.release(WEEK).is_file()


def test_a_release_that_can_no_longer_be_marked_is_a_sentence(written):
    course = written(IMPORT, DOUBLE, graded('check("Z", z)'))
    course.release(WEEK)
    course.material = dataclasses.replace(course.material, exercises=Exercises({}))
    with pytest.raises(CourseError, match="'tz' cannot be marked: there is no exer"):
        course.mark(WEEK, Inline())


FIGURE = """\
%matplotlib inline
import matplotlib.pyplot as plt
from text_checks import colors
plt.style.use(colors.style)
factor = 2
fig, ax = plt.subplots()
print("dr" + "awn")
"""


@pytest.mark.skipif(not shutil.which("bwrap"), reason="marking needs bubblewrap")
def test_right_answers_get_their_points_in_any_notebook(written):
    """The format has no identifiers; no points are quarters; a name is a figure's."""
    course = written(
        IMPORT,
        code(FIGURE, "figure", locked=True),
        DOUBLE,
        graded('check("Z", z)', 1.1),
        graded('check("Z", z)', 0, "practice"),
        answer("def y(n):\n    return factor * n", "y"),
        graded('check("Z", y)', 1.2, "ty"),
        minor=4,
    )
    source = course.book.sources / WEEK / f"{WEEK}.ipynb"
    course.release(WEEK)
    folder = course.folder / "submitted/Ada" / WEEK
    folder.mkdir(parents=True)
    shutil.copy(source, folder)
    (row,) = course.mark(WEEK, Inline())
    assert (row.state, row.why, row.points) == ("marked", "", "2.3 of 2.3")
    course.give_back(WEEK)
    with open(course.folder / f"marks/{WEEK}/class.csv", newline="") as file:
        titles, ada = csv.reader(file)
    points = [cell for title, cell in zip(titles, ada) if title == "Z_points"]
    assert points == ["0.0", "1.2", "1.1"]
    assert "drawn" not in course.book.page(WEEK, "Ada").read_text()
