"""Exercise of lesson 00: the hand of a clock."""

from posenc_lessons.exercises.own_numbers import Number, value
from posenc_lessons.exercises.verdicts import Wrong

EXERCISES = {}


def _turn_since_3(position):
    """Say how far the hand has turned since position 3, in 24 positions a turn."""
    if position <= 3:
        name = "itself" if position == 3 else "range"
        raise Wrong("Go on from position 3, to the right.", name)
    if (position - 3) % 24 == 12:
        raise Wrong("There it points the opposite way, but not first.", "later")
    degrees = (position - 3) * 15
    text = f"From position 3 to {position:g} the hand turns by {degrees:g} degrees; "
    text += "180 are asked for."
    raise Wrong(text, "off by one" if position in (14, 16) else None)


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
    ),
    otherwise=_turn_since_3,
    tolerance=1e-9,
    whole="position",
)
