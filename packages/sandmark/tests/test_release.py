"""What is released can be marked, and what cannot be marked is not released."""

import csv
import dataclasses
import json
import re
import shutil

import nbformat
import numpy as np
import pytest
from hintcheck import Comparison, Exercises, Inspection, Mistake, Number, OwnNumber
from sandmark.course import Course, CourseError
from sandmark.material import load

from .letters import MATERIAL
from .made_up import Inline, hand_in

WEEK = "week_1"


def table(
    reference=lambda n: 2 * n,
    draw=lambda random: [(1,), (2,), (int(random.integers(3, 9)),)],
    describe=lambda n: f"For {n}",
    **more,
):
    """Return a table in which some part may be wrong."""
    return Comparison(reference, draw, describe, "Right.", **more)


def doubled(*arguments):
    """Return the table of a function whose cases have one argument each."""
    return table(lambda given: 2, lambda random: [(one,) for one in arguments])


def mistaken(mistake, *parts):
    """Return a table that knows a mistake, which may itself be wrong."""
    return table(*parts, mistakes=(Mistake("known", mistake, "Why?"),))


def fails(n):
    raise ValueError("of the reference")


def goes_on(n):
    while True:
        pass


def mixed(random):
    """Draw a case that the sandbox can take only now and then."""
    number = random.integers(3, 9)
    return [(1,), (2,), (number if number > 6 else int(number),)]


def own(**numbers):
    """Return the table of a number, which is computed from some of one's own."""
    table = {"reference": lambda **numbers: 2, "right": lambda **numbers: "Two."}
    return OwnNumber(numbers=lambda random: numbers, **table)


# Tables of exercises that cannot be marked, and why.
FAULTY = {
    "no tuples": (table(draw=lambda random: [1, 2]), "raises TypeError: 'int' object"),
    "no cases": (table(draw=lambda random: []), "draws no cases. Let it draw a list"),
    "reference": (table(fails), "raises ValueError: of the reference"),
    "sometimes": (table(lambda n: 12 / (n - 5)), "raises ZeroDivisionError"),
    "describe": (table(describe="For it"), "raises TypeError: 'str' object is not"),
    "string": (table(str), "has a reference that returns text. Let it return numbe"),
    "strings": (table(lambda n: ["a"]), "has a reference that returns text"),
    "nan": (table(lambda n: np.nan), "does not accept what its own reference returns"),
    "tiny": (table(lambda n: 6.67e-11 * n), "accepts 0 for all its results"),
    "huge": (table(lambda n: 1e9 * n), "does not accept a relative rounding error"),
    "much": (table(lambda n: np.ones((400, 400))), "raises ValueError: the answer ta"),
    "endless": (table(goes_on), "runs for more than 1 seconds: is one of its fun"),
    "endless mistake": (mistaken(lambda n: n == 1 or goes_on(n)), "runs for more"),
    "objects": (doubled(np.array([1, None])), "raises ValueError: Object arrays"),
    "exit": (table(lambda n: exit()), "raises SystemExit"),
    "a set": (table(lambda n: {n}), "raises TypeError"),
    "half": (Number(lambda: 2.5, "", whole="word"), "does not accept what its own"),
    "number": (Number(42, ""), "raises TypeError: 'int' object is not callable"),
    "mistake changes": (
        mistaken(lambda v: v.append(1) or 3, lambda v: 2, lambda r: [([1],), ([2],)]),
        "changes its arguments",
    ),
    "changes": (table(list.reverse, lambda r: [([1, 2],), ([3],)]), "changes its arg"),
    "mistake": (mistaken(lambda n: n / 0), "raises ZeroDivisionError"),
    "mistake in one case": (mistaken(lambda n: 2 * n / (n != 2)), "raises ZeroDivi"),
    "place": (
        table(list, lambda r: [([1, 2],), ([3],)], place=lambda i, n: {"at": n[1]}),
        "raises IndexError",
    ),
    "mixed": (table(draw=mixed), "draws what the sandbox cannot take"),
    "list": (OwnNumber(sum, "", numbers=lambda random: [1]), "raises TypeError: sum()"),
}
UNFIT = {
    "tuple": doubled((1, 2)),
    "dict": doubled({"a": 1}),
    "tuple in a list": doubled(1, [(1, 2)]),
    "set": doubled({1}),
    "NumPy's number": doubled(1, np.int64(3)),
    "NumPy's float": doubled(1, [np.float64(3)]),
    "complex": doubled(1j),
    "function": doubled(abs),
    "arrays in a list": doubled([np.ones(2)]),
    "own array": own(letters=np.ones(3)),
}
EXERCISES = Exercises(
    {
        "Z": table(),
        "S": table(sorted, lambda r: [([2, 1],), ([3, int(r.integers(3))],)]),
        "text": doubled("a", ["b", [1.5, None]], True, float("nan")),
        "arrays": doubled(np.ones(2), np.array(["a"])),
        "own": own(letters=3, names=["a"]),
        "anything": Inspection(lambda answer: "Yes."),
        **UNFIT,
        "same": table(lambda n: n),
        "odd": table(lambda n: [k for k in range(n) if n % 2]),
        "long": table(lambda n: np.arange(900 * n)),
        **{name: faulty for name, (faulty, _) in FAULTY.items()},
    }
)


