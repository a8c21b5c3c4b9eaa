"""What a wrong number can be, known from the right one and what it is computed from."""

from collections.abc import Callable

import numpy as np

from hintcheck.course import Course
from hintcheck.explanations import Mistake
from hintcheck.general import ingredients

OFF_BY_ONE = [
    (
        "off by one",
        lambda right: right + 1,
        "That is one too many: is there a count from 1 instead of 0?",
    ),
    (
        "off by one",
        lambda right: right - 1,
        "That is one too few: is the first counted as 0?",
    ),
]
RELATIONS = [
    ("minus", lambda right: -right, "The sign is reversed."),
    ("inverse", lambda right: 1 / right, "That is 1 divided by what is asked for."),
    ("squared", lambda right: right**2, "That is the square of what is asked for."),
    ("root", lambda right: abs(right) ** 0.5, "That is the root of what is asked for."),
    ("twice", lambda right: 2 * right, "That is twice what is asked for."),
    ("half", lambda right: right / 2, "That is a half of what is asked for."),
    ("2pi", lambda right: 2 * np.pi * right, "That is 2 pi times what is asked for."),
    (
        "2pi",
        lambda right: right / (2 * np.pi),
        "That is what is asked for, divided by 2 pi.",
    ),
    ("degrees", np.degrees, "That is what is asked for, turned into degrees."),
    ("degrees", np.radians, "That is what is asked for, turned into radians."),
]


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
        for one in ingredients.with_others(course, reference, case)
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
    return course.called(
        [
            Mistake(name, lambda change=change: change(right), hint)
            for name, change, hint in (OFF_BY_ONE if whole else RELATIONS)
        ]
    )
