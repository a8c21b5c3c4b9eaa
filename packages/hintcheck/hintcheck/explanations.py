"""Known mistakes, each as a function that returns what the mistake leads to."""

import dataclasses
from collections.abc import Callable

import numpy as np

STILL = "Your version still does what the original did."


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
        Takes the same arguments and returns how far the answer may be from the model,
        if that differs from the tolerance of the exercise.
    partly : bool
        Whether the mistake by its nature gives right results in many cases. Such cases
        still count, because being right in them takes more than the right shape.
    whole : bool
        Whether the mistake loses digits as a table of integers does: an answer that is
        an array of floats has probably not made this mistake.
    """

    name: str
    model: Callable
    hint: str
    tolerance: Callable | None = None
    partly: bool = False
    whole: bool = False

    def outcome(self, case: tuple) -> np.ndarray:
        """Return the mistake's result in a case, as an array."""
        return np.array(self.model(*case))


@dataclasses.dataclass(frozen=True)
class Remark:
    """What is said about many different wrong numbers.

    Attributes
    ----------
    name : str or None
        The mistake's name, as in `Mistake`; None if there is no mistake to name.
    applies : callable
        Takes a number; tells whether the remark is about it.
    text : callable
        Takes the number; returns the remark.
    """

    name: str | None
    applies: Callable
    text: Callable


def two(first: Mistake, second: Mistake, model: Callable) -> Mistake:
    """Return two mistakes as one, with the shorter name first: "sum+squared"."""
    hint = (
        f"It looks like two slips at once. One: {first.hint} The other: {second.hint}"
    )
    names = sorted({first.name, second.name}, key=lambda name: (len(name), name))
    return Mistake("+".join(names), model, hint)
