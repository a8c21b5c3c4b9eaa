"""What the lessons conclude, each conclusion tried where it could fail.

A conclusion says more than the number beside it: for every seed, at every length, for
any reader. A file ``lesson_NN.py`` holds those of one lesson, and a file
``curious_NN_topic.py`` those of a notebook for the curious, each as a function that
tries it over seeds, sizes and at least one rival, under the decorator `claim`, which
quotes the sentence. What takes longer than half a second is computed by ``make claims``
and stored in a file of rows beside it.
"""

import csv
import dataclasses
import importlib
import pathlib
from collections.abc import Callable

FOLDER = pathlib.Path(__file__).parent
CLAIMS = []


@dataclasses.dataclass(frozen=True)
class Claim:
    """A conclusion of a lesson, and what tries it.

    Attributes
    ----------
    lesson : str
        The lesson's number, two digits, or a curious notebook's name, "NN_topic".
    quotes : tuple of str
        Sentences, or parts of them, that stand in the lesson.
    attempt : callable
        Raises an AssertionError if the conclusion does not hold. It takes the stored
        rows if there are any.
    stored : callable or None
        Computes these rows, each a dict.
    """

    lesson: str
    quotes: tuple
    attempt: Callable
    stored: Callable | None = None

    @property
    def name(self):
        """The name of what tries the claim."""
        return f"{self.lesson}-{self.attempt.__name__}"

    @property
    def path(self):
        """The file of the stored rows."""
        kind = "lesson" if self.lesson.isdigit() else "curious"
        return FOLDER / f"{kind}_{self.lesson}_{self.stored.__name__}.csv"

    def test(self):
        """Try the claim."""
        self.attempt(*([read_rows(self.path)] if self.stored else []))


def claim(lesson, *quotes, stored=None):
    """Say that a function tries what a lesson concludes.

    Parameters
    ----------
    lesson : str
        The lesson's number, two digits, or a curious notebook's name, "NN_topic".
    *quotes : str
        Sentences, or parts of them, as they stand in the lesson's text.
    stored : callable, optional
        Computes rows that take long; ``make claims`` stores them.

    Returns
    -------
    callable
        A decorator.
    """
    if not quotes or not all(isinstance(quote, str) for quote in quotes):
        raise ValueError(f"a claim quotes the sentence that it tries; got {quotes!r}")

    def register(attempt):
        CLAIMS.append(Claim(lesson, quotes, attempt, stored))
        return attempt

    return register


def read_rows(path):
    """Return the rows of a stored file; say how to make it if there is none."""
    if not path.exists():
        number = path.name.split("_")[1]
        raise FileNotFoundError(
            f"{path.name} is not there yet: run make claims LESSON={number}"
        )
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def all_claims():
    """Import every lesson's claims, and return them."""
    for path in sorted([*FOLDER.glob("lesson_*.py"), *FOLDER.glob("curious_*.py")]):
        importlib.import_module(f"tests.claims.{path.stem}")
    return CLAIMS
