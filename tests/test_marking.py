"""The parts of marking: assignments, a hand-in, the class, and faults of judging."""

import copy
import dataclasses
import json
import subprocess
import sys

import nbformat
import numpy as np
import pytest
from hintcheck import unexplained
from nbformat.v4 import new_code_cell, new_markdown_cell, new_raw_cell
from nbgrader.utils import determine_grade
from posenc_checks import EXERCISES, own_numbers
from sandmark import sandbox, trials
from sandmark.assignments import (
    Task,
    Unreadable,
    name_of,
    read_hand_in,
    rebuild,
    tasks_of,
)
from sandmark.course import Course
from sandmark.marking import mark
from sandmark.material import load

from . import ROOT

MATERIAL = load("posenc_checks")
SOURCE = MATERIAL.assignments
NAMES = sorted(path.name for path in SOURCE.iterdir() if path.is_dir())
H3 = "h3_the_formula"

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


def released(name=H3):
    """Return what students get, which `test_homework` keeps up to date."""
    return nbformat.read(ROOT / "notebooks/homework" / f"{name}.ipynb", 4)


def source(name=H3):
    return nbformat.read(SOURCE / name / f"{name}.ipynb", 4)


def changed(notebook, **answers):
    """Return a notebook as bytes, with some answer cells' sources replaced."""
    notebook = copy.deepcopy(notebook)
    for cell in notebook.cells:
        cell.source = answers.get(name_of(cell), cell.source)
    return nbformat.writes(notebook).encode()


def marked(data, student="ada", name=H3):
    release = nbformat.writes(released(name))
    return mark(MATERIAL, release, data, student, "a secret")


# Assignments


def copied(release, *copies):
    """Return a hand-in with further cells that have the name of an existing one."""
    hand_in = copy.deepcopy(release)
    for name, source in copies:
        place = max(k for k, cell in enumerate(hand_in.cells) if name_of(cell) == name)
        cell = copy.deepcopy(hand_in.cells[place])
        cell.source, cell["id"] = source, f"copy-{len(hand_in.cells)}"
        hand_in.cells.insert(place + 1, cell)
    return hand_in


def test_a_cell_that_was_split_is_read_whole(monkeypatch):
    release = released()
    stub = next(cell.source for cell in release.cells if name_of(cell) == "encoding")
    hand_in = copied(
        release,
        ("encoding", "more = 2"),
        ("encoding", "more = 3"),
        ("encoding", stub + "\n"),
        ("explain", "and <b>so on"),
        ("explain", "and <b>so on"),
        ("check-encoding", "raise SystemExit"),
    )
    notebook, missing, repeated = rebuild(release, hand_in)
    sources = [cell.source for cell in notebook.cells]
    names = [name_of(cell) for cell in notebook.cells]
    assert missing == [] and tasks_of(notebook) == tasks_of(release)
    assert notebook.metadata == {}  # which could choose what nbconvert does to code
    after = names.index("encoding") + 1
    assert sources[after : after + 2] == ["more = 2", "more = 3"]
    assert len(sources) == len(release.cells) + 3
    assert sources[names.index("explain")].endswith("\n\nand < b>so on")
    assert repeated == [
        "cell 'encoding' occurs 3 times; all of them were run",
        "a copy of cell 'check-encoding' was run as the student's own code",
        "cell 'explain' occurs 2 times; all of them were read",
    ]
    ran = []

    def run(material, request, *others):
        ran.extend(request["cells"])
        return [{"kind": "end"}]

    monkeypatch.setattr(sandbox, "run", run)
    marks = marked(nbformat.writes(hand_in).encode())
    assert ran.index("more = 3") == ran.index("more = 2") + 1
    assert (marks.state, marks.why) == ("marked", "; ".join(repeated))


