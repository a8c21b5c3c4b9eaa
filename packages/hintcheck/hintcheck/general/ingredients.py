"""What goes wrong in a function that many exercises call, found by replacing it.

A course registers such functions as ingredients, with their slips. Each slip is tested
in every exercise whose right function calls the ingredient, by running that function
with the slip instead of the ingredient.
"""

import contextlib
import dataclasses
import functools
import inspect
import sys
import threading
from collections.abc import Callable, Iterator

import numpy as np

from hintcheck import edits
from hintcheck.course import Course, Ingredient
from hintcheck.explanations import Mistake

Pairs = Iterator[tuple[Mistake, Mistake, Callable]]


def spoilt(course: Course, reference: Callable, case: tuple) -> tuple[Mistake, ...]:
    """Return the mistakes that slips in an exercise's ingredients lead to.

    A case shows which ingredients the reference calls.
    """
    return tuple(
        dataclasses.replace(
            slip, model=_with(course, reference, ingredient.function, slip.model)
        )
        for ingredient in called(course, reference, case)
        for slip in ingredient.slips
    )


def joined(course: Course, reference: Callable, case: tuple) -> Pairs:
    """Yield pairs of slips in one ingredient, with what both together lead to."""
    for ingredient in called(course, reference, case):
        for first, second, wrong in edits.joined(ingredient.slips):
            model = _with(course, reference, ingredient.function, wrong)
            yield first, second, model


def called(course: Course, reference: Callable, case: tuple) -> list[Ingredient]:
    """Return the ingredients that an exercise calls in a case."""
    calls = []

    def watched(ingredient, *arguments, **named):
        calls.append(ingredient)
        return ingredient.function(*arguments, **named)

    for ingredient in course.ingredients:
        other = functools.partial(watched, ingredient)
        _with(course, reference, ingredient.function, other)(*case)
    return [ingredient for ingredient in course.ingredients if ingredient in calls]


def _with(course: Course, reference: Callable, function: Callable, other: Callable):
    """Return a reference in which another function replaces one that it calls."""

    def model(*case):
        try:
            with (
                exchanged(function, other, course.packages),
                np.errstate(all="ignore"),
            ):
                return reference(*case)
        except Exception:  # the reference cannot use what the other one returns
            return np.empty(0)  # nobody's answer

    return model


@contextlib.contextmanager
def exchanged(
    function: Callable, other: Callable, packages: tuple[str, ...] = ()
) -> Iterator[None]:
    """Replace a function with another one, in this thread only.

    This changes the function's own module and those of the packages. While the other
    function runs, these modules find the original again.
    """
    here, running = threading.get_ident(), []

    @functools.wraps(function)
    def chosen(*arguments, **named):
        if running or threading.get_ident() != here:
            return function(*arguments, **named)
        running.append(True)  # `other` may call `function` itself
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
    """Return the modules that hold the function, and its name in each."""
    own = inspect.unwrap(function).__module__
    return [
        (module, name)
        for key, module in list(sys.modules.items())
        if key == own or key.startswith(tuple(f"{package}." for package in packages))
        for name, value in vars(module).items()
        if value is function
    ]
