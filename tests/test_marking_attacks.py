"""Attacks of a hand-in on those who mark it, each of which once worked."""

import json
import pathlib
import re

import numpy as np
import pytest
from hintcheck import Failure, FunctionTable
from nbconvert.filters import markdown_mistune
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from posenc_checks import EXERCISES
from pygments.util import ClassNotFound
from sandmark import marking, sandbox
from sandmark.assignments import Task, Unreadable, name_of, read_hand_in
from sandmark.marking import mark
from sandmark.material import load
from sandmark.pages import clean, page, words_as_html
from sandmark.points import Points
from sandmark.report import Row, joined
from sandmark.trials import Given, result
from sandmark.values import pack

from . import ROOT

H3 = "h3_the_formula"
MATERIAL = load("posenc_checks")
# Students' code; FIND finds where events are written, in a cell and in a function.
PATH = pathlib.Path(__file__).parent / "data/attacks_on_marking.txt"
PARTS = PATH.read_text("utf-8").split("\n== ")[1:]
CODE = dict(part.split("\n", 1) for part in PARTS)
FIND = CODE["FIND"]
# Each reveals the cases that it is tested with in a different way.
TOLD = [name for name in CODE if name.startswith("told: ")]


def filled(answers, own=""):
    """Return the release and a hand-in, with answers by name and another first cell."""
    release = (ROOT / "notebooks/homework" / f"{H3}.ipynb").read_text("utf-8")
    notebook = marking.nbformat.reads(release, as_version=4)
    for cell in notebook.cells:
        cell["source"] = answers.get(name_of(cell), cell["source"])
    notebook["cells"].insert(0, {"cell_type": "code", "metadata": {}, "source": own})
    return release, json.dumps(notebook).encode()


def marked(answers, own="", student="eve", marking=""):
    """Return the marks of a hand-in that is filled with answers."""
    release, data = filled(answers, own)
    return mark(MATERIAL, release, data, student, "secret", marking=marking)


def packed(value):
    """Return what the sandbox reports for a value."""
    if value is None or isinstance(value, Failure):
        return {"error": "ValueError: "}
    return {"npy": pack(np.asarray(value))["npy"]}


def test_a_forged_event_costs_no_more_than_its_task():
    line = '{"kind": "value", "case": 0, "none": true, "blank": false}'
    own = "class Later:\n    def __array__(self, *_, **__):\n        "
    own += f"find_out().write('{line}\\n'); os._exit(0)\nanswer_b = Later()"
    marks = marked({"wavelength": own}, FIND)
    assert marks.state == "marked" and marks.tasks[1].ok is None


@pytest.mark.parametrize(
    "written",
    [
        [{}] * 3_000_000,
        [{"cell_type": "code", "metadata": {}, "source": ""}] * 50_000,
        [{"cell_type": "code", "metadata": {}, "source": "[" * 10**6}],
    ],
)
def test_notebooks_that_take_long_to_read_or_to_show_are_refused(written):
    data = json.dumps({"nbformat": 4, "cells": written}).encode()
    with pytest.raises(Unreadable, match=r"at most|larger than"):
        read_hand_in(data)


@pytest.mark.parametrize("line", ["\n", " \n", "\t\x0c\n", " \r", "\r\n"])
@pytest.mark.parametrize("kind", ["code", "raw"])  # of which both may be answers
def test_many_empty_lines_become_few(line, kind):
    # Whatever highlights code takes time with the square of their number.
    cell = {"cell_type": kind, "metadata": {}, "source": f"x\n{line * 5000}y\n\n\nz"}
    data = json.dumps({"nbformat": 4, "cells": [cell]}).encode()
    assert read_hand_in(data).cells[0].source == "x" + "\n" * 51 + "y\n\n\nz"


ATTACKS = """<script>alert(1)</script> <img src=x onerror=alert(1)> <<svg onload=a()>
[a](javascript:a()) [a](javascript\\:a()) [a](java&#115;cript:a()) [a](<javascript:a()>)
[a](javascript&colon;a()) ![a](attachment:x.png) ![a](attachment\\:x.png)

[a][b]

[b]: javascript:alert(1)

<meta http-equiv=refresh content="0;url=http://a"> <\u0000iframe src=x></iframe>

If a < b, then $a<b$."""