def code(source, name=None, **info):
    cell = nbformat.v4.new_code_cell(source)
    if name:
        kinds = {"grade": False, "solution": False, "locked": False, "task": False}
        about = {"schema_version": 3, "grade_id": name}
        cell.metadata["nbgrader"] = kinds | about | info
    return cell


def answer(source, name="z"):
    lines = source.splitlines()
    solved = ["    ### BEGIN SOLUTION", *lines[1:], "    ### END SOLUTION"]
    return code("\n".join([lines[0], *solved]), name, solution=True)


def graded(source, points=2, name="tz"):
    return code(source, name, grade=True, locked=True, points=points)


DOUBLE = answer("def z(n):\n    return 2 * n")
IMPORT = code("import numpy as np\nfrom text_checks import DATA, check")
CHECK, ONLY = 'check("Z", z)', "write only check(EXERCISE, ANSWER) in it"


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
        ("assert z(2) == 4", ONLY),
        ('check("Z", answer=z)', ONLY),
        ('check("Z", z)\ncheck("text", z)', ONLY),
        ('factor = 1\ncheck("Z", lambda n: factor * z(n))', ONLY),
        ('print(check("Z", z))', ONLY),
        ("%time z(1)", ONLY),
        ("", ONLY),
        (f"### BEGIN HIDDEN TESTS\n{CHECK}\n### END HIDDEN TESTS", f"{ONLY}, not as a"),
        (f"{CHECK}\n### BEGIN HIDDEN TESTS\nz(1)\n### END HIDDEN TESTS", ONLY),
        ('check("Zz", z)', "there is no exercise 'Zz'"),
        ('check("anything", z)', "'anything' asks for neither a function nor a number"),
        *[
            (f"check({name!r}, z)", f"{name!r} draws what the sandbox cannot take")
            for name in UNFIT
        ],
        *[(f"check({name!r}, z)", why) for name, (_, why) in FAULTY.items()],
        ('check("S", sorted)', "an empty answer to 'S' gets 2 of 2 points"),
        ('check("same", z)', "instead of 1). Correct it or the exercise"),
        ('check("Z", w)', "TypeError: 'function' object is not subscriptable"),
    ],
)
def test_what_could_not_be_marked_is_not_released(written, source, why, monkeypatch):
    monkeypatch.setattr("sandmark.rehearsal.SECONDS", 1)
    data = answer("def w(n):\n    return DATA[n]", "w")
    course = written(IMPORT, DOUBLE, data, graded(source))
    with pytest.raises(CourseError, match="test cell 'tz' cannot be marked") as told:
        course.release(WEEK)
    assert why in str(told.value)
    assert not course.book.released(WEEK).exists()


def test_what_can_be_marked_is_released(written):
    two = answer("def two(given):\n    return 2", "two")
    own = answer("if True:\n    own = 2", "number")
    more = [graded(f'check("{name}", two)', name=name) for name in ("text", "arrays")]
    more.append(graded('check("own", own, student="x")  # yours', name="own"))
    course = written(IMPORT, DOUBLE, graded('check("Z", z)'), own, two, *more)
    told = []
    assert course.release(WEEK, told.append).is_file()
    text, arrays, empty = told
    assert text.startswith("'text' draws the same cases each time")
    assert arrays.startswith("'arrays' draws the same cases each time")
    assert empty.startswith("in the students' version, cell 'z' raised IndentationE")


