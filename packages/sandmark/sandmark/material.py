"""What a course provides: its exercises, its assignments and its stand-ins.

A course is a module that can be imported, with these names. Only the first is needed:

``EXERCISES``
    The exercises by name, a `hintcheck.Exercises`.
``ASSIGNMENTS``
    The folder with the assignments' sources: ``NAME/NAME.ipynb``, in nbgrader's format.
``STAND_INS``
    What students' notebooks import from the course, as a dict: for each module, the
    names of functions that do nothing while marking. One named ``own_numbers`` returns
    the student's numbers. By default, these are ``check`` and ``own_numbers`` of the
    course's module itself.
``PACKAGES``
    What students' code may import besides NumPy and Matplotlib: a dict of the packages'
    names, each with the reason.
``HIDDEN``
    Words in the names of files that may hold solutions: the sandbox refuses to show
    them. By default, these are the names of the packages in ``STAND_INS`` and the
    course's own name.
"""

import dataclasses
import functools
import importlib
import pathlib
import sys

import nbformat
from hintcheck import Exercises, FunctionTable, Number

from sandmark.assignments import tasks_of
from sandmark.files import CourseError
from sandmark.values import is_kept, is_plain


@dataclasses.dataclass(frozen=True, eq=False)
class Material:
    """A course's module, as `load` read it: see above for what each name means."""

    name: str
    exercises: Exercises
    assignments: pathlib.Path | None
    stand_ins: dict
    packages: dict
    hidden: tuple
    solutions: tuple  # the names of the packages that students' code must not import


@functools.cache
def load(name):
    """Return the `Material` of a module, which may be in the current folder.

    `CourseError` is raised if there is no such module, or it has no exercises.
    """
    if "" not in sys.path:
        sys.path.append("")
    try:
        module = importlib.import_module(name)
    except (ImportError, ValueError) as error:
        raise CourseError(
            f"the exercises {name!r} cannot be imported ({error}): name an installed "
            "module, or one in the current folder"
        ) from None
    exercises = getattr(module, "EXERCISES", None)
    if not isinstance(exercises, Exercises):
        raise CourseError(
            f"EXERCISES in module {name!r} must be a hintcheck.Exercises; got "
            f"{type(exercises).__name__}"
        )
    assignments = getattr(module, "ASSIGNMENTS", None)
    stand_ins = getattr(module, "STAND_INS", {name: ("check", "own_numbers")})
    solutions = tuple(sorted({top.partition(".")[0] for top in (name, *stand_ins)}))
    return Material(
        name,
        exercises,
        assignments and pathlib.Path(assignments),
        {module: tuple(names) for module, names in stand_ins.items()},
        dict(getattr(module, "PACKAGES", {})),
        tuple(getattr(module, "HIDDEN", solutions)),
        solutions,
    )


def require(exercises, release):
    """Raise `CourseError` if no answer to a task could be marked.

    `release` is the notebook in JSON, as it is released or with its solutions.
    """
    for task in tasks_of(nbformat.reads(release, as_version=4)):
        table, why = exercises.get(task.exercise), ""
        if task.exercise is None:
            why = (
                "write only check(EXERCISE, ANSWER) in it, and move the rest out of it"
            )
        elif table is None:
            why = f"there is no exercise {task.exercise!r}. Correct its name"
        elif not isinstance(table, FunctionTable | Number):
            why = f"{task.exercise!r} asks for neither a function nor a number"
        elif not _arrives(exercises.draw(task.exercise, "")):
            why = (
                f"{task.exercise!r} draws what the sandbox cannot take. Use Python's "
                "own numbers, strings and lists of them, or arrays as arguments"
            )
        if why:
            raise CourseError(f"test cell {task.cell!r} cannot be marked: {why}")


def _arrives(given):
    """Whether cases or a student's numbers arrive in the sandbox as they are."""
    if isinstance(given, dict):
        return all(map(is_plain, given.values()))
    return all(is_kept(argument) for case in given for argument in case)
