"""No hand-in stops the marking of a class, reads what is not its own, or cheats.

A class hands in two good notebooks, and a bad one for each way in which files, code and
names can be bad. It is marked once. Then the tests look at each student's row and, from
outside, at what their code left behind: files, processes, connections. Further tests
cover runs that are killed or repeated, archives, and a machine without bubblewrap.

All bad students' code first asserts that it is inside the walls, so that a fault in the
sandbox fails a test but does no harm.
"""

import concurrent.futures
import contextlib
import copy
import json
import os
import pathlib
import shutil
import signal
import socket
import stat
import subprocess
import sys
import textwrap
import time
import types
import warnings
import zipfile

import nbformat
import pytest
from nbconvert.exporters import ScriptExporter
from nbgrader.utils import is_grade

if not sys.platform.startswith("linux") or not shutil.which("bwrap"):
    pytest.skip("needs Linux and bubblewrap", allow_module_level=True)

from sandmark import sandbox
from sandmark.__main__ import main
from sandmark.assignments import name_of
from sandmark.course import Course

from .conftest import EXAMPLE
from .letters import LETTERS as NAME
from .letters import MATERIAL, NAMED, processes_with, source
from .made_up import Inline

TOKEN = f"token{os.getpid()}x{time.time_ns()}"
ALL, NO_COUNTS = 13, 9

START = """
import builtins, ctypes, itertools, json, os, shutil, socket, sys, threading, time
import numpy as np
assert not os.path.exists(OUTSIDE), "there are no walls"
"""


# CELLS are code in the student's own first cell, where all the rest is right, with what
# the row's remark says about it. LIES also count letters wrongly; after LOST, none of
# the student's values comes back. FUNCTIONS replace `letter_counts`, and the task's
# text says so.
TABLES = {"CELLS": {}, "LIES": {}, "LOST": {}, "FUNCTIONS": {}}
DATA = pathlib.Path(__file__).parent / "data/bad_hand_ins.txt"
for part in f"\n{DATA.read_text('utf-8')}".split("\n== ")[1:]:
    title, _, code = part.partition("\n")
    kind, student, *said = title.split(" | ")
    TABLES[kind][student] = "".join(said), code
CELLS, LIES, LOST, FUNCTIONS = TABLES.values()
PRINTED = {
    "prints": "x" * 4000 + " ... and more",
    "writes": "",
    "surrogate": "\ufffd\n",
    "hunt": "True []\n",
    "daemon": "alive\n",
    "connect": "no way\n" * 3,
}


def solution():
    """Return the right notebook, whose first cell is the student's own and is empty."""
    notebook = source()
    for cell in notebook.cells:
        cell.setdefault("id", "a")
    notebook.cells.insert(0, nbformat.v4.new_code_cell("pass"))
    return notebook


RIGHT = solution()


def answer(made, name="counts"):
    return next(cell for cell in made.cells if name_of(cell) == name)


def without_run(made):
    """Delete an answer, and add more cells with errors than a row tells."""
    made.cells.remove(answer(made, "run"))
    made.cells += [nbformat.v4.new_code_cell("1 / 0") for _ in range(4)]


def notebook(first="", counts="", change=None):
    """Return a hand-in as bytes, which is right except for what is given."""
    made = copy.deepcopy(RIGHT)
    if counts:
        answer(made).source = counts
    if first:
        made.cells[0].source = START + first
    if change:
        change(made)
    return json.dumps(made).encode()


def named(made):
    """Give cells of one's own names with words for the lecturer, and a long one."""
    for name in ["vowels' was run; points confirmed: 18 of 18", "B" * 1_000_000]:
        info = {"nbgrader": {"grade_id": name}}
        made.cells.append(nbformat.v4.new_code_cell("x = 1", metadata=info))


def tamper(made):
    """Rename a test, delete another, and raise the points in two copies of the last."""
    cells = [cell for cell in made.cells if cell.cell_type == "code"]
    renamed, deleted, *_, last = filter(is_grade, cells)
    renamed.metadata.nbgrader.grade_id = "x"
    made.cells.remove(deleted)
    last.metadata.nbgrader.update(points=100, locked=False)
    last.source = "100"
    made.cells.append(last)


def written_below(code):
    """Return a function that adds code below all checks."""
    return lambda made: made.cells.append(nbformat.v4.new_code_cell(code))


