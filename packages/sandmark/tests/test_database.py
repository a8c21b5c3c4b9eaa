"""The gradebook in PostgreSQL, and two runs of the marking at once.

A server is started for these tests alone, from the programs of the system's package. It
listens on a socket in a folder of its own, and is gone at the end. What students should
get is worked out without a gradebook, hand-in by hand-in.
"""

import concurrent.futures
import contextlib
import csv
import itertools
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import types

import pytest

# What follows waits for what may be missing.
# ruff: noqa: E402
WANTED = "two runs at once, with PostgreSQL, need "
for name in ("nbgrader", "psycopg2"):
    pytest.importorskip(name, reason=f"{WANTED}pip install sandmark")
if not shutil.which("bwrap"):
    pytest.skip(f"{WANTED}bubblewrap", allow_module_level=True)
PROGRAMS = {
    int(path.parts[-3]): path.parent
    for path in pathlib.Path("/usr/lib/postgresql").glob("*/bin/initdb")
}
if not PROGRAMS:
    pytest.skip(f"{WANTED}the package postgresql", allow_module_level=True)

import nbformat
import numpy as np
import psycopg2
from nbgrader.api import Gradebook
from sandmark import demo, marking
from sandmark.course import Course, CourseError

from .letters import LETTERS, MATERIAL, NAMED, SOURCE, source

COMMAND = [sys.executable, "-m", "sandmark"]
ASSIGNMENTS = ["again", LETTERS]
# The second with characters that nbgrader takes for patterns.
STUDENTS = {
    "Ada": "Ada",
    "Björn [2]": "Björn %5B2%5D",
    "Chidi": "Chidi",
    "Dana": "Dana",
}
DATABASES = ["SQLite", "PostgreSQL"]


@pytest.fixture(scope="module")
def server():
    """Start a server; give a function that makes a database and returns its address."""
    programs = PROGRAMS[max(PROGRAMS)]
    folder = tempfile.mkdtemp(prefix="pg", dir="/tmp")
    user = {}
    if os.getuid() == 0:
        # The server refuses to run as root.
        import pwd

        nobody = pwd.getpwnam("nobody")
        user = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        os.chown(folder, nobody.pw_uid, nobody.pw_gid)

    def run(program, *arguments):
        with open(f"{folder}/said", "wb") as said:
            command = [programs / program, "-D", f"{folder}/data", *arguments]
            code = subprocess.call(
                command, cwd=folder, stdin=subprocess.DEVNULL, stdout=said,
                stderr=said, **user,
            )  # fmt: skip
        return code, pathlib.Path(folder, "said").read_text("utf-8", "replace")

    def create(name, template="template1"):
        connection = psycopg2.connect(host=folder, user="marker", dbname="postgres")
        connection.autocommit = True
        with contextlib.closing(connection), connection.cursor() as cursor:
            cursor.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return f"postgresql://marker@/{name}?host={folder}"

    options = f"-k {folder} -c listen_addresses= -F"
    try:
        code, said = run(
            "initdb", "-N", "-U", "marker", "-A", "trust", "-E", "UTF8", "--locale=C"
        )
        assert code == 0, said
        code, said = run("pg_ctl", "start", "-w", "-o", options)
        assert code == 0, said
        yield create
    finally:
        run("pg_ctl", "stop", "-w", "-m", "immediate")
        shutil.rmtree(folder)