@pytest.mark.parametrize("make", [new_markdown_cell, new_raw_cell, new_code_cell])
@pytest.mark.parametrize("where", "answer below end empty question anew locked".split())
def test_words_in_another_cell_are_kept_and_wait_for_marks_by_hand(where, make):
    release, locked = released(), []
    hand_in = copy.deepcopy(release)
    cells, words = hand_in.cells, "my <i>words"
    place = [name_of(cell) for cell in cells].index("explain")
    question = place - 2
    assert determine_grade(cells[place])[0] == 0
    if where in ("answer", "anew"):  # another cell is there instead
        place = place if where == "answer" else question
        cells[place] = make(words, id=cells[place].id)
    elif where in ("below", "end", "empty"):
        cells[place].source *= where != "empty"
        cells.insert(place + 1 if where == "below" else len(cells), make(words))
    elif where == "question":
        cells[question].source += words
    else:
        cells[place - 1].source += f"\n# {words}"
        told = "locked cells must not be changed, so the released text counts"
        locked = [f"{told}: 'measure'"]
    notebook, _, remarks = rebuild(release, read_hand_in(changed(hand_in)))
    (cell,) = [cell for cell in notebook.cells if name_of(cell) == "explain"]
    assert determine_grade(cell)[0] is None
    assert remarks == [*locked, "look for the words of explain in other cells"]
    text = [one.source for one in notebook.cells]
    shown = "my <i>words" if make is new_code_cell else "my < i>words"
    assert any(one.endswith(("my < i>words", shown)) for one in text)
    assert len(text) == len(release.cells) + 1


@pytest.mark.parametrize("make", [new_markdown_cell, new_raw_cell])
def test_words_in_a_copy_of_a_code_answer_are_kept(make):
    release = released()
    hand_in = copy.deepcopy(release)
    place = [name_of(cell) for cell in hand_in.cells].index("encoding")
    metadata = hand_in.cells[place].metadata
    # The answer itself is code, whatever the kind of its cell.
    hand_in.cells[place] = make("answer = 1", metadata=metadata)
    hand_in.cells.insert(place + 1, make("my words", metadata=metadata))
    notebook, _, remarks = rebuild(release, read_hand_in(changed(hand_in)))
    sources = [(cell.cell_type, cell.source) for cell in notebook.cells]
    assert {("code", "answer = 1"), ("markdown", "my words")} <= {*sources}
    assert remarks == ["look for the words of explain in other cells"]


@pytest.mark.parametrize("identifiers", [True, False])
@pytest.mark.parametrize("comment", ["", "\n# my words"])
def test_words_may_be_in_the_imports_but_not_in_the_name(comment, identifiers):
    release = released()
    hand_in = source()
    for cell in hand_in.cells:
        if name_of(cell) == "explain":
            cell.source = release.cells[-1].source
        elif cell.source == 'student = ""':
            cell.source = "student = 'Zoë'"
        elif cell.source.startswith("import"):
            cell.source += comment
    hand_in = read_hand_in(changed(hand_in))
    for cell in hand_in.cells if not identifiers else ():
        cell.id = None
    notebook, _, remarks = rebuild(release, hand_in)
    look = "look for the words of explain in other cells"
    assert remarks == [look if comment else "no words in explain"]
    assert [cell.source for cell in notebook.cells].count("student = 'Zoë'") == 1
    assert (determine_grade(notebook.cells[-1])[0] is None) == bool(comment)


def test_a_student_s_text_outside_the_answers_is_shortened():
    release = released()
    hand_in = copy.deepcopy(release)
    hand_in.cells += [new_markdown_cell(f"{k}" * 15_000) for k in range(1, 20)]
    notebook, *_ = rebuild(release, read_hand_in(changed(hand_in)))
    assert sum(len(cell.source) for cell in notebook.cells[-19:]) == 20_000


@pytest.mark.parametrize("identifiers", [True, False])
def test_own_cells_run_after_the_imports_above_them(identifiers):
    release = released()
    hand_in = copy.deepcopy(release)
    place = [cell.source[:6] for cell in hand_in.cells].index("import")
    hand_in.cells.insert(place + 1, new_code_cell("base = np.float64(1)"))
    if not identifiers:
        for cell in hand_in.cells:
            cell.id = None
    sources = [cell.source for cell in rebuild(release, hand_in)[0].cells]
    assert sources[place + 1] == "base = np.float64(1)"
    assert len(sources) == len(release.cells) + 1


def test_texts_of_one_name_are_together_no_longer_than_one_may_be():
    release = released()
    hand_in = copied(release, *[("explain", f"{k}" * 15_000) for k in range(2)])
    with pytest.raises(Unreadable, match="'explain' occurs 3 times, with"):
        rebuild(release, hand_in)


@pytest.mark.parametrize("exercise", EXERCISES)
def test_a_task_has_no_more_cases_than_the_check_in_the_notebook(exercise):
    task = Task("cell", exercise, "f", 1)
    given = trials.Given.draw(EXERCISES, task, "ada", "a secret")
    jobs = trials.jobs(EXERCISES, [task], {"cell": given})
    sizes = [len(job["cases"] or ()) for job in jobs]
    assert max(sizes) <= given.known and sum(sizes) in (0, len(given.drawn))


# One hand-in


