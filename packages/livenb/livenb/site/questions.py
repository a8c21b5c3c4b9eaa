"""Exercises that a page can check, with tables of what their own checks reply.

A table lists each reply with the answers that get it. It is written in base64, so that
nobody reads an answer by accident, although anybody who wants to can.
"""

import itertools
import math
import re

from hintcheck.own_numbers import Number, OwnNumber
from hintcheck.questions import Statements

WHOLE = range(-5, 301)
"""Whole numbers that a table knows, besides the right one and known mistakes."""

OTHERWISE = "not yet. {} is not it."
"""What is said about numbers that a table does not know."""

_AROUND = 0.02  # answers that are off by a smaller share may be called close
_DECIMALS = 2, 3, 4  # to which people round


def question_of(exercises, name):
    """Return "number" or "statements", or None if a page cannot check an exercise."""
    exercise = exercises.get(name)
    if isinstance(exercise, Number) and not isinstance(exercise, OwnNumber):
        return "number"
    return "statements" if isinstance(exercise, Statements) else None


def statement_names(exercises, name):
    """Return the letters of an exercise's statements; none if it has none."""
    return [one.name for one in getattr(exercises[name], "statements", ())]


def table(exercises, name):
    """Return what a page needs to check the named exercise, as a dict.

    ``replies`` has pairs of a text, in which {} stands for the answer, and the ranges,
    from low to high, of the answers that get it; the first that fits counts.
    ``otherwise`` is the reply to any other answer. For statements, the answer is the
    binary number whose digits say which are true.
    """

    def reply(answer):
        return exercises.check(name, answer).text

    if names := statement_names(exercises, name):
        truths = itertools.product((False, True), repeat=len(names))
        found = [(reply(dict(zip(names, some))), n, n) for n, some in enumerate(truths)]
    else:
        found = []
        for number, low, high in _ranges(exercises[name]):
            given = rf"(?<![\d.]){re.escape(shown(number))}(?!\.?\d)"  # 12, not 12.57
            found.append((re.sub(given, "{}", reply(number)), low, high))
    replies = {}
    for text, low, high in found:
        replies.setdefault(text, []).append([low, high])
    replies.pop(OTHERWISE, None)
    return {"otherwise": OTHERWISE, "replies": list(replies.items())}


def _ranges(question):
    """Yield numbers, each with the range of answers that get the same reply."""
    right = float(question.reference())
    known = [right, *(float(mistake.model()) for mistake in question.mistakes)]
    if question.whole:
        yield from ((n, n, n) for n in sorted({*map(float, WHOLE), *known}))
        return
    rounded = [round(number, digits) for number in known for digits in _DECIMALS]
    yield from ((n, n, n) for n in (*known, *rounded))
    for number in known:
        reach = question.tolerance * abs(number)
        if question.digits and number == right:  # the last one may be one off
            reach = 10.0 ** (math.floor(math.log10(abs(right))) + 1 - question.digits)
        yield number, number - reach, number + reach
    for share in (-_AROUND, _AROUND):
        low, high = sorted((right, right * (1 + share)))
        yield right * (1 + 0.9 * share), low, high


def shown(value):
    """Return a number in the form in which a reply quotes it."""
    return f"{int(value)}" if value == int(value) else f"{value:.6g}"
