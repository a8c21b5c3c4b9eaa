"""The slips written in Markdown: each is of use, and sees what all exercises share."""

import ast
import pathlib
import re

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


@pytest.mark.parametrize(
    "path", sorted(TABLES.glob("*.py")), ids=lambda path: path.stem
)
def test_every_import_is_used_in_the_module_or_beside_it(path):
    tree = ast.parse(path.read_text("utf-8"))
    imported = {
        (alias.asname or alias.name).partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    slips = path.with_suffix(".md")
    text = slips.read_text("utf-8") if slips.exists() else ""
    for shared in re.findall(r"^- from (\w+)", text, re.M):
        text += path.with_name(f"{shared}.md").read_text("utf-8")
    words = set(re.findall(r"\w+", text))
    assert imported - used - words == set()


def test_every_mistake_has_words():
    for exercise, table in EXERCISES.items():
        for mistake in getattr(table, "mistakes", ()):
            for name in mistake.name.split("+"):
                assert name in EXERCISES.course.names, f"{exercise}: {name}"
