"""The exercises of the spring, for pages that check answers."""

from hintcheck import Exercises
from hintcheck.explanations import Mistake
from hintcheck.own_numbers import Number

EXERCISES = Exercises(
    {
        "1a": Number(
            reference=lambda: 6.0,
            right=lambda: "It is twice the square root of the stiffness.",
            mistakes=(
                Mistake(
                    "root", lambda: 3.0, "That is the square root. Where is the 2?"
                ),
            ),
        ),
    }
)
check = EXERCISES.check
