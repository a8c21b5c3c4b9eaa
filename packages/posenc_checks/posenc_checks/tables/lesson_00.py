"""Exercise of lesson 00: the hand of a clock."""

from hintcheck import Number, Remark, read_edits

EDITS = read_edits(__file__, globals())
EXERCISES = {}


def _go_on(position):
    """Ask for another direction."""
    return "Go on from position 3, to the right."


def _turned(position):
    """Say how far the hand has turned since position 3, in 24 positions a turn."""
    return (
        f"From position 3 to {position:g} the hand turns by {(position - 3) * 15:g} "
        "degrees; 180 are asked for."
    )


EXERCISES["0a"] = Number(
    **EDITS["0a"],
    right=lambda: "12 words are half of the wavelength 24: the hand points back.",
    remarks=(
        Remark("itself", lambda position: position == 3, _go_on),
        Remark("range", lambda position: position < 3, _go_on),
        Remark(
            "later",
            lambda position: position % 24 == 15,
            lambda position: "There it points the opposite way, but not first.",
        ),
        Remark(None, lambda position: True, _turned),
    ),
    whole="position",
)