@pytest.mark.parametrize("name", NAMES)
def test_the_solutions_get_all_points_that_are_not_given_by_hand(name):
    marks = marked(nbformat.writes(source(name)).encode(), "zoë", name)
    assert (marks.state, marks.why) == ("marked", "")
    assert [task for task in marks.tasks if not task.ok] == []
    assert all(task.points == task.possible for task in marks.tasks)


ANGLE = """
def angle(pos, i, d_model):
    return pos / base ** (2 * i / d_model)
base = 10000
"""
WITH_ANGLE = """
def positional_encoding(positions, d_model):
    table = np.empty((len(positions), d_model))
    for i in range(d_model // 2):
        table[:, 2 * i] = np.sin(angle(positions, i, d_model))
        table[:, 2 * i + 1] = np.cos(angle(positions, i, d_model))
    return table
"""


@pytest.mark.parametrize(
    "first, answer, last",
    [
        (ANGLE, WITH_ANGLE, "base = 100\nangle = answer_b = 2"),
        ("", WITH_ANGLE, ANGLE),
        (ANGLE, None, WITH_ANGLE),
        (ANGLE + WITH_ANGLE, "", "base = 100"),
    ],
)
def test_an_answer_counts_as_it_is_at_its_check(first, answer, last):
    hand_in = source()
    names = [name_of(cell) for cell in hand_in.cells]
    place = names.index("encoding")
    if answer is None:
        answer = released().cells[place].source
    hand_in.cells[place].source = answer
    hand_in.cells.insert(place, new_code_cell(first))
    if not answer:
        del hand_in.cells[place + 1]
    hand_in.cells.append(new_code_cell(last))
    marks = marked(nbformat.writes(hand_in).encode())
    assert [task for task in marks.tasks if not task.ok] == []


def test_a_mistake_is_named_and_costs_points():
    wrong = """
def positional_encoding(positions, d_model):
    table = np.zeros((len(positions), d_model))
    for row, pos in enumerate(positions):
        for j in range(d_model):
            angle = pos / 10000 ** (2 * j / d_model)
            table[row, j] = np.cos(angle) if j % 2 else np.sin(angle)
    return table
"""
    marks = marked(changed(source(), encoding=wrong))
    task = marks.tasks[0]
    assert (task.ok, task.mistake) == (False, "M1")
    assert 0 <= task.points <= task.possible / 2
    assert "the exponent uses the column's number" in task.text
    assert marks.tasks[1].ok and marks.tasks[2].ok
    assert "the exponent uses" in " ".join(marks.notebook.split())


def test_a_wrong_answer_that_no_hint_explains_is_kept_with_its_line():
    right = "    return table"
    (cell,) = [cell for cell in source().cells if right in cell.source]
    wrong = cell.source.replace(
        right, "    # by Ada, 1234567\n    return np.exp(table)"
    )
    marks = marked(changed(source(), encoding=wrong))
    kept = marks.tasks[0].attempt
    assert (marks.tasks[0].mistake, kept["mistake"]) == (None, None)
    assert kept["answer"].startswith("def positional_encoding(positions, d_model):\n")
    assert "1234567" not in json.dumps(kept)
    assert len(kept["returned"]) == len(EXERCISES.draw("H3a", ""))
    assert [task.attempt for task in marks.tasks[1:]] == [{}] * (len(marks.tasks) - 1)
    assert [len(group) for group in unexplained(EXERCISES, [kept, kept])] == [2]


BORROWED = """from posenc_lessons import sinusoidal_encoding
    return sinusoidal_encoding(200_001, d_model)[positions]"""
DOTS = """'Return a row for each position.'
    ..."""
PRINTED = "print('the positions', positions)"


@pytest.mark.parametrize(
    "body, ok, mistake, said",
    [
        (PRINTED, False, "no return", "`sort()` and `reverse()` return None, too."),
        (DOTS, None, None, "H3a: not attempted yet"),
        (BORROWED, False, None, "not available during marking."),
    ],
)
def test_what_returns_nothing_or_is_borrowed_gets_nothing(body, ok, mistake, said):
    code = f"def positional_encoding(positions, d_model):\n    {body}"
    task = marked(changed(source(), encoding=code)).tasks[0]
    assert (task.ok, task.mistake, task.points) == (ok, mistake, 0)
    assert task.text.endswith(said)


