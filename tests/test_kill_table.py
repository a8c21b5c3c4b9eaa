"""Right answers in every style, every mistake in several spellings, and no answers."""

import importlib.util
import pathlib
import sys
import time

import numpy as np
import pytest

from posenc_lessons.exercises import EXERCISES, answers, check
from posenc_lessons.exercises.answers import Wrong
from posenc_lessons.exercises.comparison import Comparison
from posenc_lessons.exercises.explanations import Mistake
from posenc_lessons.exercises.mistakes import WORDS, plain

HERE = pathlib.Path(__file__).parent


def load(name):
    """Import a module of this folder, which is no package."""
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, HERE / f"{name}.py")
        sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
    return sys.modules[name]


spellings = load("spellings")
load("slips")
kill_table = load("kill_table")


def named(entries):
    return [
        pytest.param(*entry, id="-".join(map(str, entry[:-1]))) for entry in entries
    ]


@pytest.mark.parametrize(("exercise", "style", "answer"), named(kill_table.RIGHT))
def test_every_right_style_is_accepted(exercise, style, answer):
    result = kill_table.result(exercise, answer)
    assert (result.ok, result.credit, result.mistake) == (True, 1.0, None)
    assert result.convention is None


@pytest.mark.parametrize(
    ("exercise", "convention", "style", "answer"), named(kill_table.ALTERNATIVE)
)
def test_another_convention_is_right_and_named(exercise, convention, style, answer):
    result = kill_table.result(exercise, answer)
    assert (result.ok, result.convention) == (True, convention)
    assert "another convention" in result.text


@pytest.mark.parametrize(
    ("exercise", "mistake", "spelling", "answer"), named(kill_table.WRONG)
)
def test_every_mistake_is_refused_and_named(exercise, mistake, spelling, answer):
    result = kill_table.result(exercise, answer)
    assert kill_table.is_named(result, mistake)
    assert result.credit < 1
    assert len(repr(result)) < 500
    assert "\n" not in repr(result)
    assert mistake == "given" or plain(mistake)


@pytest.mark.parametrize(("exercise", "what", "answer"), named(kill_table.UNNAMED))
def test_what_is_no_mistake_of_the_list_gets_no_name(exercise, what, answer):
    assert kill_table.unnamed(kill_table.result(exercise, answer))


def test_every_exercise_has_right_and_wrong_answers():
    for entries in kill_table.RIGHT, kill_table.WRONG:
        assert {exercise for exercise, *_ in entries} == set(EXERCISES)


@pytest.mark.filterwarnings("ignore:coroutine:RuntimeWarning")
@pytest.mark.parametrize(("what", "answer"), named(spellings.HOSTILE))
def test_no_answer_is_refused_in_a_sentence(what, answer, capsys, monkeypatch):
    if what == "endless loop":
        monkeypatch.setattr(answers, "SECONDS", 0.5)
    exercises = ["H3a"] if what == "endless loop" else ["7a", "H3a", "H4b", "H2d", "2a"]
    for exercise in exercises:
        result = check(exercise, answer)
        assert not result.ok
        assert len(repr(result)) < 500
        assert "\n" not in repr(result)
    assert capsys.readouterr() == ("", "")


def test_an_endless_loop_that_catches_everything_is_stopped(monkeypatch):
    monkeypatch.setattr(answers, "SECONDS", 0.5)

    def stubborn(positions, d_model):
        ends = time.monotonic() + 30
        while time.monotonic() < ends:
            try:
                while time.monotonic() < ends:
                    pass
            except Exception:
                pass

    assert "ran for too long" in check("H3a", stubborn).text


def test_where_the_first_difference_is():
    def one_entry_off(positions, d_model):
        table = EXERCISES["H3a"].reference(positions, d_model)
        table[[pos in (3, 65_537) for pos in positions], 1] += 0.5
        return table

    result = check("H3a", one_entry_off)
    assert (result.position, result.column) == (3, 1)
    assert result.got == pytest.approx(result.expected + 0.5)
    assert result.mistake is None
    # The cases with 0 and 1 alone, and with 100 and more, but for one.
    assert 0 < result.credit < 1


def test_all_mistakes_of_the_list_are_there():
    names = {name for _, names, *_ in kill_table.WRONG for name in names.split("+")}
    names |= {name for _, name, *_ in kill_table.ALTERNATIVE}
    assert names >= set(WORDS)


def test_the_page_says_what_the_checks_say():
    assert kill_table.PAGE.read_text("utf-8") == kill_table.page()


def judged(*mistakes, off=1.0):
    """Return the hint for results that are off by a number, given some mistakes."""
    table = Comparison(
        reference=lambda x: x,
        draw=list,
        describe=lambda x: "For x",
        right="",
        mistakes=mistakes,
    )
    cases = [(np.arange(3.0),), (np.arange(4.0),)]
    with pytest.raises(Wrong) as found:
        table.judge([x + off for (x,) in cases], cases)
    return found.value


def test_of_two_mistakes_the_more_likely_is_named_and_the_other_told():
    found = judged(
        Mistake("M9", lambda x: x + 1, "One hint."),
        Mistake("M16", lambda x: x + 1, "Another."),
    )
    assert found.mistake == "M9"
    assert str(found).endswith(
        "One hint. Less likely, but with the same result: scaled, or rows normalised."
    )


def test_of_two_mistakes_the_nearer_is_named_alone():
    found = judged(
        Mistake("M9", lambda x: x + 1, "One hint."),
        Mistake("M16", lambda x: x + 1 + 1e-7, "Another."),
        off=1 + 1e-7,
    )
    assert found.mistake == "M16"
    assert str(found).endswith("Another.")