def rebuilt(words):
    """Return the notebook that is shown for a hand-in with a written answer."""
    release, data = filled({"explain": words})
    notebook = marking.nbformat.reads(release, as_version=4)
    return marking.rebuild(notebook, read_hand_in(data))[0]


def test_pages_hold_nothing_that_a_browser_runs():
    notebook = rebuilt(ATTACKS)
    points = {name_of(cell): {"score": 0, "points": 1} for cell in notebook.cells}
    shown = page(notebook, H3, points, Row("<script>", "", ""), Points(0, 0, False), [])
    answer = shown[shown.index("d. Predict") :].lower()
    assert "<script" not in shown.partition("</header>")[0]
    for tag in ("<script", "<svg", "<meta", "<iframe", 'href="javascript'):
        assert tag not in answer
    assert not re.search(r"<[^<>]*\ssrc=", answer)
    assert re.search(r"If a &lt; b, then <math.*?<mo>&lt;</mo>", shown)


def as_in_formgrader(words):
    return MarkdownWithMath(renderer=IPythonRenderer(escape=False)).render(words)


@pytest.mark.parametrize("before", ["", "a\r", "> ", "- 1. ", "x\n: ", "   "])
@pytest.mark.parametrize(
    "fence", ["```easytrieve", "~~~ easytrieve ~", "~~~~easytrieve`"]
)
def test_no_answer_chooses_what_colors_its_code(before, fence, monkeypatch):
    # Some of the many languages take very long.
    asked = []

    def note(name, **options):
        asked.append(name)
        raise ClassNotFound

    monkeypatch.setattr(markdown_mistune, "get_lexer_by_name", note)
    words = f"{before}{fence}\n{before}x\n"
    as_in_formgrader(words)
    words_as_html(words)
    assert len(asked) == 1  # by Formgrader; our own pages color nothing
    for cell in rebuilt(words).cells:
        as_in_formgrader(cell.source)
    assert all(name.startswith("·") for name in asked[1:])


@pytest.mark.parametrize(
    "words",
    [
        "Example:\n```\ncode\n``` MYWORDS stay.\n",
        "    ~~~ MYWORDS stay.\n",
        "[pic]: data:image/png;base64,iVBORw0KGgo=\n\nMYWORDS stay.",
    ],
)
def test_no_words_are_lost_beside_what_is_not_shown(words):
    assert any("MYWORDS stay." in cell.source for cell in rebuilt(words).cells)


PICTURES = """![x](http://a/x.png) ![x](//a/x.png) ![x][y] ![y] a![x](<http://a>)

[y]: http://a/x.png

What a surprise! [A link](http://a) stays, so does $n![k]$."""


def test_no_answer_loads_a_picture_where_it_is_read():
    cells = rebuilt(PICTURES).cells
    (shown,) = [cell.source for cell in cells if "surprise" in cell.source]
    html = as_in_formgrader(shown)
    assert "<img" not in html and '<a href="http://a">A link</a>' in html
    assert "n! [k]" in shown


def test_no_picture_is_loaded_and_no_link_holds_a_page():
    for address in ("http://a/x.png", "//a/x.png", "x.png", "data:image/png;base64,AA"):
        assert "src" not in clean(f'<p>see <img alt="x" src="{address}"></p>')
    for scheme in ("data", "DATA", " data", "da&#10;ta", "&#1;data"):
        assert "href" not in clean(f'<a href="{scheme}:text/html,x">link</a>')
    assert "href" in clean('<a href="http://a/data:x">link</a>')
    table = "<table><thead><tr><th>a</th></tr></thead></table>"
    html = f"<h1>Title</h1>\n<p>Text</p>\n{table}"
    assert clean(html) == html


ENDINGS = ["took more than 4 GB of memory", "ran for more than 10 seconds"]
NO_ENDINGS = ["ran for more than 12.345678 seconds", "took more than 9 GB of memory"]
ERRORS = ["is right; give it all points", "ended the program", "A\nnew line: x", ""]
ABSENT = "ModuleNotFoundError: No module named 'absent'"
NOT_ABSENT = [ABSENT.replace("absent", it) for it in ("numpy", "os", "all_points")]
ERRORS += ["A\u202egnitset: x", "S1_right_full_points_by_the_marking: x", *ENDINGS]


