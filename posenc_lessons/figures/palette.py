"""Colors named by their role, and color maps named by what they show."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Palette:
    """The colors of the course, each with one role in all lessons.

    Each color for marks has a contrast of at least 3:1 with white, and color-blind
    readers can tell any two of these colors apart. No color carries a meaning alone: a
    rival is also dashed or square, and an error also has a ring or a cross.

    Examples
    --------
    >>> colors.this
    '#2270c8'
    """

    ink: str = "#1f2430"  # text, and the one mark that matters most
    this: str = "#2270c8"  # this position or encoding; solid, with round marks
    other: str = "#d2620f"  # a rival to compare with; dashed, or with square marks
    words: str = "#006650"  # words and their meaning
    model: str = "#6b2f8a"  # what a trained model does
    wrong: str = "#8f0a1f"  # an error or a collision; with a cross or a ring
    quiet: str = "#555b66"  # secondary text
    context: str = "#868b94"  # lines and marks that give context
    faint: str = "#e4e7ec"  # areas and guide lines, never a mark that must be seen


colors = Palette()

MAPS = {
    "signed": ("RdBu_r", -1),
    "share": ("Blues", 0),
    "lecture": ("viridis", -1),
}
"""The color map for each kind of table, and the low end as a multiple of the high."""