@pytest.mark.parametrize(
    "imported",
    [
        "from posenc_checks import check, own_numbers\nfrom posenc_lessons import show",
        "from posenc_lessons import check, own_numbers, show",
    ],
)
def test_homework_that_was_released_earlier_is_still_marked(imported):
    notebook = source()
    for cell in notebook.cells:
        if "import check" in cell.source:
            lines = cell.source.splitlines()
            kept = [line for line in lines if "posenc_" not in line]
            cell.source = "\n".join([*kept, imported])
    cell = "print(check('H3a', ...), show(None), own_numbers('H3b', student))"
    notebook.cells.append(new_code_cell(cell))
    marks = marked(nbformat.writes(notebook).encode())
    assert (marks.state, marks.why) == ("marked", "")
    assert sum(task.points for task in marks.tasks) == 13
    assert "None None {'pair'" in marks.notebook


def test_a_name_of_somebody_else_does_not_help():
    numbers = own_numbers("H3b", "bob")
    number = 2 * np.pi * 10000 ** (2 * numbers["pair"] / numbers["d_model"])
    data = changed(source(), wavelength=f"answer_b = {number}")
    assert marked(data, "bob").tasks[1].ok
    task = marked(data, "eve").tasks[1]
    assert (task.ok, task.points) == (False, 0)


def test_an_answer_may_use_what_a_figure_or_a_copied_cell_defines():
    hand_in = copied(source("h5_beyond"), ("check-buckets", "turns = [1, 2, 3]"))
    foreign = new_code_cell("turn = 2 * np.pi / len(hours)")
    foreign.metadata["nbgrader"] = {"grade_id": "weights", "solution": True}
    place = [name_of(cell) for cell in hand_in.cells].index("clock")
    hand_in.cells.insert(place, foreign)
    answer = """def clock_encoding(hours):
    angles = np.outer(hours, turns) * turn
    return np.hstack([np.cos(angles) * [1, .5, .3], np.sin(angles) * [1, .5, .3]])"""
    marks = marked(changed(hand_in, clock=answer), name="h5_beyond")
    assert marks.tasks[-1].ok, marks.tasks[-1].text
    assert (marks.state, marks.why) == (
        "marked",
        "a copy of cell 'check-buckets' was run as the student's own code; "
        "a cell from another assignment was run as the student's own code",
    )


def test_another_name_in_the_notebook_is_told():
    notebook = source()
    for cell in notebook.cells:
        cell.source = cell.source.replace('student = ""', 'student = " ADA  "')
    data = nbformat.writes(notebook).encode()
    assert marked(data, "ada").why == ""
    marks = marked(data, "ada lovelace")
    assert marks.state == "marked"
    assert marks.why == "its numbers belong to the name ' ADA  '"


def test_whatever_was_overlooked_costs_one_hand_in_only(monkeypatch):
    def fail(*arguments):
        raise KeyError("overlooked")

    monkeypatch.setattr("sandmark.marking.read_hand_in", fail)
    marks = marked(changed(source()))
    assert marks.state == "could not run"
    assert "the marking itself failed: KeyError: 'overlooked'" in marks.why


def test_only_figures_of_one_s_own_are_drawn():
    released_figure = "column 10: position 1 has"
    plain = marked(changed(source()))
    assert plain.state == "marked"
    assert released_figure not in plain.notebook
    drawn = source()
    cell = "fig, ax = plt.subplots()\nprint(type(ax.plot([1, 2])[0]).__name__)"
    drawn.cells.append(new_code_cell(cell))
    marks = marked(nbformat.writes(drawn).encode())
    assert (marks.state, marks.why) == ("marked", "")
    assert "Line2D" in marks.notebook


# The class


def test_nbgrader_s_own_marking_is_refused_before_it_starts(tmp_path):
    course = Course(tmp_path, MATERIAL)
    # nbgrader's pages for marking by hand have a button that would run it.
    run = subprocess.run(
        [sys.executable, "-m", "nbgrader", "autograde", H3],
        cwd=course.folder,
        capture_output=True,
        text=True,
    )
    assert run.returncode
    assert "mark with: sandmark --exercises MODULE mark" in run.stderr
    assert not (course.folder / "autograded").exists()


# A fault of judging


def test_no_shape_tells_numbers_of_a_drawn_case():
    table = EXERCISES["H1b"]
    for shape, said in (((0, 28396), False), ((5,), True), ((2000,), False)):
        value = trials._tellable(table, np.zeros(shape), (5,))
        assert isinstance(value, np.ndarray) == said
        if not said:
            assert str(max(shape)) not in value.reason
    table = dataclasses.replace(table, reference=np.zeros)
    for size in (0, 2000):  # as the right result
        assert trials._tellable(table, np.ones(size), (size,)).shape == (size,)
