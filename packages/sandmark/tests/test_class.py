"""Nothing that fails for one student fails for another, and nothing is lost.

No students' code runs in these tests: the result of a hand-in is made up, and each step
after it is made to fail.
"""

import datetime
import errno
import functools
import itertools
import json
import os
import sqlite3
import sys
import time

import nbgrader.api
import pytest
from sandmark import course as courses
from sandmark import hand_ins, points
from sandmark.book import Book
from sandmark.course import CourseError
from sandmark.names import book_name, folder_name, namesakes
from sandmark.roster import Roster
from sandmark.values import storable

from .letters import LETTERS
from .made_up import Inline, hand_in, hand_in_all, marked

# Names

BLANKS = [" ", "\t", "\xa0", "\u3000", "\x85", "\x1f"]


def test_names_of_one_person_are_told():
    roster = Roster('name,login\n"Ross, Bob",bross\n')
    found = namesakes(["bross", "Bob Ross", "rossbob", "Ada"], roster)
    assert set(found) == {"bross", "Bob Ross", "rossbob"}
    one, other = "Zo\xeb Straße", " Zoe\u0308 \t STRASSE\xa0"
    assert namesakes([one, other, "Bob"]) == {one: [other], other: [one]}
    found = namesakes(["Bob Ross", "Bob Ross (12)", "Eve"], roster)
    assert found == {"Bob Ross": ["Bob Ross (12)"], "Bob Ross (12)": ["Bob Ross"]}


NAMES = ["two words", "Zoë Ñandú 王 🙂", 'o\'hara "x"', "a[1]*?", "=1+1", "@SUM(1)"]
NAMES += ["<script>alert(1)<", "<img src=x onerror=alert(1)>", "100%41", "a;b\\c"]
NAMES += ["-rf", "Robert'); DROP TABLE student;--", "two\nlines", "{x} %s", "n" * 190]
# Names of folders that cannot be used, in an old archive's encoding or too long.
UNUSABLE = {os.fsdecode(b"J\xf6rg"): "be stored", "n" * 250: "long", "[" * 80: "long"}


def test_no_name_stops_a_class(course):
    hand_in_all(course, *NAMES, *UNUSABLE)
    rows = marked(course)
    for student in NAMES:
        assert (rows[student].state, rows[student].score) == ("marked", 13)
    for student, said in UNUSABLE.items():
        row = rows[storable(student)]
        assert row.state == "not handed in" and said in row.why
    course.give_back(LETTERS)
    pages = [course.book.page(LETTERS, student).is_file() for student in NAMES]
    assert all(pages) and len(rows) == len(NAMES) + len(UNUSABLE)


HTML = '<img src="x" onerror=a()>&\\\rx'


@pytest.mark.parametrize(
    "student", ["Ada", *[b + "Ada" + b for b in BLANKS], "a%20", HTML]
)
def test_nbgrader_s_name_is_one_s_own_runs_nothing_and_leads_back(student):
    assert book_name(student) == book_name(student).strip()
    assert not {*book_name(student)} & {*'<>"&\\\r'}  # Formgrader shows it as HTML
    assert folder_name(book_name(student)) == student


def test_a_blank_at_an_end_changes_nobody_else_s_points(course):
    others = ["Ada ", "\xa0Ada", "Ada\t", "\u3000 Ada\x85", "ada"]
    for student, text in [("Ada", "right"), *[(name, "wrong") for name in others]]:
        hand_in(course, student, text)
    hand_in_all(course, " ", "Zoe", "Ada\x1f")
    rows = marked(course)
    scores = {"Ada": 13, "Zoe": 13, **dict.fromkeys(others, 0)}
    assert {name: rows[name].score for name in scores} == scores
    assert rows[" "].state == rows[storable("Ada\x1f")].state == "not handed in"
    for name in ["Ada", *others]:
        assert "check which hand-in is whose" in rows[name].why
    assert rows["Zoe"].why == ""
    assert "blank" in rows[" "].why


# Each step fails for one student of three


def fails(monkeypatch, owner, name, when, error):
    """Let a function fail if one of its arguments belongs to a given student."""
    before = getattr(owner, name)

    def failing(*arguments, **more):
        if when in arguments or when in map(str, arguments):
            raise error
        return before(*arguments, **more)

    monkeypatch.setattr(owner, name, failing)


STEPS = {
    "finding the name": (courses, "drawn_from", "not stored"),
    "reading": (hand_ins, "find_hand_in", "could not run"),
    "storing": (Book, "enter", "not stored"),
    "writing a page": (courses.Course, "write_page", "marked"),
}


@pytest.mark.parametrize("step", STEPS)
def test_a_step_that_fails_for_one_student_stops_nobody(course, monkeypatch, step):
    error = OSError(errno.EIO, "unforeseen") if "stor" in step else RecursionError()
    hand_in_all(course, "Ada", "Eve", "Zoe")
    owner, name, state = STEPS[step]
    with monkeypatch.context() as patch:
        fails(patch, owner, name, "Eve", error)
        rows = marked(course)
        assert type(error).__name__ in rows["Eve"].why
        assert rows["Eve"].state == state
    for student in ("Ada", "Zoe"):
        assert (rows[student].state, rows[student].score) == ("marked", 13)
        assert course.book.page(LETTERS, student).is_file()
    rows = marked(course)
    assert (rows["Eve"].state, rows["Eve"].score, rows["Eve"].why) == ("marked", 13, "")
    assert course.book.page(LETTERS, "Eve").is_file()


