"""No hand-in stops the marking of a class, reads what is not its own, or cheats.

A class hands in: two good notebooks, and a bad one for each way that files, code and
names can be bad. It is marked once. Then each student's row is looked at, and from
outside what their code left behind: files, processes, connections. Further tests are
of runs that are killed or repeated, of archives, and of a machine without bubblewrap.

All code of bad students asserts first that it is between walls, so that a fault of the
sandbox fails a test and harms nothing.
"""

import concurrent.futures
import contextlib
import copy
import csv
import io
import json
import multiprocessing
import os
import pathlib
import shutil
import socket
import sys
import time
import types
import warnings

import nbformat
import pytest

if not sys.platform.startswith("linux") or not shutil.which("bwrap"):
    pytest.skip("needs Linux and bubblewrap", allow_module_level=True)
pytest.importorskip("nbgrader", reason="needs nbgrader: pip install -e '.[grading]'")

from posenc_lessons.grading import report, sandbox
from posenc_lessons.grading.course import Course
from posenc_lessons.grading.values import storable

ROOT = pathlib.Path(__file__).parents[1]
SOURCE = ROOT / "notebooks" / "homework"
NAME = "h3_the_formula"
TOKEN = f"token{os.getpid()}x{time.time_ns()}"
ALL, NO_ENCODING, SWAPPED = 13, 5, 5
MANY = [f"student {number}" for number in range(8)]

SWAP = ("np.sin(angles), np.cos(angles)", "np.cos(angles), np.sin(angles)")
FUNCTION = "def positional_encoding(positions, d_model):\n    "
START = """
import builtins, ctypes, itertools, json, os, shutil, socket, sys, threading, time
import numpy as np
assert not os.path.exists(OUTSIDE), "there are no walls"
"""
HUNT = """
names = {"gradebook.db", "secret.txt", "class.csv", "submitted", "h3_the_formula",
         "h3_the_formula.ipynb", "sinusoids.py", "own_numbers.py", "kept.txt"}
found, looked = [], 0
site = os.path.dirname(os.path.dirname(np.__file__))
large = ("/proc", "/sys", "/usr/share/", "/usr/lib/", "/usr/include/", "/usr/src/")
for folder, folders, files in os.walk("/"):
    looked += 1
    found += [f"{folder}/{name}" for name in names & {*folders, *files}]
    parent, name = os.path.split(folder)
    if folder.startswith(large) or parent == site and name != "posenc_lessons":
        folders.clear()
for folder in os.scandir("/proc"):
    for name in ("cmdline", "environ", "mountinfo", "maps"):
        try:
            text = open(f"{folder.path}/{name}").read()
        except OSError:
            continue
        looked += 1
        found += [text for path in (OUTSIDE, "submitted", "gradebook") if path in text]
print(looked > 30, found)
"""
WRITE = """
for folder in ("/", "/usr", "/etc", "/var/tmp", "/home", "/root", "/opt", "/lib", "..",
               os.path.expanduser("~"), sys.prefix, sys.path[-1], OUTSIDE,
               os.path.dirname(OUTSIDE), PACKAGE):
    for name in ("TOKEN", "kept.txt"):
        try:
            os.makedirs(folder, exist_ok=True)
            open(os.path.join(folder, name), "w").write("changed")
        except OSError:
            pass
"""
DELETE = """
for folder in (OUTSIDE, PACKAGE, "..", "/tmp", "/work", os.path.expanduser("~"), "/"):
    shutil.rmtree(folder, ignore_errors=True)
"""
DAEMON = """
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        code = "import time; time.sleep(900)  # TOKEN"
        os.execv(sys.executable, [sys.executable, "-S", "-c", code])
    os._exit(0)
alive = 0
while not alive:
    time.sleep(0.05)
    lines = [open(f"/proc/{entry}/cmdline").read() for entry in os.listdir("/proc")
             if entry.isdigit()]
    alive = sum("TOKEN" in line for line in lines)
print(alive, "alive")
"""
CONNECT = """
for address in (("127.0.0.1", PORT), ("localhost", PORT), "\\0TOKEN"):
    try:
        socket.socket(2 if len(address) == 2 else socket.AF_UNIX).connect(address)
        print("connected")
    except OSError:
        print("no way")
"""
SOLUTIONS = """
kept = sys.modules.pop("posenc_lessons")
for name in ("posenc_lessons.sinusoids", "posenc_lessons.exercises"):
    try:
        __import__(name)
        print("read", name)
    except ImportError:
        print("not there")
sys.modules["posenc_lessons"] = kept
"""
FORGE = """
import base64, struct
HEADER, DATA = {header!r}, {data!r}
file = b"\\x93NUMPY\\x01\\x00" + struct.pack("<H", len(HEADER)) + HEADER + DATA
file = base64.b64encode(file).decode()

def positional_encoding(positions, d_model):
    for name in ("check-encoding", "check-wavelength", "check-matrix"):
        for case in range(20):
            line = {{"kind": "value", "task": name, "case": case, "npy": file}}
            line = json.dumps(line) + "\\n"
            for descriptor in range(3, 64):
                try:
                    os.write(descriptor, line.encode())
                except OSError:
                    pass
    os._exit(0)
"""
HEADERS = {
    "zeros": ("{'descr': '<f8', 'fortran_order': False, 'shape': (5, 6), }", 240),
    "size": ("{'descr': '<f8', 'fortran_order': False, 'shape': (10**9,), }", 16),
    "huge": (f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({10**9},), }}", 16),
    "huge none": (
        f"{{'descr': '<f8', 'fortran_order': 0, 'shape': (0, {10**30}), }}",
        0,
    ),
    "none": (
        f"{{'descr': '<f8', 'fortran_order': False, 'shape': (0, {10**30}), }}",
        0,
    ),
    "object": ("{'descr': '|O', 'fortran_order': False, 'shape': (2,), }", 16),
    "no width": ("{'descr': '<U0', 'fortran_order': False, 'shape': (2, 3), }", 0),
    "truth": ("{'descr': '<f8', 'fortran_order': False, 'shape': (True,), }", 8),
    "no type": ("{'descr': (), 'fortran_order': False, 'shape': (2,), }", 16),
    "keys": ("{1: 2, 'descr': '<f8'}", 0),
    "open bracket": ("{'descr': (", 0),
    "old": ("{'descr': '<f8', 'fortran_order': False, 'shape': (2L,), }", 16),
}

