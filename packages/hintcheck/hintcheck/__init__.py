"""Check answers, and say in a sentence which mistake a learner has made."""

from hintcheck.answers import as_array, call, nothing_returned, of_the_package, shown
from hintcheck.attempts import attempt, keep
from hintcheck.comparison import Comparison
from hintcheck.course import Ingredient
from hintcheck.designs import Demand, Design
from hintcheck.edits import read_edits
from hintcheck.exercises import Exercises
from hintcheck.explanations import Mistake, Remark
from hintcheck.own_numbers import Number, OwnNumber, same_name
from hintcheck.proposals import unexplained
from hintcheck.questions import Inspection
from hintcheck.self_test import problems
from hintcheck.tables import FunctionTable, at, fixed
from hintcheck.verdicts import Failure, Result, Wrong

__all__ = sorted(name for name, thing in vars().items() if callable(thing))
