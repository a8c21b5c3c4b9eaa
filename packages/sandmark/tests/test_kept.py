"""Versions, marks by hand and deadlines each belong to what they were given for."""

import csv
import dataclasses
import datetime
import json
import re
import subprocess
import sys
import zipfile

import nbformat
import pytest
from sandmark import course as courses
from sandmark import points
from sandmark.assignments import name_of
from sandmark.course import Course, CourseError

from .letters import LETTERS, MATERIAL, source
from .made_up import Inline, hand_in, marked

DUE = datetime.datetime(2026, 11, 20, 12, tzinfo=datetime.UTC)


def hours(count):
    """Return a time after the deadline."""
    return DUE + datetime.timedelta(hours=count)


def by_hand(course, student, points, cell="explain", comment=None):
    """Give points and a comment, as Formgrader does."""
    with course.book.open() as gradebook:
        grade = gradebook.find_grade(cell, LETTERS, LETTERS, student)
        grade.manual_score, grade.needs_manual_grade = points, False
        if comment:
            said = gradebook.find_comment(cell, LETTERS, LETTERS, student)
            said.manual_comment = comment
        gradebook.db.commit()


def table(course):
    """Return the class's table as it was written, by student."""
    path = course.folder / "marks" / LETTERS / "class.csv"
    with open(path, newline="", encoding="utf-8") as file:
        return {line["student"]: line for line in csv.DictReader(file)}


def shown(course, student):
    """Return the text of a student's page."""
    return " ".join(course.book.page(LETTERS, student).read_text("utf-8").split())


def with_source(course, text):
    """Return the course with a source of its own for the assignment."""
    path = course.folder / "source" / LETTERS / f"{LETTERS}.ipynb"
    path.parent.mkdir(parents=True)
    path.write_text(text, "utf-8")
    return Course(course.folder, MATERIAL)


def row(course, student="Ada"):
    return {one.student: one for one in course.rows(LETTERS)}[student]


@pytest.fixture
def ada(course):
    """Let Ada hand in, and mark her hand-in."""
    hand_in(course, "Ada")
    return marked(course)["Ada"]


# The tables hold the current marks


def test_marks_by_hand_reach_table_report_and_page(course, ada):
    assert table(course)["Ada"]["score"] == "13.0"
    by_hand(course, "Ada", 4.5, comment="Well said.")
    by_hand(course, "Ada", 3, cell="check-counts")
    course.give_back(LETTERS)
    assert table(course)["Ada"]["score"] == "16.5"
    assert table(course)["Ada"]["S2_points"] == "3.0"
    assert table(course)["Ada"]["waits_for_marks_by_hand"] == "False"
    report = (course.folder / "marks" / LETTERS / "class.html").read_text()
    assert "16.5 of 18" in report
    page = course.book.page(LETTERS, "Ada").read_text("utf-8")
    assert "16.5 of" in page and "3 of\n    4<" in page and "Well said." in page


def test_marks_by_hand_above_a_lower_maximum_are_told(course, ada):
    by_hand(course, "Ada", 5)
    assert row(course).why == ""
    with course.book.open() as gradebook:
        grade = gradebook.find_grade("explain", LETTERS, LETTERS, "Ada")
        grade.cell.max_score = 3  # as after a release with fewer points
        gradebook.db.commit()
    assert row(course).why == "explain has 5 of 3 points by hand: give them again"


def test_a_cell_that_the_gradebook_does_not_have_is_a_sentence(course):
    hand_in(course, "Ada")
    with course.book.open() as gradebook:
        gradebook.db.delete(gradebook.find_graded_cell("explain", LETTERS, LETTERS))
        gradebook.db.commit()
    why = marked(course)["Ada"].why
    assert "the gradebook has no cell 'explain': release letters again" in why


def test_marking_the_same_version_again_keeps_the_marks_by_hand(course, ada):
    by_hand(course, "Ada", 4, comment="Good.")
    again = marked(course, again=True)["Ada"]
    assert (again.score, again.by_hand, again.why) == (17, False, "")
    by_hand(course, "Ada", 0, cell="check-counts")
    assert marked(course, again=True)["Ada"].score == 17 - 4


