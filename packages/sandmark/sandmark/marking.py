"""Mark one hand-in, and return points and hints.

The student's code runs in the sandbox. What it returns is judged here, with the tables
that the notebooks' own checks use and with cases that no student has seen.
"""

import dataclasses
import re
import sys
import textwrap

import nbformat
from hintcheck import Result, attempt, same_name
from nbformat.v4 import new_output
from nbgrader.utils import is_grade, is_locked, is_solution

from sandmark import sandbox, seen
from sandmark.assignments import Unreadable, name_of, read_hand_in, rebuild, tasks_of
from sandmark.files import NoSandbox
from sandmark.names import typed_name
from sandmark.trials import NOT_JUDGED, Given, has_own_numbers, jobs, result, told

# The module in a statement at the beginning of a line.
IMPORTED = re.compile(r"^[ \t]*(?:import|from) +(\w{1,40})\b", re.M)


@dataclasses.dataclass(frozen=True)
class TaskMarks:
    """A student's marks for a task."""

    cell: str  # nbgrader's name for the test cell
    exercise: str  # the exercise that it checks
    points: float  # for this answer
    possible: float  # for a right answer
    ok: bool | None  # whether the answer is right; None if there is no answer
    text: str  # the sentence for the student
    mistake: str | None  # the known mistake that the answer shows
    # A wrong answer without a known mistake, in the form that `hintcheck.keep` writes.
    attempt: dict = dataclasses.field(default_factory=dict)


@dataclasses.dataclass(frozen=True)
class Marks:
    """The result of marking a hand-in."""

    # "marked", "in part" if some of its code could not run, or "could not run".
    state: str
    why: str  # what could not run; empty if everything ran
    tasks: tuple  # one for each task of the assignment
    # The marked notebook in JSON, with printed text, errors, points and hints.
    notebook: str


def mark(material, release, data, student, secret, wall="bubblewrap", marking=""):
    """Return the `Marks` of a hand-in, whatever its file holds.

    `release` is the released notebook in JSON, and `data` holds the hand-in's bytes.
    The student's own numbers are drawn from the name `student`, and cases are drawn
    from the course's `secret` and from `marking`, which changes with each run. `wall`
    is as for `sandbox.run`.
    """
    released = nbformat.reads(release, as_version=4)
    tasks = tasks_of(released)
    try:
        return _mark(material, released, tasks, data, student, (secret, marking), wall)
    except NoSandbox:
        raise
    except Unreadable as error:
        why = str(error)
    except Exception as error:
        # No hand-in may stop the marking of a class, whatever was overlooked.
        why = f"the marking itself failed: {type(error).__name__}: {error}"[:300]
    return refuse(release, why)


def _mark(material, released, tasks, data, student, words, wall):
    notebook, missing, repeated = rebuild(released, read_hand_in(data))
    exercises, name = material.exercises, same_name(student)
    given = {task.cell: Given.draw(exercises, task, name, *words) for task in tasks}
    with_numbers = [task for task in tasks if has_own_numbers(exercises, task)]
    numbers = {task.exercise: given[task.cell].drawn for task in with_numbers}
    ran = [cell for cell in notebook.cells if cell.cell_type == "code"]
    # The empty cell of a missing answer must not replace the names of other cells.
    instead = dict.fromkeys(given) | dict.fromkeys(missing, "")
    request = _request(ran, instead, numbers)
    asked, names = jobs(exercises, tasks, given), [*map(name_of, ran)]
    asked = [job | {"place": names.index(job["name"])} for job in asked]
    events = sandbox.run(material, request, asked, wall)
    if not events:
        raise Unreadable("the sandbox ended at once, and nothing ran")
    troubles = _troubles(material, ran, events, missing)
    results = {
        task.cell: result(exercises, task, given[task.cell], events) for task in tasks
    }
    state = "in part" if troubles else "marked"
    if troubles and all(result.ok is None for result in results.values()):
        state = "could not run"
    again = {event.get("task") for event in events if event.get("again")}
    more = len(troubles) - 3
    remarks = troubles[:3] + [f"and {more} more"] * (more > 0) + repeated
    remarks += [
        f"{task.expression} or a name in it changes below its check, which is ignored"
        for task in tasks
        if task.cell in again and not results[task.cell].ok
    ]
    lost = [cell for cell, found in results.items() if found.source == NOT_JUDGED]
    remarks += [f"test cell {cell!r} could not be judged" for cell in lost]
    typed = typed_name(data)
    if with_numbers and same_name(typed or student) != name:
        remarks.append(f"its numbers belong to the name {typed[:60]!r}")
    unchanged = {cell.source for cell in released.cells}
    if {cell.source for cell in notebook.cells if is_solution(cell)} <= unchanged:
        remarks.append("nothing has been filled in")
    return _finish(state, "; ".join(remarks), notebook, tasks, results)


