"""What the checks say about right answers, wrong ones, and objects that are neither.

The answers are in ``tests/answers``. Slips that are edits of a right function test
themselves, in ``packages/posenc_checks/tests/test_edits.py``.
"""

import functools

import numpy as np
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


# What misbehaves in ways that hintcheck's own tests do not try


class AlwaysCloseArray(np.ndarray):
    """An array whose differences, comparisons and maximum say that nothing is wrong."""

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        return np.zeros(self.shape)

    def __array_function__(self, func, types, args, kwargs):
        return True

    def __repr__(self):
        raise RuntimeError("no picture of me")


def sized(first, second=None, *rest):
    """Return a wrong array in the shape that is probably asked for."""
    rows = first if isinstance(first, int) else len(first)
    return np.full((rows, second if isinstance(second, int) else 4), 7.0)


def raises(error):
    def f(*args):
        raise error

    return f


def prints(*args):
    for line in range(10_000):
        print("line", line)


def calls_itself(*args):
    return calls_itself(*args)


LOOP = []
LOOP.append(LOOP)
BAD = {
    "returns a list that holds itself": lambda *args: LOOP,
    "returns 8 terabytes": lambda *args: np.broadcast_to(0.0, (10**7, 10**5)),
    "always close": lambda *args: sized(*args).view(AlwaysCloseArray),
    "masked": lambda *args: np.ma.array(sized(*args), mask=True),
    "raises a bare BaseException": raises(type("Outside", (BaseException,), {})()),
    "is interrupted": raises(KeyboardInterrupt()),
    "calls input()": lambda *args: input("How many positions? "),
    "calls itself for ever": calls_itself,
    "prints 10 000 lines": prints,
}


@pytest.mark.parametrize("name", BAD)
def test_no_answer_is_refused_in_a_sentence(name, capsys):
    for exercise in ("7a", "H4b", "H2d", "2a"):
        reply = check(exercise, BAD[name])
        assert not reply.ok
        assert len(repr(reply)) < 500 and "\n" not in repr(reply)
    assert capsys.readouterr() == ("", "")