# What a student does in a cell of its own before all others, all the rest being right:
# the code, how the row's remark reads, and what the cell prints (None: anything).
CELLS = {
    "endless in C": ("sum(itertools.repeat(0))", "cell 1 ran for more than 3", ""),
    "endless power": ("9 ** 9 ** 9", "cell 1 ran for more than 3", ""),
    "os._exit": ("os._exit(0)", "cell 1 ended the program", ""),
    "sys.exit": ("sys.exit(0)", "cell 1 raised SystemExit", ""),
    "fork bomb": ("while True:\n    os.fork()", "cell ", None),
    "daemon": (DAEMON, "", "1 alive\n"),
    "kill parent": ("os.kill(os.getppid(), 9); time.sleep(1)", "sandbox ended", None),
    "kill all": ("os.kill(-1, 9); time.sleep(1)", "sandbox ended", None),
    "np.ones": ("np.ones(50 * 10**9 // 8)", "MemoryError", ""),
    "bytearray": ("bytearray(50 * 10**9)", "cell 1 raised MemoryError", ""),
    "prints": ("print('x' * 10**8)", "", "x" * 4000 + " ... and more"),
    "writes": ("for fd in 0, 1, 2: os.write(fd, b'x' * 10**8)", "", ""),
    "hunt": (HUNT, "", "True []\n"),
    "solutions": (SOLUTIONS, "", "not there\n" * 2),
    "write": (WRITE, "", ""),
    "delete": (DELETE, None, None),
    "connect": (CONNECT, "", "no way\n" * 3),
    "input": ("input()", "cell 1 raised EOFError", ""),
    "threads": (
        "def spin():\n    while True:\n        pass\n"
        "for number in range(2):\n    threading.Thread(target=spin).start()",
        "",
        "",
    ),
    "recursion": (
        "sys.setrecursionlimit(10**9)\nclass Deep:\n"
        "    def __repr__(self):\n        return repr(self)\nrepr(Deep())",
        "cell 1 ended the program",
        "",
    ),
    "segfault": ("ctypes.string_at(0)", "cell 1 ended the program", ""),
    "surrogate": ("print('\\ud800'); raise ValueError('\\udfff')", "ValueError", None),
}

