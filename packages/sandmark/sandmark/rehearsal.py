"""The rehearsal of a release: its own solutions must get full points."""

import copy
import time

import nbformat
import numpy as np
from hintcheck import Number
from nbgrader.utils import is_solution

from sandmark.assignments import name_of, tasks_of
from sandmark.files import CourseError, Exposed, NoSandbox, brief
from sandmark.marking import mark
from sandmark.material import line_of, require
from sandmark.trials import Given, judged, packed
from sandmark.values import is_kept, is_plain
from sandmark.worker import encoded

DRAWS = 20  # how often cases are drawn, each time from another secret
SECONDS = 10  # after which no more are drawn
NOBODY = "Ada Lovelace"  # for whom the solutions are marked


def rehearse(material, source, tell):
    """Raise `CourseError` unless the solutions in a file's bytes get full points."""
    try:
        notebook = nbformat.reads(source.decode(), as_version=4)
        tasks = tasks_of(notebook)
        names = [*filter(None, map(name_of, notebook.cells))]
    except Exception:
        return  # nbgrader says what is wrong with the file
    if len({*names}) < len(names):
        return  # and which name is there twice
    require(material.exercises, tasks)
    if not any(map(is_solution, notebook.cells)):
        raise CourseError(
            "no cell is for an answer: in nbgrader's menu, choose 'Autograded answer'"
        )
    for task in tasks:
        try:
            why = _complaint(material.exercises, task)
        except Exception as error:
            why = f"raises {brief(error)}{line_of(error, material.name)}"
        if why:
            why = f"{task.exercise!r} {why}"
            raise CourseError(f"test cell {task.cell!r} cannot be marked: {why}")
    try:
        marks = mark(material, source.decode(), source, NOBODY, "rehearsal")
    except Exposed:
        raise
    except NoSandbox as error:
        return tell(f"the solutions were not run, as marking fails here: {error}")
    cells = f"{marks.why}; " if marks.state != "marked" else ""
    for task in marks.tasks:
        if not task.ok:
            raise CourseError(
                f"test cell {task.cell!r} cannot be marked: the source's own solution "
                f"is not right ({cells}{task.text}) Correct it or the exercise. What "
                "it needs must be in the notebook, or in a package in PACKAGES"
            )
    if cells:
        tell(f"the solutions are right, but {marks.why}")


def _complaint(exercises, task):
    """Return why no answer to a task could be marked, or an empty string."""
    # What the reference returns must be right, in the known cases and in drawn ones.
    if not task.points < float("inf"):
        return f"is for {task.points} points. Write a number"
    table, drawn = exercises[task.exercise], exercises.draw(task.exercise, "")
    if asks := isinstance(table, Number):
        form, parts = "a dict of numbers by name", isinstance(drawn, dict) and [drawn]
    else:
        form, parts = "a list of tuples", isinstance(drawn, list | tuple) and drawn
    if not parts or not all(isinstance(part, list | tuple | dict) for part in parts):
        return f"draws {drawn!r:.60}. Let it draw {form}"
    late = time.monotonic() + SECONDS
    for number in range(DRAWS):
        given = [drawn.values()] if asks else drawn
        if not all(
            (is_plain if asks else is_kept)(it) for part in given for it in part
        ):
            return (
                "draws what the sandbox cannot take. Use Python's own numbers, strings "
                "and lists of them, or arrays as arguments"
            )
        given = Given.draw(exercises, task, f"{NOBODY} {number}", f"{number}")
        drawn, copied = given.drawn, copy.deepcopy(given.drawn)
        if asks:
            values = [table.reference(**drawn)]
        else:
            values = [table.reference(*case) for case in copied]
            if list(map(packed, copied)) != list(map(packed, drawn)):
                return "changes its arguments. Let its reference work on copies"
        found = judged(exercises, task, given, _events(task, values))
        if not found.ok:
            return f"does not accept what its own reference returns: {found.text}"
        if not number:  # what is said of wrong answers must not fail, either
            wrong = [np.asarray(value, float) * 0 - 1 for value in values]
            judged(exercises, task, given, _events(task, wrong))
        if time.monotonic() > late:
            break
    return ""


def _events(task, values):
    """Return the events of a sandbox in which a task has had some values."""
    return [
        {"kind": "value", "task": task.cell, "case": case, "npy": encoded(value)}
        for case, value in enumerate(values)
    ]
