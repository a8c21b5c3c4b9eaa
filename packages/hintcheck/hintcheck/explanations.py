"""Known mistakes, each with a function that returns the wrong result."""

import dataclasses
from collections.abc import Callable

import numpy as np

from hintcheck.answers import as_numbers

STILL = "Your version still does what the original did."


@dataclasses.dataclass(frozen=True)
class Mistake:
    """A mistake that learners make, with a function that reproduces it.

    Attributes
    ----------
    name : str
        The mistake's name in the course's list of mistakes.
    model : callable or None
        Takes the arguments of the exercise and returns the wrong result; None if the
        mistake was seen in a result and cannot be computed.
    hint : str
        A sentence for the reader.
    tolerance : callable, optional
        Takes the same arguments and returns how far an answer may be from the wrong
        result. By default, the tolerance of the exercise is used.
    partly : bool
        Whether the mistake naturally leads to right results in many cases. These cases
        still earn credit, because a right result in them shows more than the right
        shape.
    whole : bool
        Whether the mistake loses digits in the way that a table of integers does. An
        answer that returns arrays of floats has probably not made this mistake.
    """

    name: str
    model: Callable | None
    hint: str
    tolerance: Callable | None = None
    partly: bool = False
    whole: bool = False

    def outcome(self, case: tuple) -> np.ndarray:
        """Return the wrong result in a case as an array."""
        return as_numbers(self.model(*case))


@dataclasses.dataclass(frozen=True)
class Remark:
    """A remark about many different wrong numbers.

    Attributes
    ----------
    name : str or None
        The name of the mistake, or None if there is no mistake to name.
    applies : callable
        Takes a number; returns whether the remark applies to it.
    text : callable
        Takes the number; returns the remark.
    """

    name: str | None
    applies: Callable
    text: Callable


def two(first: Mistake, second: Mistake, model: Callable) -> Mistake:
    """Combine two mistakes, with the shorter name first, as in "sum+squared"."""
    hint = (
        f"It looks like two slips at once. One: {first.hint} The other: {second.hint}"
    )
    names = sorted({first.name, second.name}, key=lambda name: (len(name), name))
    return Mistake("+".join(names), model, hint)
