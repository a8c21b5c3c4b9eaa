"""Checks of the exercises: each says in a sentence what is right or wrong.

An exercise is a small function in a module of its lessons, which takes the answer. It
returns a text, what the answer shows, or raises `Wrong` with a hint.
"""

import dataclasses

from posenc_lessons.exercises import (
    lessons_00_03,
    lessons_04_05,
    lessons_06_08,
    lessons_09_12,
)
from posenc_lessons.exercises.answers import NotAttempted, Wrong

_EXERCISES = {
    **lessons_00_03.EXERCISES,
    **lessons_04_05.EXERCISES,
    **lessons_06_08.EXERCISES,
    **lessons_09_12.EXERCISES,
}


@dataclasses.dataclass(frozen=True, repr=False)
class Result:
    """What a check found.

    Attributes
    ----------
    exercise : str
        The name of the exercise, such as "1a".
    ok : bool or None
        Whether the answer is right; None if there is none yet.
    text : str
        One or two sentences for the reader.
    """

    exercise: str
    ok: bool | None
    text: str

    def __repr__(self):
        return f"{self.exercise}: {self.text}"


def check(exercise, answer):
    """Check an answer to an exercise, without ever raising.

    Parameters
    ----------
    exercise : str
        The name that the lesson gives to the exercise, such as "1a".
    answer : object
        The answer: a number, a text or a function, as the exercise asks.

    Returns
    -------
    Result
        It is shown as a sentence, and tells a program whether the answer is right.

    Examples
    --------
    >>> check("2a", ...)
    2a: not attempted yet
    >>> check("2a", 31).ok
    False
    """
    if exercise not in _EXERCISES:
        known = ", ".join(_EXERCISES)
        return Result(
            str(exercise), None, f"there is no such exercise; there are {known}"
        )
    try:
        if answer is None or answer is ...:
            raise NotAttempted
        return Result(exercise, True, f"right. {_EXERCISES[exercise](answer)}")
    except NotAttempted:
        return Result(exercise, None, "not attempted yet")
    except Wrong as hint:
        return Result(exercise, False, f"not yet. {hint}")
    except (Exception, SystemExit) as error:
        return Result(exercise, False, f"not yet. The check could not use it: {error}")
