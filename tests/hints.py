"""Which hints the checks can give, and which of them no tested answer shows."""

import numpy as np
from hintcheck.answers import number
from hintcheck.course import LESS_LIKELY
from hintcheck.designs import Demand
from hintcheck.edits import Edited
from hintcheck.own_numbers import Number, Remark
from hintcheck.verdicts import Wrong
from posenc_checks import EXERCISES


def of_table(table):
    """Return all mistakes, conventions, remarks and demands.

    Slips that are edits of a reference are left out: they are tested by themselves.
    """
    names = ("mistakes", "alternatives", "remarks", "demands")
    return [
        one
        for name in names
        for one in getattr(table, name, ())
        if not isinstance(getattr(one, "model", None), Edited)
    ]


def words(one):
    """Return the hint of a mistake; a remark on numbers computes its own."""
    return getattr(one, "hint", "a remark")


def shows(result, one, value=None):
    """Tell whether the reply to a value gives a mistake's hint, or a remark."""
    if isinstance(one, Remark):
        return result.mistake == one.name and _remarked(result, one, value)
    name = one.name in (result.mistake, result.convention)
    return name and one.hint in result.text


def _remarked(result, remark, value):
    """Tell whether a reply says what a remark says of a value."""
    numbers = EXERCISES.draw(result.exercise, "")
    try:
        value = number(value)
        return remark.applies(value, **numbers) and (
            remark.text(value, **numbers) in result.text
        )
    except (Wrong, ArithmeticError):
        return False


def _reply_to(exercise, mistake):
    """Return what is said of what a mistake leads to."""
    given = EXERCISES.draw(exercise, "")
    with np.errstate(all="ignore"):
        if isinstance(EXERCISES[exercise], Number):
            values = [mistake.model(**given)]
        else:
            values = [mistake.model(*case) for case in given]
        return EXERCISES.judge(exercise, values, given)


def is_shown(exercise, one, replies):
    """Tell whether an answer makes a mistake, and is given its hint.

    It may also be told to be less likely than another with the same result. Of a loss
    of digits, which leads to many results, the hint is enough.
    """
    shown = any(shows(result, one, value) for value, result in replies)
    if isinstance(one, Remark | Demand) or one.tolerance or one.whole:
        return shown
    reply = _reply_to(exercise, one)
    if not reply.ok and reply.mistake in (None, "nan"):
        return shown  # numbers overflow, and an answer that stops there is named
    less_likely = (
        EXERCISES.course.words(one.name) in reply.text.partition(LESS_LIKELY)[2]
    )
    return (shows(reply, one) or less_likely) and any(
        result.text == reply.text for _, result in replies
    )


def unshown(exercise, table, replies):
    """Return what an exercise's table can say, and no reply shows.

    Parameters
    ----------
    exercise : str
        Its name.
    table : object
        Its entry in `EXERCISES`.
    replies : list of tuple
        Answers to it, and what the check said of each.
    """
    return [one for one in of_table(table) if not is_shown(exercise, one, replies)]
