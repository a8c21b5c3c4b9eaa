"""Marks one hand-in: bytes in, points and hints out.

The student's code runs in the sandbox. What it returns is compared here, by the tables
that the notebooks' own checks use, with cases that no student has seen.
"""

import builtins
import dataclasses
import re
import textwrap

import nbformat
import numpy as np
from nbformat.v4 import new_output

from posenc_lessons.exercises import EXERCISES, draw, judge
from posenc_lessons.exercises.answers import nothing_returned
from posenc_lessons.exercises.comparison import Comparison, Failure
from posenc_lessons.exercises.own_numbers import OwnNumber, same_name
from posenc_lessons.grading import sandbox
from posenc_lessons.grading.assignments import (
    Unreadable,
    read_hand_in,
    rebuild,
    tasks_of,
)
from posenc_lessons.grading.values import Refused, pack, unpack

NAME = "the name that the student wrote"
# What may be told of a call with drawn cases: why it ended, and the kinds of values
# and of errors.
WHY = re.compile(
    r"it (ran for more than [\d.]{1,9} seconds( in all)?|ended the program"
    r"|took more than [\d.]{1,9} GB of memory|found no room for a process)"
    r"(: is a loop endless\?)?"
)
KINDS = {"U": "text", "c": "complex numbers", "f": "no whole numbers", "b": "booleans"}
ERRORS = {
    name
    for name, kind in vars(builtins).items()
    if isinstance(kind, type) and issubclass(kind, BaseException)
} | {"AxisError", "LinAlgError", "UFuncTypeError"}


@dataclasses.dataclass(frozen=True)
class TaskMarks:
    """What a student got for a task.

    Attributes
    ----------
    cell, exercise : str
        nbgrader's name of the cell of tests, and the exercise that it checks.
    points, possible : float
        The points given, and those for a right answer.
    ok : bool or None
        Whether the answer is right; None if there is none.
    text : str
        The sentence for the student.
    mistake : str or None
        The mistake that it looks like.
    """

    cell: str
    exercise: str
    points: float
    possible: float
    ok: bool | None
    text: str
    mistake: str | None


@dataclasses.dataclass(frozen=True)
class Marks:
    """What came of one hand-in.

    Attributes
    ----------
    state : str
        "marked", "in part" if some of its code could not run, or "could not run".
    why : str
        A sentence on what could not run; empty if all did.
    tasks : tuple of TaskMarks
        One for each task of the assignment.
    notebook : str
        The notebook as marked, in JSON: answers, prints, errors, points and hints.
    """

    state: str
    why: str
    tasks: tuple
    notebook: str

    @property
    def points(self):
        """The points of all tasks together."""
        return sum(task.points for task in self.tasks)


def mark(release, data, student, secret, unsafe=False, marking=""):
    """Mark a hand-in.

    Parameters
    ----------
    release : str
        The assignment as released, a notebook in JSON.
    data : bytes
        The file that the student handed in.
    student : str
        The student's name: some questions have numbers of one's own.
    secret : str
        What decides on the cases that functions are tried with; no student knows it.
    unsafe : bool
        Whether to run the student's code without walls.
    marking : str
        Which marking it is. With the secret it decides on the cases, so that what came
        to be known of them is of no use the next time.

    Returns
    -------
    Marks
        Whatever the file holds.

    Raises
    ------
    posenc_lessons.grading.sandbox.NoSandbox
        If there are no walls, and `unsafe` is false.
    """
    released = nbformat.reads(release, as_version=4)
    tasks = tasks_of(released)
    try:
        return _mark(released, tasks, data, student, (secret, marking), unsafe)
    except sandbox.NoSandbox:
        raise
    except Unreadable as error:
        why = str(error)
    except Exception as error:
        # Nobody's hand-in stops a class, whatever was overlooked.
        why = f"the marking itself failed at it: {type(error).__name__}: {error}"[:300]
    return refuse(release, why)


