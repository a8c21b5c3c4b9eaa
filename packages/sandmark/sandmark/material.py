"""What a course provides: its exercises, its assignments and its stand-ins.

A course is a module with these names, of which only the first is required:

``EXERCISES``
    The exercises, a `hintcheck.Exercises`.
``ASSIGNMENTS``
    The folder with the assignments' sources: ``NAME/NAME.ipynb``, in nbgrader's format.
``STAND_INS``
    A dict of what students' notebooks import from the course: for each module, the
    names of functions that do nothing during marking, except that ``own_numbers``
    returns the student's numbers. By default, these are ``check`` and ``own_numbers``
    in the course's own module.
``PACKAGES``
    A dict of the packages that students' code may import besides NumPy and Matplotlib,
    with the reason for each.
``HIDDEN``
    Whole words in the names of files that may hold solutions, which the sandbox must
    not show. By default, these words are the names of the packages in ``STAND_INS`` and
    the course's own name.
"""

import dataclasses
import functools
import importlib
import os
import pathlib
import sys
import traceback

from hintcheck import Exercises, FunctionTable, Number

from sandmark.files import CourseError, brief, key
from sandmark.seen import place

# The kinds of files that an exercise may consist of or read.
KINDS = set(".py .md .txt .csv .json .toml .yaml .npy .npz".split())


@dataclasses.dataclass(frozen=True, eq=False)
class Material:
    """A course's module, as `load` read it; the docstring above explains the names."""

    name: str
    exercises: Exercises
    assignments: pathlib.Path | None
    stand_ins: dict
    packages: dict
    hidden: tuple
    solutions: tuple  # the names of the packages that students' code must not import

    @functools.cached_property
    def digest(self):
        """What identifies the code, the sentences and the data of the exercises."""
        files = []
        for one in filter(None, map(place, self.solutions)):
            # A single file may use files beside it. Folders there may hold anything,
            # such as the course's own data, and a table may be a class list.
            beside = [it for it in one.parent.glob("*") if it.suffix != ".csv"]
            files += sorted(one.rglob("*") if one.is_dir() else beside)
        kept = [file for file in files if file.suffix in KINDS and file.is_file()]
        return key(b"".join(file.read_bytes() for file in kept))


@functools.cache
def load(name):
    """Return the `Material` of a module, which may be in the current folder."""
    if "" not in sys.path:
        sys.path.append("")
    try:
        module = importlib.import_module(name)
    except Exception as error:
        raise CourseError(
            f"the exercises {name!r} cannot be imported ({brief(error)}"
            f"{line_of(error, name)}): correct them, or name a module that is "
            "installed or in the current folder"
        ) from None
    exercises = _setting(module, "EXERCISES", Exercises, None)
    assignments = getattr(module, "ASSIGNMENTS", None)
    own = {name: ("check", "own_numbers")}
    stand_ins = _setting(module, "STAND_INS", dict, own)
    solutions = tuple(sorted({top.partition(".")[0] for top in (name, *stand_ins)}))
    return Material(
        name,
        exercises,
        assignments and pathlib.Path(assignments),
        {module: _words(names) for module, names in stand_ins.items()},
        _setting(module, "PACKAGES", dict, {}),
        _words(getattr(module, "HIDDEN", solutions)),
        solutions,
    )


def _setting(module, name, kind, default):
    value = getattr(module, name, default)
    if isinstance(value, kind):
        return value
    kinds = f"of the type {kind.__name__}; got {type(value).__name__}"
    raise CourseError(f"{name} in module {module.__name__!r} must be {kinds}")


def _words(words):
    return (words,) if isinstance(words, str) else tuple(words)


def line_of(error, name):
    """Say, in words, which line of a course's module raised an error, or return ""."""
    top = str(place(name.partition(".")[0]))
    lines = [
        f", in line {call.lineno} of {os.path.basename(call.filename)}"
        for call in traceback.extract_tb(error.__traceback__)
        if os.path.realpath(call.filename).startswith(top)
    ]
    return "".join(lines[-1:])


def require(exercises, tasks):
    """Raise `CourseError` if there is no exercise of the right kind for a task."""
    for task in tasks:
        table, why = exercises.get(task.exercise), ""
        if task.exercise is None:
            why = (
                "write only check(EXERCISE, ANSWER) in it, not as a hidden test, and "
                "move everything else out of it"
            )
        elif table is None:
            why = f"there is no exercise {task.exercise!r}. Correct its name"
        elif not isinstance(table, FunctionTable | Number):
            why = f"{task.exercise!r} asks for neither a function nor a number"
        if why:
            raise CourseError(f"test cell {task.cell!r} cannot be marked: {why}")
