"""Exercises that a page can check: tables made from the replies of their own checks.

A table lists each reply with the answers that get it. It is written in base64, so that
nobody reads an answer by accident; it keeps no secret from those who want to know it.
"""

import base64
import itertools
import json
import math

from hintcheck.own_numbers import Number, OwnNumber
from hintcheck.questions import Statements

WHOLE = range(-5, 301)
"""Whole numbers that a table knows, besides the right one and known mistakes."""

OTHERWISE = "not yet. {} is not it."
"""What is said about numbers that a table does not know."""

_AROUND = 0.03  # a share of the right number: answers this near are called close
_EXACT = 1e-6  # how exactly the number is known where another reply begins, as a share


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
    """Return what a page needs to check one of some exercises, by its name.

    It is a dict with ``replies``, pairs of a text, in which {} is the number, and the
    ranges of the answers that get it, from low to high; the first that fits counts. For
    statements, the answer is the binary number whose digits say which are true.
    ``otherwise`` is for any other number, and ``whole`` says whether all that are
    not whole get that, too.
    """
    question = exercises[name]

    def reply(answer):
        return exercises.check(name, answer).text

    def said(number):
        return reply(number).replace(shown(number), "{}")

    rounded = []
    if isinstance(question, Statements):
        names = statement_names(exercises, name)
        truths = itertools.product((False, True), repeat=len(names))
        pairs = [(n, reply(dict(zip(names, some)))) for n, some in enumerate(truths)]
        whole = True
    else:
        whole = bool(question.whole)
        pairs = [(number, said(number)) for number in _numbers(question)]
        if not whole:
            rounded = [(said(n), [[n, n]]) for n in _rounded(question)]
            pairs = _with_edges(pairs, said, question.tolerance)
    replies = {}
    for text, run in itertools.groupby(pairs, key=lambda pair: pair[1]):
        answers = [answer for answer, _ in run]
        replies.setdefault(text, []).append([answers[0], answers[-1]])
    replies.pop(OTHERWISE, None)
    replies = [*rounded, *replies.items()]
    return {"otherwise": OTHERWISE, "whole": whole, "replies": replies}


def written(made):
    """Return a table as the page loads it."""
    return base64.b64encode(json.dumps(made).encode())


def shown(value):
    """Return a number as replies to it show it."""
    return f"{int(value)}" if value == int(value) else f"{value:.6g}"


def _rounded(question):
    """Return the right number and known mistakes as people write them, rounded."""
    wrong = [float(mistake.model()) for mistake in question.mistakes]
    every = (float(question.reference()), *wrong)
    return {round(number, digits) for number in every for digits in (2, 3, 4)}


def _numbers(question):
    """Return numbers to try: around the right one and known mistakes, and others."""
    reference = float(question.reference())
    wrong = [float(mistake.model()) for mistake in question.mistakes]
    if question.whole:
        return sorted({*map(float, WHOLE), reference, *wrong})
    tolerance = question.tolerance
    numbers = {*_near(reference, _AROUND, tolerance)}
    return sorted(numbers.union(*(_near(n, 2 * tolerance, tolerance) for n in wrong)))


def _near(value, share, tolerance):
    """Return numbers around one, half a tolerance apart, up to a share of it away."""
    many = math.ceil(2 * share / tolerance)
    return {value * (1 + n * tolerance / 2) for n in range(-many, many + 1)}


def _with_edges(pairs, said, tolerance):
    """Yield numbers and what is said about each, and both sides of any change."""
    for (low, before), (high, after) in itertools.pairwise(pairs):
        yield low, before
        size = max(abs(low), abs(high))
        while before != after and _EXACT < (high - low) / size < tolerance:
            middle = (low + high) / 2
            text = said(middle)
            if text == before:
                low = middle
            else:
                high, after = middle, text
        yield low, before
        yield high, after
    yield pairs[-1]
