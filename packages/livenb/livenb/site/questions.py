"""Exercises that a page can check, with tables of their checks' replies.

A table lists each reply with the answers that get it. Tables are written in base64, so
that nobody reads an answer by accident, but anyone who wants to can decode them.
"""

import re

from hintcheck.own_numbers import Number, OwnNumber, written

WHOLE = range(-5, 301)
"""The whole numbers in every table, besides the right one and known mistakes."""

OTHERWISE = "not yet. {} is not right."
"""The reply to numbers that are not in a table."""

_AROUND = 0.02  # answers with a smaller relative error may be called close
_DECIMALS = 2, 3, 4  # the numbers of decimals to which people round


def is_checked(exercises, name):
    """Return whether an exercise asks for one number that is the same for everybody."""
    exercise = exercises.get(name)
    return isinstance(exercise, Number) and not isinstance(exercise, OwnNumber)


def table(exercises, name):
    """Return what a page needs to check the named exercise, as a dict.

    ``replies`` holds pairs: a reply, in which {} marks the place of the answer, and a
    list of ranges, each with its lowest and highest answer. The first reply with a
    range that contains the answer is used. ``otherwise`` is the reply to any other
    answer.
    """
    replies = {}
    for number, low, high in _ranges(exercises[name]):
        reply = exercises.check(name, number).text
        given = rf"(?<![\d.]){re.escape(written(number))}(?!\.?\d)"  # not in 12.57
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
        is_right = number == right
        reach = question.margin(right) if is_right else question.tolerance * abs(number)
        yield number, number - reach, number + reach
    for share in (-_AROUND, _AROUND):
        low, high = sorted((right, right * (1 + share)))
        yield right * (1 + 0.9 * share), low, high