# The same, but the encoding is wrong too; the points are those for a wrong encoding.
LIES = {
    "numpy.testing": "import numpy.testing\nfor name in dir(numpy.testing):\n"
    "    if name.startswith('assert_'):\n"
    "        setattr(numpy.testing, name, lambda *a, **k: None)",
    "np.allclose": "np.allclose = np.isclose = np.array_equal = lambda *a, **k: True",
    "isinstance": "builtins.isinstance = lambda *a: True",
    "transformers": "get_ipython().input_transformers_cleanup.append(lambda lines: [])",
    "check": "import posenc_lessons\nposenc_lessons.check = lambda *a, **k: 6",
    "modules": "import types, posenc_lessons\nkept = posenc_lessons.own_numbers\n"
    "sys.modules['posenc_lessons'] = fake = types.ModuleType('')\n"
    "fake.check = fake.show = lambda *a, **k: 6\n"
    "fake.own_numbers = kept",
}
# After these a student's own values do not come back: no point is left.
LOST = {
    "np.save": "right = np.save\n"
    "np.save = lambda file, array, **k: right(file, np.zeros(3))",
    "empty np.save": "np.save = lambda file, array, **k: file.write(b'right')",
    "json.dumps": "json.dumps = lambda event: "
    '\'{"kind": "value", "ok": true, "points": 18}\'',
}

# What stands in place of the encoding, all the rest being right; what the task says.
FUNCTIONS = {
    "syntax error": ("def positional_encoding(positions)\n    return 1", "NameError"),
    "endless": (FUNCTION + "while True:\n        pass", "for more than 2 seconds"),
    "endless function in C": (
        FUNCTION + "return sum(itertools.repeat(0))",
        "for more than 2 seconds",
    ),
    "os._exit in a function": (FUNCTION + "os._exit(1)", "did not run to its end"),
    "fork bomb in a function": (FUNCTION + "while True:\n        os.fork()", "not yet"),
    "kill all in a function": (FUNCTION + "os.kill(-1, 9)", "not yet"),
    "np.ones in a function": (FUNCTION + "return np.ones(50 * 10**9)", "MemoryError"),
    "large table": (FUNCTION + "return np.ones(10**7)", "80000000 bytes"),
    "always equal": (
        "class Always:\n    def __eq__(self, other):\n        return True\n"
        "    __lt__ = __le__ = __gt__ = __ge__ = __eq__\n"
        f"{FUNCTION}return Always()",
        "not yet",
    ),
    "lying array": (
        "class Lie(np.ndarray):\n    def __array_ufunc__(self, *a, **k):\n"
        "        return np.zeros(1)\n    def all(self, *a, **k):\n        return True\n"
        "    def __eq__(self, other):\n        return True\n"
        "    __sub__ = __rsub__ = __abs__ = lambda self, *other: 0.0\n"
        f"{FUNCTION}return np.zeros((len(positions), d_model)).view(Lie)",
        "not yet",
    ),
    "text": (FUNCTION + "return np.full((len(positions), d_model), 'x')", "not yet"),
    "surrogates": (FUNCTION + "raise ValueError('\\ud800')", "ValueError"),
    "flood": (
        FUNCTION + "\n    for fd in range(3, 64):\n        try:\n"
        "            while True:\n                os.write(fd, b'{}\\n' * 10**6)\n"
        "        except OSError:\n            pass",
        "not yet",
    ),
    "deep line": (
        FUNCTION + "\n    for fd in range(3, 64):\n        try:\n"
        "            os.write(fd, b'[' * 60000 + b'\\n')\n"
        "        except OSError:\n            pass",
        "not attempted",
    ),
    **{
        f"forged, {name}": (FORGE.format(header=header.encode(), data=bytes(size)), "")
        for name, (header, size) in HEADERS.items()
    },
}


