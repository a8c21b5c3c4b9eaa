"""Answers to all exercises, with what the check should say about each.

An answer is under a decorator that names its exercise and says in a few words what it
is. An answer that is not a function is passed to the decorator: ``wrong("0a", "later",
"63")(63)``. The answers were written separately from the checks: from the texts of the
exercises, from lists of what learners were seen to do, and from public code.

Each exercise of a lesson has a right answer here, so that a table with a wrong
reference is found; those of the homework are solved in the assignments. The wrong
answers are those that get a hint that no edit of the reference leads to.
"""

import dataclasses

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
