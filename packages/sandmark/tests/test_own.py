"""Numbers of one's own, hand-ins that are alike, and a course of one's own."""

import json
import types
import zipfile

import nbformat
import pytest
from sandmark import course as courses
from sandmark import likeness
from sandmark.__main__ import main
from sandmark.course import Course, CourseError
from sandmark.marking import TaskMarks
from sandmark.roster import Roster
from sandmark.variants import code_of, name_for, typed_name
from text_checks import EXERCISES, own_numbers

from .letters import LETTERS, MATERIAL, NAMED, SOURCE
from .made_up import course, hand_in, made_up, marked, no_code_runs, released
from .test_archives import ROSTER

__all__ = ["course", "no_code_runs", "released"]  # fixtures


def notebook(*cells):
    """Return a notebook of cells of code as bytes."""
    made = [nbformat.v4.new_code_cell(cell) for cell in cells]
    return nbformat.writes(nbformat.v4.new_notebook(cells=made)).encode()


# Whose numbers


@pytest.mark.parametrize(
    "cells, typed",
    [
        (['student = "Ada"'], "Ada"),
        (["# my name\nstudent = 'Ada'", 'x = "Bob"'], ""),
        (["student = ''", "student = 'Ada'"], "Ada"),
        (["student = open('/etc/passwd').read()"], ""),
        (["student = 7"], ""),
        (["student.x = 'a'"], ""),
        (["student = " + "(" * 900], ""),
        ([], ""),
        (['student = "Ada"'] * 500, "Ada"),
        (['student = "Ada"'] * 501, ""),
        *[(data, "") for data in (b"", b"[]", b"{", b'{"cells": [1]}', b"\xff" * 9)],
    ],
)
def test_the_name_is_read_and_nothing_runs(cells, typed):
    data = cells if isinstance(cells, bytes) else notebook(*cells)
    assert typed_name(data) == typed


@pytest.mark.parametrize(
    "typed", ["Ada Lovelace", "LOVELACE, ADA", "7001", "ada@uni.example"]
)
def test_a_name_spelled_another_way_loses_no_points(typed):
    data = notebook(f"student = {typed!r}")
    name = name_for("Ada Lovelace", data, Roster(ROSTER), "secret", coded=False)
    assert own_numbers("S4", name) == own_numbers("S4", typed)


def test_of_two_who_share_a_name_each_may_write_it():
    for folder in ("Kim Lee (7004)", "Kim Lee (7005)"):
        data = notebook("student = 'kim lee'")
        assert name_for(folder, data, Roster(ROSTER), "secret", False) == "kim lee"


@pytest.mark.parametrize("typed", ["Bob Ross", "7002", "nobody", ""])
def test_another_s_name_brings_nothing(typed):
    data = notebook(f"student = {typed!r}")
    name = name_for("Ada Lovelace", data, Roster(ROSTER), "secret", coded=False)
    assert name == "Ada Lovelace"


def test_codes_are_of_the_course_and_of_the_person():
    code = code_of("secret", "Ada")
    assert code == code_of("secret", " ADA\xa0")
    assert len({code, code_of("other", "Ada"), code_of("secret", "Bob")}) == 3
    assert (
        name_for("Ada", notebook("student = 'Bob'"), Roster(), "secret", True) == code
    )


def test_each_student_gets_a_copy_with_a_code(course, monkeypatch):
    (course.folder / "roster.csv").write_text(ROSTER, "utf-8")
    named = []

    def note(material, release, data, student, *others):
        named.append(student)
        return made_up(material, release, data, student)

    monkeypatch.setattr(courses, "mark", note)
    hand_in(course, "Ada Lovelace")
    marked(course)
    path = course.variants(LETTERS)
    code = code_of(course.store.secret(), "Ada Lovelace")
    with zipfile.ZipFile(path) as copies:
        assert len(copies.namelist()) == 5
        copy = copies.read(f"Ada Lovelace/{LETTERS}.ipynb")
    assert typed_name(copy) == code
    nbformat.validate(json.loads(copy))
    listed = (course.folder / "marks/variants.csv").read_text("utf-8-sig")
    assert f"Ada Lovelace,7001,ada@uni.example,{code}" in listed
    marked(course)
    assert named == ["Ada Lovelace", code]


def test_nobody_gets_no_copy(course):
    with pytest.raises(CourseError, match="nobody is known yet"):
        course.variants(LETTERS)


# Alike

CODE = "def f(x):\n" + "\n".join(f"    y{k} = x * {k} + x ** {k}" for k in range(12))


