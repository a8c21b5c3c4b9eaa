"""Exercises that ask for a function: each a reference, and its named mistakes.

A `Comparison` is the one table of such an exercise. The check in the notebook calls the
reader's function and judges what it returned; the marking of homework calls it
elsewhere, brings the values back, and judges them by the same table.
"""

import copy
import dataclasses
import functools
import re
from collections.abc import Callable, Iterable

import numpy as np

from hintcheck.answers import (
    TooLong,
    call,
    sometimes_nothing,
)
from hintcheck.anywhere import (
    ingredients,
    inputs,
    observed,
    pairs,
    results,
)
from hintcheck.complaints import complain
from hintcheck.explanations import STILL, Mistake, closest
from hintcheck.verdicts import Failure, NotAttempted, Verdict, Wrong

NOT_MENDED = "not mended yet: it gives what the code as given gives"
COARSE = "(It is right to the 7 digits of float32; NumPy's own float64 has 16.)"
TOO_LONG = (
    "is a loop endless, or are all numbers up to the largest gone through or kept?"
)
LARGEST = 10**7  # entries of a table that is looked at


def at(*axes):
    """Return a `place` that gives the axes of a result these names."""
    return lambda index, *arguments: dict(zip(axes, map(int, index)))


IN_TABLE = at("position", "column")


