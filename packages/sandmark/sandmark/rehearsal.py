"""Rehearse a release: find out whether it can be marked."""

import json
import math

import nbformat
import numpy as np
from hintcheck import FunctionTable, Number
from hintcheck.answers import TooLong, undisturbed
from nbgrader.nbgraderformat import MetadataValidator
from nbgrader.preprocessors import ClearHiddenTests, ClearSolutions
from nbgrader.utils import is_solution

from sandmark.assignments import name_of, tasks_of
from sandmark.book import STUBS
from sandmark.files import CourseError, Exposed, NoSandbox, brief
from sandmark.marking import mark
from sandmark.material import line_of, require
from sandmark.trials import Given, judged, packed
from sandmark.worker import encoded

DRAWS = 20  # how often cases are drawn, each time from another secret
SECONDS = 60  # the limit for all functions of an exercise together
NOBODY = "Ada Lovelace"  # the student for whom the solutions are marked


def rehearse(material, source, tell):
    """Raise `CourseError` if a file's bytes are an assignment that cannot be marked."""
    notebook, blank = _read(source)
    tasks = tasks_of(blank)
    require(material.exercises, [*tasks_of(notebook), *tasks])  # hidden tests or not
    if not any(map(is_solution, notebook.cells)):
        raise CourseError(
            "no cell is marked as an answer: choose 'Autograded answer' for one in "
            "nbgrader's menu"
        )
    for task in tasks:
        _try_exercise(material, task, tell)
    try:
        _try_marking(material, nbformat.writes(blank), source, tell)
    except Exposed:
        raise
    except NoSandbox as error:
        tell(f"the solutions were not run, because marking fails here: {error}")


def _read(source):
    """Return a source and the students' version of it, or raise `CourseError`."""
    name = ""
    try:
        notebook, blank = (nbformat.reads(source.decode(), 4) for _ in range(2))
        for cell in blank.cells:
            name = f"cell {name_of(cell)!r}: "
            MetadataValidator().validate_cell(cell)
            points = cell.metadata.get("nbgrader", {}).get("points") or 0
            if not math.isfinite(points):
                raise ValueError(f"{points} is not a number")
            ClearSolutions(**STUBS).preprocess_cell(cell, {"language": "python"}, 0)
        name = ""
        MetadataValidator().validate_nb(notebook)
        ClearHiddenTests().preprocess(blank, {})
    except Exception as error:  # nbgrader raises many kinds of errors
        why = getattr(error, "message", str(error))[:300]
        raise CourseError(f"nbgrader cannot release it: {name}{why}") from None
    return notebook, blank


def _try_exercise(material, task, tell):
    """Raise `CourseError` if an exercise cannot judge the answers to a task."""
    exercises, name = material.exercises, task.exercise
    try:
        with undisturbed(SECONDS):
            why = _complaint(exercises, task)
    except TooLong:
        why = f"runs for more than {SECONDS} seconds: is one of its functions endless?"
    except (Exception, SystemExit) as error:
        why = f"raises {brief(error)}{line_of(error, material.name)}"
    if why:
        raise CourseError(f"test cell {task.cell!r} cannot be marked: {name!r} {why}")
    given = Given.draw(exercises, task, NOBODY, "rehearsal")
    if isinstance(exercises[name], FunctionTable) and len(given.drawn) == given.known:
        tell(
            f"{name!r} draws the same cases each time, so an answer that only knows "
            "their results gets all the points"
        )


