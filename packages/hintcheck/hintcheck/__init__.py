"""Checks of answers that say in a sentence what is right or wrong."""

from hintcheck.exercises import Exercises, Result

__all__ = ["Exercises", "Result"]
