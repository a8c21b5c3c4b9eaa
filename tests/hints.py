"""Which hints the checks can give, and which of them no tested answer shows."""

import ast
import contextlib
import pathlib
import sys

import numpy as np

from posenc_lessons import exercises
from posenc_lessons.exercises import EXERCISES, check, draw
from posenc_lessons.exercises.answers import number
from posenc_lessons.exercises.explanations import common
from posenc_lessons.exercises.mistakes import plain
from posenc_lessons.exercises.own_numbers import Number, Remark
from posenc_lessons.exercises.verdicts import Wrong

PACKAGE = pathlib.Path(exercises.__file__).parent


def of_table(table):
    """Return mistakes, conventions and remarks of an exercise, each hint once."""
    found = [*getattr(table, "mistakes", ()), *getattr(table, "alternatives", ())]
    once = {(one.name, one.hint): one for one in reversed(found)}
    return [*reversed(once.values()), *getattr(table, "remarks", ())]


def words(one):
    """Return the hint of a mistake, or what tells a remark from others."""
    return one.hint if hasattr(one, "hint") else f"remark, line {_line(one.text)}"


def _line(function):
    """Return the line of its module in which a function stands."""
    return function.__code__.co_firstlineno


def of_all_tables():
    """Return what can go wrong in every exercise, each hint once."""
    found = common(lambda x: x, (np.eye(2),), [np.full((2, 2), 0.5)])
    return list({(one.name, one.hint): one for one in found}.values())


def shows(result, one, value=None):
    """Tell whether the reply to a value gives a mistake's hint, or a remark."""
    if isinstance(one, Remark):
        return result.mistake == one.name and _remarked(result, one, value)
    name = one.name in (result.mistake, result.convention)
    return name and one.hint in result.text


def _remarked(result, remark, value):
    """Tell whether a reply says what a remark says of a value."""
    numbers = draw(result.exercise, "")
    try:
        value = number(value)
        return remark.applies(value, **numbers) and result.text.endswith(
            remark.text(value, **numbers)
        )
    except (Wrong, ArithmeticError):
        return False


def told_as_less_likely(exercise, mistake, results):
    """Tell whether a reply names a mistake that looks like a more likely one."""
    if isinstance(mistake, Remark):
        return False
    value = mistake.model
    if isinstance(EXERCISES[exercise], Number):
        value = mistake.model(**draw(exercise, ""))
    said = check(exercise, value).text
    return said.endswith(f"but with the same result: {plain(mistake.name)}.") and any(
        result.text == said for result in results
    )


def unshown(exercise, table, replies):
    """Return what an exercise's table can say, and no reply shows.

    Parameters
    ----------
    exercise : str
        Its name.
    table : object
        Its entry in `EXERCISES`.
    replies : list of tuple
        Answers to it, and what the check said of each.
    """
    return [
        one
        for one in of_table(table)
        if not any(shows(result, one, value) for value, result in replies)
        and not told_as_less_likely(exercise, one, [result for _, result in replies])
    ]


def places(folder=PACKAGE):
    """Return every place in a folder's code that refuses an answer: file and line."""
    return {
        (str(path.relative_to(folder)), node.lineno)
        for path in folder.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Wrong"
    }


@contextlib.contextmanager
def recorded_places(seen):
    """Add to a set the places that refuse an answer meanwhile."""
    original = Wrong.__init__

    def init(self, *arguments, **place):
        frame = sys._getframe(1)
        file = pathlib.Path(frame.f_code.co_filename).relative_to(PACKAGE)
        seen.add((str(file), frame.f_lineno))
        original(self, *arguments, **place)

    Wrong.__init__ = init
    try:
        yield
    finally:
        Wrong.__init__ = original