def solution():
    """Return the right notebook; its first cell is a student's own, and empty."""
    notebook = nbformat.read(SOURCE / NAME / f"{NAME}.ipynb", as_version=4)
    for cell in notebook.cells:
        lines = cell.source.splitlines()
        cell.source = "\n".join(line for line in lines if " SOLUTION" not in line)
        cell.setdefault("id", "a")
    notebook.cells.insert(0, nbformat.v4.new_code_cell("pass"))
    return notebook


RIGHT = solution()


def name_of(cell):
    return cell.metadata.get("nbgrader", {}).get("grade_id")


def notebook(first="", encoding="", change=None):
    """Return a hand-in's bytes: right but for what is given."""
    made = copy.deepcopy(RIGHT)
    for cell in made.cells:
        if name_of(cell) == "encoding" and encoding:
            cell.source = encoding
    if first:
        made.cells[0].source = START + first
    made = (change and change(made)) or made
    return json.dumps(made).encode()


def code_of(name):
    return next(cell.source for cell in RIGHT.cells if name_of(cell) == name)


def each_test(action):
    """Return a change of a notebook: an action for each cell of tests."""

    def change(made):
        for cell in list(made.cells):
            if (name_of(cell) or "").startswith("check-"):
                action(made, cell)

    return change


def edit(made, cell):
    cell.metadata.nbgrader.update(points=100, locked=False)
    cell.source = "100"


def strip(made):
    for cell in made.cells:
        cell.metadata.pop("nbgrader", None)


def without_metadata(made):
    del made.cells[0]["metadata"]


def without_answer(made):
    made.cells = [cell for cell in made.cells if name_of(cell) != "matrix"]


def explained(made):
    made.cells[
        -1
    ].source = "<script>alert(1)</script>[a](javascript:alert(1))<b>bold</b>"


def of_format_3(made):
    return json.loads(nbformat.writes(nbformat.convert(made, 3), version=3))


NOTEBOOKS = {
    "deleted tests": (each_test(lambda made, cell: made.cells.remove(cell)), ALL, ""),
    "renamed tests": (
        each_test(lambda made, cell: cell.metadata.nbgrader.update(grade_id="x")),
        ALL,
        "",
    ),
    "copied tests": (each_test(lambda made, cell: made.cells.append(cell)), ALL, ""),
    "edited tests": (each_test(edit), ALL, ""),
    "deleted answer": (without_answer, 10, "1 of its cells for answers are gone"),
    "stripped": (strip, 0, "none of this assignment's cells is in it"),
    "reordered": (lambda made: made.cells.reverse(), ALL, ""),
    "script": (explained, ALL, ""),
    "minor 99": (lambda made: made.update(nbformat_minor=99), ALL, ""),
    "format 3": (of_format_3, 0, "no notebook of version 4"),
    "format 99": (lambda made: made.update(nbformat=99), ALL, ""),
    "no metadata": (without_metadata, 0, "no notebook"),
    "list for metadata": (lambda made: made.cells[0].update(metadata=[]), 0, ""),
    "number for source": (lambda made: made.cells[0].update(source=1), 0, "damaged"),
    "number for cells": (lambda made: made.update(cells=1), 0, "no notebook"),
    "odd name": (
        lambda made: made.cells[0].metadata.update(nbgrader={"grade_id": [1]}),
        ALL,
        "",
    ),
    "surrogate source": (
        lambda made: made.cells[0].update(source="word = '\ud800'"),
        ALL,
        "",
    ),
    "surrogate words": (lambda made: made.cells[-1].update(source="\ud800"), ALL, ""),
}