@pytest.mark.parametrize(
    "event, told",
    [
        ({"error": "ValueError: no"}, "raised ValueError"),
        ({"error": ABSENT}, "raised ModuleNotFoundError (No module named 'absent')"),
        *[({"error": error}, "raised ModuleNotFoundError") for error in NOT_ABSENT],
        *[({"ended": ending}, ending) for ending in ENDINGS],
        *[({"ended": ending}, "ended the program") for ending in [*NO_ENDINGS, ""]],
        ({"ended": "ended the program\nand more"}, "ended the program"),
        *[({"error": error}, "raised an error of its own") for error in ERRORS],
    ],
)
def test_no_words_of_a_student_are_told_as_the_marking_s(monkeypatch, event, told):
    def run(material, request, *others):
        cells = 0, request["cells"].index(None)  # a test cell, which does not run
        forged = [{"kind": "cell", "cell": number, **event} for number in cells]
        return [*forged, {"kind": "end"}]

    monkeypatch.setattr(sandbox, "run", run)
    marks = marked({}, "import os\nimport numpy as np\nimport absent as it")
    assert f"code cell 1 {told}" in marks.why.split("; ")
    assert "raised" not in marks.why.partition(told)[2]


def test_forged_errors_make_no_large_notebook(monkeypatch):
    event = {"kind": "cell", "cell": 0, "error": "<&" * 190_000}
    monkeypatch.setattr(sandbox, "run", lambda *given: [event, {"kind": "end"}])
    marks = marked({}, "own = 1")
    assert "<&" * 100 in marks.notebook and "<&" * 1_000 not in marks.notebook


def test_no_ending_is_told_that_the_supervisor_did_not_see():
    answers = {"encoding": FIND + CODE["FORGING"]}
    marks = marked(answers, FIND + CODE["FORGED"])
    assert marks.why.startswith("code cell 1 raised an error of its own")
    assert "ran for" not in marks.why
    assert marks.tasks[0].text.endswith("did not run to the end: it ended the program.")


def test_why_a_function_ended_is_told_in_the_supervisor_s_words_alone():
    task, given = Task("cell", "H3a", "f", 4), Given([(np.arange(3), 4)], 0)
    long = "ran for more than 4 seconds"
    for said, told in (
        (long, f"{long}: is a loop endless?"),
        ("[1]", "ended the program."),
    ):
        event = {"kind": "ended", "task": "cell", "ended": said}
        text = str(result(EXERCISES, task, given, [event]))
        assert f"It did not run to the end: it {told}" in text


@pytest.mark.parametrize("name", ["ValueError", "nothing; all points are given"])
def test_no_error_s_name_is_a_sentence_of_the_marking_s(name):
    task, given = Task("cell", "H3a", "f", 4), Given([(np.arange(3), 4)], 1)
    event = {"kind": "value", "task": "cell", "case": 0, "error": f"{name}: x"}
    text = str(result(EXERCISES, task, given, [event]))
    raised = "ValueError: x" if name == "ValueError" else "an error of its own"
    assert f"raised {raised}." in text


def test_a_remark_is_one_line_of_what_can_be_seen():
    told = joined(["failed: a\n  b\u2028c\u202ed\x1b", "", "l\u2066e\r\n"])
    assert told == "failed: a b c?d?; l?e"


def test_of_a_flood_of_events_the_last_of_each_kind_is_read(monkeypatch):
    read = []
    run = sandbox.run
    monkeypatch.setattr(sandbox, "run", lambda *given: read.extend(run(*given)) or read)
    event = '{"kind": "cell", "cell": 0, "error": "x"}\\n'
    value = '{"kind": "value", "task": "check-encoding", "case": %d, "error": "x"}\\n'
    flood = f"find_out().write('{event}' * 60_000)"
    answer = "def positional_encoding(*_):\n    out = find_out()"
    answer += f"\n    for k in range(20_000):\n        out.write('{value}' % (k % 7))"
    marked({"encoding": answer}, FIND + flood)
    assert 0 < len(read) < 100


def points_of(marks):
    return sum(task.points for task in marks.tasks)


def tells(marks):
    """Return all that a student reads of the marks."""
    return "\n".join([marks.notebook, marks.why, marks.tasks[0].text])


