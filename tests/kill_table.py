"""Give right and wrong answers to the checks, and write a table of what they say.

``python -m tests.kill_table`` writes ``notebooks/homework/kill_table.md``. The answers
are in ``tests/answers``.
"""

import functools
import pathlib

from hintcheck import Remark, Wrong
from hintcheck.answers import number
from hintcheck.edits import Edited
from posenc_checks import EXERCISES, check
from posenc_checks.names import WORDS

from tests.answers import all_answers, all_hostile

ANSWERS = all_answers()
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


def is_as_listed(answer):
    """Whether a check says what it should, according to the list of answers."""
    reply = result(answer)
    if answer.name == "given":
        return (reply.ok, reply.source) == (None, "the code as given")
    if answer.kind == "wrong":
        return (reply.ok, reply.mistake) == (False, answer.name)
    return (reply.ok, reply.convention) == (True, answer.name)


def share(results):
    """Return how many of the results are true, as "2 of 3"."""
    results = list(results)
    return f"{sum(results)} of {len(results)}" if results else ""


def hints_of(table):
    """Return all mistakes, conventions, remarks and demands.

    Slips that are edits of a reference are left out, because they test themselves.
    """
    names = ("mistakes", "alternatives", "remarks", "demands")
    hints = [hint for name in names for hint in getattr(table, name, ())]
    return [h for h in hints if not isinstance(getattr(h, "model", None), Edited)]


def words(hint, exercise, value):
    """Return what a hint says about an answer, with a remark's text worked out."""
    if not isinstance(hint, Remark):
        return hint.hint
    try:
        return hint.text(number(value), **EXERCISES.draw(exercise, ""))
    except (Wrong, ArithmeticError):
        return "no remark on such an answer"


@functools.cache
def hints_shown(exercise):
    """Return, for each hint of an exercise, whether a tested answer gets it."""
    tested = [answer for answer in ANSWERS if answer.exercise == exercise]
    return {
        hint: any(
            hint.name in (result(answer).mistake, result(answer).convention)
            and words(hint, exercise, answer.value) in result(answer).text
            for answer in tested
        )
        for hint in hints_of(EXERCISES[exercise])
    }


def by_exercise():
    """Return a row of Markdown for each exercise."""
    rows = []
    for exercise in EXERCISES:
        listed = [answer for answer in ANSWERS if answer.exercise == exercise]
        right = [answer for answer in listed if answer.kind != "wrong"]
        wrong = [a for a in listed if a.kind == "wrong" and a.name]
        unnamed = [a for a in listed if a.kind == "wrong" and not a.name]
        rows.append(
            f"| {exercise} | {share(map(is_as_listed, right))} "
            f"| {share(result(answer).ok is not True for answer in wrong)} "
            f"| {share(map(is_as_listed, wrong))} "
            f"| {share(map(is_as_listed, unnamed))} "
            f"| {share(hints_shown(exercise).values())} |"
        )
    return rows


def by_mistake():
    """Return a row of Markdown for each mistake of the list."""
    rows = []
    for mistake, words in WORDS.items():
        answers = [a for a in ANSWERS if a.name and mistake in a.name.split("+")]
        named = [
            answer.name in (result(answer).mistake, result(answer).convention)
            for answer in answers
        ]
        tried = {answer.exercise for answer in answers}
        exercises = ", ".join(name for name in EXERCISES if name in tried)
        rows.append(f"| {mistake} | {words} | {exercises} | {share(named)} |")
    return rows


def page():
    """Return the whole page."""
    shown = [shown for name in EXERCISES for shown in hints_shown(name).values()]
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
    print(f"wrote {PAGE}")


if __name__ == "__main__":
    main()
