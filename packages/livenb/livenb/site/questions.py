"""Exercises that a page can check: tables made from the replies of their own checks.

A table lists each reply with the answers that get it. It is written in base64, so that
nobody reads an answer by accident; it keeps no secret from those who want to know it.
"""

import base64
import itertools
import json

from hintcheck.own_numbers import Number, OwnNumber
from hintcheck.questions import Statements

WHOLE = range(-5, 301)
"""Whole numbers that a table knows, beside the right one and known mistakes."""

OTHERWISE = "not yet. {} is not it."
"""What is said of numbers that a table does not know."""

_AROUND = 0.03  # a share of the right number, within which others are told to be near


def question_of(exercises, name):
    """Return "number" or "statements", or None if a page cannot check an exercise."""
    exercise = exercises.get(name)
    if isinstance(exercise, OwnNumber):
        return None
    if isinstance(exercise, Number):
        return "number"
    return "statements" if isinstance(exercise, Statements) else None


def statement_names(exercises, name):
    """Return the letters of an exercise's statements; none if it has none."""
    return [one.name for one in getattr(exercises[name], "statements", ())]


def table(exercises, name):
    """Return what a page needs to check an exercise.

    Parameters
    ----------
    exercises : hintcheck.Exercises
        The exercises.
    name : str
        The name of one of them for which `question_of` is not None.

    Returns
    -------
    dict
        ``replies``: pairs of a text, in which {} is the number, and the ranges of the
        answers that get it, from low to high. Of statements, the answer is the binary
        number whose digits say which are true. ``otherwise``, what is said of any other
        number; ``whole``, whether others than whole numbers get that, too.
    """
    question = exercises[name]

    def reply(answer):
        return exercises.check(name, answer).text

    if isinstance(question, Statements):
        names = statement_names(exercises, name)
        truths = itertools.product((False, True), repeat=len(names))
        said = [(n, reply(dict(zip(names, some)))) for n, some in enumerate(truths)]
        whole = True
    else:
        numbers = _numbers(question)
        said = [(n, reply(n).replace(shown(n), "{}")) for n in numbers]
        whole = bool(question.whole)
    replies = {}
    for text, run in itertools.groupby(said, key=lambda pair: pair[1]):
        answers = [answer for answer, _ in run]
        replies.setdefault(text, []).append([answers[0], answers[-1]])
    replies.pop(OTHERWISE, None)
    return {"otherwise": OTHERWISE, "whole": whole, "replies": [*replies.items()]}


def written(made):
    """Return a table as the page loads it."""
    return base64.b64encode(json.dumps(made).encode())


def shown(value):
    """Return a number as replies to it show it."""
    return f"{int(value)}" if value == int(value) else f"{value:.6g}"


def _numbers(question):
    """Return numbers to try: around the right one and known mistakes, and others."""
    reference = float(question.reference())
    wrong = [float(mistake.model()) for mistake in question.mistakes]
    if question.whole:
        return sorted({*map(float, WHOLE), reference, *wrong})
    numbers = {*_near(reference, _AROUND), *_near(reference, question.tolerance)}
    return sorted(numbers.union(*(_near(n, 2 * question.tolerance) for n in wrong)))


def _near(value, share):
    """Return numbers around one, at most so far away as a share of it."""
    steps = (n / 300 for n in range(-300, 301))
    return {float(f"{value * (1 + share * step):.12g}") for step in steps}