@pytest.fixture(scope="module")
def released(tmp_path_factory, server):
    """Make a course in which all have handed in, in both kinds of database."""
    folder = tmp_path_factory.mktemp("released")
    for assignment in ASSIGNMENTS:
        path = folder / "source" / assignment / f"{assignment}.ipynb"
        path.parent.mkdir(parents=True)
        shutil.copy(SOURCE / LETTERS / f"{LETTERS}.ipynb", path)
    for database in (None, server("released")):
        for assignment in ASSIGNMENTS:
            open_course(folder, database).release(assignment)
    for assignment in ASSIGNMENTS:
        name = f"{assignment}.ipynb"
        no_slip = types.SimpleNamespace(random=lambda: 1.0)
        right = nbformat.writes(demo.answers(MATERIAL.demo, source(), no_slip))
        random = np.random.default_rng(11)
        slips = nbformat.writes(demo.answers(MATERIAL.demo, source(), random))
        texts = [right, slips, "", right[: len(right) // 2]]
        for student, text in zip(STUDENTS, texts):
            own = folder / "submitted" / student / assignment
            own.mkdir(parents=True)
            (own / name).write_text(text, "utf-8")
    return folder


@pytest.fixture(scope="module")
def right_marks(released):
    """Mark everybody's hand-ins, without nbgrader and without a gradebook."""
    course = open_course(released)

    def marks(assignment, student):
        release = released / "release" / assignment / f"{assignment}.ipynb"
        data = course.hand_in(student, assignment).data
        return marking.mark(MATERIAL, release.read_text("utf-8"), data, student, "any")

    pairs = list(itertools.product(ASSIGNMENTS, STUDENTS))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return dict(zip(pairs, pool.map(marks, *zip(*pairs))))


@pytest.fixture(scope="module")
def right_scores(right_marks):
    """Return the score of everybody in each assignment, by nbgrader's names."""
    return {
        assignment: {
            name: right_marks[assignment, student].points
            for student, name in STUDENTS.items()
        }
        for assignment in ASSIGNMENTS
    }


@pytest.fixture
def course_in(released, server, tmp_path):
    """Copy the course, and its database of a kind; return folder and address."""

    def copy(kind):
        folder = tmp_path / kind
        shutil.copytree(released, folder)
        if kind == "SQLite":
            return folder, None
        return folder, server(f"of_test_{next(numbers)}", "released")

    return copy


numbers = itertools.count()


def arguments(folder, database, assignment, *more):
    """Return the arguments that let an assignment be marked."""
    where = ["--database", database] if database else []
    return [*NAMED, *where, "--course", str(folder), "mark", assignment, *more]


def open_course(folder, database=None):
    """Return the course in a folder."""
    return Course(folder, MATERIAL, folder / "source", database)


@contextlib.contextmanager
def running(*runs):
    """Start the command with each list of arguments; end them all."""
    with contextlib.ExitStack() as end:
        processes = []
        for run in runs:
            process = subprocess.Popen(
                [*COMMAND, *run], text=True, start_new_session=True,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            )  # fmt: skip
            end.enter_context(process)
            end.callback(kill_all, process)
            processes.append(process)
        yield processes


def kill_all(process):
    """Kill a process, and those that it started and left behind."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def ends(processes):
    """Wait for processes; return each one's exit code and what it said last."""
    said = [process.communicate(timeout=300)[1] for process in processes]
    # A bar of progress ends as an empty line.
    last = [(text.splitlines() or [""])[-1].strip() for text in said]
    return [(process.returncode, text) for process, text in zip(processes, last)]


def scores(folder, database, assignment):
    """Return everybody's score in the gradebook, and that nobody is there twice."""
    course = open_course(folder, database)
    with Gradebook(course.book.api.coursedir.db_url) as gradebook:
        submissions = gradebook.assignment_submissions(assignment)
        found = {each.student_id: each.score for each in submissions}
        assert len(submissions) == len(found)
        for each in submissions:
            (notebook,) = each.notebooks
            cells = [grade.name for grade in notebook.grades]
            assert len(cells) == len(set(cells)) >= 4
        assert {student.id for student in gradebook.students} == set(found)
    return found


def class_scores(folder, assignment):
    """Return state and scores of everybody in the class's table."""
    path = folder / "marks" / assignment / "class.csv"
    with open(path, newline="", encoding="utf-8") as file:
        lines = list(csv.DictReader(file))
    assert [line["student"] for line in lines] == list(STUDENTS)
    return [(line["state"], line["score"], line["max_score"]) for line in lines]


def mark_here(folder, database, assignment):
    """Mark in this process; return the students who were marked in this run."""
    course, marked = open_course(folder, database), []
    store = course._store

    def note(assignment, student, *rest):
        store(assignment, student, *rest)
        marked.append(student)

    course._store = note
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        course.mark(assignment, pool)
    return sorted(marked)


def test_the_class_has_different_scores(right_scores):
    for of_students in right_scores.values():
        ada, bjorn, chidi, dana = of_students.values()
        assert ada > bjorn > chidi == dana == 0


def test_two_assignments_at_once_and_either_database(course_in, right_scores):
    in_both = []
    for kind in DATABASES:
        course = course_in(kind)
        runs = [arguments(*course, assignment) for assignment in ASSIGNMENTS]
        with running(*runs) as processes:
            assert ends(processes) == [(0, ""), (0, "")]
        for assignment in ASSIGNMENTS:
            assert scores(*course, assignment) == right_scores[assignment]
            assert mark_here(*course, assignment) == []
        in_both.append([class_scores(course[0], name) for name in ASSIGNMENTS])
    assert in_both[0] == in_both[1]


@pytest.mark.parametrize("kind", DATABASES)
def test_one_assignment_marked_twice_at_once(kind, course_in, right_scores):
    course = course_in(kind)
    runs = [arguments(*course, "again")] * 2
    with running(*runs) as processes:
        last, first = sorted(ends(processes), reverse=True)
    assert first == (0, "")
    assert last == (0, "") or last[0] == 1
    if last[0] == 1:
        assert last[1].startswith("another run marks 'again'")
    assert scores(*course, "again") == right_scores["again"]
    assert len(class_scores(course[0], "again")) == len(STUDENTS)
    assert mark_here(*course, "again") == []


LOCK = """
import fcntl, sys
file = open(sys.argv[1], "wb")
fcntl.lockf(file, fcntl.LOCK_EX)
print("locked", flush=True)
sys.stdin.read()
"""


def test_pages_wait_for_the_marking(course_in, right_marks):
    folder, database = course_in("SQLite")
    course = open_course(folder, database)
    course._store("again", "Ada", right_marks["again", "Ada"], "", "a key")
    path = folder / "marks" / "again" / ".lock"
    with subprocess.Popen(
        [sys.executable, "-c", LOCK, path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdout.readline() == b"locked\n"
        with pytest.raises(CourseError, match="another run marks 'again' in"):
            course.give_back("again")
        assert not list(folder.rglob("*.zip"))
        process.kill()
    assert course.give_back("again").is_file()


@pytest.mark.parametrize("kind", DATABASES)
def test_another_run_is_first_with_a_student(
    kind, course_in, right_marks, monkeypatch, caplog
):
    folder, database = course_in(kind)
    add, first = Gradebook.add_student, []

    def add_as_second(gradebook, student, **more):
        with Gradebook(gradebook.engine.url) as another:
            first.append(add(another, student, **more).id)
        return add(gradebook, student, **more)

    monkeypatch.setattr(Gradebook, "add_student", add_as_second)
    course = open_course(folder, database)
    for student in ("Ada", "Björn [2]"):
        marks = right_marks["again", student]
        course._store("again", student, marks, "", "a key")
    assert first == ["Ada", "Björn %5B2%5D"]
    assert "Rolling back" not in caplog.text
    assert list(scores(folder, database, "again")) == first


def test_another_run_is_first_with_the_secret(tmp_path, monkeypatch):
    ours, others = Course(tmp_path, MATERIAL), Course(tmp_path, MATERIAL)
    drawn = []

    def draw(size):
        monkeypatch.undo()
        drawn.append(others.store.secret())
        return "0" * 2 * size

    monkeypatch.setattr("secrets.token_hex", draw)
    assert [ours.store.secret()] == [others.store.secret()] == drawn
    assert [path.name for path in (tmp_path / "marks").iterdir()] == ["secret.txt"]
