"""Give the checks right and wrong answers, and write the table of what they said.

``python -m tests.kill_table`` writes ``notebooks/homework/kill_table.md``. The answers
are in ``tests/answers``.
"""

import functools
import pathlib

from posenc_checks import EXERCISES, check
from posenc_checks.names import WORDS

from tests import hints
from tests.answers import all_answers, all_hostile

ANSWERS = all_answers()
RIGHT = [answer for answer in ANSWERS if answer.kind == "right"]
ALTERNATIVE = [answer for answer in ANSWERS if answer.kind == "convention"]
WRONG = [answer for answer in ANSWERS if answer.kind == "wrong" and answer.name]
UNNAMED = [answer for answer in ANSWERS if answer.kind == "wrong" and not answer.name]
HOSTILE = all_hostile()

PAGE = pathlib.Path(__file__).parents[1] / "notebooks/homework/kill_table.md"
HEAD = """# What the checks were tested on

`make kill-table` gives every answer in `tests/answers` to the checks and writes this
page; `make test` fails if a line of it changes. The answers were written independently
of the checks, in the way that students write: with loops, lists, NumPy or complex
numbers. Some follow public code. Another test returns each function's right results as
lists and in float32.

- *accepted*: right answers that the check calls right, and answers that are right under
  another convention and are recognized as such;
- *refused*: wrong answers that the check does not call right;
- *named*: wrong answers with a known mistake, which the check names. For code with a
  bug that still returns what it did before, the check says so;
- *no name*: wrong answers without a known mistake, for which the check names none;
- *hints*: the other hints that the exercise can give, such as remarks on a number or
  demands on a design, and that one of these answers receives. Slips that are written as
  edits of the right function are tested separately, in `packages/posenc_checks/tests`.

Every count must be complete: `make test` fails if one is not.
"""


@functools.cache
def result(answer):
    """Return what the check says about an answer; it is asked only once."""
    return check(answer.exercise, answer.value)


def is_named(answer):
    """Whether a check has named a mistake, or said that nothing was fixed."""
    reply = result(answer)
    if answer.name == "given":
        return (reply.ok, reply.source) == (None, "the code as given")
    return (reply.ok, reply.mistake) == (False, answer.name)


def is_accepted(answer):
    """Whether a check calls an answer right, under the answer's convention."""
    reply = result(answer)
    return reply.ok is True and reply.convention == answer.name


def is_unnamed(answer):
    """Whether a wrong answer is refused and no mistake is named."""
    reply = result(answer)
    return (reply.ok, reply.mistake) == (False, None)


def share(results):
    """Return how many of the results hold, as "2 of 3"."""
    results = list(results)
    return f"{sum(results)} of {len(results)}" if results else ""


@functools.cache
def unshown_hints(exercise):
    """Return the hints that an exercise can give but no tested answer shows."""
    answers = [answer for answer in ANSWERS if answer.exercise == exercise]
    replies = [(answer.value, result(answer)) for answer in answers]
    return hints.unshown(exercise, replies)


def by_exercise():
    """Return a row of Markdown for each exercise."""
    rows = []
    for exercise, table in EXERCISES.items():

        def of(answers, exercise=exercise):
            return [answer for answer in answers if answer.exercise == exercise]

        known, missing = hints.of_table(table), unshown_hints(exercise)
        rows.append(
            f"| {exercise} | {share(map(is_accepted, of(RIGHT + ALTERNATIVE)))} "
            f"| {share(result(answer).ok is not True for answer in of(WRONG))} "
            f"| {share(map(is_named, of(WRONG)))} "
            f"| {share(map(is_unnamed, of(UNNAMED)))} "
            f"| {share(hint not in missing for hint in known)} |"
        )
    return rows


def by_mistake():
    """Return a row of Markdown for each mistake of the list."""
    rows = []
    for mistake, words in WORDS.items():
        answers = [
            answer
            for answer in WRONG + ALTERNATIVE
            if mistake in answer.name.split("+")
        ]
        named = [
            answer.name in (result(answer).mistake, result(answer).convention)
            for answer in answers
        ]
        tried = {answer.exercise for answer in answers}
        exercises = ", ".join(name for name in EXERCISES if name in tried)
        rows.append(f"| {mistake} | {words} | {exercises} | {share(named)} |")
    return rows


def hints_in_all():
    """Return whether a tested answer shows it, for each hint of all exercises."""
    return [
        hint not in missing
        for exercise, table in EXERCISES.items()
        for missing in [unshown_hints(exercise)]
        for hint in hints.of_table(table)
    ]


def page():
    """Return the whole page."""
    shown = hints_in_all()
    return "\n".join(
        [
            HEAD,
            "| exercise | accepted | refused | named | no name | hints |",
            "|---|---|---|---|---|---|",
            *by_exercise(),
            "",
            f"In all, {share(shown)} of these hints are shown by a tested answer.",
            "",
            "| | the mistake | in the exercises | named |",
            "|---|---|---|---|",
            *by_mistake(),
            "",
            f"In addition, {len(HOSTILE)} objects that are not answers, or that "
            "misbehave when they are called,",
            "are each refused in a sentence: none of them raises an exception, "
            "prints anything,",
            "or is called right.",
            "",
        ]
    )


def main():
    """Write the page."""
    PAGE.write_text(page(), "utf-8")
    print(f"wrote {PAGE}; {share(hints_in_all())} hints are shown")


if __name__ == "__main__":
    main()
