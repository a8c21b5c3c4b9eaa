"""The report on a class: what is counted, and in what order."""

import csv
import io
import re

from sandmark import report
from sandmark.marking import TaskMarks
from sandmark.report import Row, table


def a_task(exercise, ok, points=0.0, mistake=None, possible=4.0):
    return TaskMarks("check", exercise, points, possible, ok, "text", mistake)


def a_row(student, *tasks, state="marked", why="", by_hand=False, most=8.0):
    score = sum(task.points for task in tasks) if tasks else None
    most = most if tasks else None
    return Row(student, state, why, score, most, by_hand, tasks)


ROWS = [
    a_row("ada", a_task("1x", True, 4.0), a_task("2x", False, 1.0, "M9")),
    a_row("bo", a_task("1x", True, 4.0), a_task("2x", None), by_hand=True),
    a_row("cy", a_task("1x", False, 2.0, "M8"), a_task("2x", False, 0.0, "M9")),
    a_row("di", a_task("1x", False, 1.0, "M7"), a_task("2x", True, 4.0), by_hand=True),
    a_row("ed", state="not handed in", why="nothing <came>"),
]


def texts(page):
    """Return what is in the cells and lists of a page."""
    found = re.findall(r"<(?:td|li)[^>]*>(.*?)</(?:td|li)>", page)
    return [re.sub(r"<[^>]+>", " ", text).strip() for text in found]


def test_the_page_counts():
    words = {"M7": "lost", "M8": "swapped", "M9": "begun at 1"}
    page = report.page("h9", ROWS, words=words.get)
    assert texts(page) == [
        *("2x", "31 %", "1 of 4", "1"),
        *("1x", "69 %", "2 of 4", "0"),
        *("begun at 1", "2x", "2"),
        *("lost", "1x", "1"),
        *("swapped", "1x", "1"),
        *("ada", "5 of 8", "marked", "", "", ""),
        *("bo", "4 of 8", "marked", "", "", ""),
        *("cy", "2 of 8", "marked", "", "", ""),
        *("di", "5 of 8", "marked", "", "", ""),
        *("ed", "", "not handed in", "", "", "nothing &lt;came&gt;"),
    ]
    assert "2 hand-ins wait for marks by hand" in page
    assert ": 5 students, 4 marked, 1 not handed in.<" in page
    assert "h9: the class" in page
    titles = re.findall(r"<th[^>]*>(.*?)</th>", page)[-6:]
    assert titles == ["student", "score", "state", "handed in", "version", "remarks"]


def test_the_table_is_in_columns():
    lines = table([*ROWS[:1], a_row("a long name", a_task("1x", None)), ROWS[4]])
    ada, other, ed = lines.split("\n")
    assert ada.index("5 of 8  marked") == other.index("0 of 8  marked")
    assert ed.endswith("not handed in; nothing <came>")
    assert table([]) == ""
    assert table([a_row("x\x1b[2J")]).startswith("x?[2J")


def test_the_csv_file_has_a_column_for_each_exercise():
    alone = a_row("fay", a_task("2x", True, 4.0))
    text = report.as_csv([*ROWS[:2], ROWS[4], alone])
    head, *rows = csv.reader(io.StringIO(text))
    assert head == [
        *("student", "state", "why", "score", "max_score", "waits_for_marks_by_hand"),
        *("version", "handed_in", "hours_late", "late_penalty"),
        *("1x_points", "1x_mistake", "2x_points", "2x_mistake"),
    ]
    in_time = ("", "", "0.0", "0.0")
    assert rows == [
        ["ada", "marked", "", "5.0", "8.0", "False", *in_time, "4.0", "", "1.0", "M9"],
        ["bo", "marked", "", "4.0", "8.0", "True", *in_time, "4.0", "", "0.0", ""],
        ["ed", "not handed in", "nothing <came>", "", "", "False", *in_time, *[""] * 4],
        ["fay", "marked", "", "4.0", "8.0", "False", *in_time, "", "", "4.0", ""],
    ]


def test_wrong_answers_without_a_hint_are_beside_the_mistakes():
    one = {"exercise": "1x", "hint": "not yet. For <b>, the result is 4 instead of 3."}
    groups = [[one] * 3, *([one | {"exercise": "2x"}] for _ in range(21))]
    page = report.page("h9", ROWS[:1], groups=groups)
    assert "Wrong answers that no hint explains" in page
    answer = "For &lt;b&gt;, the result is 4 instead of 3."
    there = texts(page)
    first = there.index(answer)
    assert there[first : first + 6] == [answer, "1x", "3", answer, "2x", "1"]
    assert there.count(answer) == 20
    assert "<p>And 2 more.</p>" in page
    assert "no hint explains" not in report.page("h9", ROWS)
