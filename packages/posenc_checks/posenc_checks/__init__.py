"""The exercises of the course on positional encoding, and their checks."""

from hintcheck import Exercises

from posenc_checks.tables import EXERCISES as _TABLES

EXERCISES = Exercises(_TABLES)
check = EXERCISES.check
own_numbers = EXERCISES.own_numbers

__all__ = ["EXERCISES", "check", "own_numbers"]
