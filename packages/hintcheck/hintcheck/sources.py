"""The sources of explanations for wrong answers, which are tried in order.

Each source is a short function that looks at the evidence and returns the mistakes that
explain it, the most likely first. The first source that returns a mistake decides the
hint. `check(..., why=True)` shows which source it was.
"""

import dataclasses
import functools
from collections.abc import Callable, Iterable

import numpy as np

from hintcheck.explanations import Mistake
from hintcheck.general import ingredients, inputs, observed, pairs, results
from hintcheck.tables import FunctionTable

CUT = "Your result holds only whole numbers. Where does it lose its decimals?"
CUT_TO_0 = (
    "All your numbers are the whole number 0. Do they lose their decimals, or is "
    "nothing filled in?"
)
EMPTY = "All your numbers are 0. Does your code ever fill them in?"


@dataclasses.dataclass(frozen=True, eq=False)
class Evidence:
    """What an answer returned, and what the results show."""

    table: FunctionTable
    values: list  # what the answer returned in each case
    arrays: list  # each value as an array of real numbers, or None if it is not one
    cases: list  # the arguments of each case

    @functools.cached_property
    def right(self) -> Mistake:
        """The right function, in the form of a mistake."""
        return self.table.accepted()[0]

    @functools.cached_property
    def rights(self) -> list[np.ndarray]:
        """The right results."""
        return [self.right.outcome(case) for case in self.cases]

    @functools.cached_property
    def wrong(self) -> list[np.ndarray]:
        """The arrays of numbers that are wrong; there may be none."""
        return [
            array
            for array, case in zip(self.arrays, self.cases)
            if array is not None
            and array.size
            and not self.table.equals(array, self.right, case)
        ]

    @functools.cached_property
    def overflows(self) -> bool:
        """Whether an array holds NaN or infinity."""
        return not all(
            array is None or np.isfinite(array).all() for array in self.arrays
        )

    @functools.cached_property
    def constant(self) -> bool:
        """Whether each array repeats one number; many slips can lead to this."""
        arrays = [array for array in self.arrays if array is not None and array.size]
        if all(array.size == 1 for array in arrays):
            return len({float(array.flat[0]) for array in arrays}) < 2
        return all((array == array.flat[0]).all() for array in arrays)

    @functools.cached_property
    def fractions(self) -> bool:
        """Whether a right number is a fraction; whole numbers may agree by chance."""
        return any((right != right.round()).any() for right in self.rights)

    @functools.cached_property
    def own(self) -> list[Mistake]:
        """The exercise's own slips that explain the answer's arrays."""
        return self.explained_by(self.table.mistakes)

    @functools.cached_property
    def spoilt(self) -> list[Mistake]:
        """Slips in ingredients that explain the answer's arrays."""
        if not self.fractions:
            return []
        return self.explained_by(
            ingredients.spoilt(self.table.course, self.table.reference, self.cases[0])
        )

    def explained_by(self, mistakes: Iterable[Mistake]) -> list[Mistake]:
        """Return the mistakes that lead to all of the answer's arrays."""
        return self.table.explaining(mistakes, self.arrays, self.cases)

    def closest(self, mistakes: list[Mistake]) -> list[Mistake]:
        """Return the mistakes that come far closer to the answer than all others."""
        if len(mistakes) < 2:
            return mistakes
        distances = [
            max(
                (
                    _distance(array, mistake.outcome(case))
                    for array, case in zip(self.arrays, self.cases)
                    if array is not None and np.isfinite(array).all()
                ),
                default=0,
            )
            for mistake in mistakes
        ]
        limit = 10 * min(distances) + 1e-12
        return [m for m, distance in zip(mistakes, distances) if distance <= limit]

    def overflows_as(self, mistake: Mistake) -> bool:
        """Return whether a mistake's results overflow wherever the answer's do."""
        return not any(
            np.isfinite(mistake.outcome(case)).all()
            for array, case in zip(self.arrays, self.cases)
            if array is not None and not np.isfinite(array).all()
        )


def _distance(array: np.ndarray, model: np.ndarray) -> float:
    """Return how far an array is from a mistake's result, or 0 if the shapes differ."""
    if array.shape != model.shape and array.size != 1:
        return 0
    return np.abs(array - model).max(initial=0)


def overflowing_slips(evidence: Evidence) -> list[Mistake]:
    """Return slips that overflow like the answer, or else slips that lose digits."""
    coarse = [mistake for mistake in evidence.own if mistake.tolerance]
    alike = list(filter(evidence.overflows_as, coarse))
    more = [] if alike else filter(evidence.overflows_as, evidence.spoilt)
    drifts = any(np.isfinite(array).all() for array in evidence.wrong)
    return [*alike, *more] or (coarse if drifts else [])


def slips_of_the_exercise(evidence: Evidence) -> list[Mistake]:
    """Return the exercise's own slips, if one leads to exactly the answer's numbers."""
    if all(mistake.tolerance for mistake in evidence.own):
        return []
    return evidence.closest(evidence.own)


def slips_of_any_exercise(evidence: Evidence) -> list[Mistake]:
    """Return general slips and the exercise's own slips that lose digits."""
    mistakes = list(evidence.own)
    if not evidence.constant:
        table = evidence.table
        mistakes += evidence.spoilt or evidence.explained_by(
            results.changes(
                table.course, table.reference, evidence.cases[0], evidence.arrays
            )
        )
    return evidence.closest(mistakes)