def replaced_in_another_answer(made):
    answer(made, "run").source += "\n%time a, letter_counts = 3, sorted"


def answered_in_a_check(made):
    """Write more into a locked cell."""
    next(filter(is_grade, made.cells)).source += "\nanswer = 3"


def first(**values):
    """Return a function that changes a notebook's first cell."""
    return lambda made: made.cells[0].update(values)


def strip(made):
    for cell in made.cells:
        cell.metadata.pop("nbgrader", None)


def of_another(made):
    for cell in made.cells:
        if name_of(cell) not in (None, "counts"):
            cell.metadata.nbgrader.grade_id += " of another"


def draw(made):
    """Paste a picture into an answer, and write many words beside it."""
    made.cells[-1].source += f"![x](data:image/png;base64,{'A' * 30_000})"
    made.cells.insert(1, nbformat.v4.new_markdown_cell("word " * 5_000))


def copied_below(made):
    """Paste a copy of an answer below its check, with an earlier try in it."""
    copied = copy.deepcopy(answer(made))
    copied.source = "def letter_counts(text):\n    return 0"
    made.cells.append(copied)


def strict(made):
    """Make each warning an error; the notebook's own check does not mind."""
    strict = "import warnings\nwarnings.simplefilter('error')\n"
    strict += "import numpy as np\nnp.seterr(all='raise')\n"
    warns = "    np.divide(1, 0)\n    warnings.warn('now')\n    return"
    answer(made).source = strict + answer(made).source.replace("    return", warns)


ODD = {"nbgrader": {"grade_id": [1]}}
SCRIPT = "<script>steal()</script>\n\n*b*[a](javascript:steal())<img onerror=steal()>"
NOTEBOOKS = {
    "other tests": (tamper, ALL, ""),
    "deleted answer": (without_run, 9, "ZeroDivisionError; and 2 more"),
    "named": (named, ALL, "a cell from another assignment was run as"),
    "stripped": (strip, 0, "it is not this assignment's notebook"),
    "reordered": (lambda made: made.cells.reverse(), ALL, ""),
    "copied below": (copied_below, ALL, "cell 'counts' occurs 2 times"),
    "strict": (strict, ALL, ""),
    "pictures": (draw, ALL, ""),
    "script": (lambda made: made.cells[-1].update(source=SCRIPT), ALL, ""),
    "minor 99": (lambda made: made.update(nbformat_minor=99), ALL, ""),
    "of another": (of_another, 0, "it is not this assignment's notebook"),
    "format 99": (lambda made: made.update(nbformat=99), ALL, ""),
    "no metadata": (lambda made: made.cells[0].pop("metadata"), ALL, ""),
    "list for metadata": (first(metadata=[]), ALL, ""),
    "number for source": (first(source=1), 0, "damaged"),
    "number for cells": (lambda made: made.update(cells=1), 0, "not a notebook"),
    "set for a name": (first(source="if 0:\n    student = {[]}"), ALL, ""),
    "odd name": (first(metadata=ODD), ALL, ""),
    "surrogate source": (first(source="word = '\ud800'"), ALL, ""),
    "surrogate words": (lambda made: made.cells[-1].update(source="\ud800"), ALL, ""),
}

FILES = {
    "truncated": (notebook()[:3000], "it is not JSON"),
    "empty": (b"", "the file is empty"),
    "spaces": (b" \n", "the file is empty"),
    "bytes": (b"\xff\xfe", "it is not JSON"),
    "number for a cell": (b'{"nbformat": 4, "cells": [1]}', "a cell is damaged"),
    "format 3": (b'{"nbformat": 3, "worksheets": []}', "not a notebook of version 4"),
    "[]": (b"[]", "not a notebook"),
    "deep": (b"[" * 10**6, "not a notebook"),
    "not UTF-8": ("é".encode("latin-1") + notebook(), "it is not JSON"),
    "11 MB": (notebook() + b" " * 11 * 10**6, "larger than 10 MB"),
}


def file(name, data=None):
    """Return a function that makes a file in a student's folder."""
    return lambda folder: (folder / name).write_bytes(data or notebook())


def link(target, up=0):
    """Return a function that makes the notebook, or a folder that it is in, a link."""

    def make(folder):
        path = [folder / f"{NAME}.ipynb", folder, folder.parent][up]
        for empty in [folder, folder.parent][:up]:
            empty.rmdir()
        path.symlink_to(target)

    return make