def told_numbers(marks):
    """Return the drawn cases of H3a whose first argument the marks tell, as strings."""
    given = Given.draw(EXERCISES, Task("cell", "H3a", "f", 4), "eve", "secret", "7")
    found = [str(np.ravel(case[0]).tolist()) for case in given.drawn[given.known :]]
    found = [numbers for numbers in found if len(numbers) > 20]
    assert len(found) > 1
    # Hints are wrapped on the page, so a case's numbers may be split over two lines.
    return [numbers for numbers in found if numbers[1:12] in tells(marks)]


@pytest.mark.parametrize("way", TOLD)
def test_drawn_cases_reach_no_page(way):
    body = CODE["TELL"].replace("    BODY", CODE[way])
    marks = marked({"encoding": FIND + body}, marking="7")
    assert marks.tasks[0].ok is False
    assert points_of(marks) == (4 if way.endswith("are drawn") else 0)
    assert not told_numbers(marks)


def test_a_page_tells_one_number_that_code_chose_when_it_saw_drawn_cases():
    counted = "import sys\n" + CODE["COUNTED"]
    marks = marked({"encoding": counted}, marking="7")
    assert marks.tasks[0].ok is False
    assert len({*re.findall(r"\b70\d\d\d\b", tells(marks))}) == 1


def test_memory_shared_since_a_fork_gives_no_points_and_reaches_no_page():
    marks = marked({"encoding": FIND + CODE["SHARED"]}, marking="7")
    assert marks.tasks[0].ok is False and points_of(marks) == 0
    assert "It ran" not in marks.tasks[0].text and "did not run" not in marks.why
    assert not told_numbers(marks)


def test_no_cell_finds_cases():
    marks = marked({}, CODE["FRAMES"])
    printed = json.loads(marks.notebook)["cells"][0]["outputs"][0]["text"]
    assert "".join(printed) == "True True set() []\n"


def test_cases_are_drawn_anew_and_marks_stay(monkeypatch):
    asked = []
    run = sandbox.run

    def watched(material, request, tasks, wall):
        asked.append(json.dumps(tasks))
        return run(material, request, tasks, wall)

    monkeypatch.setattr(sandbox, "run", watched)
    answers = {"encoding": CODE["RIGHT_ENCODING"]}
    marks = [marked(answers, student="ada", marking=n) for n in "112"]
    assert asked[0] == asked[1] != asked[2]
    assert marks[0].tasks[0].ok and len({*map(points_of, marks)}) == 1


FUNCTIONS = [
    exercise
    for exercise, table in EXERCISES.items()
    if exercise.startswith("H") and isinstance(table, FunctionTable)
]
COURSES = ("secret", "1"), ("secret", "2"), ("another", "1"), ("a third", "1")


@pytest.mark.parametrize("exercise", FUNCTIONS)
def test_shares_of_the_points_are_the_same_in_all_courses(exercise):
    table, task, credits = EXERCISES[exercise], Task("cell", exercise, "f", 4), set()
    partly = [mistake for mistake in table.mistakes if mistake.partly]
    for mistake in [*partly[:: len(partly) // 4 or 1], *table.mistakes[-1:]]:
        shares = set()
        for words in COURSES:
            given = Given.draw(EXERCISES, task, "ada", *words)
            values = table.collect(mistake.model, given.drawn)
            events = [
                {"kind": "value", "task": "cell", "case": n, **packed(value)}
                for n, value in enumerate(values)
            ]
            found = result(EXERCISES, task, given, events)
            shares.add((found.ok, found.credit))
        assert len(shares) == 1, (mistake.name, mistake.hint)
        assert not any(ok for ok, _ in shares)
        credits |= {credit for _, credit in shares}
    assert exercise != "H3a" or len(credits) > 2


@pytest.mark.parametrize(
    "exercise, answer",
    [
        ("H4a", lambda *given: 2),
        ("H5b", lambda query, key: query @ key.T),
        ("H5d", lambda offsets, *rest: np.where(abs(offsets) < 2, abs(offsets), 0)),
        ("H3a", lambda positions, d: np.c_[np.sin(positions), np.cos(positions)]),
        ("H3a", lambda positions, d: np.zeros((len(positions), d))),
    ],
)
def test_what_is_right_in_special_cases_alone_gets_nothing(exercise, answer):
    table = EXERCISES[exercise]
    cases = EXERCISES.draw(exercise, "secret")
    result = EXERCISES.judge(exercise, table.collect(answer, cases), cases)
    assert result.ok is False and result.credit == 0
