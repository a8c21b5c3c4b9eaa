"""The slips written in Markdown: each one is useful."""

import pathlib

import pytest
from hintcheck.names import NAMES
from hintcheck.self_test import problems
from posenc_checks import EXERCISES, check


@pytest.mark.parametrize("exercise", EXERCISES)
def test_every_slip_is_recognized_as_itself(exercise):
    assert problems(EXERCISES, [exercise]) == []


def test_every_slip_in_an_ingredient_is_recognized_somewhere():
    assert problems(EXERCISES, []) == []


def test_the_readme_shows_what_the_check_says():
    readme = (pathlib.Path(__file__).parents[1] / "README.md").read_text("utf-8")
    assert f'>>> check("0a", 27)\n{check("0a", 27)}\n' in readme


def test_every_mistake_has_words():
    for exercise, table in EXERCISES.items():
        for mistake in getattr(table, "mistakes", ()):
            for name in mistake.name.split("+"):
                known = name in NAMES or name in EXERCISES.course.names
                assert known, f"{exercise}: {name}"
