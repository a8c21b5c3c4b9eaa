"""The exercises of the course on positional encoding, and their checks."""

from hintcheck import Exercises

from posenc_checks.common.ingredients import INGREDIENTS
from posenc_checks.common.results import CHANGES
from posenc_checks.marking import ASSIGNMENTS, DEMO, HIDDEN, PACKAGES, STAND_INS
from posenc_checks.names import CODES, OTHERS, WORDS
from posenc_checks.tables import EXERCISES as _TABLES

EXERCISES = Exercises(
    _TABLES,
    names=WORDS | OTHERS,
    listed=WORDS,
    codes=CODES,
    packages=("posenc_lessons", "posenc_checks"),
    axes=("position", "column"),
    ingredients=INGREDIENTS,
    changes=CHANGES,
)
check = EXERCISES.check
own_numbers = EXERCISES.own_numbers
