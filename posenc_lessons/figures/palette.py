"""Colours by their role, and colour maps by what they show."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Palette:
    """The colours of the course, each with one role in all lessons.

    Each mark stands out from white by 3 : 1 and more, and any two stay apart for
    readers who see red, green or blue less. No colour carries a meaning alone: the
    other one is dashed or square as well, what is wrong has a ring or a cross.

    Attributes
    ----------
    ink : str
        Text, and the one mark that matters most.
    this : str
        This position, or the code that is looked at; solid, with round marks.
    other : str
        The other position, or the rival; dashed, or with square marks.
    words : str
        Words and their meaning.
    model : str
        What a trained model does.
    wrong : str
        An error, a collision, a failure; with a cross or a ring.
    quiet : str
        Text of second rank.
    context : str
        Lines and marks to compare with.
    faint : str
        Areas and guide lines, never a mark that has to be seen.

    Examples
    --------
    >>> colours.this
    '#2270c8'
    """

    ink: str = "#1f2430"
    this: str = "#2270c8"
    other: str = "#d2620f"
    words: str = "#006650"
    model: str = "#6b2f8a"
    wrong: str = "#8f0a1f"
    quiet: str = "#555b66"
    context: str = "#868b94"
    faint: str = "#e4e7ec"


colours = Palette()

MAPS = {
    "signed": ("RdBu_r", -1),
    "share": ("Blues", 0),
    "lecture": ("viridis", -1),
    "angle": ("twilight", -1),
}
"""By what is shown: the name of the map, and its low end as a multiple of its high."""
