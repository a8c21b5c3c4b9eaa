"""Questions that ask for a number, either the same or different for each student."""

import dataclasses
import math
import re
import unicodedata
from collections.abc import Callable
from decimal import Decimal

import numpy as np

from hintcheck.answers import number
from hintcheck.course import NO_COURSE, Course
from hintcheck.edits import read_edits
from hintcheck.explanations import Remark
from hintcheck.general import ingredients
from hintcheck.questions import Question
from hintcheck.verdicts import Wrong

OF_NOBODY = "the numbers used when no name is given. Use your own numbers, as printed."

# These are also invisible, although Unicode calls them letters or marks.
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\ufe00-\ufe0f"
    "\U000e0100-\U000e01ef]"
)


def generator(*words: str) -> np.random.Generator:
    """Return a NumPy generator seeded with words; it is the same on every machine."""
    return np.random.default_rng(list(" ".join(words).encode()) or [0])


def same_name(student: object) -> str:
    """Return a student's name in a standard spelling, so that "Ada L" equals "ada l".

    Composed characters, case, kinds of spaces, invisible characters and apostrophes,
    which Moodle leaves out, make no difference.
    """
    name = re.sub("['\u2019]", "", unicodedata.normalize("NFKC", visible(student)))
    return " ".join(name.casefold().split())


def visible(text: object) -> str:
    """Return a string without its invisible characters."""
    kept = "".join(c for c in str(text) if unicodedata.category(c) != "Cf")
    return _UNSEEN.sub("", kept)


