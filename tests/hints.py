"""Which hints an exercise can give, and which of them no tested answer shows."""

from hintcheck.answers import number
from hintcheck.edits import Edited
from hintcheck.own_numbers import Remark
from hintcheck.verdicts import Wrong
from posenc_checks import EXERCISES


def of_table(table):
    """Return all mistakes, conventions, remarks and demands.

    Slips that are edits of a reference are left out: they are tested by themselves.
    """
    names = ("mistakes", "alternatives", "remarks", "demands")
    return [
        hint
        for name in names
        for hint in getattr(table, name, ())
        if not isinstance(getattr(hint, "model", None), Edited)
    ]


def words(hint, exercise, value):
    """Return what a hint says of an answer; a remark on numbers computes its own."""
    if not isinstance(hint, Remark):
        return hint.hint
    try:
        return hint.text(number(value), **EXERCISES.draw(exercise, ""))
    except (Wrong, ArithmeticError):
        return "no remark on such an answer"


def unshown(exercise, replies):
    """Return what an exercise can say, and none of some replies shows.

    The replies are pairs: an answer to it, and what the check said of that.
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