def _mark(released, tasks, data, student, words, unsafe):
    """Return the `Marks` of a hand-in that can be read."""
    notebook, missing = rebuild(released, read_hand_in(data))
    if len(missing) == len([cell for cell in notebook.cells if _is_answer(cell)]):
        raise Unreadable(
            "it is another notebook: none of this assignment's cells is in it"
        )
    tests = {task.cell for task in tasks}
    ran = [
        cell
        for cell in notebook.cells
        if cell.cell_type == "code" and _grade_id(cell) not in tests
    ]
    given = {
        task.cell: (
            draw(task.exercise, same_name(student))
            if _is_own(task)
            else draw(task.exercise, *filter(None, words))
        )
        for task in tasks
    }
    known = {task.cell: _known(task, given[task.cell]) for task in tasks}
    request = _request(ran, tasks, given)
    rounds = [
        [{"name": NAME, "expression": "student", "cases": None}],
        _round(tasks, given, known),
        _round(tasks, given, known, drawn=True),
    ]
    events = sandbox.run(request, [tasks for tasks in rounds if tasks], unsafe)
    if not events:
        raise Unreadable("the sandbox ended at once, and nothing ran")
    troubles = _show_cells(ran, events)
    if missing:
        troubles.append(f"{len(missing)} of its cells for answers are gone")
    ends = [event.get("error") for event in events if event.get("kind") == "end"]
    if not ends:
        troubles.append("its sandbox ended early")
    elif isinstance(ends[-1], str):
        told = WHY.fullmatch(f"it {ends[-1]}")
        troubles.append(f"its code {ends[-1] if told else 'ended the program'}")
    results = {
        task.cell: _result(task, given[task.cell], known[task.cell], events)
        for task in tasks
    }
    state = "in part" if troubles else "marked"
    if troubles and all(result.ok is None for result in results.values()):
        state = "could not run"
    remarks = troubles[:3]
    typed = _typed_name(events)
    if any(map(_is_own, tasks)) and same_name(typed or student) != same_name(student):
        remarks.append(f"its numbers are those of the name {typed[:60]!r}")
    if _is_blank(notebook, released):
        remarks.append("nothing has been filled in")
    return _finish(state, "; ".join(remarks), notebook, tasks, results)


def refuse(release, why):
    """Return the `Marks` of a hand-in that cannot be used.

    Parameters
    ----------
    release : str
        The assignment as released, a notebook in JSON.
    why : str
        What is wrong with the hand-in.
    """
    released = nbformat.reads(release, as_version=4)
    notebook, _ = rebuild(released, nbformat.v4.new_notebook())
    return _finish("could not run", why, notebook, tasks_of(released), {})


def _grade_id(cell):
    """Return nbgrader's name of a cell, or None."""
    return cell.metadata.get("nbgrader", {}).get("grade_id")


def _is_answer(cell):
    """Tell whether a cell is one that students fill in."""
    return bool(cell.metadata.get("nbgrader", {}).get("solution"))


def _is_locked(cell):
    """Tell whether a cell is as it was released."""
    return bool(cell.metadata.get("nbgrader", {}).get("locked"))


def _draws(source):
    """Tell whether code does more with Matplotlib than to import it as plt."""
    words = source.replace("import matplotlib.pyplot as plt", "")
    return "plt" in words or "matplotlib" in words


def _is_own(task):
    """Tell whether a task has numbers of the student's own."""
    return isinstance(EXERCISES[task.exercise], OwnNumber)


def _is_blank(notebook, released):
    """Tell whether all cells for answers are as they were released."""
    before = {_grade_id(cell): cell.source for cell in released.cells}
    return all(
        cell.source == before[_grade_id(cell)]
        for cell in notebook.cells
        if _is_answer(cell)
    )


def _request(cells, tasks, given):
    """Return what the worker is to do."""
    # Figures of the release are not drawn: loading what draws takes most of the time.
    sources = [
        "" if _is_locked(cell) and _draws(cell.source) else cell.source
        for cell in cells
    ]
    return {
        "cells": sources,
        "numbers": {task.exercise: given[task.cell] for task in tasks if _is_own(task)},
        "draws": any(map(_draws, sources)),
    }


def _known(task, cases):
    """Return the numbers of the cases that the notebook's own check shows to all."""
    if not isinstance(EXERCISES[task.exercise], Comparison):
        return {0}
    packed = [[*map(pack, case)] for case in cases]
    shown = [[*map(pack, case)] for case in draw(task.exercise, "")]
    return {number for number, case in enumerate(packed) if case in shown}


def _round(tasks, given, known, drawn=False):
    """Return what the sandbox is to try: what everybody knows, or what is drawn."""
    jobs = []
    for task in tasks:
        comparison = isinstance(EXERCISES[task.exercise], Comparison)
        cases = None
        if comparison:
            cases = [
                [number, [pack(part) for part in case]]
                for number, case in enumerate(given[task.cell])
                if (number not in known[task.cell]) == drawn
            ]
        if cases or (not comparison and not drawn):
            job = {"name": task.cell, "expression": task.expression, "cases": cases}
            jobs.append(job)
    return jobs


