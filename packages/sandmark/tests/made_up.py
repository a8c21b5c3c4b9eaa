"""A class whose marks are made up, so that no students' code runs."""

import concurrent.futures
import csv
import io
import shutil
import zipfile

import nbformat
import pytest
from hintcheck import Result
from sandmark import course as courses
from sandmark import marking, sandbox
from sandmark.__main__ import main
from sandmark.assignments import name_of, tasks_of
from sandmark.course import Course
from sandmark.hand_ins import put
from sandmark.platforms import PLATFORMS, named_by

from .letters import LETTERS, MATERIAL, NAMED


class Inline(concurrent.futures.Executor):
    """A pool that runs what is submitted at once."""

    def submit(self, function, *arguments):
        """Run a function, and return a future that is done."""
        future = concurrent.futures.Future()
        try:
            future.set_result(function(*arguments))
        except Exception as error:
            future.set_exception(error)
        return future


def made_up(material, release, data, student, *others):
    """Return the marks for a hand-in: all points if it says right, and none if not."""
    if not data:
        return marking.refuse(release, "the file is empty")
    notebook = nbformat.reads(release, as_version=4)
    for cell in notebook.cells:
        if name_of(cell) == "explain":
            cell.source = f"In my words: {data.decode()}"
    tasks, ok = tasks_of(notebook), b"right" in data
    results = {task.cell: Result(task.exercise, ok, "") for task in tasks}
    return marking._finish("marked", "", notebook, tasks, results)


@pytest.fixture
def no_code_runs(monkeypatch):
    monkeypatch.setattr(courses, "mark", made_up)


@pytest.fixture(scope="session")
def released(tmp_path_factory):
    folder = tmp_path_factory.mktemp("released")
    Course(folder, MATERIAL).release(LETTERS)
    return folder


@pytest.fixture
def course(released, tmp_path, no_code_runs):
    """Return a course in which an assignment is released, and no code runs."""
    shutil.copytree(released, tmp_path / "course")
    return Course(tmp_path / "course", MATERIAL)


def hand_in(course, student, text="right", time=None, assignment=LETTERS):
    put(course.folder / "submitted", student, assignment, text.encode(), time)


def hand_in_all(course, *students):
    for student in students:
        hand_in(course, student)


def pack(path, *entries, year=2026):
    """Write an archive of entries: a path, or also the text and the day of November."""
    with zipfile.ZipFile(path, "w") as archive:

        def add(name, text="right", day=20):
            archive.writestr(zipfile.ZipInfo(name, (year, 11, day, 12, 0, 0)), text)

        for entry in entries:
            add(*([entry] if isinstance(entry, str) else entry))


def marked(course, **more):
    return {row.student: row for row in course.mark(LETTERS, Inline(), **more)}


def made_by(entry, *others):
    """Return the platform that names the first entry in its way, or ""."""
    path = entry if isinstance(entry, str) else entry[0]
    parts = path.split("/")
    return next((name for name in PLATFORMS if named_by(name, parts)), "")


def lines(text):
    return list(csv.reader(io.StringIO(text, newline="")))


class Commands:
    """The commands in a course: each call returns what a command prints."""

    def __init__(self, course, folder, capsys):
        self.course, self.folder, self.capsys = course, folder, capsys

    def __call__(self, *words):
        main([*NAMED, "--course", str(self.course.folder), *map(str, words)])
        return self.capsys.readouterr().out

    def collect(self, *entries):
        """Collect an archive of some entries, as in `pack`."""
        pack(self.folder / "all.zip", *entries)
        source = ["--from", platform.lower()] if (platform := made_by(*entries)) else []
        return self("collect", LETTERS, self.folder / "all.zip", *source)

    def give(self, text):
        """Give the course a class list."""
        (self.folder / "class.csv").write_text(text, "utf-8")
        return self("roster", self.folder / "class.csv")

    def export(self, platform):
        """Return what `export` prints, and the file's lines."""
        said = self("export", LETTERS, "--for", platform, "--partial")
        path = self.course.folder / "marks" / LETTERS / f"{platform}.csv"
        return said, lines(path.read_text("utf-8-sig"))


@pytest.fixture
def run(course, monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(concurrent.futures, "ThreadPoolExecutor", lambda jobs: Inline())
    monkeypatch.setattr(sandbox, "share_memory", lambda jobs: jobs)
    return Commands(course, tmp_path, capsys)
