"""Questions for a number: the same for everybody, or from numbers of one's own."""

import dataclasses
import functools
import unicodedata
from collections.abc import Callable
from decimal import Decimal

import numpy as np

from hintcheck.answers import number
from hintcheck.course import NO_COURSE, Course
from hintcheck.explanations import Mistake
from hintcheck.general import values
from hintcheck.questions import Question
from hintcheck.verdicts import Wrong

OF_NOBODY = "the numbers where no name is given: take your own, as they are printed."


def generator(*words: str) -> np.random.Generator:
    """Return a NumPy generator seeded by some words, the same on every machine."""
    return np.random.default_rng(list(" ".join(words).encode()) or [0])


def same_name(student: object) -> str:
    """Return a student's name in one spelling: "Ada  L" and "ada l" are the same."""
    return " ".join(unicodedata.normalize("NFKC", str(student)).casefold().split())


@dataclasses.dataclass(frozen=True)
class Remark:
    """What is said of many different wrong numbers.

    Attributes
    ----------
    name : str or None
        The mistake's number or word, as of a `Mistake`; None if it is none.
    applies : callable
        Tells whether it is said of a number.
    text : callable
        Returns what is said of it, from the number.
    """

    name: str | None
    applies: Callable
    text: Callable


@dataclasses.dataclass(frozen=True)
class Number(Question):
    """A question for a number.

    Attributes
    ----------
    reference : callable
        Returns the right number.
    right : callable
        Returns what is said of a right answer.
    mistakes : tuple of Mistake
        Their models return wrong numbers. The most likely first.
    remarks : tuple of Remark
        What is said of other numbers. Only the first that applies is said.
    otherwise : callable
        Takes any other number; returns what is added to "... is not it."
    tolerance : float
        How far off the answer may be, as a share of the right one; a whole number may
        not be off.
    whole : str
        What the number counts, if it must be a whole one: "word".
    digits : int
        How many digits of the answer are looked at, instead of the tolerance; the
        last of them may be one off.

    Notes
    -----
    All callables take the student's numbers by name too, if there are such.
    """

    reference: Callable
    right: Callable
    mistakes: tuple = ()
    remarks: tuple = ()
    otherwise: Callable = lambda value, **numbers: ""
    tolerance: float = 1e-3
    whole: str = ""
    digits: int = 0
    course: Course = NO_COURSE

    def __post_init__(self):
        """Refuse a sentence where a function is asked for."""
        if not callable(self.right):
            raise TypeError(
                "right must be a function that returns the sentence, such as "
                f"`lambda: {self.right!r}`; got {self.right!r}"
            )

    def judged(self, value: object, **numbers: object) -> str:
        """Return what is said of a right answer, or raise `Wrong`."""
        value = number(value)
        if self._right(value, self.reference(**numbers)):
            return self.right(**numbers)
        known = self._explaining(value, self.mistakes, numbers)
        mistakes = known + self._in_any_exercise(value, bool(known), numbers)
        if known:
            said = self.course.hint_of(mistakes)
            raise Wrong(f"{_written(value)} is not it. {said}", known[0].name)
        if self.whole and value != int(value):
            raise Wrong(
                f"A whole number is asked for, as a{'n' * (self.whole[0] in 'aeiou')} "
                f"{self.whole} is; got {value:.6g}.",
                "not whole",
            )
        for remark in self.remarks:
            if remark.applies(value, **numbers):
                raise Wrong(*self._remarked(remark, mistakes, value, numbers))
        hint = self.otherwise(value, **numbers)
        if mistakes:
            text = (
                f"{_written(value)} is not it. {self.course.hint_of(mistakes)} {hint}"
            )
            raise Wrong(text.strip(), mistakes[0].name)
        if not hint and abs(value / self.reference(**numbers) - 1) < 0.02:
            raise Wrong(
                f"{_written(value)} is near. Compute it to more digits.", "rounded"
            )
        own = ", ".join(f"{name} = {entry:g}" for name, entry in numbers.items())
        given = f", for {own}" if own else ""
        raise Wrong(f"{_written(value)} is not it{given}.{' ' * bool(hint)}{hint}")

    def _explaining(self, value, mistakes, numbers):
        """Return the mistakes that lead to a number."""
        wrong = {mistake: mistake.model(**numbers) for mistake in mistakes}
        wrong = {one: number for one, number in wrong.items() if np.size(number)}
        near = [one for one, number in wrong.items() if self._near(value, number)]
        return near or [
            one for one, number in wrong.items() if self._is_rounded(value, number)
        ]

    def _is_rounded(self, value, model):
        """Whether a number is another one, rounded to two decimals or more."""
        decimals = -Decimal(repr(value)).as_tuple().exponent
        return not self.whole and decimals > 1 and value == round(model, decimals)

    def _in_any_exercise(self, value, known, numbers):
        """Return what leads to a number, though the question's table has it not."""
        case, whole = tuple(numbers.items()), bool(self.whole)
        spoilt = values.spoilt(
            self.course, self._reference_of, case, value, self._near, whole
        )
        if known:
            return spoilt
        related = values.related(self.course, self._reference_of(*case), whole)
        related = self._explaining(value, related, {})
        if self.whole:
            return related + spoilt
        return spoilt or related  # the cause says more

    @functools.cached_property
    def _reference_of(self):
        """The reference as a function of pairs: of the student's numbers, by name."""
        return lambda *numbers: self.reference(**dict(numbers))

    def _remarked(self, remark, mistakes, value, numbers):
        """Return what a remark says, with a cause that it leaves open, and a name."""
        text = remark.text(value, **numbers)
        if not mistakes or mistakes[0].name == remark.name:
            return text, remark.name
        said = self.course.hint_of(mistakes)
        return f"{_written(value)} is not it. {said} {text}", mistakes[0].name

    def _right(self, value, reference):
        """Whether a number is right."""
        if not self.digits:
            return self._near(value, reference)
        last = 10.0 ** (np.floor(np.log10(abs(reference))) + 1 - self.digits)
        return abs(value - reference) <= last

    def _near(self, value, model):
        """Whether a number is another one, within the tolerance."""
        tolerance = 1e-9 if self.whole else self.tolerance
        return abs(value - model) <= tolerance * abs(model)


def value(name: str, wrong: float, hint: str) -> Mistake:
    """Return the mistake to give a certain number."""
    return Mistake(name, lambda: wrong, hint)


def _written(value):
    """Return a number with all its digits if it is whole, otherwise with six."""
    whole = value == int(value) and abs(value) < 10**15
    return f"{int(value)}" if whole else f"{value:.6g}"


@dataclasses.dataclass(frozen=True, kw_only=True)
class OwnNumber(Number):
    """A question for a number, computed from numbers of the student's own.

    Attributes
    ----------
    numbers : callable
        Takes a NumPy generator; returns the student's numbers, a dict.
    """

    numbers: Callable

    def right_for_nobody(self, exercise: str, value: float, own: dict) -> str:
        """Return what is said of an answer to the numbers of no name; else nothing.

        Parameters
        ----------
        exercise : str
            The question's name, by which numbers are drawn.
        value : float
            A wrong answer.
        own : dict
            The student's numbers.
        """
        nobody = self.draw(generator(exercise, ""))
        if own == nobody or not self._right(value, self.reference(**nobody)):
            return ""
        numbers = " and ".join(f"{name} = {number}" for name, number in nobody.items())
        return f"It is right for {numbers}, {OF_NOBODY}"

    def draw(self, random: np.random.Generator) -> dict:
        """Return the student's numbers."""
        return self.numbers(random)
