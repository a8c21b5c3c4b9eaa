"""Known mistakes as functions, and the search for those that explain an answer."""

import dataclasses
from collections.abc import Callable

import numpy as np

from hintcheck.memory import remembered

LESS_LIKELY = "Less likely, but with the same result:"
STILL = "It still does what the code as given does."


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
        of floats has hardly made it.
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

    def outcome(self, case):
        """Return what it leads to in a case, as an array to look at."""
        return _outcome(self.model, case)


@remembered
def _outcome(model, case):
    found = np.array(model(*case))
    found.flags.writeable = False
    return found


def two(first, second, model):
    """Return the mistake that is two at once, its names sorted: "sum+squared"."""
    names = sorted({first.name, second.name}, key=lambda name: (len(name), name))
    hint = (
        f"It looks like two slips at once. The one, as it is told alone: {first.hint}"
    )
    return Mistake("+".join(names), model, f"{hint} The other: {second.hint}")


def told(course, found):
    """Return the hint of the likeliest mistake, and name those that explain as much."""
    first = found[0]
    said, others = set(first.name.split("+")), []
    for one in found:
        more = [part for part in one.name.split("+") if part not in said]
        if more and not (first.name == "rounded" and one.whole):
            said.update(more)
            others.append(course.words("+".join(more)))
    if not others:
        return first.hint
    return f"{first.hint} {LESS_LIKELY} {', or: '.join(others[:3])}."


def closest(found, arrays, cases):
    """Return those mistakes that come far closer to the arrays than the others."""
    if len(found) < 2:
        return found
    apart = [
        max(
            (
                _apart(array, mistake.outcome(case))
                for array, case in zip(arrays, cases)
                if array is not None and np.isfinite(array).all()
            ),
            default=0,
        )
        for mistake in found
    ]
    limit = 10 * min(apart) + 1e-12
    return [mistake for mistake, far in zip(found, apart) if far <= limit]


def _apart(array, model):
    """Return how far an array is from what a mistake gives, 0 if shapes differ."""
    if array.shape != model.shape and array.size != 1:
        return 0
    return np.abs(array - model).max(initial=0)


def of_shapes(got, right):
    """Return a hint for a result of the wrong shape, or an empty text."""
    if not right:
        return " One number is asked for: is a sum missing?"
    if not got:
        return " That is a single number: does `return` stand within a loop?"
    if len(got) != len(right):
        return f" It should have {len(right)} ax{'i' if len(right) == 1 else 'e'}s."
    more = [one - other for one, other in zip(got, right)]
    if sorted(map(abs, more))[-2:] in ([1], [0, 1]):
        which = "few" if min(more) < 0 else "many"
        return f" That is one too {which}."
    return ""