def test_alike_is_what_the_release_does_not_give():
    release = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(f"given_{k} = {k}\n" * 20) for k in range(3)]
    )
    text = nbformat.writes(release)
    given = [cell.source for cell in release.cells]
    notebooks = {
        "Ada": notebook(*given, CODE),
        "Bob": notebook(*given, "# mine\n" + CODE.replace("x * 3", "x*3")),
        "Cleo": notebook(*given, CODE.replace("y7", "yy")),
        "Dan": notebook(*given, CODE.replace("x", "position").replace("y", "value")),
        "Eve": notebook(*given),
        "Fay": notebook(*given, "def f(x:"),
        "Gil": notebook(*given),
    }
    found = likeness.compare(text, {n: data.decode() for n, data in notebooks.items()})
    ((share, names),) = found["code"]
    assert names == ["Ada", "Bob", "Cleo"] and 96 <= share <= 100
    assert found["words"] == []


def test_a_number_of_another_s_is_told():
    table = EXERCISES["S4"]
    bobs = table.reference(**own_numbers("S4", "Bob"))

    def row(student, text, ok, mistake=None):
        task = TaskMarks("c", "S4", 0.0, 2.0, ok, text, mistake)
        return types.SimpleNamespace(student=student, tasks=(task,))

    rows = [
        row("Ada", f"S4: not yet. {bobs} is not it, for pair = 3.", False),
        row("Bob", "S4: right.", True),
        row("Cleo", "S4: not yet. 1.5 is not it, for pair = 3.", False),
        row("Dan", f"S4: not yet. {bobs} is not it.", False, "a mistake"),
    ]
    found = likeness.numbers_of_others(EXERCISES, rows, lambda student: student)
    assert [(name, others) for name, _, _, others in found] == [("Ada", ["Bob"])]


@pytest.mark.parametrize(
    "exercise, text",
    [
        ("S1", "S1: not yet. It raised ValueError: e is not it."),
        ("S4", "S4: not yet. It raised ValueError: e is not it."),
        ("S4", "S4: not yet. It raised ValueError: S4: not yet. NUMBER is not it."),
        ("S4", "S4: not yet. 1e+-. is near. Compute it to more digits."),
    ],
)
def test_no_words_of_a_student_are_taken_for_a_number(exercise, text):
    bobs = EXERCISES["S4"].reference(**own_numbers("S4", "Bob"))
    text = text.replace("NUMBER", f"{bobs}")

    def row(student, *task):
        task = TaskMarks("c", *task, None)
        return types.SimpleNamespace(student=student, tasks=(task,))

    right = row("Bob", "S4", 2.0, 2.0, True, "S4: right.")
    rows = [row("Eve", exercise, 0.0, 2.0, False, text), right]
    assert likeness.numbers_of_others(EXERCISES, rows, lambda student: student) == []


def test_the_report_shows_who_is_alike(course, tmp_path, capsys):
    words = (
        "right, and the sum of cosines comes back after a turn of the fast ones " * 4
    )
    for student in ("Ada", "Bob"):
        hand_in(course, student, words)
    hand_in(course, "Cleo", "right, as far as I can tell")
    marked(course)
    command = [*NAMED, "--course", str(course.folder), "alike", LETTERS]
    main([*command, "--jplag", str(tmp_path / "jplag")])
    assert "words, at least 100 % the same: Ada, Bob" in capsys.readouterr().out
    report = (course.folder / "marks" / LETTERS / "class.html").read_text("utf-8")
    assert "100 % the same: Ada, Bob" in report
    paths = {path.parent.name for path in (tmp_path / "jplag").rglob("answers.py")}
    assert paths == {"release", "Ada", "Bob", "Cleo"}


# A course of one's own


def test_a_new_course_has_sources_of_its_own(tmp_path, capsys):
    folder = tmp_path / "fall"
    main([*NAMED, "new-course", str(folder)])
    assert "fall/source" in capsys.readouterr().out
    path = folder / "source" / LETTERS / f"{LETTERS}.ipynb"
    assert path.read_bytes() == (SOURCE / LETTERS / f"{LETTERS}.ipynb").read_bytes()
    assert "submitted/" in (folder / ".gitignore").read_text()
    text = path.read_text("utf-8").replace("Letters: three functions", "Our third")
    path.write_text(text, "utf-8")
    main([*NAMED, "--course", str(folder), "release", LETTERS])
    assert "Our third" in Course(folder, MATERIAL).book.released(LETTERS).read_text(
        "utf-8"
    )
    with pytest.raises(SystemExit, match="is not empty"):
        main([*NAMED, "new-course", str(folder)])
