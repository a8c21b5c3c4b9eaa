"""Answers to all exercises, each in one place, with what the check should say about it.

There is a file for each lesson and each homework. An answer is under a decorator that
names its exercise, or several that take the same function, and says in a few words what
it is. An answer that is not a function is passed to the decorator: ``wrong("0a",
"later", "39")(39)``. The answers were written separately from the checks: from the
texts of the exercises, from lists of what learners were seen to do, and from public
code.
"""

import dataclasses
import importlib
import pathlib

import numpy as np

FOLDER = pathlib.Path(__file__).parent
ANSWERS = []
HOSTILE = []


@dataclasses.dataclass(frozen=True, eq=False)
class Answer:
    """An answer to one exercise.

    Attributes
    ----------
    exercise : str
        The name of the exercise, such as "7a".
    kind : str
        "right", "convention" (right under another one) or "wrong".
    words : str
        What the answer is, in a few words.
    value : object
        What is handed in.
    name : str or None
        The mistake or convention that the check should name. "given" is a bug left as
        it was; None means a wrong answer with no known mistake.
    says : str
        A part of what the check should say.
    """

    exercise: str
    kind: str
    words: str
    value: object
    name: str | None = None
    says: str = ""

    def __str__(self):
        return "-".join(map(str, [self.exercise, self.name or self.kind, self.words]))


def right(exercises, words, says=""):
    """Take a right answer to one or more exercises, with a part of the reply."""
    return _taker("right", exercises, None, words, says)


def other_convention(exercises, name, words):
    """Take an answer that is right under another convention, with its name."""
    return _taker("convention", exercises, name, words, "")


def wrong(exercises, name, words, says=""):
    """Take a wrong answer.

    Parameters
    ----------
    exercises : str
        The exercises that it answers, such as "7a" or "1c H1a".
    name : str, tuple or None
        The mistake that the check should name, in a tuple if the exercises' mistakes
        differ; None if it is not a known mistake.
    words : str
        What the answer is, in a few words.
    says : str, optional
        A part of what the check should say.
    """
    return _taker("wrong", exercises, name, words, says)


def hostile(words):
    """Take something that is not an answer, or misbehaves when it is called."""

    def take(value):
        HOSTILE.append((words, value))
        return value

    return take


def _taker(kind, exercises, names, words, says):
    """Return a decorator that puts an answer on the list and leaves it as it is."""
    exercises = exercises.split()
    names = names if isinstance(names, tuple) else (names,) * len(exercises)

    def take(value):
        for exercise, name in zip(exercises, names, strict=True):
            own = _fitting(exercise, value)
            ANSWERS.append(Answer(exercise, kind, words, own, name, says))
        return value

    return take


def _fitting(exercise, value):
    """Return an answer; for 7a, a function of positions becomes one of their number."""
    if exercise != "7a" or value.__code__.co_varnames[0] == "n_positions":
        return value
    return lambda n_positions, d_model: value(np.arange(n_positions), d_model)


def file_of(exercise):
    """Return the file with an exercise's answers: "tests/answers/lesson_07.py"."""
    homework = exercise.startswith("H")
    number = exercise[1] if homework else exercise[:-1].zfill(2)
    return f"tests/answers/{'homework' if homework else 'lesson'}_{number}.py"


def all_answers():
    """Import every file of answers, and return the list."""
    for path in sorted(FOLDER.glob("*_[0-9]*.py")):
        importlib.import_module(f"tests.answers.{path.stem}")
    return ANSWERS


def all_hostile():
    """Return the things that are not answers, each in a pair with words for it."""
    importlib.import_module("tests.answers.hostile")
    return HOSTILE
