"""Questions whose numbers are each student's own."""

import dataclasses
import unicodedata
from collections.abc import Callable

import numpy as np

from posenc_lessons.exercises.answers import NotAttempted, Wrong, number
from posenc_lessons.exercises.comparison import Failure, Verdict


def generator(*words):
    """Return a NumPy generator that some words alone decide, on every machine."""
    return np.random.default_rng(list(" ".join(words).encode()) or [0])


def same_name(student):
    """Return a student's name as all its spellings: "Ada  L" and "ada l" are one."""
    return " ".join(unicodedata.normalize("NFKC", str(student)).casefold().split())


@dataclasses.dataclass(frozen=True)
class OwnNumber:
    """A question for a number, computed from numbers of the student's own.

    Attributes
    ----------
    draw : callable
        Takes a NumPy generator; returns the student's numbers, a dict.
    reference : callable
        Takes them by name; returns the right number.
    right : callable
        Takes them by name; returns what is said of a right answer.
    mistakes : tuple of Mistake
        Their models take the numbers by name.
    tolerance : float
        How far off the answer may be, as a share of the right one.
    """

    draw: Callable
    reference: Callable
    right: Callable
    mistakes: tuple = ()
    tolerance: float = 1e-3

    def collect(self, answer, numbers):
        """Return the answer as the only value."""
        return [None if answer is ... else answer]

    def credit(self, values, numbers):
        """Return 1 for the right number, and 0 for any other."""
        try:
            self.judge(values, numbers)
        except (Wrong, NotAttempted):
            return 0.0
        return 1.0

    def judge(self, values, numbers):
        """Return a `Verdict`, or raise `Wrong` or `NotAttempted`."""
        (value,) = values
        if value is None:
            raise NotAttempted
        if isinstance(value, Failure):
            raise Wrong(value.reason)
        value = number(value)
        if self._near(value, self.reference(**numbers)):
            return Verdict(self.right(**numbers))
        for mistake in self.mistakes:
            if self._near(value, mistake.model(**numbers)):
                raise Wrong(f"{value:g} is not it. {mistake.hint}", mistake.name)
        own = ", ".join(f"{name} = {entry:g}" for name, entry in numbers.items())
        raise Wrong(f"{value:g} is not it, for {own}.")

    def _near(self, value, model):
        """Tell whether a number is another one, within the tolerance."""
        return abs(value - model) <= self.tolerance * abs(model)
