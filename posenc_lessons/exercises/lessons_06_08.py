"""Exercises of lessons 06 to 08: the formula, its picture, and its shift."""

EXERCISES = {}
