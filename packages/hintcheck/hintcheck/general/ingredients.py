"""What goes wrong in a function that many exercises call, found by exchanging it.

A course registers such functions as ingredients, with their slips. Each slip is tried
in every exercise whose right function calls the ingredient, by running that function
with the slip instead of the ingredient.
"""

import contextlib
import functools
import inspect
import sys
import threading
from collections.abc import Callable, Iterator

import numpy as np

from hintcheck.course import Course, Ingredient
from hintcheck.explanations import Mistake
from hintcheck.memory import remembered


def spoilt(course: Course, reference: Callable, case: tuple) -> tuple[Mistake, ...]:
    """Return what slips in the ingredients of an exercise make of it.

    Parameters
    ----------
    course : Course
        Its ingredients are tried.
    reference : callable
        The right function of the exercise.
    case : tuple
        Arguments, to see which ingredients are called.

    Returns
    -------
    tuple of Mistake
        None for ingredients that the reference does not call.
    """
    return _spoilt((course, reference, False), case)


def with_others(
    course: Course, reference: Callable, case: tuple
) -> tuple[Mistake, ...]:
    """Return the same for the ingredients whose slips are tried with others."""
    return _spoilt((course, reference, True), case)


@remembered
def _spoilt(asked: tuple, case: tuple) -> tuple[Mistake, ...]:
    course, reference, only_with_others = asked
    mistakes = []
    for ingredient in course.ingredients:
        if only_with_others and not ingredient.with_others:
            continue
        if not _calls(course, reference, ingredient.function, case):
            continue
        mistakes += _of_slips(course, reference, ingredient, case)
    return tuple(mistakes)


def _of_slips(
    course: Course, reference: Callable, ingredient: Ingredient, case: tuple
) -> Iterator[Mistake]:
    """Yield what the slips in one ingredient make of a reference."""
    for slip in ingredient.slips:
        model = _with(course, reference, ingredient.function, slip.function)
        yield Mistake(
            slip.name, model, slip.hint, rival=slip.rival, general=slip.general
        )
    for slip in ingredient.more(case):

        def model(*case, slip=slip):
            function = slip.function(*case)
            return _with(course, reference, ingredient.function, function)(*case)

        yield Mistake(
            slip.name, model, slip.hint, rival=slip.rival, general=slip.general
        )


def _calls(course: Course, reference: Callable, function: Callable, case: tuple):
    """Whether a reference calls a function."""
    calls = []

    def watched(*arguments, **named):
        calls.append(1)
        return function(*arguments, **named)

    _with(course, reference, function, watched)(*case)
    return bool(calls)


def _with(course: Course, reference: Callable, function: Callable, other: Callable):
    """Return a reference that finds another function instead of one that it calls."""

    def model(*case):
        try:
            with exchanged(function, other, course.packages):
                return reference(*case)
        except Exception:  # the reference cannot use what the other one returns
            return np.empty(0)  # nobody's answer

    return model


@contextlib.contextmanager
def exchanged(
    function: Callable, other: Callable, packages: tuple[str, ...] = ()
) -> Iterator[None]:
    """Let modules find another function instead of one, in this thread.

    While the other one runs, they find the function again.

    Parameters
    ----------
    function : callable
        An attribute of some modules.
    other : callable
        What they find meanwhile.
    packages : sequence of str
        The packages whose modules are changed, besides the function's own.
    """
    here, running = threading.get_ident(), []

    @functools.wraps(function)
    def chosen(*arguments, **named):
        if running or threading.get_ident() != here:
            return function(*arguments, **named)
        running.append(True)  # the other one may call the function
        try:
            return other(*arguments, **named)
        finally:
            running.clear()

    with _EXCHANGED:
        homes = _homes(function, tuple(packages))
        try:
            for module, name in homes:
                setattr(module, name, chosen)
            yield
        finally:
            for module, name in homes:
                setattr(module, name, function)


_EXCHANGED = threading.RLock()


@functools.cache
def _homes(function: Callable, packages: tuple[str, ...]) -> list[tuple[object, str]]:
    """Return the modules that have a function as an attribute, and its name there."""
    own = inspect.unwrap(function).__module__
    return [
        (module, name)
        for key, module in list(sys.modules.items())
        if key == own or key.startswith(tuple(f"{package}." for package in packages))
        for name, value in vars(module).items()
        if value is function
    ]
