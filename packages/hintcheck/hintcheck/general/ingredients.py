"""Mistakes in an ingredient: a function that many exercises call."""

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

    The reference is run on `case` to see which ingredients it calls.
    """
    return tuple(
        dataclasses.replace(
            slip, model=_with(course, reference, ingredient.function, slip.model)
        )
        for ingredient in called(course, reference, case)
        for slip in ingredient.slips
    )


def joined(course: Course, reference: Callable, case: tuple) -> Pairs:
    """Yield pairs of slips in one ingredient, with a function that has both slips."""
    for ingredient in called(course, reference, case):
        for first, second, wrong in edits.joined(ingredient.slips):
            model = _with(course, reference, ingredient.function, wrong)
            yield first, second, model


def called(course: Course, reference: Callable, case: tuple) -> list[Ingredient]:
    """Return the ingredients that a reference calls in a case."""

    def is_called(ingredient):
        calls = []

        def watched(*arguments, **named):
            calls.append(arguments)
            return ingredient.function(*arguments, **named)

        _with(course, reference, ingredient.function, watched)(*case)
        return bool(calls)

    return list(filter(is_called, course.ingredients))


def _with(course: Course, reference: Callable, function: Callable, other: Callable):
    """Return the reference with `other` in place of `function`, which it calls."""

    def model(*case):
        try:
            with (
                exchanged(function, other, course.packages),
                np.errstate(all="ignore"),
            ):
                return reference(*case)
        except Exception:  # the reference cannot use what `other` returns
            return np.empty(0)  # no answer equals this

    return model


@contextlib.contextmanager
def exchanged(
    function: Callable, other: Callable, packages: tuple[str, ...] = ()
) -> Iterator[None]:
    """Replace a function with another one in this thread only.

    The function is replaced in its own module and in those of the packages. While
    `other` runs, these modules use the original again.
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
    """Return pairs of a module that holds the function and its name in the module."""
    own = inspect.unwrap(function).__module__
    return [
        (module, name)
        for key, module in list(sys.modules.items())
        if key == own or key.startswith(tuple(f"{package}." for package in packages))
        for name, value in vars(module).items()
        if value is function
    ]
