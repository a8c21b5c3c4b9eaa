"""Which hints an exercise can give, and which of these no tested answer shows."""

from hintcheck.answers import number
from hintcheck.edits import Edited
from hintcheck.own_numbers import Remark
from hintcheck.verdicts import Wrong
from posenc_checks import EXERCISES


def of_table(table):
    """Return all of a table's mistakes, conventions, remarks and demands.

    Slips that are edits of a reference are left out, because they test themselves.
    """
    names = ("mistakes", "alternatives", "remarks", "demands")
    return [
        hint
        for name in names
        for hint in getattr(table, name, ())
        if not isinstance(getattr(hint, "model", None), Edited)
    ]


def words(hint, exercise, value):
    """Return what a hint says about an answer; a remark on a number computes that."""
    if not isinstance(hint, Remark):
        return hint.hint
    try:
        return hint.text(number(value), **EXERCISES.draw(exercise, ""))
    except (Wrong, ArithmeticError):
        return "no remark on such an answer"


def unshown(exercise, replies):
    """Return the hints that an exercise can give but none of the replies shows.

    Each reply is a pair: an answer to the exercise, and what the check said about it.
    """
    return [
        hint
        for hint in of_table(EXERCISES[exercise])
        if not any(
            hint.name in (reply.mistake, reply.convention)
            and words(hint, exercise, value) in reply.text
            for value, reply in replies
        )
    ]
