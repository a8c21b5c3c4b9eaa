"""The slips written in Markdown: each is useful and calls what all exercises share."""

import pathlib

import pytest
from hintcheck.edits import Edited
from hintcheck.general import ingredients
from hintcheck.self_test import problems
from posenc_checks import EXERCISES, check


@pytest.mark.parametrize("exercise", EXERCISES)
def test_every_slip_is_recognized_as_itself(exercise):
    assert problems(EXERCISES, [exercise]) == []


def test_every_slip_in_an_ingredient_is_recognized_somewhere():
    assert problems(EXERCISES, []) == []


@pytest.mark.parametrize(
    ("exercise", "name"), [("9b", "M19"), ("16c", "M19"), ("6b", "M12"), ("8b", "M12")]
)
def test_an_edited_reference_calls_the_ingredients_that_are_exchanged(exercise, name):
    table = EXERCISES[exercise]
    case = EXERCISES.draw(exercise, "")[0]
    assert isinstance(table.reference, Edited)
    edited = [one.model for one in table.mistakes if isinstance(one.model, Edited)]
    for functions in ([table.reference], edited):
        assert name in {
            slip.name
            for function in functions
            for slip in ingredients.spoilt(EXERCISES.course, function, case)
        }


def test_the_readme_shows_what_the_check_says():
    readme = (pathlib.Path(__file__).parents[1] / "README.md").read_text("utf-8")
    assert f'>>> check("0a", 27)\n{check("0a", 27)}\n' in readme


def test_every_mistake_has_words():
    for exercise, table in EXERCISES.items():
        for mistake in getattr(table, "mistakes", ()):
            for name in mistake.name.split("+"):
                assert name in EXERCISES.course.names, f"{exercise}: {name}"
