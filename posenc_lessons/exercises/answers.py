"""What an exercise's check does with an answer: refuse it, call it, read a number."""

import numpy as np

from posenc_lessons.arguments import brief


class Wrong(Exception):
    """The answer is wrong; the text is a hint."""


class NotAttempted(Exception):
    """The answer is still the dots that stood in its place."""


def number(answer):
    """Return an answer that should be a number."""
    if isinstance(answer, bool) or not isinstance(answer, int | float | np.number):
        raise Wrong(f"The answer is a number; got {brief(answer)}.")
    return float(answer)


def call(function, *arguments):
    """Call the function that was handed in, and return what it returns."""
    if not callable(function):
        raise Wrong(f"The answer is a function; got {brief(function)}.")
    shown = ", ".join(brief(argument) for argument in arguments)
    try:
        result = function(*arguments)
    except Exception as error:
        raise Wrong(
            f"Called with {shown}, it raised {type(error).__name__}: {error}."
        ) from None
    if result is None or result is ...:
        raise NotAttempted
    return result


def true_or_false(answer, truth):
    """Compare a dict of statements, True or False each, with the truth."""
    if not isinstance(answer, dict) or set(answer) != set(truth):
        *names, last = map(repr, truth)
        raise Wrong(f"Give a dict with the keys {', '.join(names)} and {last}.")
    if any(value is ... or value is None for value in answer.values()):
        raise NotAttempted
    if any(not isinstance(value, bool) for value in answer.values()):
        raise Wrong("Each of them is True or False.")
    hits = sum(answer[name] == truth[name] for name in truth)
    if hits < len(truth):
        raise Wrong(f"{hits} of {len(truth)} are right. Which cell above measured it?")