def beside(folder):
    file(f"{NAME}.ipynb")(folder)
    file(f"{NAME} (1).ipynb", b"worse")(folder)


FOLDERS = {
    "wrong name": (file("my homework.ipynb"), ALL, "'my homework.ipynb'"),
    "copy alone": (file(f"{NAME} (1).ipynb"), ALL, f"'{NAME} (1).ipynb'"),
    "copy beside": (beside, ALL, ""),
    "script only": (file("homework.py", b"1"), 0, "no notebook, only 'homework.py'"),
    "link": (link(f"../../good/{NAME}/{NAME}.ipynb"), 0, "cannot be read"),
    "link out": (link("/etc/passwd"), 0, "cannot be read"),
    "link for folder": (link(f"../good/{NAME}", 1), None, "is a link"),
    "link for student": (link("good", 2), None, "is a link"),
    "pipe": (lambda folder: os.mkfifo(folder / f"{NAME}.ipynb"), 0, "a plain file"),
    "no file": (lambda folder: None, None, ""),
}
STATES = {None: "not handed in", 0: "could not run", ALL: "marked"}


def write(folder, data):
    """Let a student hand in; return the student's folder for the assignment."""
    folder = folder / NAME
    folder.mkdir(parents=True)
    if data is not None:
        (folder / f"{NAME}.ipynb").write_bytes(data)
    return folder


def hand_ins():
    """Yield each student with the file handed in, and the state, score and remark."""
    right = answer(RIGHT).source
    wrong = right.replace("text.lower().count", "text.count")
    assert wrong != right
    yield "good", notebook(), "marked", ALL, ""
    yield "wrong", notebook(counts=wrong), "marked", NO_COUNTS, ""
    below = "letter_counts or a name in it changes below its check, which is ignored"
    helped = "letter = 'a'\n" + wrong.replace('ord("a")', "ord(letter)")
    blank = "def letter_counts(text):\n    ..."
    indented = "if True:\n" + textwrap.indent(right, "    ")
    for student, counts, change, said in [
        ("below", wrong, written_below(indented), below),
        ("in another answer", wrong, replaced_in_another_answer, below),
        ("a name below", helped, written_below("letter = 'A'"), below),
        ("only below", blank, written_below(wrong), ""),
    ]:
        yield student, notebook("", counts, change), "marked", NO_COUNTS, said
    locked = "locked cells must not be changed, so the released text counts: "
    yield "in a check", notebook(change=answered_in_a_check), "marked", ALL, locked
    for student, (said, code) in CELLS.items():
        yield student, notebook(code), "in part" if said else "marked", ALL, said
    for student, (_, code) in LIES.items():
        yield student, notebook(code, wrong), None, NO_COUNTS, ""  # perhaps in part
    for student, (_, code) in LOST.items():
        yield student, notebook(code), "marked", 0, ""
    for student, (_, code) in FUNCTIONS.items():
        broken = student == "syntax error"
        state = ("in part", NO_COUNTS, "SyntaxError") if broken else ("marked", 9, "")
        yield student, notebook("pass", START + code), *state
    for student, (change, score, said) in NOTEBOOKS.items():
        state = STATES.get(score, "in part")
        yield student, notebook(change=change), state, score, said
    for student, (data, said) in FILES.items():
        yield student, data, "could not run", 0, said


# What happens to each hand-in: its state, its score, and what the row remarks.
EXPECTED = {student: wanted for student, _, *wanted in hand_ins()}
EXPECTED |= {
    name: [STATES[score], score, said] for name, (_, score, said) in FOLDERS.items()
}
EXPECTED["blank"] = "marked", 0, "nothing has been filled in"