def one_row_too_many(evidence: Evidence) -> list[Mistake]:
    """Return the slip for one row too many, if nothing else is wrong."""
    right, equals = evidence.right, evidence.table.equals
    for part, where in ((slice(-1), "end"), (slice(1, None), "beginning")):
        if all(
            array is not None and array.ndim and equals(array[part], right, case)
            for array, case in zip(evidence.arrays, evidence.cases)
        ):
            hint = f"Your result is right except for one entry too many at the {where}."
            return [Mistake("long", None, hint)]
    return []


def changed_arguments(evidence: Evidence) -> list[Mistake]:
    """Return mistakes in which the right function is given changed arguments."""
    if not evidence.fractions:
        return []
    changes = inputs.changes(evidence.table.reference, evidence.cases[0])
    return evidence.closest(evidence.explained_by(changes))


def seen_in_the_result(evidence: Evidence) -> list[Mistake]:
    """Return the mistakes that the results themselves show."""
    return observed.observed(
        evidence.arrays, evidence.rights, evidence.cases, not evidence.constant
    )


def two_edits(evidence: Evidence) -> list[Mistake]:
    """Return pairs of slips that edit the same text."""
    return _two_at_once(evidence, pairs.of_edits)


def two_slips(evidence: Evidence) -> list[Mistake]:
    """Return pairs of one of the exercise's own slips and a general slip."""
    return _two_at_once(evidence, pairs.in_turn)


def _two_at_once(evidence: Evidence, candidates: Callable) -> list[Mistake]:
    """Return the pairs of slips that lead to all of the answer's arrays."""
    arrays, cases = evidence.arrays, evidence.cases
    if any(array is None for array in arrays):
        return []
    return evidence.closest(pairs.pairs(evidence.table, arrays, cases, candidates))


def one_size(evidence: Evidence) -> list[Mistake]:
    """Return the slip for results that have the same size in every case."""
    arrays, rights = evidence.arrays, evidence.rights
    if (
        any(array is None or not array.size for array in arrays)
        or any(a.ndim != r.ndim or not r.ndim for a, r in zip(arrays, rights))
        or len(set(map(len, arrays))) > 1
        or len(set(map(len, rights))) == 1
    ):
        return []
    rows = "row" if rights[0].ndim > 1 else "number"
    many = f"{len(arrays[0])} {rows}{'s' * (len(arrays[0]) != 1)}"
    hint = f"Your result has {many} in every case."
    hint += " Is the size hard-coded?" if len(arrays[0]) > 1 else ""
    return [Mistake("size", None, hint)]


def still_zero(evidence: Evidence) -> list[Mistake]:
    """Return the slip for tables in which nothing has been filled in."""
    empty = all(
        a is not None and a.ndim and a.shape == r.shape and not a.any()
        for a, r in zip(evidence.arrays, evidence.rights)
    )
    return [Mistake("unfinished", None, EMPTY)] if empty else []


# These are tried in order for an answer that returned wrong numbers.
OF_NUMBERS = (
    slips_of_the_exercise,
    slips_of_any_exercise,
    one_row_too_many,
    two_edits,
    changed_arguments,
    seen_in_the_result,
    two_slips,
)
# These are tried if the numbers are all the same.
OF_ONE_NUMBER = (slips_of_the_exercise, slips_of_any_exercise, seen_in_the_result)
# These are tried in order for any wrong answer that the sources above do not explain.
OF_ALL = (one_size, still_zero)


def whole_numbers(evidence: Evidence) -> list[Mistake]:
    """Return the slip for tables of integers that should hold fractions."""
    try:
        tables = list(map(np.asarray, evidence.values))
    except Exception:  # parts of different sizes
        return []
    whole = [np.trunc(right) for right in evidence.rights]
    if (
        any(table.dtype.kind not in "iu" or not table.ndim for table in tables)
        or not all(map(np.array_equal, tables, whole))
        or not evidence.fractions
    ):
        return []
    return [Mistake("cut", None, CUT if any(map(np.any, tables)) else CUT_TO_0)]


@np.errstate(all="ignore")
def explanations(evidence: Evidence) -> tuple[list[Mistake], str]:
    """Return the mistakes that explain an answer and the source that found them.

    The most likely mistake comes first; there may be none. The source is given by its
    name in words, followed by the file and line if the first mistake is an edit.
    """
    course = evidence.table.course
    sources = OF_ONE_NUMBER if evidence.constant else OF_NUMBERS
    sources = (overflowing_slips,) if evidence.overflows else sources
    mistakes, source = _first(sources if evidence.wrong else (), evidence)
    tables = [v for v in evidence.values if isinstance(v, np.ndarray) and v.ndim]
    if {table.dtype.kind for table in tables} == {"f"}:  # floats lose no decimals
        mistakes = [mistake for mistake in mistakes if not mistake.whole] or mistakes
    elif course.code("cut") not in [mistake.name for mistake in mistakes]:
        if whole := course.called(whole_numbers(evidence)):
            mistakes, source = [*whole, *mistakes], whole_numbers
    if not mistakes:
        mistakes, source = _first(OF_ALL, evidence)
    words = source.__name__.replace("_", " ") if source else ""
    where = getattr(mistakes[0].model, "where", "") if mistakes else ""
    return mistakes, f"{words}, {where}" if where else words


def _first(sources: tuple, evidence: Evidence) -> tuple[list[Mistake], Callable | None]:
    """Return the mistakes from the first source that finds any, and that source."""
    for source in sources:
        if mistakes := evidence.table.course.called(source(evidence)):
            return mistakes, source
    return [], None
