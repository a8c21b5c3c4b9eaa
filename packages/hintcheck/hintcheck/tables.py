"""The parts of an exercise that asks for a function, and how results are compared."""

import copy
import dataclasses
import functools
from collections.abc import Callable, Iterable

import numpy as np

from hintcheck.answers import TooLong, call
from hintcheck.course import NO_COURSE, Course
from hintcheck.explanations import STILL, Mistake
from hintcheck.verdicts import Failure, NotAttempted, Wrong

COARSE = "It is right to the 7 digits of float32; NumPy's own float64 has 16."
TOO_LONG = (
    "is a loop endless, or do you go through or store all numbers up to the largest?"
)
LARGEST = 10**7  # the most entries of a table that is compared


def at(*axes: str) -> Callable:
    """Return a function for `place` that gives these names to the axes of a result."""
    return lambda index, *arguments: dict(zip(axes, map(int, index)))


@dataclasses.dataclass(frozen=True)
class FunctionTable:
    """An exercise that asks for a function.

    Attributes
    ----------
    reference : callable
        The right function.
    draw : callable
        Takes a NumPy generator; returns the cases, a list of tuples of arguments. The
        first cases should be small and the same for everybody. A slip is named only if
        at least two cases show it.
    describe : callable
        Takes the arguments of a case; returns a description of it, such as "For k = 3".
    right : str
        The text for a right answer.
    mistakes : tuple of Mistake
        The known slips, the most likely first.
    alternatives : tuple of Mistake
        Answers that are right under a different convention.
    given : Mistake, optional
        The code in the notebook, if it has a bug to fix. The hint asks a question about
        what this code returns, and the answer to the question shows what is wrong.
    otherwise : callable, optional
        Takes a wrong single number and the arguments; returns a hint, which is shown
        instead of the right number.
    tolerance : callable
        Takes the arguments; returns the largest accepted error of an entry, as a number
        or an array. The default is 1e-6 for entries of any size, so set this for
        results that are very small or very large.
    coarse : callable, optional
        A larger tolerance, for results that were computed in float32.
    kinds : str
        The letters of the NumPy dtype kinds that the result may have.
    forbids : callable, optional
        A rule for functions that the answer must not call. Takes the course's packages
        and the arguments of `forbids` in `call`.
    place : callable
        Takes an index and the arguments; returns a dict with the index along each axis,
        under the axis name that the reader knows.
    course : Course
        The settings for all exercises of the course, which `Exercises` fills in.
    """

    reference: Callable
    draw: Callable
    describe: Callable
    right: str
    mistakes: tuple = ()
    alternatives: tuple = ()
    given: Mistake | None = None
    otherwise: Callable | None = None
    tolerance: Callable = lambda *arguments: 1e-6
    coarse: Callable | None = None
    kinds: str = "biufO"
    forbids: Callable | None = None
    seconds = None  # the limit is `answers.SECONDS`
    place: Callable | None = None
    course: Course = NO_COURSE

    def collect(self, answer: object, cases: list[tuple]) -> list:
        """Return the function's result in each case; an error becomes a `Failure`."""
        values, forbids = [], None
        if self.forbids:
            forbids = functools.partial(self.forbids, self.course.packages)
        for arguments in cases:
            case = self.describe(*arguments)
            # The reader's function may change its arguments, so it gets copies.
            given = map(copy.deepcopy, arguments)
            try:
                values.append(call(answer, *given, case=case, forbids=forbids))
            except NotAttempted:
                values.append(None)
            except Wrong as error:
                values.append(Failure(str(error), error.mistake))
                if not callable(answer):
                    break
            except TooLong as late:
                reason = f"{case}, your function ran for too long: {TOO_LONG}"
                late.values = [*values, Failure(reason)]
                raise
            forbids = None  # watching calls is slow, so only the first case is watched
        return values

    def place_of(self, index: tuple, *arguments: object) -> dict[str, int]:
        """Return an entry's index along each axis, by axis name."""
        if self.place:
            return self.place(index, *arguments)
        axes = {1: ["index"], 2: ["row", "column"]}
        names = [f"axis {number} =" for number in range(len(index))]
        return at(*(self.course.axes or axes.get(len(index), names)))(index)

    def accepted(self) -> tuple[Mistake, ...]:
        """Return what is accepted: the reference, fewer digits, other conventions."""
        right = [Mistake("", self.reference, "")]
        if self.coarse:
            text = f"{self.right} {COARSE}"
            right.append(Mistake("", self.reference, text, self.coarse))
        return (*right, *self.alternatives)

    def real(self, value: object) -> np.ndarray | None:
        """Return a value as an array of real numbers, or None."""
        if value is None or isinstance(value, Failure | str | bytes):
            return None
        try:
            array = np.asarray(value)
            if not array.size:  # an empty list becomes an array of floats
                return array.astype(float)
            if array.size > LARGEST or array.dtype.kind not in self.kinds:
                return None
            return array.astype(float)
        except Exception:
            return None

    def equals(
        self, array: np.ndarray | None, mistake: Mistake, arguments: tuple
    ) -> bool:
        """Return whether an array equals a mistake's result, within the tolerance."""
        if array is None:
            return False
        model = mistake.outcome(arguments)
        if array.size == 1 and model.shape == ():
            array = array.reshape(())
        if array.size == model.size == 0:
            return True
        if array.shape != model.shape:
            return False
        margin = np.asarray((mistake.tolerance or self.tolerance)(*arguments))
        if margin.ndim != model.ndim or margin.shape[:1] != model.shape[:1]:
            # If the shapes differ, entries have no tolerances of their own.
            margin = margin.max()
        with np.errstate(all="ignore"):
            return bool((np.abs(array - model) <= margin).all())

    def explaining(
        self, mistakes: Iterable[Mistake], arrays: list, cases: list[tuple]
    ) -> list[Mistake]:
        """Return the mistakes that lead to all of an answer's arrays."""
        usable = [
            (array, case)
            for array, case in zip(arrays, cases)
            if array is not None and array.size and np.isfinite(array).all()
        ]
        if len(usable) < 2:
            return []
        return [
            mistake
            for mistake in mistakes
            if all(self.equals(array, mistake, case) for array, case in usable)
        ]

    def still_as_given(self) -> list[Mistake]:
        """Return the mistake of not fixing the bug, if there is one."""
        if not self.given:
            return []
        name = self.given.name or "unchanged"
        return [dataclasses.replace(self.given, name=name, hint=STILL)]


def fixed(*cases: tuple) -> Callable:
    """Return a function for `draw` that gives the same cases to everybody."""
    for case in cases:
        if not isinstance(case, tuple):
            raise TypeError(
                "each case must be a tuple of arguments, such as ([1, 2],); "
                f"got {case!r}"
            )
    return lambda random: copy.deepcopy(list(cases))
