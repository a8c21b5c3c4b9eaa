"""Which hints the checks can give, and which of them no tested answer shows."""

import ast
import contextlib
import pathlib
import sys

import numpy as np

from posenc_lessons import exercises
from posenc_lessons.exercises import EXERCISES, check, draw
from posenc_lessons.exercises.answers import Wrong
from posenc_lessons.exercises.explanations import common
from posenc_lessons.exercises.mistakes import plain
from posenc_lessons.exercises.own_numbers import Number

PACKAGE = pathlib.Path(exercises.__file__).parent


def of_table(table):
    """Return the mistakes and conventions of an exercise's table, each hint once."""
    found = [*getattr(table, "mistakes", ()), *getattr(table, "alternatives", ())]
    return list({(one.name, one.hint): one for one in reversed(found)}.values())[::-1]


def of_all_tables():
    """Return what can go wrong in every exercise, each hint once."""
    found = common(lambda x: x, (np.eye(2),), [np.full((2, 2), 0.5)])
    return list({(one.name, one.hint): one for one in found}.values())


def shows(result, mistake):
    """Tell whether a reply gives a mistake's hint."""
    name = mistake.name in (result.mistake, result.convention)
    return name and mistake.hint in result.text


def told_as_less_likely(exercise, mistake, results):
    """Tell whether a reply names a mistake that looks like a more likely one."""
    value = mistake.model
    if isinstance(EXERCISES[exercise], Number):
        value = mistake.model(**draw(exercise, ""))
    said = check(exercise, value).text
    return said.endswith(f"but with the same result: {plain(mistake.name)}.") and any(
        result.text == said for result in results
    )


def unshown(exercise, table, results):
    """Return the mistakes of an exercise's table that no reply shows."""
    return [
        one
        for one in of_table(table)
        if not any(shows(result, one) for result in results)
        and not told_as_less_likely(exercise, one, results)
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