TIMES = [
    "2026-07-20 13:00:00 CEST",
    "2026-07-20 11:00 -03",
    "yesterday",
    "\xff",
    "0001-01-01 +2300",
]
TIMES += ["9999-12-31 23:59:59 UTC", "0001-01-01 00:00:00 UTC"]


@pytest.fixture
def in_zone(monkeypatch):
    """Set this process's time zone until the test ends."""
    with monkeypatch.context() as patch:
        yield lambda zone: patch.setenv("TZ", zone) or time.tzset()
    time.tzset()


@pytest.mark.parametrize("zone", ["Asia/Tokyo", "America/New_York"])
def test_a_time_that_cannot_be_stops_nothing(course, zone, in_zone):
    in_zone(zone)
    for number, written in enumerate(TIMES):
        hand_in(course, f"student {number}", "")
        folder = course.folder / f"submitted/student {number}" / LETTERS
        (folder / "timestamp.txt").write_text(written, "latin-1")
    rows = [*marked(course).values()]
    for row in rows:
        assert row.time is None and "the file is empty" in row.why
        assert "time is impossible or not in UTC, so it is ignored: " in row.why
    assert course.give_back(LETTERS)


def test_a_day_more_ends_at_the_same_time_of_day(course, in_zone):
    in_zone("Europe/Berlin")
    due = datetime.datetime(2026, 10, 24, 23, 59).astimezone()
    course.book.ask(points.set_due, LETTERS, due)
    until = course.book.ask(points.extend, LETTERS, "Ada", 1)
    assert until == datetime.datetime(2026, 10, 25, 23, 59).astimezone()
    for minutes, late in ((0, False), (1, True)):
        hand_in(course, "Ada", time=until + datetime.timedelta(minutes=minutes))
        assert (marked(course)["Ada"].late > 0) == late


def test_few_hand_ins_are_read_ahead_of_the_marking(course, monkeypatch):
    hand_in_all(course, *map("student {}".format, range(8)))
    waiting = []
    monkeypatch.setattr(courses, "AHEAD", 2)
    for owner, name, count in (courses, "mark", 1), (Book, "enter", -1):
        before = getattr(owner, name)
        counted = lambda *about, c=count, b=before: waiting.append(c) or b(*about)  # noqa: E731
        monkeypatch.setattr(owner, name, counted)
    assert len(marked(course)) == 8
    assert sum(waiting) == 0 and max(itertools.accumulate(waiting)) == 3


# What is nobody's fault ends the run with a sentence


@pytest.mark.parametrize("left", [0, 4])
def test_a_full_disk_is_a_sentence_and_the_next_run_goes_on(course, monkeypatch, left):
    hand_in_all(course, "Ada", "Eve", "Zoe")
    store, stored = courses.Course._store, []
    with monkeypatch.context() as patch:
        patch.setattr(
            courses.Course, "_store", lambda *about: stored.append(1) or store(*about)
        )
        full, room = OSError(errno.ENOSPC, "No space left on device"), [left]

        def replace(*paths):
            room[0] -= 1
            if room[0] < 0:
                raise full
            return os.rename(*paths)

        patch.setattr("sandmark.files.os.replace", replace)
        with pytest.raises(OSError, match="No space left on device"):
            course.mark(LETTERS, Inline())
    assert len(stored) == 1
    assert {row.score for row in marked(course).values()} == {13}
    assert not [path for path in course.folder.rglob(".*") if path.name != ".lock"]


def test_a_new_book_notes_the_version_that_alembic_s_command_says(course, monkeypatch):
    beside = os.path.dirname(sys.executable)
    monkeypatch.setenv("PATH", os.pathsep.join([beside, os.environ["PATH"]]))
    with sqlite3.connect(course.folder / "gradebook.db") as book:
        ((noted,),) = book.execute("SELECT version_num FROM alembic_version")
    assert noted == nbgrader.api.get_alembic_version()


@pytest.mark.parametrize(
    "lock", ["EXCLUSIVE", "IMMEDIATE"]
)  # the latter allows reading
def test_a_locked_book_is_a_sentence(course, monkeypatch, lock):
    hand_in(course, "Ada")
    with sqlite3.connect(course.folder / "gradebook.db") as holder:
        holder.execute(f"BEGIN {lock}")
        hasty = functools.partial(sqlite3.connect, timeout=0.1)
        monkeypatch.setattr(sqlite3.dbapi2, "connect", hasty)
        with pytest.raises(CourseError, match=r"gradebook cannot be used: .*locked"):
            course.mark(LETTERS, Inline())
        holder.rollback()
    holder.close()
    assert marked(course)["Ada"].score == 13


def test_a_damaged_file_of_marks_is_made_anew(course):
    hand_in(course, "Ada")
    marked(course)
    path = course.store.folder / LETTERS / "Ada.json"
    path.write_text('{"key": ')
    assert course.rows(LETTERS)[0].state == "not marked"
    for text in ("[]", "{", "null", '{"key": 1}', "\xff", '{"key": "", "tasks": [1]}'):
        path.write_text(text, "latin-1")
        rows = marked(course)
        assert (rows["Ada"].state, rows["Ada"].score) == ("marked", 13)
    assert json.loads(path.read_text())["state"] == "marked"


@pytest.mark.parametrize("secret", ["", "  \n", "short", "\xff"])
def test_an_empty_secret_is_not_taken(course, secret):
    course.store.secret()
    (course.folder / "marks" / "secret.txt").write_text(secret, "latin-1")
    with pytest.raises(CourseError, match="holds no secret: put back"):
        course.mark(LETTERS, Inline())
