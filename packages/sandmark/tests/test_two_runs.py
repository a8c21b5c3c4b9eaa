"""Two marking runs at the same time, with one gradebook."""

import shutil
import subprocess
import sys

import nbformat
import pytest
from nbgrader.api import Gradebook
from sandmark.course import Course, CourseError

from .letters import LETTERS, MATERIAL, NAMED, source
from .made_up import hand_in, hand_in_all, marked

ASSIGNMENTS = ["again", LETTERS]
# The second name has characters that nbgrader takes for patterns.
SCORES = {"Ada": 13, "Björn %5B2%5D": 13, "Chidi": 0}
LOCK = """
import fcntl, sys
file = open(sys.argv[1], "wb")
fcntl.lockf(file, fcntl.LOCK_EX)
print("locked", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def folder(tmp_path):
    """Return a course's folder with three students' hand-ins for two assignments."""
    right = nbformat.writes(source())
    for assignment in ASSIGNMENTS:
        path = tmp_path / "source" / assignment / f"{assignment}.ipynb"
        path.parent.mkdir(parents=True)
        path.write_text(right, "utf-8")
        course = Course(tmp_path, MATERIAL)
        course.release(assignment)
        for student, text in zip(["Ada", "Björn [2]", "Chidi"], [right, right, ""]):
            hand_in(course, student, text, assignment=assignment)
    return tmp_path


def runs_at_once(folder, *assignments):
    """Mark in several processes; return each one's exit code and last line."""
    command = [sys.executable, "-m", "sandmark", *NAMED, "--course", str(folder)]
    processes = [
        subprocess.Popen([*command, "mark", name], text=True, stderr=subprocess.PIPE)
        for name in assignments
    ]
    said = [process.communicate(timeout=300)[1].strip() for process in processes]
    return [(process.returncode, text) for process, text in zip(processes, said)]


def scores(course, assignment):
    """Return everybody's score in the gradebook, where nobody may appear twice."""
    with course.book.open() as gradebook:
        submissions = gradebook.assignment_submissions(assignment)
        found = {each.student_id: each.score for each in submissions}
        assert len(submissions) == len(found) == len(gradebook.students)
    return found


@pytest.mark.skipif(not shutil.which("bwrap"), reason="marking needs bubblewrap")
def test_two_assignments_at_once_and_one_of_them_twice(folder):
    other, *same = runs_at_once(folder, "again", LETTERS, LETTERS)
    first, last = sorted(same)
    assert other == first == (0, "")
    assert last == (0, "") or last[1].startswith("another run works on 'letters'")
    for assignment in ASSIGNMENTS:
        assert scores(Course(folder, MATERIAL), assignment) == SCORES


def test_pages_wait_for_the_marking(course):
    hand_in(course, "Ada")
    marked(course)
    command = [sys.executable, "-c", LOCK, course.store.folder / LETTERS / ".lock"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, **pipes) as process:
        assert process.stdout.readline() == b"locked\n"
        with pytest.raises(CourseError, match="another run works on 'letters' in"):
            course.give_back(LETTERS)
        with pytest.raises(CourseError, match="another run works on 'letters' in"):
            course.collect(LETTERS, course.folder)
        assert not list(course.folder.rglob("*.zip"))
        process.kill()
    assert course.give_back(LETTERS).is_file()


def test_another_run_is_first_with_a_student(course, monkeypatch):
    add, first = Gradebook.add_student, []

    def add_as_second(gradebook, student, **more):
        with Gradebook(gradebook.engine.url) as another:
            first.append(add(another, student, **more).id)
        return add(gradebook, student, **more)

    monkeypatch.setattr(Gradebook, "add_student", add_as_second)
    hand_in_all(course, "Ada", "Björn [2]")
    marked(course)
    assert sorted(first) == ["Ada", "Björn %5B2%5D"]
    assert scores(course, LETTERS) == dict.fromkeys(first, 13)


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
