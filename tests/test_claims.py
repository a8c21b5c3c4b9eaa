"""The lessons' conclusions hold where they could fail, and are still in the lessons.

The conclusions and their tests are in ``tests/claims``, in a file for each lesson.
"""

import functools

import nbformat
import pytest

from tests import ROOT
from tests.claims import all_claims

NOTEBOOKS = ROOT / "notebooks"
CLAIMS = all_claims()


def folded(text):
    """Return a text with each white space as a single space, even in quoted lines."""
    return " ".join(text.replace("\n> ", "\n").split())


@functools.cache
def said_in(lesson):
    """Return all that a lesson says in its text and in the titles of its figures."""
    curious = NOTEBOOKS / "curious" / f"{lesson}.ipynb"
    (path,) = [curious] if curious.exists() else NOTEBOOKS.glob(f"{lesson}_*.ipynb")
    cells = nbformat.read(path, as_version=4).cells
    return folded("\n".join(cell.source for cell in cells))


def test_every_lesson_has_claims():
    lessons = {path.name[:2] for path in NOTEBOOKS.glob("*.ipynb")}
    curious = {path.stem for path in NOTEBOOKS.glob("curious/*.ipynb")}
    without = (lessons | curious) - {claim.lesson for claim in CLAIMS}
    assert without == set(), "write tests/claims/lesson_NN.py or curious_NN_topic.py"


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.name)
def test_claim_stands_in_its_lesson(claim):
    text = said_in(claim.lesson)
    missing = [quote for quote in claim.quotes if folded(quote) not in text]
    assert missing == [], (
        "the lesson no longer says this: change the claim and its test together"
    )


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.name)
def test_claim_holds(claim):
    claim.test()


def test_names_are_unique():
    names = [claim.name for claim in CLAIMS]
    assert sorted(set(names)) == sorted(names)