def test_who_is_lost_from_the_gradebook_is_marked_as_the_row_says(course, ada):
    with course.book.open() as gradebook:
        gradebook.remove_student("Ada")
    told = "the gradebook does not have these marks: use mark --again"
    lost = marked(course)["Ada"]
    assert (lost.why, lost.unmarked) == (told, True)
    assert marked(course, again=True)["Ada"].score == 13


def test_an_older_copy_of_the_gradebook_is_noticed(course, ada):
    path = course.folder / "gradebook.db"
    older = path.read_bytes()
    hand_in(course, "Ada", "wrong")
    assert marked(course)["Ada"].score == 0
    path.write_bytes(older)
    told = "the gradebook does not have these marks: use mark --again"
    older = row(course)
    assert (older.state, older.unmarked) == ("not stored", True) and told in older.why
    assert marked(course, again=True)["Ada"].score == 0


@pytest.mark.parametrize("time", [None, hours(2)])
def test_a_time_that_has_changed_asks_to_mark_again(course, time):
    hand_in(course, "Ada", time=hours(1))
    assert not marked(course)["Ada"].unmarked
    hand_in(course, "Ada", time=time)
    again = row(course)
    assert (again.unmarked, again.why) == (True, "its time has changed: mark it again")
    assert not marked(course)["Ada"].unmarked


def test_a_notebook_that_is_removed_does_not_count_until_it_is_back(course, ada):
    hand_in(course, "Bob")
    marked(course)
    by_hand(course, "Ada", 4)
    (course.folder / "submitted" / "Ada").rename(course.folder / "Ada")
    gone = marked(course)["Ada"]
    assert (gone.state, gone.score, gone.unmarked) == ("removed", None, False)
    with zipfile.ZipFile(course.give_back(LETTERS)) as archive:
        assert archive.namelist() == [f"Bob/{LETTERS}.html"]
    (course.folder / "Ada").rename(course.folder / "submitted" / "Ada")
    assert marked(course)["Ada"].score == 17


@pytest.mark.parametrize("changed", ["release", "exercises"])
def test_marks_from_before_a_change_are_not_called_current(course, ada, changed):
    if changed == "exercises":
        course.material = dataclasses.replace(course.material)
        vars(course.material)["digest"] = "another"
    else:
        path = course.book.released(LETTERS)
        path.write_text(path.read_text("utf-8").replace('"points": 3', '"points": 6'))
    assert row(course).unmarked
    assert row(course).why == "the release or the exercises have changed: mark it again"
    now = marked(course)["Ada"]
    assert (now.unmarked, now.why) == (False, "")


def test_a_release_during_the_marking_is_noticed(course, monkeypatch):
    path, made = course.book.released(LETTERS), courses.mark

    def mark(*arguments):
        path.write_text(path.read_text("utf-8").replace('"points": 3', '"points": 6'))
        return made(*arguments)

    monkeypatch.setattr(courses, "mark", mark)
    hand_in(course, "Ada")
    assert "the release or the exercises have changed" in marked(course)["Ada"].why
    assert marked(course)["Ada"].why == ""


# Another version


@pytest.mark.parametrize(
    "cell, comment, score", [("explain", "Well said.", 16), ("check-counts", "", 12)]
)
def test_a_new_version_asks_for_marks_by_hand_again(course, ada, cell, comment, score):
    by_hand(course, "Ada", 4, cell, comment)
    hand_in(course, "Ada", "right, and later")
    now = marked(course)["Ada"]
    assert (now.score, now.by_hand, now.version) == (13, True, "2 of 2")
    with course.book.open() as gradebook:
        assert gradebook.find_grade(cell, LETTERS, LETTERS, "Ada").needs_manual_grade
    assert f"{cell} 4 points" in now.why and "give them again" in now.why
    assert ("'Well said.'" in now.why) == bool(comment)
    assert "Well said." not in course.book.page(LETTERS, "Ada").read_text("utf-8")
    by_hand(course, "Ada", 3, cell)
    done = row(course)
    assert (done.score, done.by_hand) == (score, not comment)
    assert ("give them again" in done.why) == (not comment)
    assert f"{cell} 4 points" in done.why
    course.give_back(LETTERS)
    past = course.store.read(LETTERS, "Ada")["earlier"]
    assert [entry["points"] for entry in past[0]["by_hand"]] == [4]


