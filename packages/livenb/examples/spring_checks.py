"""The exercises of the spring, for pages that check answers."""

from hintcheck import Exercises
from hintcheck.explanations import Mistake
from hintcheck.own_numbers import Number
from hintcheck.questions import Statement, Statements

EXERCISES = Exercises(
    {
        "1a": Number(
            reference=lambda: 6.0,
            right=lambda: "Twice the square root of the stiffness.",
            mistakes=(
                Mistake(
                    "root", lambda: 3.0, "This is the square root: where is the 2?"
                ),
            ),
        ),
        "1b": Statements(
            (
                Statement(
                    "a",
                    lambda: True,
                    "that friction is needed for it to go on",
                    "What does damping 0 leave of the formula?",
                ),
                Statement(
                    "b",
                    lambda: False,
                    "that a stiff spring is slow",
                    "Count the swings with stiffness 1 and with 9.",
                ),
            ),
            right=lambda: "A stiffer spring pulls harder.",
        ),
    }
)
check = EXERCISES.check
