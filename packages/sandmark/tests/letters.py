"""The example's course, as the tests use it."""

import nbformat
from sandmark.material import load

from .conftest import EXAMPLE

MATERIAL = load("text_checks")
SOURCE = EXAMPLE / "assignments"
LETTERS = "letters"
NAMED = ["--exercises", MATERIAL.name]  # how each command line begins


def source():
    """Return the example's assignment, with its solutions."""
    return nbformat.read(SOURCE / LETTERS / f"{LETTERS}.ipynb", as_version=4)
