"""The exercises of the course on positional encoding, and their checks."""

from hintcheck import Exercises

from posenc_checks.common.frequencies import FREQUENCIES
from posenc_checks.common.results import CHANGES, sums_of_1
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
    observations=[sums_of_1],
    constants={"the square root of 512": 512**0.5},
    errors=[
        (
            "ValueError",
            r"encoding must have at least 2 rows",
            "a single position has no other to compare with: it is confused with "
            "none, so first return 0 for it.",
        )
    ],
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
