"""Questions that a page checks: the tables say what the exercises would reply."""

import pytest
from hintcheck import Exercises, Mistake, Number
from hintcheck.own_numbers import written
from livenb.site import questions


@pytest.fixture(scope="module")
def exercises(settings):
    return settings.checks


def answered(table, answer):
    """Return what a page says about an answer, as question.js finds it."""
    for text, ranges in table["replies"]:
        if any(low <= answer <= high for low, high in ranges):
            return text
    return table["otherwise"]


def test_a_number_gets_the_reply_of_its_check(exercises):
    table = questions.table(exercises, "1a")
    for value in (6.0, 3.0, 0.0, 7.0, 6.004, 5.5):
        reply = answered(table, value)
        wanted = exercises.check("1a", value)
        assert reply.startswith("right") == bool(wanted.ok)
        if reply != table["otherwise"]:
            assert reply.replace("{}", written(value)) == wanted.text
    assert "Where is the 2" in answered(table, 3)


def test_a_rounded_mistake_gets_its_hint_and_edges_are_exact():
    mistake = Mistake("eighth", lambda: 0.112345, "Eight times too small.")
    exercises = Exercises({"1": Number(lambda: 0.9, "Yes.", (mistake,), digits=2)})
    table = questions.table(exercises, "1")
    for answer in (0.11, 0.112, 0.1123, 0.112345 * 1.00099, 0.112345 * 0.99901):
        assert "Eight times" in answered(table, answer), answer
    for answer in (0.1101, 0.112345 * 1.00101, 0.112345 * 0.99899):
        assert "Eight times" not in answered(table, answer), answer
    assert answered(table, 0.90999).startswith("right")
    assert not answered(table, 0.91001).startswith("right")


def test_a_table_does_not_show_the_answer(site):
    text = (site / "questions" / "1a.txt").read_text("utf-8")
    assert "right" not in text and "square root" not in text and "stiff" not in text


def test_other_exercises_stay_code(exercises):
    assert not questions.is_checked(exercises, "2a")
    assert not questions.is_checked({}, "1a")


def test_an_answer_is_quoted_wherever_its_reply_has_it_and_not_in_other_numbers():
    def otherwise(number):
        return f"Not {number:g} of {number:g}.57."

    question = Number(lambda: 7, "Yes.", whole="word", otherwise=otherwise)
    table = questions.table(Exercises({"1": question}), "1")
    assert answered(table, 12) == "not yet. {} is not right. Not {} of 12.57."
