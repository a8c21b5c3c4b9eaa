"""Put right and wrong answers to the checks, and write the table of what they said.

Use: ``python tests/kill_table.py`` writes ``notebooks/homework/kill_table.md``.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))

import spellings

from posenc_lessons.exercises import check
from posenc_lessons.exercises.mistakes import WORDS

PAGE = pathlib.Path(__file__).parents[1] / "notebooks/homework/kill_table.md"
HEAD = """# What the checks were tried on

`make kill-table` puts every answer of `tests/spellings.py` to the checks and writes
this page; `make test` fails if a line of it changes. The answers were written apart
from the checks, in the way that students write: loops, lists, NumPy, float32,
recurrences, complex numbers.

- *accepted*: right answers that the check calls right, and answers that are right under
  another convention and are called so;
- *refused*: wrong answers that it does not call right;
- *named*: wrong answers that are a mistake of the list, and whose mistake it names;
- *no name*: wrong answers that are no mistake of the list, and get no name of it.
"""
PUBLIC = """
For comparison, public checkers of the encoding were given the right table and 13 wrong
ones: the best of them accepts 1 of the 13, the worst 7; one refuses the right table;
none names a mistake.
"""


def share(results):
    """Return how many of some results hold, and of how many."""
    results = list(results)
    return f"{sum(results)} of {len(results)}" if results else ""


def by_exercise():
    """Return a row of Markdown for each exercise."""
    rows = []
    for exercise in dict.fromkeys(entry[0] for entry in spellings.RIGHT):

        def of(entries, exercise=exercise):
            return [entry for entry in entries if entry[0] == exercise]

        right = [check(exercise, answer).ok for *_, answer in of(spellings.RIGHT)]
        right += [
            check(exercise, answer).convention == name
            for _, name, _, answer in of(spellings.ALTERNATIVE)
        ]
        wrong = [
            (name, check(exercise, answer))
            for _, name, _, answer in of(spellings.WRONG)
        ]
        others = [check(exercise, answer) for *_, answer in of(spellings.UNNAMED)]
        rows.append(
            f"| {exercise} | {share(right)} "
            f"| {share(result.ok is False for _, result in wrong)} "
            f"| {share(result.mistake == name for name, result in wrong)} "
            f"| {share(unnamed(result) for result in others)} |"
        )
    return rows


def unnamed(result):
    """Tell whether a wrong answer is refused without a name of the list."""
    return result.ok is False and not set(str(result.mistake).split("+")) & set(WORDS)


def by_mistake():
    """Return a row of Markdown for each mistake of the list."""
    rows = []
    for mistake, words in WORDS.items():
        entries = [
            (exercise, name, answer)
            for exercise, name, _, answer in spellings.WRONG + spellings.ALTERNATIVE
            if mistake in name.split("+")
        ]
        named = []
        for exercise, name, answer in entries:
            result = check(exercise, answer)
            named.append(name in (result.mistake, result.convention))
        exercises = ", ".join(dict.fromkeys(exercise for exercise, *_ in entries))
        rows.append(f"| {mistake} | {words} | {exercises} | {share(named)} |")
    return rows


def page():
    """Return the whole page."""
    return "\n".join(
        [
            HEAD,
            "| exercise | accepted | refused | named | no name |",
            "|---|---|---|---|---|",
            *by_exercise(),
            "",
            "| | the mistake | in the exercises | named |",
            "|---|---|---|---|",
            *by_mistake(),
            PUBLIC,
            f"Besides, {len(spellings.HOSTILE)} things that are no answer, or "
            "misbehave when they are called, are each",
            "refused in a sentence: none raises, prints, or is called right.",
            "",
        ]
    )


if __name__ == "__main__":
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(), "utf-8")
    print(f"{PAGE} is written")
