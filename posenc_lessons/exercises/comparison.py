"""Exercises that ask for a function: a reference, and mistakes with their names.

A `Comparison` is the one table of such an exercise. The check in the notebook calls the
reader's function and judges what it returned; the marking of homework calls it
elsewhere, brings the values back, and judges them by the same table.
"""

import dataclasses
import itertools
from collections.abc import Callable, Iterable

import numpy as np

from posenc_lessons.exercises.answers import NotAttempted, Wrong, call, shown

STILL = "It still does what the code as given does."
LARGEST = 10**7  # entries of a table that is looked at


@dataclasses.dataclass(frozen=True)
class Mistake:
    """A wrong answer that learners give, as a function that gives it.

    Attributes
    ----------
    name : str
        Its number in the list of mistakes, such as "M9", or a word.
    model : callable
        Takes the arguments of the exercise and returns what the mistake leads to.
    hint : str
        A sentence for the reader.
    tolerance : callable, optional
        Takes the arguments too, and returns how far the answer may be from the model,
        if that differs from the tolerance of the exercise.
    """

    name: str
    model: Callable
    hint: str
    tolerance: Callable | None = None


@dataclasses.dataclass(frozen=True)
class Verdict:
    """What is to be said of a right answer.

    Attributes
    ----------
    text : str
        A sentence for the reader.
    convention : str or None
        The mistake's number if the answer is right under another convention.
    """

    text: str
    convention: str | None = None


@dataclasses.dataclass(frozen=True)
class Failure:
    """Takes the place of a value where the function returned none."""

    reason: str


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
        The more likely first.
    pairs : callable, optional
        Returns mistakes that are two at once, to be tried after the single ones.
    alternatives : tuple of Mistake
        Answers that are right under another convention.
    given : callable, optional
        The function as the notebook gives it, when it is to be mended.
    tolerance : callable
        Takes the arguments; returns how far an entry may be off, a number or an array.
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
    tolerance: Callable = lambda *arguments: 1e-6
    place: Callable = lambda index, *arguments: dict(
        zip(("position", "column"), map(int, index))
    )

    def collect(self, answer, cases):
        """Return what the reader's function returns in each case, or a `Failure`."""
        values = []
        for arguments in cases:
            try:
                case = self.describe(*arguments)
                values.append(call(answer, *map(_copy, arguments), case=case))
            except NotAttempted:
                values.append(None)
            except Wrong as error:
                values.append(Failure(str(error)))
                if not callable(answer):
                    break
        return values

    def credit(self, values, cases):
        """Return the share of the cases whose values are right, from 0 to 1.

        A case in which a known mistake is right too does not count: with one head, one
        pair of columns or one row, much is right that shows no more than the shape.
        """
        arrays = list(map(_real, values))
        right = self._accepted()
        hits = [
            not self._forgives(case)
            and any(self._equals(array, model, case) for model in right)
            for array, case in zip(arrays, cases)
        ]
        return sum(hits) / len(cases)

    def _forgives(self, case):
        """Tell whether a mistake, or what is to be mended, is right in a case."""
        paper = self._accepted()[0]
        return any(
            self._equals(_real(mistake.model(*case)), paper, case)
            for mistake in self.mistakes
            if mistake.tolerance is None
        )

    def judge(self, values, cases):
        """Return a `Verdict`, or raise `Wrong` or `NotAttempted`."""
        if all(value is None for value in values):
            raise NotAttempted
        arrays = list(map(_real, values))
        for accepted in self._accepted():
            if all(map(self._equals, arrays, [accepted] * len(cases), cases)):
                name = accepted.name
                return Verdict(accepted.hint if name else self.right, name or None)
        if self.given and self._explains(Mistake("", self.given, ""), arrays, cases):
            raise NotAttempted
        found = self._explanation(arrays, cases)
        paper = self._accepted()[0]
        self._complain(
            *next(
                (value, case)
                for value, array, case in zip(values, arrays, cases)
                if not self._equals(array, paper, case)
            ),
            found,
        )

    def _accepted(self):
        """Return the reference and what is right under other conventions."""
        return (Mistake("", self.reference, ""), *self.alternatives)

    def _equals(self, array, mistake, arguments):
        """Tell whether an array is what a model returns, within the tolerance."""
        if array is None:
            return False
        model = np.asarray(mistake.model(*arguments))
        if array.shape != model.shape:
            return False
        margin = np.asarray((mistake.tolerance or self.tolerance)(*arguments))
        # A table with other axes has no tolerance for each of its entries.
        margin = margin if model.shape == self._shape(arguments) else margin.max()
        with np.errstate(all="ignore"):
            return bool((np.abs(array - model) <= margin).all())

    def _shape(self, arguments):
        """Return the shape of the right result."""
        return np.shape(self.reference(*arguments))

    def _explains(self, mistake, arrays, cases):
        """Tell whether a mistake leads to all arrays, but for those that are none."""
        usable = [
            (array, case)
            for array, case in zip(arrays, cases)
            if array is not None and np.isfinite(array).all()
        ]
        return len(usable) > 1 and all(
            self._equals(array, mistake, case) for array, case in usable
        )

    def _explanation(self, arrays, cases):
        """Return the mistake that leads to all arrays, if it is the only one."""
        paper = self._accepted()[0]
        if all(
            array is None or self._equals(array, paper, case)
            for array, case in zip(arrays, cases)
        ):
            return None  # it raised, or was right: no mistake explains that
        for mistake in self.mistakes:
            if self._explains(mistake, arrays, cases):
                return mistake
        if all(_constant(array) for array in arrays):
            return None  # two mistakes can make anything constant
        found = [pair for pair in self.pairs() if self._explains(pair, arrays, cases)]
        names = {pair.name for pair in found}
        return found[0] if len(names) == 1 else None

    def _complain(self, value, arguments, found):
        """Raise `Wrong` for the first case that is not right."""
        case = self.describe(*arguments)
        name, hint = (found.name, " " + found.hint) if found else (None, "")
        if value is None:
            raise Wrong(f"{case} it returned nothing.")
        if isinstance(value, Failure):
            raise Wrong(value.reason + hint, name)
        try:
            array = np.asarray(value)
        except Exception:
            raise Wrong(
                f"{case} it returned {shown(value)}, which is no table."
            ) from None
        right = np.asarray(self.reference(*arguments))
        if array.dtype.kind == "O" and (numbers := _real(value)) is not None:
            array = numbers
        if array.dtype.kind not in "biuf":
            raise Wrong(
                f"{case} it should hold real numbers; got {shown(value)}.", name
            )
        if array.shape != right.shape:
            if not hint and array.shape == right.shape[::-1]:
                hint = " Is it transposed?"
            raise Wrong(
                f"{case} the shape should be {right.shape}; it is {array.shape}.{hint}",
                name,
            )
        if not np.isfinite(array).all():
            bad = array[~np.isfinite(array)][0]
            raise Wrong(f"{case} the result holds {bad}.{hint}", name)
        off = np.abs(array - right) > self.tolerance(*arguments)
        index = tuple(np.argwhere(off)[0]) if off.any() else (0,) * array.ndim
        place = self.place(index, *arguments)
        expected, got = float(right[index]), float(array[index])
        *others, last = [f"{key} {entry}" for key, entry in place.items()] or ["it"]
        where = f"{', '.join(others)} and {last}" if others else last
        be, is_ = ("hold", "it holds") if place else ("be", "it is")
        here = f"{case}{',' * bool(place)}"
        text = f"{here} {where} should {be} {expected:.6g}; {is_} {got:.6g}.{hint}"
        if found and found.hint == STILL:  # the numbers would name the bug
            text = f"{here} the entry at {where} is wrong.{hint}"
        raise Wrong(
            text,
            name,
            **{key: place.get(key) for key in ("position", "column")},
            expected=expected,
            got=got,
        )


