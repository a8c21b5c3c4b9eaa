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
    seconds : float or None
        How many seconds the check may take, if that differs from other exercises.
    course : Course
        What is registered for all exercises of the course; `Exercises` fills it in.
    """

    seconds = None
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


@dataclasses.dataclass(frozen=True)
class Statement:
    """A sentence that is true or false.

    Attributes
    ----------
    name : str
        The letter that names it.
    holds : callable
        Tells whether the statement is true.
    believed : str
        What somebody who gets the statement wrong believes: "that ...".
    look : str
        What to look at or compute, in a sentence that does not give the result away.
    """

    name: str
    holds: Callable
    believed: str
    look: str

    @property
    def hint(self) -> str:
        """Return what is said to somebody who gets the statement wrong."""
        return f"{self.name}: you take it {self.believed}. {self.look}"


@dataclasses.dataclass(frozen=True)
class Statements(Question):
    """The question of which statements are true.

    Attributes
    ----------
    statements : tuple of Statement
        The statements, in the order in which they are asked.
    right : callable
        Returns what is said about a right answer.
    """

    statements: tuple
    right: Callable
    course: Course = NO_COURSE

    def judged(self, value: object) -> str:
        """Return what is said about a right answer, or raise `Wrong`."""
        names = [statement.name for statement in self.statements]
        if not isinstance(value, dict) or not value or not set(value) <= set(names):
            *others, last = map(repr, names)
            keys = f"{', '.join(others)} and {last}"
            raise Wrong(f"Give a dict with the keys {keys}.", "form")
        left = [n for n in names if value.get(n) is None or value[n] is ...]
        if len(left) == len(names):
            raise NotAttempted
        if set(value) != set(names):  # the given entries must make sense
            _ = [_truth_value(value[name]) for name in names if name not in left]
        if left:
            verb = "is" if len(left) == 1 else "are"
            raise NotAttempted(
                f"not finished yet: {' and '.join(left)} {verb} still open"
            )
        given = {name: _truth_value(entry) for name, entry in value.items()}
        wrong = [s for s in self.statements if given[s.name] != s.holds()]
        if wrong:
            raise Wrong(" ".join(statement.hint for statement in wrong), "statement")
        return self.right()


def _truth_value(value):
    """Return a value that should be True or False, of any type."""
    if isinstance(value, np.ndarray) and value.size == 1:
        value = value.flat[0]
    if isinstance(value, str) and value.strip().lower() in ("true", "false"):
        raise Wrong("Each value should be True or False, without quotes.", "form")
    if isinstance(value, bool | np.bool | int) and value in (0, 1):
        return bool(value)
    raise Wrong("Each value should be True or False.", "form")
