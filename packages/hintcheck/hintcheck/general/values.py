"""What a wrong number can be, known from the right one and what it is computed from."""

import dataclasses
from collections.abc import Callable

from hintcheck.arrays import np
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

    Parameters
    ----------
    course : Course
        Its ingredients are tried.
    reference : callable
        Takes the entries of a case; returns the right number.
    case : tuple
        What the number is computed from.
    value : float
        A wrong one.
    near : callable
        Tells whether two numbers are the same.
    whole : bool
        Whether it is a count: several slips lead to none, or to all.
    """
    slips = [
        one
        for one in ingredients.spoilt(course, reference, case)
        if np.size(number := one.outcome(case)) and near(value, number)
    ]
    return [] if whole and len({slip.name for slip in slips}) > 2 else slips


def related(course: Course, right: float, whole: bool) -> list[Mistake]:
    """Return the numbers that stand near the right one, or in a simple relation.

    Parameters
    ----------
    course : Course
        It may call them otherwise.
    right : float
        The right number.
    whole : bool
        Whether it is a count: one off is a slip there, and a half is chance.
    """
    slips = EDITS["counts" if whole else "numbers"]["mistakes"]
    return course.called(
        [
            dataclasses.replace(slip, model=lambda slip=slip: slip.model(right))
            for slip in slips
        ]
    )