def test_an_empty_answer_gets_no_points(written):
    """What is outside of the solution's markers is in everybody's notebook."""
    begun = "def z(n):\n    twice = n * n\n{}\n    return twice"
    solution = "    ### BEGIN SOLUTION\n    twice = 2 * n\n    ### END SOLUTION"
    begun = code(begun.format(solution), "z", solution=True)
    course = written(IMPORT, begun, graded(CHECK, 4))
    with pytest.raises(CourseError, match=r"'Z' gets 1\.25 of 4") as told:
        course.release(WEEK)
    assert "between the solution's markers" in str(told.value)
    practice = written(IMPORT, DOUBLE, graded('check("S", sorted)', 0))
    with pytest.raises(CourseError, match="an empty answer to 'S' is right"):
        practice.release(WEEK)
    course = written(IMPORT, begun, graded(CHECK, 4))
    given = Mistake("given", lambda n: n * n, "")
    exercises = Exercises({"Z": table(given=given)})
    course.material = dataclasses.replace(course.material, exercises=exercises)
    assert course.release(WEEK, [].append).is_file()


@pytest.mark.parametrize(
    "cells, why",
    [
        ([graded(CHECK)], "no cell is marked as an answer"),
        ([DOUBLE, graded(CHECK, None)], "cell 'tz': None is not of type 'number'"),
        ([DOUBLE, graded(CHECK, "2")], "cell 'tz': '2' is not of type 'number'"),
        ([DOUBLE, graded(CHECK, -2)], "cell 'tz': -2 is less than the minimum"),
        *[
            ([DOUBLE, graded(CHECK, points)], f"cell 'tz': {points} is not a number")
            for points in (float("nan"), float("inf"))
        ],
        ([DOUBLE, graded(CHECK, name="z")], "Duplicate grade id: z"),
        ([code("### BEGIN SOLUTION", "z", solution=True)], "cell 'z': no end solution"),
    ],
)
def test_what_is_wrong_with_a_cell_is_told_with_its_name(written, cells, why):
    with pytest.raises(CourseError, match=re.escape(why)):
        written(IMPORT, *cells).release(WEEK)


def test_a_second_notebook_beside_the_source_is_told(written):
    course = written(IMPORT, DOUBLE, graded(CHECK))
    copy = course.book.sources / WEEK / f"{WEEK}-Copy1.ipynb"
    copy.write_bytes((course.book.sources / WEEK / f"{WEEK}.ipynb").read_bytes())
    with pytest.raises(CourseError, match=f"2 notebooks: .*Keep only {WEEK}.ipynb"):
        course.release(WEEK)


def test_a_folder_that_nbgrader_cannot_take_is_a_sentence(written, tmp_path):
    course = written(IMPORT, DOUBLE, graded(CHECK))
    for name, sign in (("Python (WS26)", "("), ("where?", "?")):
        said = re.escape(f"rename the folder with {sign!r} in its name")
        with pytest.raises(CourseError, match=said):
            Course(tmp_path / name, course.material)
    assert not list(tmp_path.glob("wher*/*")) and not (tmp_path / "where").exists()


def test_a_name_that_nbgrader_cannot_take_is_a_sentence(written):
    course = written(IMPORT, DOUBLE, graded(CHECK))
    source = course.book.sources / WEEK / f"{WEEK}.ipynb"
    (course.book.sources / "a+b").mkdir()
    source.rename(course.book.sources / "a+b/a+b.ipynb")
    with pytest.raises(CourseError, match=r"should not contain .* \+"):
        course.release("a+b")


