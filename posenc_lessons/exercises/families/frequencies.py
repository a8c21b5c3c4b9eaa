"""Frequencies of pairs that fall too fast, too slowly, or not at all."""

from posenc_lessons.exercises.explanations import Mistake

# A mistake's number, the power of the right frequencies that it leads to, and a hint.
POWERS = [
    (
        "M1",
        2,
        "The frequencies fall twice as fast: look at the 2 of the exponent, and at the "
        "base.",
    ),
    (
        "M2",
        0.5,
        "The frequencies fall half as fast: look at the 2 of the exponent, and at the "
        "base.",
    ),
    ("M4", 0, "All pairs turn by the same angle: each has its own frequency."),
    (
        "M12",
        -1,
        "The frequencies rise: a division is missing, or the exponent's minus.",
    ),
]


def other_powers(build, without=""):
    """Return mistakes that take another power of the frequencies.

    Parameters
    ----------
    build : callable
        Takes the power; returns the model.
    without : str, optional
        The number of a mistake for which the exercise has a hint of its own.
    """
    return [
        Mistake(name, build(power), hint)
        for name, power, hint in POWERS
        if name != without
    ]