@dataclasses.dataclass(frozen=True)
class Comparison:
    """An exercise that asks for a function.

    Attributes
    ----------
    reference : callable
        The right function.
    draw : callable
        Takes a NumPy generator; returns the cases, a list of tuples of arguments. The
        first ones are small, and the same for everybody.
    describe : callable
        Takes the arguments of a case; returns words for it: "For k = 3 and ...".
    right : str
        What is said of a right answer.
    mistakes : tuple of Mistake
        The most likely first.
    pairs : callable, optional
        Returns mistakes that are two at once, to be tried after the single ones.
    alternatives : tuple of Mistake
        Answers that are right under another convention.
    given : callable, optional
        The function as the notebook gives it, when it is to be mended.
    seen : str
        A question about what that function returns, by whose answer one sees what is
        wrong, with the mistake's number if it has one.
    tolerance : callable
        Takes the arguments; returns how far an entry may be off, a number or an array.
    coarse : callable, optional
        The same for numbers in float32, where these may be farther off.
    kinds : str
        The letters of NumPy's kinds of numbers that the result may hold.
    forbids : callable, optional
        As for `call`: which functions the answer must not call.
    truth : bool
        Whether 0 and 1 of the result stand for False and True.
    place : callable
        Takes the arguments and an index; returns a dict of its position and column,
        and of what else the reader calls it.
    """

    reference: Callable
    draw: Callable
    describe: Callable
    right: str
    mistakes: tuple = ()
    pairs: Callable[[], Iterable] = tuple
    alternatives: tuple = ()
    given: Callable | None = None
    seen: str = ""
    tolerance: Callable = lambda *arguments: 1e-6
    coarse: Callable | None = None
    kinds: str = "biufO"
    forbids: Callable | None = None
    truth: bool = False
    seconds = None  # as long as `answers.SECONDS`
    place: Callable = IN_TABLE

    def collect(self, answer, cases):
        """Return what the reader's function returns in each case, or a `Failure`."""
        values = []
        for arguments in cases:
            case = self.describe(*arguments)
            # The reader's function may change what it is given, each apart.
            given = map(copy.deepcopy, arguments)
            try:
                # Watching is slow: once is enough.
                forbids = None if values else self.forbids
                values.append(call(answer, *given, case=case, forbids=forbids))
            except NotAttempted:
                values.append(None)
            except Wrong as error:
                values.append(Failure(str(error), error.mistake))
                if not callable(answer):
                    break
            except TooLong as late:
                reason = f"{case} it ran for too long: {TOO_LONG}"
                late.values = [*values, Failure(reason)]
                raise
        return values

    def credit(self, values, cases):
        """Return the share of the cases whose values are right, from 0 to 1.

        A case that a known mistake gets right does not count: with a single head, pair
        or row, a right result may show nothing but the right shape.
        """
        arrays = list(map(self._real, values))
        right = self._accepted()
        hits = [
            any(self._equals(array, model, case) for model in right)
            and not self._forgives(case)
            for array, case in zip(arrays, cases)
        ]
        return sum(hits) / len(cases)

    def _forgives(self, case):
        """Tell whether a known mistake happens to be right in a case."""
        paper = self._accepted()[0]
        return any(
            self._equals(self._real(mistake.outcome(case)), paper, case)
            for mistake in (
                *self.mistakes,
                *ingredients.frequencies(self.reference, case),
            )
            if mistake.tolerance is None and not mistake.partly
        )

    def judge(self, values, cases):
        """Return a `Verdict`, or raise `Wrong` or `NotAttempted`."""
        if all(value is None for value in values):
            raise NotAttempted
        arrays = list(map(self._real, values))
        for accepted in self._accepted():
            if all(map(self._equals, arrays, [accepted] * len(cases), cases)):
                text = accepted.hint or self.right
                return Verdict(text, accepted.name or None)
        given = [Mistake("", self.given, "")] if self.given else []
        if self._explaining(given, arrays, cases):
            raise NotAttempted(f"{NOT_MENDED}. {self.seen}".removesuffix(". "))
        found = self._explanations(arrays, cases)
        if results.of_floats(values):  # their digits are not lost for want of room
            found = [one for one in found if not one.whole] or found
        elif "M17" not in [one.name for one in found]:
            found = results.of_integers(values, self._rights(cases)) + found
        found = found or self._of_one_size(arrays, cases)
        found = found or results.unfilled(arrays, self._rights(cases))
        values = _named_silence(values, cases, self.describe)
        paper = self._accepted()[0]
        complain(
            self,
            *next(
                (value, array, case)
                for value, array, case in zip(values, arrays, cases)
                if not self._equals(array, paper, case)
            ),
            found,
        )

    def _accepted(self):
        """Return all that counts as right: the reference, fewer digits, conventions."""
        right = [Mistake("", self.reference, "")]
        if self.coarse:
            text = f"{self.right} {COARSE}"
            right.append(Mistake("", self.reference, text, self.coarse))
        return (*right, *self.alternatives)

    def _real(self, value):
        """Return a value as an array of real numbers, or None."""
        if value is None or isinstance(value, Failure | str | bytes):
            return None
        try:
            array = np.asarray(value)
            if array.size > LARGEST or array.dtype.kind not in self.kinds:
                return None
            return array.astype(float)
        except Exception:
            return None

    def _equals(self, array, mistake, arguments):
        """Tell whether an array is what a model returns, within the tolerance."""
        if array is None:
            return False
        model = mistake.outcome(arguments)
        if array.size == 1 and model.shape == ():
            array = array.reshape(())
        if array.shape != model.shape:
            return False
        margin = np.asarray((mistake.tolerance or self.tolerance)(*arguments))
        if margin.ndim != model.ndim or margin.shape[:1] != model.shape[:1]:
            # A table with other axes has no tolerance for each of its entries.
            margin = margin.max()
        with np.errstate(all="ignore"):
            return bool((np.abs(array - model) <= margin).all())

    def _explaining(self, mistakes, arrays, cases):
        """Return those mistakes that lead to every array that there is."""
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
            if all(self._equals(array, mistake, case) for array, case in usable)
        ]

    def _breaks(self, mistake, arrays, cases):
        """Tell whether a mistake's numbers overflow wherever the arrays' do."""
        with np.errstate(all="ignore"):
            return not any(
                np.isfinite(mistake.outcome(case)).all()
                for array, case in zip(arrays, cases)
                if array is not None and not np.isfinite(array).all()
            )

    @np.errstate(all="ignore")
    def _explanations(self, arrays, cases):
        """Return the mistakes that explain all the arrays, the most likely first."""
        paper = self._accepted()[0]
        if all(
            array is None or self._equals(array, paper, case)
            for array, case in zip(arrays, cases)
        ):
            return []  # it raised, or was right: no mistake explains that
        overflow = not all(
            array is None or np.isfinite(array).all() for array in arrays
        )
        found = self._explaining(self.mistakes, arrays, cases)
        if overflow:
            found = [one for one in found if one.tolerance]  # of low precision
            alike = [one for one in found if self._breaks(one, arrays, cases)]
            more = [] if alike else self._spoilt(arrays, cases)
            alike += [one for one in more if self._breaks(one, arrays, cases)]
            return alike or found
        if not all(one.tolerance for one in found):  # one is certain
            bases = (one for one in self._spoilt(arrays, cases) if one.name == "M7")
            return [*closest(found, arrays, cases), *bases]
        constant = _constant(arrays)  # much can make anything constant
        if not constant:
            found += self._in_any_exercise(arrays, cases)
        if found or constant:
            found = closest(found, arrays, cases)
            return found or self._observed(arrays, cases, varied=False)
        if longer := self._too_long(arrays, cases):
            return longer
        found = self._explaining(self._two_at_once, arrays, cases)
        if found:
            return closest(found, arrays, cases)
        if self._of_fractions(cases):
            found = inputs.changes(self.reference, cases[0])
            found = self._explaining(found, arrays, cases)
        if not found:
            found = self._observed(arrays, cases)
            if not found or found[0].name == "M19":  # sums alone say less than a pair
                found = self._pairs(arrays, cases) or found
        return closest(found, arrays, cases)

    def _pairs(self, arrays, cases):
        """Return two slips at once, where no single one explains the arrays."""
        if any(array is None for array in arrays):
            return []
        number = re.search(r"\((M\d+)\)", self.seen)
        still = [
            Mistake(number[1] if number else "unchanged", given, STILL)
            for given in [self.given]
            if given
        ]
        return pairs.pairs(
            [*still, *self.mistakes],
            self.reference,
            cases,
            lambda model: all(
                map(self._equals, arrays, [Mistake("", model, "")] * len(cases), cases)
            ),
        )

    @functools.cached_property
    def _two_at_once(self):
        """The mistakes that are two at once."""
        return list(self.pairs())

    def _spoilt(self, arrays, cases):
        """Return slips in what many exercises share that explain all the arrays."""
        if not self._of_fractions(cases):  # whole numbers agree by chance
            return []
        found = ingredients.spoilt(self.reference, cases[0])
        return self._explaining(found, arrays, cases)

    def _in_any_exercise(self, arrays, cases):
        """Return what explains the arrays in any exercise, without its table."""
        if spoilt := self._spoilt(arrays, cases):
            return spoilt
        found = results.changes(self.reference, cases[0], arrays)
        return self._explaining(found, arrays, cases)

    def _of_fractions(self, cases):
        """Tell whether the right numbers are not all whole."""
        return any((table != table.round()).any() for table in self._rights(cases))

    def _observed(self, arrays, cases, varied=True):
        """Return what the arrays show, which nothing explains."""
        return observed.observed(arrays, self._rights(cases), cases, varied)

    def _rights(self, cases):
        """Return the right results."""
        paper = self._accepted()[0]
        return [paper.outcome(case) for case in cases]

    def _too_long(self, arrays, cases):
        """Return the mistake of having a row too many, if nothing else is wrong."""
        paper = self._accepted()[0]
        for part, where in ((slice(-1), "end"), (slice(1, None), "beginning")):
            if all(
                array is not None
                and array.ndim
                and self._equals(array[part], paper, case)
                for array, case in zip(arrays, cases)
            ):
                hint = f"It is right but for one too many, at the {where}."
                return [Mistake("long", self.reference, hint)]
        return []

    def _of_one_size(self, arrays, cases):
        """Return the mistake of a size that is written in, if nothing else is known."""
        right = self._rights(cases)
        if (
            all(a is not None and a.size for a in arrays)
            and all(a.ndim == r.ndim > 0 for a, r in zip(arrays, right))
            and len({len(array) for array in arrays}) == 1
            and len(set(map(len, right))) > 1
        ):
            rows = "row" if right[0].ndim > 1 else "number"
            many = f"{len(arrays[0])} {rows}{'s' * (len(arrays[0]) != 1)}"
            hint = f"It has {many} in every case"
            hint += ": is the size written in?" if len(arrays[0]) > 1 else "."
            return [Mistake("size", self.reference, hint)]
        return []


def fixed(*cases):
    """Return a `draw` that gives the same cases to everybody."""
    return lambda random: list(cases)


def _constant(arrays):
    """Tell whether each array is one number repeated, or all numbers are equal."""
    arrays = [array for array in arrays if array is not None and array.size]
    if all(array.size == 1 for array in arrays):
        return len({float(array.flat[0]) for array in arrays}) < 2
    return all((array == array.flat[0]).all() for array in arrays)


def _named_silence(values, cases, describe):
    """Return the values; where only some cases returned nothing, it is said so."""
    if all(value is None or isinstance(value, Failure) for value in values):
        return values
    return [
        Failure(sometimes_nothing(describe(*case)), value.name)
        if isinstance(value, Failure) and value.name == "no return"
        else value
        for value, case in zip(values, cases)
    ]