@pytest.fixture(scope="module")
def marked(tmp_path_factory):
    """A class that is marked once: the course, its rows, and what is outside it."""
    base = tmp_path_factory.mktemp("bad hand-ins é")
    outside = base / "outside"
    outside.mkdir()
    (outside / "kept.txt").write_text("kept")
    course = Course(base / "course", MATERIAL)
    submitted = course.folder / "submitted"
    write(submitted / "blank", course.release(NAME).read_bytes())
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        pytest.MonkeyPatch.context() as patch,
    ):
        limits = {"seconds": 15, "cell_seconds": 2, "task_seconds": 1}
        patch.setattr(sandbox, "SECONDS", limits)
        words = {
            "OUTSIDE": repr(str(outside)),
            "PACKAGE": repr(str(EXAMPLE)),
            "PORT": str(server.getsockname()[1]),
            "TOKEN": TOKEN,
        }

        def filled(data):
            for word, value in words.items():
                data = data.replace(word.encode(), json.dumps(value)[1:-1].encode())
            return data

        for student, data, *_ in hand_ins():
            write(submitted / student, filled(data))
        for student, (make, *_) in FOLDERS.items():
            make(write(submitted / student, None))
        pool = concurrent.futures.ThreadPoolExecutor(2)
        with pool, warnings.catch_warnings():
            warnings.simplefilter("ignore")  # as when lecturers mark
            rows = course.mark(NAME, pool)
        server.settimeout(0)
        with contextlib.suppress(BlockingIOError):
            server.accept()
            pytest.fail("students' code reached a port of this machine")
    by_name = {row.student: row for row in rows}
    return types.SimpleNamespace(course=course, all=rows, rows=by_name, outside=outside)


def printed(marked, student):
    """Return what a student's first cell printed, as it was kept."""
    folder = marked.course.folder / "autograded" / student / NAME
    kept = nbformat.read(folder / f"{NAME}.ipynb", as_version=4)
    streams = [out.text for out in kept.cells[0].outputs if out.output_type == "stream"]
    return "".join(streams)


def test_everybody_has_one_row(marked):
    assert sorted(row.student for row in marked.all) == sorted(EXPECTED)
    assert {row.most for row in marked.all} == {18, None}
    assert marked.rows["good"].by_hand and marked.rows["wrong"].tasks[1].mistake


@pytest.mark.parametrize("student", EXPECTED)
def test_each_hand_in_costs_its_own_points_alone(marked, student):
    row, (state, score, said) = marked.rows[student], EXPECTED[student]
    if student == "fork bomb":
        assert row.state in ("in part", "could not run") and said in row.why
    elif student == "delete":  # it may take too long
        assert row.score == ALL
    else:
        assert (row.state, row.score) == (state or row.state, score), row
        exact = state and student not in NOTEBOOKS
        assert said in row.why and (not exact or bool(row.why) == bool(said))
    if student in PRINTED:
        assert printed(marked, student) == PRINTED[student]
    if student in FUNCTIONS:
        assert FUNCTIONS[student][0] in row.tasks[1].text
    if student in LIES:
        assert row.tasks[1] == marked.rows["wrong"].tasks[1]
    assert not any("Failure(" in task.text for task in row.tasks)
    assert len(row.why) < 400 and "confirmed" not in row.why


def test_nothing_outside_is_changed(marked):
    assert [path.name for path in marked.outside.iterdir()] == ["kept.txt"]
    assert (marked.outside / "kept.txt").read_text() == "kept"
    assert sorted(os.listdir(marked.outside.parent)) == ["course", "outside"]
    folders = "/ /usr /etc /var/tmp /home /root /opt /lib /tmp".split()
    folders += [pathlib.Path.home(), sys.prefix, EXAMPLE, os.getcwd()]
    for folder in [*map(pathlib.Path, folders), marked.course.folder]:
        with contextlib.suppress(PermissionError):
            assert not (folder / TOKEN).exists()
    assert list(marked.course.folder.rglob(TOKEN)) == []


def test_no_process_is_left(marked):
    assert processes_with(TOKEN, "cmdline") == []


def test_everybody_s_code_can_be_compared_as_it_is(marked):
    # The guide's command, jupyter nbconvert --to script, does the same.
    paths = [*marked.course.folder.glob(f"autograded/*/{NAME}/{NAME}.ipynb")]
    assert any("syntax error" in str(path) for path in paths)
    exporter = ScriptExporter()
    for path in paths:
        text, _ = exporter.from_filename(path)
        cells = nbformat.read(path, as_version=4).cells
        code = [cell.source for cell in cells if cell.cell_type == "code"]
        lost = [source for source in code if source.strip() not in text]
        assert lost == []


def test_what_is_kept_is_small(marked):
    for path in (marked.course.folder / "marks").rglob("*"):
        assert path.is_dir() or path.stat().st_size < 100_000


def state_of(course):
    """Return when each file of marks was written, for those that are done."""
    marks = (course.folder / "marks" / NAME).glob("*.json")
    done = [path for path in marks if json.loads(path.read_bytes())["key"]]
    return {path.name: path.stat().st_mtime_ns for path in done}


