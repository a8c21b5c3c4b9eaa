"""What the lessons conclude, with each conclusion tested where it could fail.

A conclusion says more than the number beside it: it holds for every seed, at every
length or for any reader. A file ``lesson_NN.py`` holds the conclusions of one lesson,
and a file ``curious_NN_topic.py`` those of a notebook for the curious. Each is a
function that tests the conclusion over seeds, sizes and at least one rival, under the
decorator `claim`, which quotes the sentence. What takes longer than half a second is
computed by ``make claims`` and stored beside the file, as a table of rows.
"""

import ast
import csv
import dataclasses
import importlib
import pathlib
from collections.abc import Callable

import nbformat
import numpy as np

import posenc_lessons
from posenc_lessons.trial.results import read

FOLDER = pathlib.Path(__file__).parent
NOTEBOOKS = FOLDER.parents[1] / "notebooks"
CLAIMS = []


@dataclasses.dataclass(frozen=True)
class Claim:
    """A conclusion of a lesson, and the function that tests it."""

    quotes: tuple  # sentences, or parts of them, that are in the lesson
    attempt: Callable  # raises an AssertionError if it fails; takes the stored rows
    stored: Callable | None = None  # computes these rows, each a dict

    @property
    def lesson(self):
        """Two digits, or a curious notebook's name: what the claim's file is called."""
        return file_of(self.attempt).partition("_")[2]

    @property
    def name(self):
        """The name of the claim's test."""
        return f"{self.lesson}-{self.attempt.__name__}"

    @property
    def path(self):
        """The file of the stored rows."""
        return FOLDER / f"{file_of(self.stored)}_{self.stored.__name__}.csv"

    def test(self):
        """Test the claim."""
        self.attempt(*([read_rows(self.path)] if self.stored else []))


def file_of(function):
    """Return the name of the file that defines a function, without its ending."""
    return function.__module__.rpartition(".")[2]


def claim(*quotes, stored=None):
    """Declare that the decorated function tests what its file's lesson concludes.

    The arguments are those of `Claim`. ``make claims`` stores the rows that take long
    to compute.
    """
    if not quotes or not all(isinstance(quote, str) for quote in quotes):
        raise ValueError(
            f"claim() must quote what it tests, as strings; got {quotes!r}"
        )

    def register(attempt):
        CLAIMS.append(Claim(quotes, attempt, stored))
        return attempt

    return register


def functions_of(name, **values):
    """Return the functions that a notebook's cells define, by name.

    They see NumPy, what the course exports, and the given values from other cells.
    """
    notebook = nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4)
    names = vars(posenc_lessons) | {"np": np} | values
    for cell in notebook.cells:
        if cell.cell_type == "code":
            for node in ast.parse(cell.source).body:
                if isinstance(node, ast.FunctionDef):
                    exec(ast.unparse(node), names)
    return names


def read_rows(path):
    """Return the rows of a stored file; the error says how to make a missing one."""
    if not path.exists():
        number = path.name.split("_")[1]
        raise FileNotFoundError(
            f"{path.name} is not there yet: run make claims LESSON={number}"
        )
    return read(path)


def write_rows(path, rows):
    """Store rows in a file."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def all_claims():
    """Import every lesson's claims, and return them."""
    for path in sorted([*FOLDER.glob("lesson_*.py"), *FOLDER.glob("curious_*.py")]):
        importlib.import_module(f"tests.claims.{path.stem}")
    return CLAIMS
