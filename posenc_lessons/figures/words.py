"""Titles that say what a figure shows, and labels beside the lines."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.text import Annotation

from posenc_lessons.figures.palette import colors

_AID = "how to read it"
_SIZE = 11
_ROOM = 22
"""The distance in points from the axes to a title with a line of help below it."""


def headline(target: Axes | Figure, assertion: str, aid: str = "") -> None:
    """Write a title above axes or a figure, with an optional line of help below it.

    Parameters
    ----------
    target : matplotlib.axes.Axes or matplotlib.figure.Figure
        The axes or the figure that gets the title. A later call replaces the title.
    assertion : str
        The title, a sentence that says what there is to see. About 55 characters fit on
        a line.
    aid : str, optional
        One line that says how to read the figure.

    References
    ----------
    Rougier, Droettboom and Bourne, Ten Simple Rules for Better Figures (2014).

    Examples
    --------
    >>> import matplotlib.pyplot as plt
    >>> figure, ax = plt.subplots()
    >>> headline(ax, "The line rises", "Each step is twice the last")
    >>> ax.get_title("left")
    'The line rises'
    >>> plt.close(figure)
    """
    if not isinstance(assertion, str) or not assertion.strip():
        raise ValueError(f"assertion must say what there is to see; got {assertion!r}")
    if isinstance(target, Axes):
        target.set_title(assertion, loc="left", pad=_ROOM if aid else None)
        for note in [text for text in target.texts if text.get_gid() == _AID]:
            note.remove()
        if aid:
            note = target.annotate(
                aid,
                (0, 1),
                (0, 6),
                xycoords="axes fraction",
                textcoords="offset points",
                color=colors.quiet,
                fontsize=_SIZE,
            )
            note.set_gid(_AID)
        return
    # An empty second line of the title makes room for the aid in the layout.
    title = target.suptitle(f"{assertion}\n" if aid else assertion, x=0.01, ha="left")
    notes = [artist for artist in target.artists if artist.get_gid() == _AID]
    for note in notes:
        note.set_text(aid)
    if aid and not notes:
        target.add_artist(_line_below(title, aid))


def _line_below(title, aid):
    """Return a line of gray text that moves with the last line of a title."""
    note = Annotation(
        aid,
        (0, 0),
        xycoords=title,
        color=colors.quiet,
        fontsize=_SIZE,
        va="bottom",
        annotation_clip=False,
    )
    note.set_gid(_AID)
    note.set_in_layout(False)
    return note


def label_ends(ax: Axes, gap: float = 1.25) -> None:
    """Write each line's label beside its right end, in the line's color.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        The axes, whose limits and scales must already be set. Lines without a label are
        skipped.
    gap : float, optional
        The smallest distance between two labels, as a multiple of the text height.

    References
    ----------
    Wilke, Fundamentals of Data Visualization (2019), section 20.2.

    Examples
    --------
    >>> import matplotlib.pyplot as plt
    >>> figure, ax = plt.subplots()
    >>> line = ax.plot([0, 1], [0, 1], label="counting")
    >>> label_ends(ax)
    >>> ax.texts[0].get_text()
    'counting'
    >>> plt.close(figure)
    """
    lines = [line for line in ax.lines if not line.get_label().startswith("_")]
    ends = [_last_point(ax, line) for line in lines]
    shown = [(end[1], line, end) for line, end in zip(lines, ends) if end is not None]
    shown.sort(key=lambda item: item[0])
    if not shown:
        return
    step = gap * _SIZE * ax.figure.dpi / 72
    heights = _spread([height for height, _, _ in shown], step)
    for height, (_, line, (x, y)) in zip(heights, shown):
        ax.annotate(
            line.get_label(),
            ax.transData.inverted().transform((x, y)),
            (7, (height - y) * 72 / ax.figure.dpi),
            textcoords="offset points",
            color=line.get_color(),
            fontsize=_SIZE,
            va="center",
            annotation_clip=False,
        )


def _last_point(ax, line):
    """Return a line's last point within the x limits, in pixels, or None."""
    points = np.column_stack([np.ravel(line.get_xdata()), np.ravel(line.get_ydata())])
    low, high = sorted(ax.get_xlim())
    inside = np.isfinite(points.astype(float)).all(axis=1)
    inside &= (points[:, 0] >= low) & (points[:, 0] <= high)
    if not inside.any():
        return None
    x, y = ax.transData.transform(points[inside][-1])
    bottom, top = sorted(
        ax.transData.transform([(low, y) for y in ax.get_ylim()])[:, 1]
    )
    return x, min(max(y, bottom), top)


def _spread(heights, step):
    """Move sorted heights as little as possible so that they are `step` or more apart.

    Neighbors that would be too close form a block around their mean height.
    """
    blocks = []
    for height in heights:
        blocks.append([height, 1])
        while len(blocks) > 1:
            (below, n), (above, m) = blocks[-2:]
            if above - below >= (n + m) / 2 * step:
                break
            blocks[-2:] = [[(below * n + above * m) / (n + m), n + m]]
    return [
        middle + (place - (count - 1) / 2) * step
        for middle, count in blocks
        for place in range(count)
    ]
