"""Answers to all exercises, with what the check should say about each.

There is a file for each lesson and each homework. An answer is under a decorator that
names its exercise and says in a few words what it is. An answer that is not a function
is passed to the decorator: ``wrong("0a", "later", "63")(63)``. The answers were written
separately from the checks: from the texts of the exercises, from lists of what learners
were seen to do, and from public code.

Each exercise has a right answer here, so that a table with a wrong reference is found.
The wrong answers are those that get a hint that no edit of the reference leads to.
"""

import dataclasses
import importlib
import pathlib

FOLDER = pathlib.Path(__file__).parent
ANSWERS = []


@dataclasses.dataclass(frozen=True, eq=False)
class Answer:
    """An answer to one exercise, and what the check should say about it."""

    exercise: str  # such as "7a"
    ok: bool  # whether it is right
    words: str  # what it is
    value: object  # what is handed in
    name: str | None  # the mistake that the check should name
    says: str  # a part of the reply

    def __str__(self):
        kind = "right" if self.ok else "wrong"
        return f"{self.exercise}-{self.name or kind}-{self.words}"


def right(exercise, words, says=""):
    """Take a right answer."""
    return _taker(exercise, True, words, None, says)


def wrong(exercise, name, words, says=""):
    """Take a wrong answer, with the name of its mistake, or None if it has no name."""
    return _taker(exercise, False, words, name, says)


def _taker(exercise, ok, words, name, says):
    """Return a decorator that puts an answer on the list and leaves it as it is."""

    def take(value):
        ANSWERS.append(Answer(exercise, ok, words, value, name, says))
        return value

    return take


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
