"""The rehearsal of a release: its own solutions must get full points.

What fails here would cost a whole class its points.
"""

import copy
import dataclasses

import nbformat
from hintcheck import FunctionTable, Number
from nbgrader.utils import is_solution

from sandmark.assignments import tasks_of
from sandmark.files import CourseError, Exposed, NoSandbox, brief
from sandmark.marking import mark
from sandmark.material import line_of, require
from sandmark.trials import Given, judged
from sandmark.values import is_kept, is_plain
from sandmark.worker import encoded

DRAWS = 20  # how often cases are drawn from other secrets
NOBODY = "Ada Lovelace"  # for whom numbers are drawn and the solutions are marked


class Unfit(Exception):
    """Raised if an exercise cannot be marked; the message says why."""


def rehearse(material, source, tell):
    """Raise `CourseError` unless the source's own solutions get full points.

    `source` has the bytes of the notebook, and `tell` takes remarks.
    """
    try:
        release = source.decode()
        notebook = nbformat.reads(release, as_version=4)
        tasks = tasks_of(notebook)
    except Exception:
        return  # nbgrader says what is wrong with the file
    require(material.exercises, tasks)
    if not any(map(is_solution, notebook.cells)):
        raise CourseError(
            "no cell is for an answer, so no hand-in could be marked: let nbgrader "
            "mark the cells in which students answer as such"
        )
    for task in tasks:
        try:
            _try_exercise(material.exercises, task)
        except Exception as error:
            why = f"raises {brief(error)}{line_of(error, material.name)}"
            why = str(error) if isinstance(error, Unfit) else why
            raise _refused(task, f"{task.exercise!r} {why}") from None
    try:
        marks = mark(material, release, source, NOBODY, "rehearsal")
    except Exposed:
        raise
    except NoSandbox as error:
        tell(f"the solutions were not run, as marking does not work here: {error}")
        return
    _require_full_points(marks, tell)


def _require_full_points(marks, tell):
    cells = marks.why if marks.state != "marked" else ""
    for task in marks.tasks:
        if not task.ok:
            said = "; ".join(filter(None, [cells, task.text]))
            raise _refused(
                task,
                f"the source's own solution is not right ({said}) Correct it or the "
                "exercise. What it needs must be in the notebook, or in a package that "
                "PACKAGES names",
            )
    if cells:
        tell(f"in the sandbox, {cells}")


def _refused(task, why):
    return CourseError(f"test cell {task.cell!r} cannot be marked: {why}")


def _try_exercise(exercises, task):
    """Raise unless what the reference returns is right, in known and drawn cases."""
    table = exercises[task.exercise]
    _require_form(table, exercises.draw(task.exercise, ""))
    for number in range(DRAWS):
        given = Given.draw(exercises, task, f"{NOBODY} {number}", f"{number}")
        if isinstance(table, Number):
            arrives = all(map(is_plain, given.drawn.values()))
            values = [table.reference(**given.drawn)]
        else:
            arrives = all(map(is_kept, sum(map(tuple, given.drawn), ())))
            values = [table.reference(*copy.deepcopy(case)) for case in given.drawn]
        if not arrives:
            raise Unfit(
                "draws what the sandbox cannot take. Use Python's own numbers, strings "
                "and lists of them, or arrays as arguments"
            )
        events = [
            {"kind": "value", "task": task.cell, "case": case, "npy": encoded(value)}
            for case, value in enumerate(values)
        ]
        found = judged(exercises, task, given, events)
        if not found.ok:
            raise Unfit(
                "finds what its own reference returns not right. Let it return "
                f"finite numbers ({found.text})"
            )


def _require_form(table, drawn):
    form, fits = "a dict of numbers by name", isinstance(drawn, dict)
    if isinstance(table, FunctionTable):
        form = "a list of cases, each a tuple of arguments"
        fits = isinstance(drawn, list | tuple) and drawn
        fits = fits and all(isinstance(case, list | tuple) for case in drawn)
    if not fits:
        raise Unfit(f"draws {drawn!r:.60}. Let it draw {form}")
