"""Exercise of lesson 00: the hand of a clock."""

from hintcheck.own_numbers import Number, Remark, value

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
    reference=lambda: 15,
    right=lambda: "12 words are half of the wavelength 24: the hand points back.",
    mistakes=(
        value(
            "from 0", 12, "That is half a turn from position 0. Begin at position 3."
        ),
        value(
            "full turn", 27, "There the hand is back where it was at 3: a full turn."
        ),
        value("full turn", 24, "That is a full turn, from position 0."),
        value("quarter", 9, "That is a quarter of a turn; opposite is half a turn."),
        *(
            value(
                "M11",
                position,
                "180 are the degrees of half a turn: how many positions are that?",
            )
            for position in (180, 183)
        ),
    ),
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