def test_a_task_without_an_answer_cell_waits_for_marks_by_hand_again(course):
    about = {"grade_id": "talk", "points": 3, "task": True, "locked": True}
    about |= {"schema_version": 3, "grade": False, "solution": False}
    notebook = source()
    talk = nbformat.v4.new_markdown_cell("Talk.", metadata={"nbgrader": about})
    notebook.cells.append(talk)
    course = with_source(course, nbformat.writes(notebook))
    course.release(LETTERS)
    for text in ("right", "right, and later"):
        hand_in(course, "Ada", text)
        assert (marked(course)["Ada"].score, row(course).by_hand) == (13, True)
        by_hand(course, "Ada", 4)
        assert (row(course).score, row(course).by_hand) == (17, True)
        by_hand(course, "Ada", 2, "talk")
        assert (row(course).score, row(course).by_hand) == (19, False)
    assert marked(course, again=True)["Ada"].score == 19
    course.give_back(LETTERS)
    assert "2 of 3 points" in shown(course, "Ada")


@pytest.mark.parametrize(
    "step, more", [("forget_by_hand", 0), ("enter", 0), ("enter", 1)]
)
def test_a_run_that_ends_in_between_loses_no_marks_by_hand(
    course, ada, monkeypatch, step, more
):
    by_hand(course, "Ada", 4, comment="Good.")
    hand_in(course, "Ada", "right again")

    def stop(*arguments):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(points, step, stop)
        with pytest.raises(KeyboardInterrupt):
            course.mark(LETTERS, Inline())
    if more:
        by_hand(course, "Ada", 2)
    now = marked(course)["Ada"]
    assert (now.score, now.by_hand) == (13, True)
    assert f"explain 4 points ('Good.'){', explain 2 points' * more};" in now.why
    assert len(course.store.read(LETTERS, "Ada")["earlier"]) == 1 + more


def test_marks_by_hand_outlive_a_damaged_file(course, ada):
    by_hand(course, "Ada", 4)
    (course.folder / "marks" / LETTERS / "Ada.json").write_text("{")
    hand_in(course, "Ada", "right, and later")
    now = marked(course)["Ada"]
    assert now.by_hand and "explain 4 points; give them again" in now.why


def test_each_marking_tells_which_version_it_marked(course):
    hand_in(course, "Ada", "right", hours(-2))
    assert marked(course)["Ada"].version == "1 of 1"
    hand_in(course, "Ada", "wrong", hours(-1))
    now = marked(course)["Ada"]
    assert (now.version, now.time, now.score) == ("2 of 2", hours(-1), 0)
    line = table(course)["Ada"]
    assert line["version"] == "2 of 2"
    assert line["handed_in"] == f"{hours(-1).astimezone():%Y-%m-%d %H:%M}"
    page = course.book.page(LETTERS, "Ada").read_text("utf-8")
    assert "version 2 of 2" in page and line["handed_in"] in page
    hand_in(course, "Ada", "right again")
    assert "no time tells which version is later" in marked(course)["Ada"].why


def test_answers_that_no_hint_explains_are_kept_without_names(course):
    for student in ("Zoe", "Ada"):
        hand_in(course, student, "wrong")
        marked(course)
        stored = course.store.read(LETTERS, student)
        for task in stored["tasks"]:
            about = {"exercise": task["exercise"], "hint": "It is 9.", "answer": None}
            task["attempt"] = about | {"returned": [9.0]}
        course.store.write(LETTERS, student, stored)
    course.report(LETTERS)
    folder = course.folder / "marks" / LETTERS
    lines = (folder / "unexplained.jsonl").read_text("utf-8").splitlines()
    # Numbers that are each student's own, as in S4, are left out.
    kept = [json.loads(line)["exercise"] for line in lines]
    assert kept == ["S1", "S1", "S2", "S2", "S3", "S3"]
    assert not any(name in "".join(lines) for name in ("Ada", "Zoe"))
    page = (folder / "class.html").read_text("utf-8")
    assert re.search(r'It is 9\.</td>\s*<td>S1</td><td class="number">2</td>', page)