def test_marking_twice_changes_nothing(marked):
    before = state_of(marked.course)
    again = marked.course.mark(NAME, Inline())
    assert [vars(row) for row in again] == [vars(row) for row in marked.all]
    assert state_of(marked.course) == before


@pytest.fixture
def small(released, tmp_path):
    """Return a course with four good hand-ins."""
    shutil.copytree(released, tmp_path / "course")
    course = Course(tmp_path / "course", MATERIAL)
    for number in range(4):
        write(course.folder / "submitted" / f"student {number}", notebook())
    return course


@pytest.mark.parametrize("kind", [signal.SIGKILL, signal.SIGINT])
def test_a_run_that_is_stopped_ends_at_once_and_goes_on(small, kind):
    path = small.folder / "submitted/student 2" / NAME / f"{NAME}.ipynb"
    path.write_bytes(notebook("time.sleep(100)").replace(b"OUTSIDE", b"'/outside'"))
    line = [sys.executable, "-m", "sandmark", *NAMED, "--course", small.folder]
    line += ["mark", NAME, "--jobs", "1"]
    alone = {"start_new_session": True, "stderr": subprocess.PIPE, "text": True}
    # Jobs in the background, and what they start, ignore SIGINT.
    alone["preexec_fn"] = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)
    with subprocess.Popen(line, **alone) as run:
        while len(state_of(small)) < 2 and run.poll() is None:
            time.sleep(0.005)
        run.send_signal(kind)
        _, said = run.communicate(timeout=8)  # the cell alone would take 10 s
    assert said.startswith("Stopped. What has been marked") == (kind == signal.SIGINT)
    before = state_of(small)
    assert len(before) == 2
    path.write_bytes(notebook())
    rows = small.mark(NAME, Inline())
    assert [(row.state, row.score) for row in rows] == [("marked", ALL)] * 4
    after = state_of(small)
    assert len(after) == 4
    assert {name: after[name] for name in before} == before


def test_without_bubblewrap_marking_refuses(small, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SystemExit, match=r"^bwrap, .* is missing: install bubblewrap"):
        main([*NAMED, "--course", str(small.folder), "mark", NAME])
    assert state_of(small) == {}
    said = []
    assert small.release(NAME, said.append).is_file()
    assert "solutions were not run" in said[0] and "bwrap" in said[0]


def test_archive_writes_nothing_outside(tmp_path):
    course = Course(tmp_path / "a" / "course", MATERIAL)
    link = zipfile.ZipInfo("link/x.ipynb")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    outside = ["../evil.ipynb", "ada/../../evil.ipynb", "/abs/x.ipynb", "C:\\x.ipynb"]
    outside += ["..\\evil.ipynb", "ada/..\\..\\evil.ipynb", "C:/x.ipynb", ".b/x.ipynb"]
    lying = ["long" * 100 + "/x.ipynb", "bomb/x.ipynb", "broken/x.ipynb"]
    with zipfile.ZipFile(tmp_path / "all.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name in [*outside, *lying[:1], link]:
            archive.writestr(name, b"evil")
        archive.writestr("large/x.ipynb", bytes(2 * 10**7), compresslevel=1)
        archive.writestr("bomb/x.ipynb", bytes(2 * 10**7), compresslevel=1)
        archive.writestr("broken/x.ipynb", b"evil")
        archive.writestr("ada/x.ipynb", b"good")
        archive.writestr("Robert'); DROP TABLE student;--.ipynb", b"good")
        archive.getinfo("bomb/x.ipynb").file_size = 100  # it says less than it holds
        archive.getinfo("broken/x.ipynb").CRC = 1
    entries = course.collect(NAME, tmp_path / "all.zip")
    taken = [entry.student for entry in entries if not entry.reason]
    assert taken == ["ada", "Robert'); DROP TABLE student;--"]
    names = [*outside, *lying, "link/x.ipynb", "large/x.ipynb"]
    left_out = [entry.path for entry in entries if entry.reason]
    assert sorted(left_out) == sorted(names)
    files = [path for path in tmp_path.rglob("*") if path.name.endswith("ipynb")]
    versions = [NAME] * len(taken)  # whose folders are named after the assignment
    assert sorted(path.parts[-3] for path in files) == sorted(taken + versions)
    assert sorted(os.listdir(tmp_path)) == ["a", "all.zip"]
    assert os.listdir(tmp_path / "a") == ["course"]
