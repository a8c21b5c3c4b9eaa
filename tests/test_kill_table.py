"""Right answers in every style, each mistake in several spellings, and non-answers."""

import pytest
from hintcheck import answers
from posenc_checks import EXERCISES, check
from posenc_checks.names import NAMES, WORDS

from tests import kill_table
from tests.answers import file_of


@pytest.mark.parametrize("answer", kill_table.ANSWERS, ids=str)
def test_the_check_says_what_is_listed(answer):
    result = kill_table.result(answer)
    assert kill_table.is_as_listed(answer), (
        f"{answer} is listed as {answer.kind}, {answer.name!r}: change the label, or "
        f"the exercise's table. The check says: {result}"
    )
    assert answer.says in result.text
    assert (result.credit == 1) == (answer.kind != "wrong")
    assert len(repr(result)) < 500
    assert "\n" not in repr(result)
    if answer.kind == "convention":
        assert "another convention" in result.text
    elif answer.name and answer.name != "given":
        assert set(answer.name.split("+")) <= set(NAMES)


@pytest.mark.parametrize("kind", ["right", "wrong"])
@pytest.mark.parametrize("exercise", EXERCISES)
def test_every_exercise_has_right_and_wrong_answers(exercise, kind):
    listed = {(answer.exercise, answer.kind) for answer in kill_table.ANSWERS}
    assert (exercise, kind) in listed, f"add answers to {file_of(exercise)}"


@pytest.mark.parametrize("exercise", EXERCISES)
def test_every_hint_is_shown_by_a_tested_answer(exercise):
    hints = kill_table.hints_shown(exercise)
    missing = [hint.name for hint, shown in hints.items() if not shown]
    assert missing == [], f"add answers to {file_of(exercise)}, or remove the hints"


@pytest.mark.filterwarnings("ignore:coroutine:RuntimeWarning")
@pytest.mark.parametrize(
    "thing", [pytest.param(thing, id=words) for words, thing in kill_table.HOSTILE]
)
def test_no_answer_is_refused_in_a_sentence(thing, request, capsys, monkeypatch):
    endless = "endless loop" in request.node.name
    if endless:
        monkeypatch.setattr(answers, "SECONDS", 0.5)
    for exercise in ["H3a"] if endless else ["7a", "H3a", "H4b", "H2d", "2a"]:
        result = check(exercise, thing)
        assert not result.ok
        assert len(repr(result)) < 500
        assert "\n" not in repr(result)
    assert capsys.readouterr() == ("", "")


def test_all_mistakes_of_the_list_are_there():
    names = {answer.name for answer in kill_table.ANSWERS if answer.name}
    assert {part for name in names for part in name.split("+")} >= set(WORDS)


def test_the_page_says_what_the_checks_say():
    same = kill_table.PAGE.read_text("utf-8") == kill_table.page()
    assert same, "the page is out of date: run make kill-table"