# Deadlines

TENTH = """
from nbgrader.plugins import LateSubmissionPlugin


class TenthADay(LateSubmissionPlugin):
    def late_submission_penalty(self, student_id, score, total_seconds_late):
        return score * min(1, 0.1 * -(-total_seconds_late // 86400))


c.AssignLatePenalties.plugin_class = TenthADay
"""


def test_penalties_are_nbgrader_s_and_are_shown(course):
    (course.folder / "own_config.py").write_text("c = get_config()\n" + TENTH)
    course = Course(course.folder, MATERIAL)
    for student, count in (("Ada", -1), ("Bob", 1), ("Cleo", 30), ("Dan", 30)):
        hand_in(course, student, time=hours(count))
    course.book.ask(points.set_due, LETTERS, DUE)
    course.book.ask(points.extend, LETTERS, "Dan", 2)
    rows = marked(course)
    taken = {name: (one.score, one.penalty) for name, one in rows.items()}
    assert taken["Ada"] == taken["Dan"] == (13, 0)
    assert taken["Bob"] == pytest.approx((11.7, 1.3))
    assert taken["Cleo"] == pytest.approx((10.4, 2.6))
    assert rows["Bob"].why == "1 h late, 1.3 points off"
    assert rows["Dan"].why == ""
    line = table(course)["Cleo"]
    shares = (line["hours_late"], line["late_penalty"], line["score"])
    assert shares == ("30.0", "2.6", "10.4")
    report = (course.folder / "marks" / LETTERS / "class.html").read_text("utf-8")
    assert "2.6 points off" in report
    assert "2.6 points were taken off" in shown(course, "Cleo")
    # What changes afterwards counts at once.
    by_hand(course, "Bob", 5)
    assert row(course, "Bob").score == pytest.approx(18 * 0.9)
    course.book.ask(points.extend, LETTERS, "Cleo", 2)
    assert row(course, "Cleo").score == 13
    course.book.ask(points.set_due, LETTERS, DUE + datetime.timedelta(days=3))
    assert row(course, "Bob").score == 18
    course.give_back(LETTERS)
    assert "taken off" not in shown(course, "Cleo")


def test_settings_of_one_s_own_that_fail_are_told(course):
    (course.folder / "own_config.py").write_text("c = get_config(\n")
    with pytest.raises(CourseError, match=r"own_config.py cannot be used: SyntaxError"):
        Course(course.folder, MATERIAL)


def test_who_has_more_time_and_has_not_handed_in_is_no_hand_in(course):
    with pytest.raises(CourseError, match="no deadline"):
        course.book.ask(points.extend, LETTERS, "Ada", 1)
    course.book.ask(points.set_due, LETTERS, DUE)
    course.book.ask(points.extend, LETTERS, "Ada", 1)
    assert row(course).state == "not handed in"
    marked(course)
    # Another time of the same file counts.
    for hour, late in ((1, 0), (29, 5), (-5, 0)):
        hand_in(course, "Ada", time=hours(hour))
        assert marked(course)["Ada"].late == late


# Releasing


def test_a_failing_release_leaves_the_released_one(course):
    before = course.book.released(LETTERS).read_bytes()
    with pytest.raises(CourseError, match="cannot release it: Notebook"):
        with_source(course, "no notebook").release(LETTERS)
    assert course.book.released(LETTERS).read_bytes() == before
    assert course.release(LETTERS).read_bytes() == before
    assert not list(course.folder.glob(".release*"))


def test_a_question_less_is_released_as_the_message_says(course, ada):
    notebook = source()
    notebook.cells = [one for one in notebook.cells if name_of(one) != "check-own"]
    course = with_source(course, nbformat.writes(notebook))
    with pytest.raises(CourseError, match="Give the changed") as told:
        course.release(LETTERS)
    command = re.search(r"run nbgrader (.*) in", str(told.value))[1].split()
    command = [sys.executable, "-m", "nbgrader", *command]
    subprocess.run(command, cwd=course.folder, check=True, capture_output=True)
    course.release(LETTERS)
    assert marked(course)["Ada"].most < 18
