"""What the checks say about right and wrong answers.

The answers are in ``tests/answers``. Slips that are edits of a right function test
themselves, in ``packages/posenc_checks/tests/test_edits.py``.
"""

import functools

import pytest
from hintcheck import Remark, Wrong
from hintcheck.answers import number
from hintcheck.edits import Edited
from posenc_checks import EXERCISES, check

from tests.answers import ANSWERS, homework, lessons  # noqa: F401


@functools.cache
def result(answer):
    """Return what the check says about an answer; it is asked only once."""
    return check(answer.exercise, answer.value)


@pytest.mark.parametrize("answer", ANSWERS, ids=str)
def test_the_check_says_what_is_listed(answer):
    reply = result(answer)
    assert (reply.ok, reply.mistake) == (answer.ok, answer.name), (
        f"change the answer's label, or the exercise's table. The check says: {reply}"
    )
    assert reply.convention is None
    assert answer.says in reply.text
    assert (reply.credit == 1) == answer.ok
    assert len(repr(reply)) < 500 and "\n" not in repr(reply)


def words(hint, answer):
    """Return what a hint says about an answer, with a remark's text worked out."""
    if not isinstance(hint, Remark):
        return hint.hint
    try:
        return hint.text(number(answer.value), **EXERCISES.draw(answer.exercise, ""))
    except (Wrong, ArithmeticError):
        return "no remark on such an answer"


@pytest.mark.parametrize("exercise", EXERCISES)
def test_a_right_answer_and_every_hint_are_tested(exercise):
    kinds = ("mistakes", "alternatives", "remarks", "demands")
    hints = [hint for k in kinds for hint in getattr(EXERCISES[exercise], k, ())]
    tested = [answer for answer in ANSWERS if answer.exercise == exercise]
    solved = exercise.startswith("H") or any(answer.ok for answer in tested)
    assert solved, "add a right answer to tests/answers"
    missing = [
        hint.name
        for hint in hints
        if not isinstance(getattr(hint, "model", None), Edited)  # it tests itself
        and not any(
            hint.name in (result(answer).mistake, result(answer).convention)
            and words(hint, answer) in result(answer).text
            for answer in tested
        )
    ]
    assert missing == [], "add answers to tests/answers, or remove the hints"