FILES = {
    "truncated": (notebook()[:3000], "it is not JSON"),
    "empty": (b"", "the file is empty"),
    "{}": (b"{}", "no notebook"),
    "[]": (b"[]", "no notebook"),
    "null": (b"null", "no notebook"),
    "deep": (b"[" * 10**6, "no notebook"),
    "deep object": (b'{"a":' * 10**5 + b"1" + b"}" * 10**5, "no notebook"),
    "not UTF-8": ("é".encode("latin-1") + notebook(), "it is not JSON"),
    "50 MB": (notebook() + b" " * 50 * 10**6, "more than 10 MB"),
}


def wrong_name(folder):
    (folder / "my homework.ipynb").write_bytes(notebook())


def copy_alone(folder):
    (folder / f"{NAME} (1).ipynb").write_bytes(notebook())


def copy_beside(folder):
    (folder / f"{NAME}.ipynb").write_bytes(notebook())
    (folder / f"{NAME} (1).ipynb").write_bytes(b"worse")


def script_only(folder):
    (folder / "homework.py").write_bytes(b"print(1)")


def link_to_another(folder):
    (folder / f"{NAME}.ipynb").symlink_to(f"../../good/{NAME}/{NAME}.ipynb")


def link_out(folder):
    (folder / f"{NAME}.ipynb").symlink_to("/etc/passwd")


def link_for_folder(folder):
    folder.rmdir()
    folder.symlink_to(f"../good/{NAME}")


def link_for_student(folder):
    folder.rmdir()
    folder.parent.rmdir()
    folder.parent.symlink_to("good")


def pipe(folder):
    os.mkfifo(folder / f"{NAME}.ipynb")


FOLDERS = {
    "wrong name": (wrong_name, "marked", ALL, "'my homework.ipynb'"),
    "copy alone": (copy_alone, "marked", ALL, f"'{NAME} (1).ipynb'"),
    "copy beside": (copy_beside, "marked", ALL, ""),
    "script only": (script_only, "could not run", 0, "no notebook, but 'homework.py'"),
    "link": (link_to_another, "could not run", 0, "cannot be read"),
    "link out": (link_out, "could not run", 0, "cannot be read"),
    "link for folder": (link_for_folder, "not handed in", None, "is a link"),
    "link for student": (link_for_student, "not handed in", None, "is a link"),
    "pipe": (pipe, "could not run", 0, "it is no plain file"),
    "no file": (lambda folder: None, "not handed in", None, ""),
}

NAMES = [
    "two words",
    "Zoë Ñandú 王 🙂",
    'o\'hara "x"',
    "a[1]*?",
    "=1+1",
    "@SUM(1)",
    "<script>alert(1)<",
    "<img src=x onerror=alert(1)>",
    "100%41",
    "Robert'); DROP TABLE student;--",
    "a;b\\c",
    "-rf",
    "two\nlines",
    "{x} %s",
    "n" * 190,
]
# Names of folders that cannot be used: in an old archive's encoding, and too long ones.
UNUSABLE = {
    os.fsdecode(b"J\xf6rg"): "cannot be stored",
    "n" * 250: "long",
    "[" * 80: "long",
}


def write(folder, data):
    """Let a student hand in; return the student's folder for the assignment."""
    folder = folder / NAME
    folder.mkdir(parents=True)
    if data is not None:
        (folder / f"{NAME}.ipynb").write_bytes(data)
    return folder


def hand_ins():
    """Yield each student and the file that is handed in, but for what FOLDERS make."""
    yield "good", notebook()
    yield "swapped", notebook("pass", swapped())
    for name, (code, *_) in CELLS.items():
        yield name, notebook(code)
    for name, code in LIES.items():
        yield f"lie: {name}", notebook(code, swapped())
    for name, code in LOST.items():
        yield name, notebook(code)
    for name, (code, _) in FUNCTIONS.items():
        yield name, notebook("", START + code)
    for name, (change, *_) in NOTEBOOKS.items():
        yield name, notebook(change=change)
    for name, (data, _) in FILES.items():
        yield name, data
    for name in NAMES:
        yield name, notebook()
    for name in UNUSABLE:
        yield name, notebook()


def swapped():
    right, wrong = SWAP
    assert right in code_of("encoding")
    return code_of("encoding").replace(right, wrong)