def combinations(parts, build):
    """Return mistakes that are two at once, of parts that do not exclude each other.

    Parameters
    ----------
    parts : list of tuple
        For each mistake its name, a dict of the parts that it exchanges, and its hint.
    build : callable
        Takes such a dict; returns the model.

    Returns
    -------
    list of Mistake
        Their names are sorted by number: "M5+M9".
    """
    found = []
    for (name, own, hint), (other, more, hint_2) in itertools.combinations(parts, 2):
        if own.keys().isdisjoint(more):
            names = sorted((name, other), key=lambda text: (len(text), text))
            hints = f"It looks like two things at once: {hint} And {hint_2}"
            found.append(Mistake("+".join(names), build(own | more), hints))
    return found


def fixed(*cases):
    """Return a `draw` that gives the same cases to everybody."""
    return lambda random: list(cases)


def entry(index, *arguments):
    """Return the place of an entry of a vector, by its column."""
    return {"column": int(index[0])}


def _constant(array):
    """Tell whether an array holds no two different numbers."""
    return array is None or array.size == 0 or bool((array == array.flat[0]).all())


def _copy(argument):
    """Return an argument that the reader's function may change."""
    return argument.copy() if isinstance(argument, np.ndarray) else argument


def _real(value):
    """Return a value as an array of real numbers, or None."""
    if value is None or isinstance(value, Failure | str | bytes):
        return None
    try:
        array = np.asarray(value)
        if array.size > LARGEST or array.dtype.kind not in "biufO":
            return None
        return array.astype(float)
    except Exception:
        return None