def _typed_name(events):
    """Return the name that the student wrote into the notebook, or an empty text."""
    for event in events:
        if event.get("task") == NAME and event.get("kind") == "value":
            value = _value(event, None, None, True)
            if isinstance(value, np.ndarray) and value.dtype.kind == "U":
                return str(value) if value.shape == () else ""
    return ""


def _show_cells(cells, events):
    """Put what the cells printed and raised into them; return what went wrong."""
    troubles = {}
    for event in events:
        number = event.get("cell")
        if event.get("kind") != "cell" or not isinstance(number, int):
            continue
        if not 0 <= number < len(cells):
            continue
        outputs = []
        printed, error = event.get("printed"), event.get("error")
        if isinstance(printed, str) and printed:
            outputs.append(new_output("stream", name="stdout", text=printed[:5000]))
        troubles.pop(number, None)
        if isinstance(error, str):
            name = error.partition(":")[0][:80]
            outputs.append(
                new_output("error", ename=name, evalue=error[:400], traceback=[error])
            )
            place = _grade_id(cells[number])
            place = f"cell {place!r}" if place else f"code cell {number + 1}"
            troubles[number] = f"{place} {_verb(error)}"
        cells[number].outputs = outputs
        cells[number].execution_count = number + 1
    return list(troubles.values())


def _verb(error):
    """Return an error as the end of a sentence."""
    name, colon, _ = error.partition(":")
    return f"raised {name}" if colon else error[:100]


def _result(task, given, known, events):
    """Return the `Result` of a task, from what came back for it."""
    table = EXERCISES[task.exercise]
    cases = given if isinstance(table, Comparison) else [None]
    values = [Failure("The answer did not run.")] * len(cases)
    ended = None
    for event in events:
        if event.get("task") != task.cell:
            continue
        if event.get("kind") == "ended" and isinstance(event.get("error"), str):
            told = WHY.fullmatch(event["error"])
            ended = event["error"] if told else "it ended the program"
        number = event.get("case")
        if event.get("kind") != "value" or not isinstance(number, int):
            continue
        if 0 <= number < len(cases):
            value = _value(event, table, cases[number], number in known)
            values[number] = value
    if ended:
        values = [
            Failure(f"It did not run to its end: {ended}.")
            if isinstance(value, Failure)
            else value
            for value in values
        ]
    return judge(task.exercise, values, given)


def _value(event, table, case, known):
    """Return the value of an event, None if there is none, or a `Failure`.

    Of a case that is not known to all, the code's own words would tell.
    """
    if event.get("none") is True and event.get("blank") is False:
        # What it printed may be the cases, which no student should see.
        return Failure(nothing_returned(table.describe(*case)), "no return")
    if event.get("none") is True:
        return None
    if "npy" in event:
        try:
            value = unpack(event["npy"])
        except Refused as error:
            return Failure(f"What it returned cannot be used: {error}.")
        if known or value.dtype.kind in table.kinds:
            return value
        kind = KINDS.get(value.dtype.kind, "something else")
        return Failure(f"{table.describe(*case)} it returned {kind}.")
    error = str(event.get("error"))[:300]
    if not known:
        name = error.partition(":")[0]
        error = name if name in ERRORS else "an error of its own"
    if error.startswith("NameError"):
        # A name that the notebook itself asks for: the cell that makes it failed.
        return Failure(f"It could not be found or run: {error}.")
    if isinstance(table, Comparison):
        return Failure(f"{table.describe(*case)} it raised {error}.")
    return Failure(f"It raised {error}.")


def _finish(state, why, notebook, tasks, results):
    """Write points and hints into the cells of tests, and return the `Marks`."""
    marks = []
    for task in tasks:
        result = results.get(task.cell)
        share = result.credit if result else 0.0
        points = round(share * task.points * 4) / 4
        if result and not result.ok:
            points = min(points, task.points / 2)
        text = str(result) if result else f"{task.exercise}: {why}"
        marks.append(
            TaskMarks(
                task.cell,
                task.exercise,
                points,
                task.points,
                result.ok if result else None,
                text,
                result.mistake if result else None,
            )
        )
    by_cell = {mark.cell: mark for mark in marks}
    for cell in notebook.cells:
        found = by_cell.get(_grade_id(cell))
        if found:
            sentence = textwrap.fill(found.text, 84, break_long_words=True)
            sentence += f"\n{found.points:g} of {found.possible:g} points\n"
            # nbgrader takes the points from the cell's result.
            cell.outputs = [
                new_output("stream", name="stdout", text=sentence),
                new_output(
                    "execute_result",
                    {"text/plain": f"{found.points:g}"},
                    execution_count=1,
                ),
            ]
    return Marks(state, why, tuple(marks), nbformat.writes(notebook))
