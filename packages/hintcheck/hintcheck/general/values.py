"""What a wrong number may be, given the right one and what it is computed from."""

import dataclasses
from collections.abc import Callable

import numpy as np

from hintcheck.course import Course
from hintcheck.edits import read_edits
from hintcheck.explanations import Mistake
from hintcheck.general import ingredients

EDITS = read_edits(__file__, globals())


def spoilt(
    course: Course,
    reference: Callable,
    case: tuple,
    value: float,
    near: Callable,
    whole: bool,
) -> list[Mistake]:
    """Return the slips in ingredients that lead to a number.

    The case is what the number is computed from; `near` tells whether two numbers are
    the same, and `whole` whether it is a count. Many slips may count none or all, so
    nothing is returned if more than two lead to the same count.
    """
    slips = [
        one
        for one in ingredients.spoilt(course, reference, case)
        if np.size(number := one.outcome(case)) and near(value, number)
    ]
    return [] if whole and len({slip.name for slip in slips}) > 2 else slips


def related(course: Course, right: float, whole: bool) -> list[Mistake]:
    """Return slips whose number is near the right one, or in a simple relation to it.

    `whole` tells whether it is a count: being off by one is then a slip, while being
    half the right number is chance.
    """
    slips = EDITS["counts" if whole else "numbers"]["mistakes"]
    return course.called(
        [
            dataclasses.replace(slip, model=lambda slip=slip: slip.model(right))
            for slip in slips
        ]
    )
