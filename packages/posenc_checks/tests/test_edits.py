"""The slips written in Markdown: each is of use, and sees what all exercises share."""

import pathlib

import posenc_checks
import pytest
from hintcheck.edits import Edited
from hintcheck.general import ingredients
from hintcheck.self_test import problems
from posenc_checks import EXERCISES

TABLES = pathlib.Path(posenc_checks.__file__).parent / "tables"


@pytest.mark.parametrize("exercise", EXERCISES)
def test_every_slip_is_recognised_as_itself(exercise):
    assert problems(EXERCISES, [exercise]) == []


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


def test_every_mistake_has_words():
    for exercise, table in EXERCISES.items():
        for mistake in getattr(table, "mistakes", ()):
            for name in mistake.name.split("+"):
                assert name in EXERCISES.course.names, f"{exercise}: {name}"
