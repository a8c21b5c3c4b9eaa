"""Exercises that a page can check, with tables of what their own checks reply.

A table lists each reply with the answers that get it. It is written in base64, so that
nobody reads an answer by accident, although anybody who wants to can.
"""

import math
import re

from hintcheck.own_numbers import Number, OwnNumber

WHOLE = range(-5, 301)
"""Whole numbers that a table knows, besides the right one and known mistakes."""

OTHERWISE = "not yet. {} is not it."
"""What is said about numbers that a table does not know."""

_AROUND = 0.02  # answers that are off by a smaller share may be called close
_DECIMALS = 2, 3, 4  # to which people round


def is_checked(exercises, name):
    """Whether a page can check an exercise: one that asks everybody for one number."""
    exercise = exercises.get(name)
    return isinstance(exercise, Number) and not isinstance(exercise, OwnNumber)


def table(exercises, name):
    """Return what a page needs to check the named exercise, as a dict.

    ``replies`` has pairs of a text, in which {} stands for the answer, and the ranges,
    from low to high, of the answers that get it; the first that fits counts.
    ``otherwise`` is the reply to any other answer.
    """
    replies = {}
    for number, low, high in _ranges(exercises[name]):
        reply = exercises.check(name, number).text
        given = rf"(?<![\d.]){re.escape(shown(number))}(?!\.?\d)"  # 12, not 12.57
        replies.setdefault(re.sub(given, "{}", reply), []).append([low, high])
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
        if question.digits and number == right:  # the last digit may be one off
            reach = 10.0 ** (math.floor(math.log10(abs(right))) + 1 - question.digits)
        yield number, number - reach, number + reach
    for share in (-_AROUND, _AROUND):
        low, high = sorted((right, right * (1 + share)))
        yield right * (1 + 0.9 * share), low, high


def shown(value):
    """Return a number in the form in which a reply quotes it."""
    return f"{int(value)}" if value == int(value) else f"{value:.6g}"
