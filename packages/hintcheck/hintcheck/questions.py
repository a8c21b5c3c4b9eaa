"""Exercises whose answer is judged as a single value, not called as a function."""

import dataclasses
from collections.abc import Callable

import numpy as np

from hintcheck.course import NO_COURSE, Course
from hintcheck.verdicts import Failure, NotAttempted, Wrong


class Question:
    """An exercise whose answer is judged as a single value.

    Attributes
    ----------
    mistakes, alternatives, given
        As for a `FunctionTable`; most questions have none.
    seconds : float or None
        How many seconds the check may take, or None for the usual limit.
    course : Course
        The settings for all exercises of the course, which `Exercises` fills in.
    """

    mistakes = alternatives = ()
    given = seconds = None
    course = NO_COURSE

    def draw(self, random: np.random.Generator) -> dict:
        """Return an empty dict, because there are no numbers in the question."""
        return {}

    def collect(self, answer: object, numbers: dict) -> list:
        """Return a list that holds only the answer."""
        return [None if answer is ... else answer]

    def credit(self, values: list, numbers: dict) -> float:
        """Return 0, because a wrong answer earns no credit."""
        return 0.0

    def judge(self, values: list, numbers: dict) -> tuple[str, None]:
        """Return the text for a right answer, or raise `Wrong` or `NotAttempted`."""
        (value,) = values
        if value is None:
            raise NotAttempted
        if isinstance(value, Failure):
            raise Wrong(value.reason)
        return self.judged(value, **numbers), None

    def judged(self, value: object, **numbers: object) -> str:
        """Return the text for a right answer, or raise `Wrong`."""
        raise NotImplementedError


@dataclasses.dataclass(frozen=True)
class Inspection(Question):
    """An exercise for which any answer with a certain property is right.

    Attributes
    ----------
    inspect : callable
        Takes the answer; returns the text for a right answer, or raises `Wrong`.
    seconds : float
        How many seconds `inspect` may take.
    """

    inspect: Callable
    seconds: float = 20
    course: Course = NO_COURSE

    def judged(self, value: object) -> str:
        """Return the text for a right answer, or raise `Wrong`."""
        return self.inspect(value)
