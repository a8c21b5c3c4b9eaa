"""Whose numbers a hand-in must use."""

import nbformat
import pytest
from sandmark import names
from sandmark.names import drawn_from, typed_name
from sandmark.roster import Roster
from text_checks import own_numbers

from .made_up import hand_in, marked
from .test_archives import ROSTER


def notebook(*cells):
    """Return a notebook with the given code cells, as bytes."""
    made = [nbformat.v4.new_code_cell(cell) for cell in cells]
    return nbformat.writes(nbformat.v4.new_notebook(cells=made)).encode()


@pytest.mark.parametrize(
    "cells, typed",
    [
        (['student = "Ada"'], "Ada"),
        (["# my name\nstudent = 'Ada'", 'x = "Bob"'], "Ada"),
        (["student = ''", "student = 'Ada'"], "Ada"),
        (["student = 'Ada'", "student = 'Bob'  # tried"], "Ada"),
        (["student: str = 'Ada'"], "Ada"),
        (["name = student = 'Ada'"], "Ada"),
        (["student = name = 'Ada'"], "Ada"),
        (["student = 7001"], "7001"),
        (["student = ('Ada')  # me"], "Ada"),
        (["student = 'Ada' ; # me", "def f():\n    student = 5"], "Ada"),
        (["student = 'Ada; # me'"], "Ada; # me"),
        (['student = """Ada"""'], "Ada"),
        (["if True:\n    student = 'Ada'"], "Ada"),
        (["student = open('/etc/passwd').read()"], "open('/etc/passwd').read()"),
        (["me = 'Ada'", "student = me"], "me"),
        (["# student = 'Ada'", "student == 'Ada'", "student: str"], ""),
        (["student = 'Ada', 'Bob'"], "('Ada', 'Bob')"),
        (["student.x = 'a'"], ""),
        (["student = " + "(" * 900, "student = 1" + "0" * 400 + " + 1j"], ""),
        (["student = " + "(" * 200], "(" * 200),
        ([], ""),
        (['student = "Ada"'] * 500, "Ada"),
        (['student = "Ada"'] * 501, ""),
        *[(data, "") for data in (b"", b"[]", b"{", b'{"cells": [1]}', b"\xff" * 9)],
    ],
)
def test_the_name_is_read_and_nothing_runs(cells, typed):
    data = cells if isinstance(cells, bytes) else notebook(*cells)
    assert typed_name(data) == typed


@pytest.mark.parametrize("listed", ["", ROSTER])
@pytest.mark.parametrize("typed", ["Ada\u200b Lovelace", "\u200eada  L\xadovelace"])
def test_unseen_characters_of_a_name_change_no_number(listed, typed):
    data = notebook(f'student = "{typed}"')
    name = drawn_from("Ada Lovelace", data, Roster(listed))
    assert own_numbers("S4", name) == own_numbers("S4", typed)
    assert own_numbers("S4", typed) == own_numbers("S4", "Ada Lovelace")


def test_an_apostrophe_changes_no_number():
    for name in ("O\u2019Neil", "ONeil"):  # as phones and Moodle write it
        assert own_numbers("S4", name) == own_numbers("S4", "O'Neil")


@pytest.mark.parametrize(
    "folder, typed, counts",
    [
        *[("Ada Lovelace", typed, True) for typed in ("LOVELACE, ADA", "7001")],
        ("Ada Lovelace", "ada@uni.example", True),
        *[("Ada Lovelace", typed, False) for typed in ("Bob Ross", "7002", "x", "")],
        # Each of two who share a name may write it.
        *[(f"Kim Lee ({number})", "kim lee", True) for number in (7004, 7005)],
    ],
)
def test_a_name_counts_as_it_is_spelled_but_nobody_else_s(folder, typed, counts):
    data = notebook(f"student = {typed!r}")
    assert drawn_from(folder, data, Roster(ROSTER)) == (typed if counts else folder)


@pytest.mark.parametrize("typed", ["Bob Ross", ""])
def test_where_names_are_hidden_the_notebook_s_own_name_counts(typed):
    hidden = "ID,Status,Grade,Max,Open,Time\nParticipant 7,-,,18.00,Yes,-\n"
    drawn = drawn_from(
        "Participant 7", notebook(f"student = {typed!r}"), Roster(hidden)
    )
    assert drawn == (typed or "Participant 7")


def test_another_spelling_of_the_name_is_told(course, monkeypatch):
    (course.folder / "roster.csv").write_text(ROSTER, "utf-8")
    told = "its numbers are drawn from the spelling "
    named = {"7001": f"{told}'7001'", "Ada\u200b Lovelace": "", "ada  lovelace": ""}
    for typed, why in named.items():
        monkeypatch.setattr(names, "typed_name", lambda data, typed=typed: typed)
        hand_in(course, "Ada Lovelace", f"right {typed}")
        now = marked(course)["Ada Lovelace"].why
        assert why in now and (told in now) == bool(why)