@pytest.fixture(scope="module")
def marked(tmp_path_factory):
    """A class that is marked once: the course, its rows, and what is outside of it."""
    base = tmp_path_factory.mktemp("bad hand-ins é")
    outside = base / "outside"
    outside.mkdir()
    (outside / "kept.txt").write_text("kept")
    course = Course(base / "course", SOURCE)
    submitted = course.folder / "submitted"
    write(submitted / "blank", course.release(NAME).read_bytes())
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        pytest.MonkeyPatch.context() as patch,
    ):
        limits = {"seconds": 15, "cell_seconds": 3, "task_seconds": 2}
        patch.setattr(sandbox, "SECONDS", limits)
        words = {
            "OUTSIDE": repr(str(outside)),
            "PACKAGE": repr(str(ROOT / "posenc_lessons")),
            "PORT": str(server.getsockname()[1]),
            "TOKEN": TOKEN,
        }
        for student, data in hand_ins():
            for word, value in words.items():
                data = data.replace(word.encode(), json.dumps(value)[1:-1].encode())
            write(submitted / student, data)
        for student, (make, *_) in FOLDERS.items():
            make(write(submitted / student, None))
        rows = mark(course)
        server.settimeout(0)
        with contextlib.suppress(BlockingIOError):
            server.accept()
            pytest.fail("students' code reached a port of this machine")
    return types.SimpleNamespace(
        course=course,
        all=rows,
        rows={row.student: row for row in rows},
        outside=outside,
    )


def mark(course):
    """Mark a class in forked processes, which have the patched limits."""
    context = multiprocessing.get_context("fork")
    with concurrent.futures.ProcessPoolExecutor(2, context) as pool:
        with warnings.catch_warnings():
            # Warnings are no errors where lecturers mark.
            warnings.simplefilter("ignore")
            return course.mark(NAME, pool)


def says(row, state, score, said):
    """Assert what a row holds; return the text of its first task."""
    assert (row.state, row.score) == (state, score), (row.why, row.tasks)
    assert said in row.why
    assert bool(row.why) == bool(said)
    return row.tasks[0].text if row.tasks else ""


def printed(marked, student):
    """Return what a student's first cell printed, as it is kept."""
    folder = marked.course.folder / "marks" / "rebuilt" / student / NAME
    kept = nbformat.read(folder / f"{NAME}.ipynb", as_version=4)
    streams = [out.text for out in kept.cells[0].outputs if out.output_type == "stream"]
    return "".join(streams)


def test_everybody_has_one_row(marked):
    students = [student for student, _ in hand_ins()]
    students = {*students, *FOLDERS, "blank"} - {*UNUSABLE} | {
        "J\ufffdrg",
        "n" * 250,
        "[" * 80,
    }
    assert sorted(row.student for row in marked.all) == sorted(students)
    assert all(0 <= (row.score or 0) <= ALL for row in marked.all)
    assert {row.most for row in marked.all} == {18, None}


def test_good_students_lose_nothing(marked):
    says(marked.rows["good"], "marked", ALL, "")
    assert marked.rows["good"].by_hand
    says(marked.rows["swapped"], "marked", SWAPPED, "")
    assert marked.rows["swapped"].tasks[0].mistake


def test_blank(marked):
    said = says(marked.rows["blank"], "marked", 0, "nothing has been filled in")
    assert "not attempted" in said


@pytest.mark.parametrize("student", CELLS)
def test_cell(marked, student):
    _, said, shown = CELLS[student]
    row = marked.rows[student]
    if student in ("kill all", "kill parent"):
        says(row, "could not run", 0, said)
    elif student == "fork bomb":
        assert row.state in ("in part", "could not run") and said in row.why
    elif said is None:
        assert row.score == ALL
    else:
        says(row, "in part" if said else "marked", ALL, said)
    if shown is not None:
        assert printed(marked, student) == shown


@pytest.mark.parametrize("student", LIES)
def test_lie_gains_nothing(marked, student):
    row = marked.rows[f"lie: {student}"]
    assert row.score == SWAPPED
    assert row.tasks[0] == marked.rows["swapped"].tasks[0]


