"""Checks of answers that name the mistake: each says in a sentence what is wrong."""

from hintcheck.answers import call, nothing_returned, of_the_package
from hintcheck.comparison import Comparison, at, fixed
from hintcheck.course import Change, Ingredient, Slip
from hintcheck.designs import Demand, Design
from hintcheck.edits import read_edits
from hintcheck.exercises import Exercises, Result
from hintcheck.explanations import Mistake
from hintcheck.own_numbers import Number, OwnNumber, Remark, same_name, value
from hintcheck.questions import Inspection, Statement, Statements
from hintcheck.self_test import problems
from hintcheck.verdicts import Failure, Wrong

__all__ = [
    "Change",
    "Comparison",
    "Demand",
    "Design",
    "Exercises",
    "Failure",
    "Ingredient",
    "Inspection",
    "Mistake",
    "Number",
    "OwnNumber",
    "Remark",
    "Result",
    "Slip",
    "Statement",
    "Statements",
    "Wrong",
    "at",
    "call",
    "fixed",
    "nothing_returned",
    "of_the_package",
    "problems",
    "read_edits",
    "same_name",
    "value",
]
