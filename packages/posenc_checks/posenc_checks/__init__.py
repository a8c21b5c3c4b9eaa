"""The exercises of the course on positional encoding, and their checks."""

from hintcheck import Exercises

from posenc_checks.common.frequencies import FREQUENCIES
from posenc_checks.common.results import CHANGES
from posenc_checks.common.softmax import SOFTMAX
from posenc_checks.marking import ASSIGNMENTS, DEMO, HIDDEN, PACKAGES, STAND_INS
from posenc_checks.names import CODES, NAMES, WORDS
from posenc_checks.tables import EXERCISES as _TABLES

EXERCISES = Exercises(
    _TABLES,
    names=NAMES,
    listed=WORDS,
    codes=CODES,
    packages=("posenc_lessons", "posenc_checks"),
    axes=("position", "column"),
    ingredients=[FREQUENCIES, SOFTMAX],
    changes=CHANGES,
)
check = EXERCISES.check
own_numbers = EXERCISES.own_numbers

__all__ = [
    "ASSIGNMENTS",
    "DEMO",
    "EXERCISES",
    "HIDDEN",
    "PACKAGES",
    "STAND_INS",
    "check",
    "own_numbers",
]
