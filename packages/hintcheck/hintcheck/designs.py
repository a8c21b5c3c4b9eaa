"""Exercises that ask for any function whose results meet certain demands."""

import dataclasses
import itertools
from collections.abc import Callable

import numpy as np

from hintcheck.comparison import Comparison
from hintcheck.verdicts import Failure, NotAttempted, Wrong


@dataclasses.dataclass(frozen=True)
class Demand:
    """A condition that a design must satisfy.

    Attributes
    ----------
    name : str
        The name of the mistake in a design that does not satisfy the demand.
    meets : callable
        Takes an array of the entries in all cases and an array of the rows that the
        design returned for them; returns whether the rows meet the demand.
    hint : str
        A sentence for the reader.
    """

    name: str
    meets: Callable
    hint: str


@dataclasses.dataclass(frozen=True)
class Design(Comparison):
    """An exercise that asks for a function whose results meet certain demands.

    The function takes one array and returns a row of any length for each entry. The
    reference is one of many right answers.

    Attributes
    ----------
    demands : tuple of Demand
        The demands, in order. The reader gets the hint for the first demand that is not
        met, followed by the hint for a known mistake that explains the results, if any.
    """

    demands: tuple = ()

    def judge(self, values: list, cases: list[tuple]) -> tuple[str, None]:
        """Return the text for a right answer, or raise `Wrong` or `NotAttempted`."""
        if all(value is None for value in values):
            raise NotAttempted
        unmet = self._unmet(values, cases)
        if not unmet:
            return self.right, None
        arrays = list(map(self.real, values))
        mistakes = self.explaining(self.mistakes, arrays, cases)
        if mistakes:
            said = self.course.hint_of(mistakes)
            raise Wrong(f"{unmet[0].hint} {said}", mistakes[0].name)
        raise Wrong(unmet[0].hint, unmet[0].name)

    def credit(self, values: list, cases: list[tuple]) -> float:
        """Return the share of the demands before the first unmet one."""
        try:
            unmet = self._unmet(values, cases)
        except Wrong:
            return 0.0
        return (len(self.demands) - len(unmet)) / len(self.demands)

    @np.errstate(all="ignore")  # numbers may overflow
    def _unmet(self, values, cases):
        """Return the demands from the first unmet one on, or raise `Wrong`."""
        rows = self._stacked(values, cases)
        return list(itertools.dropwhile(lambda one: one.meets(*rows), self.demands))

    def _stacked(self, values, cases):
        """Return the entries in all cases and the rows for them, or raise `Wrong`."""
        arrays = list(map(self.real, values))
        for value, array, (asked,) in zip(values, arrays, cases):
            case = self.describe(asked)
            if isinstance(value, Failure):
                raise Wrong(value.reason, value.name)
            if array is None:
                raise Wrong(f"{case}, the result should be a table of numbers.", "form")
            if array.ndim != 2 or len(array) != len(asked) or not array.size:
                raise Wrong(
                    f"{case}, the result should have two axes, with {len(asked)} rows; "
                    f"its shape is {array.shape}.",
                    "shape",
                )
            if array.shape[1] != arrays[0].shape[1]:
                raise Wrong(
                    f"{case}, the rows have {array.shape[1]} numbers, but they have "
                    f"{arrays[0].shape[1]} in the first case.",
                    "length",
                )
            if not np.isfinite(array).all():
                raise Wrong(f"{case}, the result holds nan or infinity.", "nan")
        if all(np.ptp(array, axis=0).max() == 0 for array in arrays):
            raise Wrong(
                "In each table, all rows are the same: did an axis get lost, or do you "
                "use a loop variable after the loop ends?",
                "axis lost",
            )
        asked, rows = (np.concatenate(parts) for parts in (sum(cases, ()), arrays))
        first, second = np.nonzero(asked[:, None] == asked)
        apart = np.abs(rows[first] - rows[second]).max(axis=1)
        if (apart > 1e-6 * np.abs(rows).max(axis=1)[first]).any():
            raise Wrong(
                "The same entry gets different rows. Does your function use random "
                "numbers, or the other entries of the array?",
                "random",
            )
        return asked, rows
