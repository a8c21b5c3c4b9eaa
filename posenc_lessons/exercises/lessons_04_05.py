"""Exercises of lessons 04 to 05: one wave, and pairs of waves."""

EXERCISES = {}
