"""Known mistakes as functions, and the search for those that explain an answer."""

import dataclasses
from collections.abc import Callable, Sequence

import numpy as np

from hintcheck.course import Course
from hintcheck.memory import remembered

LESS_LIKELY = "Less likely, but with the same result:"
STILL = "It still does what the original did."


@dataclasses.dataclass(frozen=True)
class Mistake:
    """A wrong answer that learners give, as a function that reproduces it.

    Attributes
    ----------
    name : str
        Its name in the course's list of mistakes.
    model : callable
        Takes the arguments of the exercise and returns what the mistake leads to.
    hint : str
        A sentence for the reader.
    tolerance : callable, optional
        Takes the arguments too, and returns how far the answer may be from the model,
        if that differs from the tolerance of the exercise.
    partly : bool
        Whether it is right in many cases by its nature. Such a case counts all the
        same: to be right there takes more than the right shape.
    whole : bool
        Whether it loses digits as a table of integers does: an answer that is an array
        of floats has probably not made it.
    rival, general : bool
        As for `Slip`.
    vague : bool
        Whether two slips at once that lead to the same say more.
    """

    name: str
    model: Callable
    hint: str
    tolerance: Callable | None = None
    partly: bool = False
    whole: bool = False
    rival: bool = False
    general: bool = True
    vague: bool = False

    def outcome(self, case: tuple) -> np.ndarray:
        """Return what it leads to in a case, as an array that cannot be changed."""
        return _outcome(self.model, case)


@remembered
def _outcome(model: Callable, case: tuple) -> np.ndarray:
    result = np.array(model(*case))
    result.flags.writeable = False
    return result


def two(first: Mistake, second: Mistake, model: Callable) -> Mistake:
    """Return the mistake that is two at once, its names sorted: "sum+squared"."""
    hint = (
        "It looks like two slips at once. The first alone would get: "
        f"{first.hint} The other: {second.hint}"
    )
    return Mistake(both_names(first, second), model, hint)


def both_names(first: Mistake, second: Mistake) -> str:
    """Return the names of two mistakes, joined by a plus, the shorter name first."""
    names = {first.name, second.name}
    return "+".join(sorted(names, key=lambda name: (len(name), name)))


def hint_of(course: Course, mistakes: Sequence[Mistake]) -> str:
    """Return the hint of the likeliest mistake, and name those that explain as much."""
    first = mistakes[0]
    named, others = set(first.name.split("+")), []
    for mistake in mistakes:
        more = [part for part in mistake.name.split("+") if part not in named]
        if more and not (first.name == "rounded" and mistake.whole):
            named.update(more)
            others.append(course.words("+".join(more)))
    if not others:
        return first.hint
    return f"{first.hint} {LESS_LIKELY} {', or: '.join(others[:3])}."


def closest(mistakes: list[Mistake], arrays: list, cases: list) -> list[Mistake]:
    """Return those mistakes that come far closer to the arrays than the others."""
    if len(mistakes) < 2:
        return mistakes
    distances = [
        max(
            (
                _distance(array, mistake.outcome(case))
                for array, case in zip(arrays, cases)
                if array is not None and np.isfinite(array).all()
            ),
            default=0,
        )
        for mistake in mistakes
    ]
    limit = 10 * min(distances) + 1e-12
    return [m for m, distance in zip(mistakes, distances) if distance <= limit]


def _distance(array: np.ndarray, model: np.ndarray) -> float:
    """Return how far an array is from what a mistake gives, 0 if shapes differ."""
    if array.shape != model.shape and array.size != 1:
        return 0
    return np.abs(array - model).max(initial=0)


def of_shapes(got: tuple[int, ...], right: tuple[int, ...]) -> str:
    """Return a hint for a result of the wrong shape, or an empty string."""
    if not right:
        return " One number is asked for: is a sum missing?"
    if not got:
        return " That is a single number: is `return` inside a loop?"
    if len(got) != len(right):
        return f" It should have {len(right)} ax{'i' if len(right) == 1 else 'e'}s."
    more = [length - asked for length, asked in zip(got, right)]
    if sorted(map(abs, more))[-2:] in ([1], [0, 1]):
        which = "few" if min(more) < 0 else "many"
        return f" That is one too {which}."
    return ""
