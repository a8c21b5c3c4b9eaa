"""Exercises that are judged by comparing results with those of known functions."""

import dataclasses

import numpy as np

from hintcheck.complaints import complain
from hintcheck.sources import Evidence, explanations
from hintcheck.tables import FunctionTable
from hintcheck.verdicts import Failure, NotAttempted, Unchanged, Wrong

SILENT = (
    "your function returned nothing, although it does return something in other cases. "
    "Does each case reach a `return`?"
)
NOT_FIXED = "not fixed yet: your version still returns what the original did"


@dataclasses.dataclass(frozen=True)
class Comparison(FunctionTable):
    """An exercise that asks for a function with certain results."""

    def credit(self, values: list, cases: list[tuple]) -> float:
        """Return the share of the cases whose values are right, from 0 to 1.

        In a wrong answer, the same value in all cases earns no credit, and neither does
        a case in which a known mistake leads to the right result. With a single head,
        pair or row, for example, a right result may only show that the shape is right.
        """
        arrays = list(map(self.real, values))
        if self._accepting(arrays, cases):
            return 1.0
        if all(np.array_equal(array, arrays[0]) for array in arrays):
            return 0.0
        right = self.accepted()
        hits = [
            any(self.equals(array, model, case) for model in right)
            and not self._forgives(case)
            for array, case in zip(arrays, cases)
        ]
        return sum(hits) / len(cases)

    def _accepting(self, arrays, cases):
        """Return the accepted function that all arrays come from, or None."""
        for accepted in self.accepted():
            if all(map(self.equals, arrays, [accepted] * len(cases), cases)):
                return accepted
        return None

    def _forgives(self, case):
        """Return whether a known mistake happens to be right in a case."""
        right = self.accepted()[0]
        return any(
            self.equals(self.real(mistake.outcome(case)), right, case)
            for mistake in (*self.still_as_given(), *self.mistakes)
            if mistake.tolerance is None and not mistake.partly
        )

    def judge(self, values: list, cases: list[tuple]) -> tuple[str, str | None]:
        """Return the text for a right answer, and the name of its convention.

        The name is None if the convention is the one that the exercise asks for. Raises
        `Wrong` or `NotAttempted` for any other answer.
        """
        if all(value is None for value in values):
            raise NotAttempted
        arrays = list(map(self.real, values))
        if accepted := self._accepting(arrays, cases):
            return accepted.hint or self.right, accepted.name or None
        if self.given and self.explaining([self.given], arrays, cases):
            raise Unchanged(f"{NOT_FIXED}. {self.given.hint}".removesuffix(". "))
        evidence = Evidence(self, values, arrays, cases)
        found, source = explanations(evidence)
        right = self.accepted()[0]
        value, array, case = next(
            (value, array, case)
            for value, array, case in zip(values, arrays, cases)
            if not self.equals(array, right, case)
        )
        is_silent = isinstance(value, Failure) and value.name == "no return"
        if is_silent and not all(
            one is None or isinstance(one, Failure) for one in values
        ):
            value = Failure(f"{self.describe(*case)}, {SILENT}", value.name)
        try:
            complain(self, value, array, case, found)
        except Wrong as hint:
            hint.source = source
            raise
