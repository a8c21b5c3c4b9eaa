"""The cases that functions are tested with, and what their results mean.

Some cases are in the notebook's own check and determine the share of the points. Others
are drawn and confirm that an answer is right. Students learn nothing about drawn cases
except a hint; what their code prints or raises for these cases is ignored.
"""

import builtins
import dataclasses

import numpy as np
from hintcheck import Failure, FunctionTable, OwnNumber, Result, nothing_returned

from sandmark import sandbox
from sandmark.values import Refused, pack, plain, unpack

AXIS = 1000  # the longest axis of a wrong value for a drawn case
NOT_JUDGED = "nothing, since it could not be judged"  # the source of such a hint
# What students may learn about a call with drawn cases: the types of values and errors.
KINDS = {"U": "text", "c": "complex numbers", "f": "floats", "b": "booleans"}
ERRORS = {
    name
    for name, kind in vars(builtins).items()
    if isinstance(kind, type) and issubclass(kind, BaseException)
} | {"AxisError", "LinAlgError", "UFuncTypeError"}


@dataclasses.dataclass(frozen=True)
class Given:
    """The cases or the numbers that a task is tested with."""

    drawn: list | dict  # the cases, or a student's own numbers
    known: int = 1  # how many of the cases are in the notebook's own check

    @classmethod
    def draw(cls, exercises, task, student, secret, marking=""):
        """Return what a task is tested with, given the course's secret and the run."""
        if has_own_numbers(exercises, task):
            return cls(exercises.draw(task.exercise, student))
        if not isinstance(exercises[task.exercise], FunctionTable):
            return cls(exercises.draw(task.exercise, secret))
        cases = [*exercises.draw(task.exercise, "")]
        known = len(cases)
        for words in [(secret, marking), (secret, marking, "more")]:
            there = [*map(packed, cases)]
            drawn = exercises.draw(task.exercise, *words)
            cases += [case for case in drawn if packed(case) not in there]
        return cls(cases, known)


def told(error):
    """Return what may be shown of an error whose text a student may have chosen."""
    name = error.partition(":")[0]
    return name if name in ERRORS else "an error of its own"


def has_own_numbers(exercises, task):
    """Return whether a task uses different numbers for each student."""
    return isinstance(exercises[task.exercise], OwnNumber)


def jobs(exercises, tasks, given):
    """Return the jobs for the sandbox, which are run one after the other.

    The known cases come before the drawn cases, so the code has not seen a drawn case
    when it returns text that may be shown. No job has more cases than there are known
    cases, because the notebook's check has the same time for those. `given` maps the
    name of each task's cell to its `Given`.
    """
    shown, drawn = [], []
    for task in tasks:
        job = {"name": task.cell, "expression": task.expression}
        if not isinstance(exercises[task.exercise], FunctionTable):
            shown.append(job | {"cases": None})
            continue
        tried = given[task.cell]
        cases = [[*pair] for pair in enumerate(map(packed, tried.drawn))]
        for first in range(0, len(cases), tried.known):
            part = job | {"cases": cases[first : first + tried.known]}
            (drawn if first else shown).append(part)
    return shown + drawn


def packed(case):
    """Return a case in the form in which it is sent into the sandbox."""
    return [pack(part) for part in case]


def result(exercises, task, given, events):
    """Return the `Result` of a task from the events that came back for it."""
    try:
        return judged(exercises, task, given, events)
    except Exception as error:  # affects only this task, and is reported
        why = f"not yet. This answer could not be judged: {type(error).__name__}."
        return Result(task.exercise, False, why, source=NOT_JUDGED)


def judged(exercises, task, given, events):
    """Return the same as `result`, but raise errors from the exercise's functions."""
    # All cases decide whether the answer is right. Credit for a wrong answer comes only
    # from the known cases, so that the credit is the same in all courses.
    table, known = exercises[task.exercise], given.known
    comparison = isinstance(table, FunctionTable)
    cases = given.drawn if comparison else [None]
    values = _values(table, task, cases, known, events)
    found = exercises.judge(task.exercise, values, given.drawn)
    if found.ok or not comparison or len(cases) == known:
        return found
    drawn = [_tellable(table, *pair) for pair in zip(values, cases)][known:]
    if any(told is not value for told, value in zip(drawn, values[known:])):
        found = exercises.judge(task.exercise, [*values[:known], *drawn], cases)
    credit = table.credit(values[:known], cases[:known])
    return dataclasses.replace(found, credit=credit, values=values[:known])


def _tellable(table, value, case):
    """Return the value for a drawn case, or a `Failure`."""
    # A wrong shape could reveal numbers in the case.
    shape = None if isinstance(value, Failure) else np.shape(value)
    if shape is None or (0 not in shape and max(shape, default=0) <= AXIS):
        return value
    if shape in [model.outcome(case).shape for model in table.accepted()]:
        return value
    return Failure(f"{table.describe(*case)}, it returned an array of another shape.")


def _values(table, task, cases, known, events):
    """Return what came back for each case of a task: a value, None or a `Failure`."""
    values = [Failure("The answer did not run.")] * len(cases)
    ended = None
    for event in events:
        if event.get("task") != task.cell:
            continue
        if event.get("kind") == "ended" and "ended" in event:
            ended = sandbox.ending(event)
        number = event.get("case", -1)
        if event.get("kind") == "value" and 0 <= number < len(cases):
            values[number] = _value(event, table, cases[number], number < known)
    if not ended:
        return values
    end = ": is a loop endless?" if ended.startswith("ran") else "."
    failure = Failure(f"It did not run to the end: it {ended}{end}")
    return [failure if isinstance(value, Failure) else value for value in values]


def _value(event, table, case, known):
    """Return the value of an event, None if there is none, or a `Failure`."""
    # No text from code is shown for a case that students do not know.
    described = table.describe(*case) if isinstance(table, FunctionTable) else ""
    it = f"{described}, your function" if described else "It"
    if event.get("none") is True and event.get("blank") is False and described:
        # What it printed may be the cases, which no student should see.
        return Failure(nothing_returned(described), "no return")
    if event.get("none") is True:
        return None
    if "npy" in event:
        try:
            value = unpack(event["npy"])
        except Refused as error:
            return Failure(f"What it returned cannot be used: {error}.")
        if known or not value.size or value.dtype.kind in table.kinds:
            return value
        kind = KINDS.get(value.dtype.kind, "something else")
        return Failure(f"{it} returned {kind}.")
    error = plain(str(event.get("error"))[:300])
    if not known or error.partition(":")[0] not in ERRORS:
        error = told(error)
    if error.startswith("NameError"):
        # The notebook asks for this name, so the cell that defines it failed.
        return Failure(f"It could not be found or run: {error}.")
    return Failure(f"{it} raised {error}.")