@dataclasses.dataclass(frozen=True)
class Number(Question):
    """A question that asks for a number.

    Attributes
    ----------
    reference : callable
        Returns the right number.
    right : str or callable
        The text for a right answer, or a function that returns the text.
    mistakes : tuple of Mistake
        Mistakes whose models return wrong numbers, the most likely first.
    remarks : tuple of Remark
        Remarks about other numbers. Only the first remark that applies is used.
    otherwise : str or callable
        The text that follows "... is not right." for any other number, or a function
        that takes the number and returns the text.
    tolerance : float
        The largest accepted error, as a share of the right number, or absolute if the
        right number is 0. A whole number must be exact.
    whole : str
        What the number counts, such as "word", if it must be a whole number.
    digits : int
        How many digits of the answer to check instead of using the tolerance. The last
        digit may be off by one.

    Notes
    -----
    All callables also take the student's numbers, if there are any, as keyword
    arguments.
    """

    reference: Callable
    right: str | Callable
    mistakes: tuple = ()
    remarks: tuple[Remark, ...] = ()
    otherwise: str | Callable = ""
    tolerance: float = 1e-3
    whole: str = ""
    digits: int = 0
    course: Course = NO_COURSE

    def judged(self, value: object, **numbers: object) -> str:
        """Return the text for a right answer, or raise `Wrong`."""
        value = number(value)
        if self._right(value, self.reference(**numbers)):
            return _sentence(self.right, **numbers)
        not_it = f"{written(value)} is not right"
        known = self._explaining(value, self.mistakes, numbers)
        mistakes = known + self._in_any_exercise(value, bool(known), numbers)
        name = mistakes[0].name if mistakes else None
        said = self.course.hint_of(mistakes) if mistakes else ""
        if known:
            raise Wrong(f"{not_it}. {said}", name)
        if self.whole and value != int(value):
            raise Wrong(
                "The answer should be a whole number, as "
                f"a{'n' * (self.whole[0] in 'aeiou')} {self.whole} is; "
                f"got {value:.6g}.",
                "not whole",
            )
        for remark in self.remarks:
            if remark.applies(value, **numbers):
                text = remark.text(value, **numbers)
                if mistakes and name != remark.name:
                    raise Wrong(f"{not_it}. {said} {text}", name)
                raise Wrong(text, remark.name)
        hint = self.said_of_others(value, numbers)
        if mistakes:
            raise Wrong(f"{not_it}. {said} {hint}".strip(), name)
        right = self.reference(**numbers)
        if not hint and abs(value - right) < 0.02 * abs(right):
            more = "It must be exact" if self.whole else "Compute it to more digits"
            raise Wrong(f"{written(value)} is close. {more}.", "rounded")
        own = " and ".join(
            f"{name} = {written(entry) if isinstance(entry, int | float) else entry}"
            for name, entry in numbers.items()
        )
        given = f" for {own}" if own else ""
        raise Wrong(f"{not_it}{given}. {hint}".strip())

    def said_of_others(self, value: float, numbers: dict) -> str:
        """Return the sentence for a number that no mistake or remark explains."""
        return _sentence(self.otherwise, value, **numbers)

    def _explaining(self, value, mistakes, numbers):
        wrong = {mistake: mistake.model(**numbers) for mistake in mistakes}
        wrong = {one: number for one, number in wrong.items() if np.size(number)}
        near = [one for one, number in wrong.items() if self._near(value, number)]
        return near or [
            one for one, number in wrong.items() if self._is_rounded(value, number)
        ]

    def _is_rounded(self, value, model):
        """Return whether a number is `model` rounded to two or more decimals."""
        decimals = -Decimal(repr(value)).as_tuple().exponent
        return not self.whole and decimals > 1 and value == round(model, decimals)

    def _in_any_exercise(self, value, known, numbers):
        """Return slips outside the question's own table that lead to a number."""
        case = tuple(numbers.items())

        def reference(*numbers):
            return self.reference(**dict(numbers))

        spoilt = [
            slip
            for slip in ingredients.spoilt(self.course, reference, case)
            if np.size(wrong := slip.outcome(case)) and self._near(value, wrong)
        ]
        if self.whole and len({slip.name for slip in spoilt}) > 2:
            spoilt = []  # many slips give 0 or the total
        if known:
            return spoilt
        right = self.reference(**numbers)
        # A count that is off by one is a slip, but half the right count is chance.
        related = [
            dataclasses.replace(slip, model=lambda slip=slip: slip.model(right))
            for slip in EDITS["counts" if self.whole else "numbers"]["mistakes"]
        ]
        related = self._explaining(value, self.course.called(related), {})
        if self.whole:
            return related + spoilt
        return spoilt or related  # slips in ingredients say more about the cause

    def _right(self, value, reference):
        if self.whole:
            right = round(reference)
            return value == (right if isinstance(value, int) else float(right))
        return abs(value - reference) <= self.margin(reference)

    def margin(self, right: float) -> float:
        """Return the largest accepted error of an answer that need not be whole."""
        if right and self.digits:  # the last digit may be off by one
            return 10.0 ** (math.floor(math.log10(abs(right))) + 1 - self.digits)
        return self.tolerance * (abs(right) or 1)

    def _near(self, value, model):
        """Return whether a number equals another one within the tolerance.

        A whole number may be off by a rounding error, but not by 1.
        """
        tolerance = 1e-9 if self.whole else self.tolerance
        most = 0.4 if self.whole else math.inf
        return abs(value - model) <= min(tolerance * abs(model), most)


def _sentence(said, *given, **numbers):
    """Return a sentence that is given as a string or computed by a function."""
    return said if isinstance(said, str) else said(*given, **numbers)


def written(value: float) -> str:
    """Return a number as a string, with all digits if it is whole and six otherwise."""
    whole = value == int(value) and abs(value) < 10**15
    return f"{int(value)}" if whole else f"{value:.6g}"


@dataclasses.dataclass(frozen=True, kw_only=True)
class OwnNumber(Number):
    """A question that asks for a number computed from the student's own numbers.

    Attributes
    ----------
    numbers : callable
        Takes a NumPy generator; returns a dict of the student's numbers.
    nobody : dict, optional
        The numbers used when no name is given; `Exercises` fills them in.
    """

    numbers: Callable
    nobody: dict | None = None

    def draw(self, random: np.random.Generator) -> dict:
        """Return the student's numbers."""
        return self.numbers(random)

    def said_of_others(self, value: float, numbers: dict) -> str:
        """Return the sentence for other numbers, such as what is right with no name."""
        nobody = self.nobody
        if nobody in (None, numbers) or not self._right(
            value, self.reference(**nobody)
        ):
            return super().said_of_others(value, numbers)
        given = " and ".join(f"{name} = {number}" for name, number in nobody.items())
        return f"It is right for {given}, {OF_NOBODY}"


EDITS = read_edits(__file__, globals())
