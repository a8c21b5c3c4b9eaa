"""Questions: exercises whose answer is judged as a value, not called case by case."""

import dataclasses
from collections.abc import Callable

import numpy as np

from hintcheck.course import NO_COURSE, Course
from hintcheck.verdicts import Failure, NotAttempted, Verdict, Wrong


class Question:
    """An exercise whose answer is judged as a single value.

    Attributes
    ----------
    mistakes, alternatives, given
        As for a `FunctionTable`; most questions have none.
    seconds : float or None
        How many seconds the check may take; None means the usual limit.
    course : Course
        What is registered for all exercises of the course; `Exercises` fills it in.
    """

    mistakes = alternatives = ()
    given = seconds = None
    course = NO_COURSE

    def draw(self, random: np.random.Generator) -> dict:
        """Return the numbers in the question: there are none."""
        return {}

    def collect(self, answer: object, numbers: dict) -> list:
        """Return the answer as the only value."""
        return [None if answer is ... else answer]

    def credit(self, values: list, numbers: dict) -> float:
        """Return the credit for a wrong answer, which is none."""
        return 0.0

    def judge(self, values: list, numbers: dict) -> Verdict:
        """Return a `Verdict`, or raise `Wrong` or `NotAttempted`."""
        (value,) = values
        if value is None:
            raise NotAttempted
        if isinstance(value, Failure):
            raise Wrong(value.reason)
        return Verdict(self.judged(value, **numbers))

    def judged(self, value: object, **numbers: object) -> str:
        """Return what is said about a right answer, or raise `Wrong`."""
        raise NotImplementedError


@dataclasses.dataclass(frozen=True)
class Inspection(Question):
    """An exercise for which any answer with a certain property is right.

    Attributes
    ----------
    inspect : callable
        Takes the answer; returns what is said about a right one, or raises `Wrong`.
    seconds : float
        How many seconds `inspect` may take.
    """

    inspect: Callable
    seconds: float = 20
    course: Course = NO_COURSE

    def judged(self, value: object) -> str:
        """Return what is said about a right answer, or raise `Wrong`."""
        return self.inspect(value)
