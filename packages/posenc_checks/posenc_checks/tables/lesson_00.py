"""Exercise of lesson 00: a clock hand."""

from hintcheck import Number, read_edits

EDITS = read_edits(__file__, globals())
EXERCISES = {}

EXERCISES["0a"] = Number(**EDITS["0a"], whole="position")
