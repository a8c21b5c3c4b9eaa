"""Put right and wrong answers to the checks, and write the table of what they said.

Use: ``python tests/kill_table.py`` writes ``notebooks/homework/kill_table.md``.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))

import slips
import spellings

from posenc_lessons.exercises import EXERCISES, check
from posenc_lessons.exercises.mistakes import WORDS

RIGHT = spellings.RIGHT + slips.RIGHT
ALTERNATIVE = spellings.ALTERNATIVE
WRONG = spellings.WRONG + slips.WRONG
UNNAMED = spellings.UNNAMED + slips.UNNAMED
_results = {}

PAGE = pathlib.Path(__file__).parents[1] / "notebooks/homework/kill_table.md"
HEAD = """# What the checks were tried on

`make kill-table` puts every answer of `tests/spellings.py` and `tests/slips.py` to the
checks and writes this page; `make test` fails if a line of it changes. The answers were
written apart from the checks, in the way that students write: loops, lists, NumPy,
float32, recurrences, complex numbers; some after public code.

- *accepted*: right answers that the check calls right, and answers that are right under
  another convention and are called so;
- *refused*: wrong answers that it does not call right;
- *named*: wrong answers that are a known mistake, and whose mistake it names; code that
  was to be mended, and does what it did, is told so;
- *no name*: wrong answers that are no mistake of the list below, and get no name of it.

The first three columns must be full: `make test` fails if they are not.
"""
PUBLIC = """
For comparison, public checkers of the encoding were given the right table and 13 wrong
ones: the best of them accepts 1 of the 13, the worst 7; one refuses the right table;
none names a mistake.
"""


def result(exercise, answer):
    """Return what the check says of an answer of the lists, asked once."""
    key = exercise, id(answer)
    if key not in _results:
        _results[key] = check(exercise, answer)
    return _results[key]


def is_named(found, mistake):
    """Tell whether a check has named a mistake, or that nothing was mended."""
    if mistake == "given":
        return found.ok is None and "not mended yet" in found.text
    return (found.ok, found.mistake) == (False, mistake)


def share(results):
    """Return how many of some results hold, and of how many."""
    results = list(results)
    return f"{sum(results)} of {len(results)}" if results else ""


def by_exercise():
    """Return a row of Markdown for each exercise."""
    rows = []
    for exercise in EXERCISES:

        def of(entries, exercise=exercise):
            return [entry for entry in entries if entry[0] == exercise]

        right = [result(exercise, answer).ok is True for *_, answer in of(RIGHT)]
        right += [
            result(exercise, answer).convention == name
            for _, name, _, answer in of(ALTERNATIVE)
        ]
        wrong = [(name, result(exercise, answer)) for _, name, _, answer in of(WRONG)]
        others = [result(exercise, answer) for *_, answer in of(UNNAMED)]
        rows.append(
            f"| {exercise} | {share(right)} "
            f"| {share(found.ok is not True for _, found in wrong)} "
            f"| {share(is_named(found, name) for name, found in wrong)} "
            f"| {share(map(unnamed, others))} |"
        )
    return rows


def unnamed(found):
    """Tell whether a wrong answer is refused without a name of the list."""
    return found.ok is False and not set(str(found.mistake).split("+")) & set(WORDS)


def by_mistake():
    """Return a row of Markdown for each mistake of the list."""
    rows = []
    for mistake, words in WORDS.items():
        entries = [
            (exercise, name, answer)
            for exercise, name, _, answer in WRONG + ALTERNATIVE
            if mistake in name.split("+")
        ]
        named = []
        for exercise, name, answer in entries:
            found = result(exercise, answer)
            named.append(name in (found.mistake, found.convention))
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