def _try_marking(material, release, source, tell):
    """Raise `CourseError` unless solutions get full points and empty answers none."""
    marks = mark(material, release, source, NOBODY, "rehearsal")
    cells = f"{marks.why}; " if marks.state != "marked" else ""
    for task in marks.tasks:
        if not task.ok:
            raise CourseError(
                f"test cell {task.cell!r} cannot be marked: the source's own solution "
                f"is not right ({cells}{task.text.rstrip('.')}). Correct it or the "
                "exercise. What it needs must be in the notebook or in PACKAGES"
            )
    if cells:
        tell(f"the solutions are right, but {marks.why}")
    empty = mark(material, release, release.encode(), NOBODY, "rehearsal")
    if empty.state != "marked":
        tell(
            f"in the students' version, {empty.why}: it should run without changes. A "
            "docstring above the solution's markers completes a function"
        )
    for task in empty.tasks:
        if task.ok or task.points:
            gets = f"gets {task.points:g} of {task.possible:g} points"
            raise CourseError(
                f"test cell {task.cell!r} cannot be marked: an empty answer to "
                f"{task.exercise!r} {gets if task.points else 'is right'}. Is its name "
                "already defined? If not, put the function's beginning between the "
                "solution's markers, too. If the function is given with a bug, set "
                "`given` in the exercise"
            )


def _complaint(exercises, task):
    """Return why no answer to a task could be marked, or an empty string."""
    asks = isinstance(exercises[task.exercise], Number)
    if not asks and not exercises.draw(task.exercise, ""):
        return "draws no cases. Let it draw a list of tuples"
    for number in range(DRAWS):
        given = Given.draw(exercises, task, f"{NOBODY} {number}", f"{number}")
        if why := _complaint_about(exercises, task, given, number):
            return why
    return ""


def _complaint_about(exercises, task, given, number):
    """Return why no answer to drawn cases could be marked, or an empty string."""
    table, drawn = exercises[task.exercise], given.drawn
    asks = isinstance(table, Number)
    sent = drawn if asks else [*map(packed, drawn)]
    before = repr(sent)
    cases = [] if asks else drawn
    # JSON must bring the cases into the sandbox unchanged, and a dict as an argument
    # would be taken for a packed array.
    dicts = [part for case in cases for part in case if isinstance(part, dict)]
    if dicts or repr(json.loads(json.dumps(sent, default=str))) != before:
        return (
            "draws what the sandbox cannot take. As arguments, use Python's own "
            "numbers, strings, lists of these, or arrays"
        )
    values = [table.reference(*case) for case in cases]
    values += [table.reference(**drawn)] if asks else []
    if any(np.asarray(value).dtype.kind in "US" for value in values):
        return "has a reference that returns text. Let it return numbers or booleans"
    place = number % len(values)  # each draw tries the known mistakes in one case
    for slip in () if asks else (*table.mistakes, *table.alternatives):
        slip.outcome(cases[place])
    if cases and repr([*map(packed, cases)]) != before:
        return "changes its arguments. Let its functions work on copies of them"
    found = judged(exercises, task, given, _events(task, values))
    if not found.ok:
        return f"does not accept what its own reference returns: {found.text}"
    if not (number or asks) and (why := _tolerance(exercises, task, given, values)):
        return why
    if number % 5 == 0:  # looking for a hint takes long, but it must not fail either
        values[place] = np.asarray(values[place], float) * 0 - 1
        judged(exercises, task, given, _events(task, values))
    return ""


def _tolerance(exercises, task, given, values):
    """Return what is wrong with an exercise's tolerance, or an empty string."""
    arrays = [*map(np.asarray, values)]
    zeros = _events(task, [array * 0 for array in arrays])
    if any(map(np.any, arrays)) and judged(exercises, task, given, zeros).ok:
        return "accepts 0 for all its results. Set a smaller tolerance"
    near = [a * (1 + 1e-12) if a.dtype.kind == "f" else a for a in arrays]
    if judged(exercises, task, given, _events(task, near)).ok:
        return ""
    return "does not accept a relative rounding error of 1e-12. Set a larger tolerance"


def _events(task, values):
    """Return the events with which a sandbox reports a task's values."""
    return [
        {"kind": "value", "task": task.cell, "case": case, "npy": encoded(value)}
        for case, value in enumerate(values)
    ]