@pytest.mark.parametrize("student", LOST)
def test_patched_way_back_gains_nothing(marked, student):
    expected = ALL if student == "json.dumps" else 0
    assert marked.rows[student].score == expected


@pytest.mark.parametrize("student", FUNCTIONS)
def test_function(marked, student):
    row, (_, said) = marked.rows[student], FUNCTIONS[student]
    if student in ("kill all in a function", "flood"):
        says(row, "in part", 0, "its sandbox ended early")
    elif student == "syntax error":
        says(row, "in part", NO_ENCODING, "raised SyntaxError")
    else:
        says(row, "marked", NO_ENCODING, "")
    assert said in row.tasks[0].text
    assert all("Failure(" not in task.text for task in row.tasks)


@pytest.mark.parametrize("student", NOTEBOOKS)
def test_notebook(marked, student):
    _, score, said = NOTEBOOKS[student]
    state = {0: "could not run", ALL: "marked"}.get(score, "in part")
    row = marked.rows[student]
    assert (row.state, row.score) == (state, score)
    assert said in row.why


@pytest.mark.parametrize("student", FILES)
def test_file(marked, student):
    says(marked.rows[student], "could not run", 0, FILES[student][1])


@pytest.mark.parametrize("student", FOLDERS)
def test_folder(marked, student):
    _, state, score, said = FOLDERS[student]
    says(marked.rows[student], state, score, said)


@pytest.mark.parametrize("student", NAMES)
def test_name(marked, student):
    says(marked.rows[student], "marked", ALL, "")


@pytest.mark.parametrize("student", UNUSABLE)
def test_unusable_name(marked, student):
    row = marked.rows[storable(student)]
    says(row, "not handed in", None, UNUSABLE[student])


def test_nothing_outside_is_changed(marked):
    assert [path.name for path in marked.outside.iterdir()] == ["kept.txt"]
    assert (marked.outside / "kept.txt").read_text() == "kept"
    assert sorted(os.listdir(marked.outside.parent)) == ["course", "outside"]
    folders = [
        "/",
        "/usr",
        "/etc",
        "/var/tmp",
        "/home",
        "/root",
        "/opt",
        "/lib",
        "/tmp",
    ]
    folders += [
        pathlib.Path.home(),
        sys.prefix,
        ROOT,
        ROOT / "posenc_lessons",
        os.getcwd(),
    ]
    for folder in [*map(pathlib.Path, folders), marked.course.folder]:
        with contextlib.suppress(PermissionError):
            assert not (folder / TOKEN).exists()
    assert list(marked.course.folder.rglob(TOKEN)) == []


def test_no_process_is_left(marked):
    for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            assert TOKEN.encode() not in path.read_bytes()


def test_what_is_kept_is_small(marked):
    for path in (marked.course.folder / "marks").rglob("*"):
        assert path.is_dir() or path.stat().st_size < 100_000


def test_report_escapes_names(marked):
    page = report.page(NAME, marked.all)
    assert "<script" not in page and "<img src=x" not in page
    assert "&lt;script&gt;alert(1)" in page
    file = io.StringIO(newline="")
    report.write_csv(file, marked.all)
    lines = list(csv.reader(io.StringIO(file.getvalue(), newline="")))
    assert len(lines) == len(marked.all) + 1
    assert not [cell for line in lines for cell in line if cell[:1] in "=+-@" and cell]
    assert "'=1+1" in [line[0] for line in lines]


def test_page_for_a_student_runs_nothing(marked):
    page = marked.course.folder / "feedback" / "script" / NAME / f"{NAME}.html"
    text = page.read_text("utf-8")
    assert "bold" in text
    assert "<script>alert" not in text and "javascript:alert" not in text


def state_of(course):
    """Return when each file of marks was written."""
    marks = (course.folder / "marks" / NAME).glob("*.json")
    return {path.name: path.stat().st_mtime_ns for path in marks}


def test_marking_twice_changes_nothing(marked):
    before = state_of(marked.course)
    again = marked.course.mark(NAME, pool=None)
    assert [vars(row) for row in again] == [vars(row) for row in marked.all]
    assert state_of(marked.course) == before