def _troubles(material, ran, events, missing):
    """Show in the cells what happened to them, and return what went wrong."""
    ends = [event for event in events if event.get("kind") == "end"]
    troubles = [f"its code {sandbox.ending(end)}" for end in ends if "ended" in end]
    if not ends:
        troubles.append("its sandbox ended too early")
    if missing:
        troubles.append(f"missing answer cells: {len(missing)}")
    offered = {*seen.PACKAGES, *material.packages, *material.solutions}
    offered |= sys.stdlib_module_names
    return troubles + _show_cells(ran, events, offered)


def refuse(release, why):
    """Return the `Marks` of a hand-in that cannot be used, for the reason `why`."""
    notebook = nbformat.reads(release, as_version=4)
    return _finish("could not run", why, notebook, tasks_of(notebook), {})


def _request(cells, instead, numbers):
    """Return a request as in `sandbox.run`; `instead` replaces named cells' sources."""
    sources = [instead.get(name_of(cell), cell.source) for cell in cells]
    imported = "import matplotlib.pyplot as plt"
    used = [cell.source.replace(imported, "") for cell in cells]
    drawing = [n for n, it in enumerate(used) if re.search("plt|matplotlib|pylab", it)]
    # Figures of the release are not drawn: loading Matplotlib takes most of the time.
    figures = [number for number in drawing if is_locked(cells[number])]
    draws = drawing != figures
    return {"cells": sources, "numbers": numbers, "draws": draws, "figures": figures}


def _show_cells(cells, events, offered):
    """Add printed text and errors to the cells, and return what went wrong."""
    troubles = {}
    for event in events:
        number = event.get("cell", -1)
        if event.get("kind") != "cell" or not 0 <= number < len(cells):
            continue
        outputs = []
        cell = cells[number]
        printed, error = event.get("printed"), event.get("error")
        if is_grade(cell) and not is_solution(cell):  # a test cell, which does not run
            printed = error = None
        if "ended" in event:
            error = sandbox.ending(event)
        if printed:
            outputs.append(new_output("stream", name="stdout", text=printed[:5000]))
        troubles.pop(number, None)
        if error is not None:
            error = error[:400]
            name = error.partition(":")[0][:80]
            shown = {"ename": name, "evalue": error, "traceback": [error]}
            outputs.append(new_output("error", **shown))
            place = name_of(cell)
            place = f"cell {place!r}" if place else f"code cell {number + 1}"
            what = error if "ended" in event else f"raised {told(error)}"
            if what == "raised ModuleNotFoundError":  # which a student may raise
                absent = {*re.findall(IMPORTED, cell.source)} - offered
                absent = [name for name in sorted(absent) if repr(name) in error]
                what += f" (No module named {absent[0]!r})" if absent else ""
            troubles[number] = f"{place} {what}"
        cell.outputs, cell.execution_count = outputs, number + 1
    return list(troubles.values())


def _attempt(notebook, task, result):
    """Return a wrong answer without a known mistake, with its source, or {}."""
    if result.ok is not False or result.mistake:
        return {}
    code = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    definition = rf"^def {re.escape(task.expression)}\b.*(\n([ \t].*)?)*"
    written = [*re.finditer(definition, "\n".join(code), re.M)]
    return attempt(result, written[-1][0].strip() if written else None)


def _finish(state, why, notebook, tasks, results):
    """Write points and hints into the test cells, and return the `Marks`."""
    marks, cells = [], {name_of(cell): cell for cell in notebook.cells}
    for task in tasks:
        result = results.get(task.cell, Result(task.exercise, None, why))
        points = min(round(result.credit * task.points * 4) / 4, task.points / 2)
        points = task.points if result.ok else points
        known = task.cell, task.exercise, points, task.points
        said = result.ok, str(result), result.mistake
        marks.append(TaskMarks(*known, *said, _attempt(notebook, task, result)))
        sentence = textwrap.fill(str(result), 84, break_long_words=True)
        sentence += f"\n{points:g} of {task.points:g} points\n"
        # nbgrader takes the points from the cell's result.
        given = {"text/plain": str(points)}
        cells[task.cell].outputs = [
            new_output("stream", name="stdout", text=sentence),
            new_output("execute_result", given, execution_count=1),
        ]
    return Marks(state, why, tuple(marks), nbformat.writes(notebook))