def test_an_error_in_a_course_s_module_is_told_with_its_line(
    written, tmp_path, monkeypatch
):
    code = "from hintcheck import *\nEXERCISES = Exercises({'Z': Comparison(\nabs,\n"
    code += "lambda random: [(random.choose(),)],\nstr, 'Right.')})"
    (tmp_path / "drawing.py").write_text(code)
    monkeypatch.syspath_prepend(tmp_path)
    course = written(IMPORT, DOUBLE, graded(CHECK))
    course.material = load("drawing")
    with pytest.raises(CourseError, match=r"'tz' .*'Z' .*in line 4 of drawing\.py"):
        course.release(WEEK)


@pytest.mark.parametrize("module", ["own/__init__.py", "own.py"])
def test_a_change_of_what_a_course_s_module_uses_is_noticed(
    tmp_path, monkeypatch, module
):
    monkeypatch.syspath_prepend(tmp_path)
    module, digests = tmp_path / module, set()
    folder = module.parent
    folder.mkdir(exist_ok=True)
    module.write_text("")
    material = dataclasses.replace(MATERIAL, solutions=("own",))
    for name in ("a.py", "own.md", "words.json", "words.json", module.name):
        digests.add(dataclasses.replace(material).digest)
        path = folder / name
        path.write_text("more" + (path.read_text() if path.exists() else ""))
    assert len(digests | {dataclasses.replace(material).digest}) == 6
    digest = dataclasses.replace(material).digest
    (folder / "own.ipynb").write_text("not part of it")
    if module.name == "own.py":
        (folder / "class.csv").write_text("not part of it")
    assert dataclasses.replace(material).digest == digest


@pytest.mark.skipif(not shutil.which("bwrap"), reason="marking needs bubblewrap")
def test_hidden_words_in_python_s_own_files_are_told(written):
    course = written(IMPORT, DOUBLE, graded(CHECK))
    course.material = dataclasses.replace(course.material, hidden=("linalg",))
    with pytest.raises(CourseError, match="words in HIDDEN of module 'text_checks'"):
        course.release(WEEK)


def test_a_release_that_can_no_longer_be_marked_is_a_sentence(written):
    course = written(IMPORT, DOUBLE, graded('check("Z", z)'))
    course.release(WEEK)
    course.material = dataclasses.replace(course.material, exercises=Exercises({}))
    with pytest.raises(CourseError, match="'tz' cannot be marked: there is no exer"):
        course.mark(WEEK, Inline())


@pytest.mark.skipif(not shutil.which("bwrap"), reason="marking needs bubblewrap")
def test_what_could_not_be_judged_is_told_in_the_row(written):
    course = written(IMPORT, DOUBLE, graded(CHECK))
    hand_in(course, "Ada", course.release(WEEK).read_text(), assignment=WEEK)
    failing = Exercises({"Z": table(fails)})
    course.material = dataclasses.replace(course.material, exercises=failing)
    (row,) = course.mark(WEEK, Inline())
    assert "test cell 'tz' could not be judged" in row.why
    assert "This answer could not be judged: " in row.tasks[0].text


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
        # A later cell may hide a function of Python's own.
        answer("def y(n):\n    return sum([n, n])", "pair"),
        graded('check("Z", y)', 1, "tpair"),
        code("sum = 3"),
        # What returns its argument is an answer, which no later cell replaces.
        answer("def x(n):\n    return n", "x"),
        graded('check("same", x)', 1, "tx"),
        # A right result for a drawn case may be long, or empty.
        answer("def x(n):\n    return np.arange(900 * n)", "long"),
        graded('check("long", x)', 1, "tlong"),
        answer("def odd(n):\n    return [k for k in range(n) if n % 2]", "odd"),
        graded('check("odd", odd)', 1, "todd"),
        minor=4,
    )
    source = course.book.sources / WEEK / f"{WEEK}.ipynb"
    course.release(WEEK)
    hand_in(course, "Ada", source.read_text(), assignment=WEEK)
    (row,) = course.mark(WEEK, Inline())
    assert (row.state, row.why, row.points) == ("marked", "", "6.3 of 6.3")
    course.give_back(WEEK)
    with open(course.folder / f"marks/{WEEK}/class.csv", newline="") as file:
        titles, ada = csv.reader(file)
    points = [cell for title, cell in zip(titles, ada) if title == "Z_points"]
    assert points == ["0.0", "1.0", "1.2", "1.1"]
    assert "drawn" not in course.book.page(WEEK, "Ada").read_text()
