"""Drawing functions for several lessons: heatmaps, attention weights and clocks."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.image import AxesImage
from numpy.typing import ArrayLike

from posenc_lessons.figures.page import PAGE_DPI
from posenc_lessons.figures.palette import MAPS, colors

_NUMBERS_FIT = 8
"""Weights are written as numbers if there are at most this many words on each axis."""

_SAME_HAND = 0.15
"""The angle between two hands, in radians, below which they share one label."""

_ROOM_FOR_NAMES = 0.42
"""The smallest angle between the names of two hands, in radians."""


def pixel_axes(figure: Figure, left: int, bottom: int, width: int, height: int) -> Axes:
    """Add axes whose edges lie on whole pixels of the page.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        The figure.
    left, bottom, width, height : int
        The position and size of the axes, in pixels of the page (96 per inch), from the
        figure's lower left corner.

    Returns
    -------
    matplotlib.axes.Axes
        The axes. The figure's layout engine is turned off, so nothing moves the axes. A
        `heatmap` drawn in them has columns of equal width and rows of equal height, in
        whole pixels.

    Examples
    --------
    >>> import matplotlib.pyplot as plt
    >>> figure = plt.figure(figsize=(6.4, 3))
    >>> ax = pixel_axes(figure, 60, 50, 512, 200)
    >>> plt.close(figure)
    """
    full = figure.get_size_inches() * PAGE_DPI
    right, top = left + width, bottom + height
    if min(left, bottom, width, height) < 0 or right > full[0] or top > full[1]:
        raise ValueError(
            f"the axes must lie within the {full[0]:.0f} x {full[1]:.0f} pixels of the "
            f"figure; got {left} to {right} across and {bottom} to {top} upward"
        )
    place = np.array([left, bottom, width, height]) / np.tile(full, 2)
    figure.set_layout_engine("none")
    return figure.add_axes(place)


def heatmap(
    ax: Axes, table: ArrayLike, kind: str = "signed", limit: float | None = None
) -> AxesImage:
    """Draw a table as an image with its first row at the top.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        The axes to draw in. In axes from `pixel_axes`, each column and row covers whole
        pixels, and any pixels left over stay empty.
    table : array_like, shape (rows, columns)
        The numbers to draw.
    kind : {"signed", "share", "lecture"}, optional
        What the table holds: numbers around 0, shares of a whole, or an encoding to be
        drawn in the colors of the lecture's slide.
    limit : float, optional
        The number at the upper end of the color map. The default is 1 for "share" and
        "lecture", and the largest absolute value in the table for "signed".

    Returns
    -------
    matplotlib.image.AxesImage
        The image, which a colorbar can use.

    References
    ----------
    Crameri, Shephard and Heron, The misuse of color in science communication (2020).

    Examples
    --------
    >>> import matplotlib.pyplot as plt
    >>> figure, ax = plt.subplots()
    >>> heatmap(ax, [[-2, 0], [1, 1]]).get_clim()
    (-2.0, 2.0)
    >>> plt.close(figure)
    """
    if kind not in MAPS:
        raise ValueError(f"kind must be one of {', '.join(MAPS)}; got {kind!r}")
    table = np.asarray(table)
    name, low = MAPS[kind]
    if limit is None:
        largest = np.abs(table).max() if kind == "signed" else 1
        limit = float(largest) or 1.0
    image = ax.imshow(
        table, cmap=name, vmin=low * limit, vmax=limit, aspect="auto", origin="upper"
    )
    if ax.get_subplotspec() is None:
        _fit_whole_pixels(ax, *table.shape)
    return image


def _fit_whole_pixels(ax, rows, columns):
    """Set the axis limits so that each cell of a table covers whole pixels."""
    full = ax.figure.get_size_inches() * PAGE_DPI
    width, height = np.round(ax.get_position(original=True).size * full)
    across, down = (max(size // count, 1) for size, count in
                    ((width, columns), (height, rows)))  # fmt: skip
    ax.set(xlim=(-0.5, width / across - 0.5), ylim=(height / down - 0.5, -0.5))


def draw_attention(ax: Axes, weights: ArrayLike, words: Sequence[str]) -> AxesImage:
    """Draw attention weights, with one row for each word that asks.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        The axes to draw in.
    weights : array_like, shape (n, n)
        The weights; each row sums to 1.
    words : sequence of str
        The words, each of which asks in its row and answers in its column.

    Returns
    -------
    matplotlib.image.AxesImage
        The image.

    References
    ----------
    Vaswani et al., Attention Is All You Need (2017), figures 3 to 5.

    Examples
    --------
    >>> import matplotlib.pyplot as plt
    >>> figure, ax = plt.subplots()
    >>> image = draw_attention(ax, [[0.9, 0.1], [0.5, 0.5]], ["lion", "killed"])
    >>> [text.get_text() for text in ax.texts]
    ['0.90', '0.10', '0.50', '0.50']
    >>> plt.close(figure)
    """
    weights = np.asarray(weights)
    if weights.shape != (len(words), len(words)):
        raise ValueError(
            f"weights must have a row and a column for each of the {len(words)} words; "
            f"got shape {weights.shape}"
        )
    image = heatmap(ax, weights, "share")
    ax.set_xticks(range(len(words)), words, rotation=45, ha="right")
    ax.set_yticks(range(len(words)), words)
    ax.tick_params(length=0)
    ax.set(xlabel="the word that answers", ylabel="the word that asks")
    if max(weights.shape) <= _NUMBERS_FIT:
        for (row, column), weight in np.ndenumerate(weights):
            color = "white" if weight > 0.55 else colors.ink
            place = {"ha": "center", "va": "center", "fontsize": 10}
            ax.text(column, row, f"{weight:.2f}", color=color, **place)
    return image


def draw_clock(
    ax: Axes,
    this: float,
    other: float | None = None,
    *,
    names: tuple[str, str] = ("", ""),
    note: str = "",
    verdict: str = "",
) -> None:
    """Draw a clock with one or two hands that start at the top and turn clockwise.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        The axes to draw in; their limits are changed and their frame is turned off.
    this, other : float, optional
        The angle of each hand, in radians. Each tip is at the sine and cosine of the
        angle.
    names : pair of str, optional
        The label at the tip of each hand.
    note, verdict : str, optional
        Two lines of text under the clock; `verdict` comes second and is bold.

    Examples
    --------
    >>> import matplotlib.pyplot as plt
    >>> figure, ax = plt.subplots()
    >>> draw_clock(ax, 8.0, 52.0, names=("8", "52"))
    >>> [text.get_text() for text in ax.texts]
    ['8, 52']
    >>> plt.close(figure)
    """
    bottom = -1.95 if verdict else -1.7 if note else -1.4
    ax.set(xlim=(-1.6, 1.6), ylim=(bottom, 1.4), aspect="equal")
    ax.set_axis_off()
    circle = np.linspace(0, 2 * np.pi, 100)
    ax.fill(np.sin(circle), np.cos(circle), facecolor="white", lw=1.5,
            edgecolor=colors.context)  # fmt: skip
    hands = [(this, colors.this, "-", "o", names[0])]
    if other is not None:
        hands.append((other, colors.other, (0, (3, 1.5)), "s", names[1]))
    gap = np.pi if other is None else _between(this, other)
    together = abs(gap) < _SAME_HAND
    aside = np.copysign(max(_ROOM_FOR_NAMES - abs(gap), 0) / 2, gap)
    for (turn, color, line, mark, name), moved in zip(hands, (-aside, aside)):
        x, y = np.sin(turn), np.cos(turn)
        ax.plot([0, x], [0, y], color=color, ls=line, lw=3)
        ax.plot(x, y, mark, color=color, ms=9, mec="white", mew=1)
        if not together:
            _name_hand(ax, turn + moved, name, color)
    if together:
        _name_hand(ax, this, ", ".join(filter(None, names)), colors.ink)
    centred = {"ha": "center", "va": "top", "textcoords": "offset points"}
    if note:
        ax.annotate(note, (0, -1.38), (0, 0), color=colors.quiet, **centred)
    if verdict:  # one line below the note, whatever the size of the clock
        ax.annotate(verdict, (0, -1.38), (0, -13), weight="bold", **centred)


def _between(start, end):
    """Return the angle from one hand to the other, between -pi and pi."""
    return (end - start + np.pi) % (2 * np.pi) - np.pi


def _name_hand(ax, turn, name, color):
    """Write a name outside the rim, next to the tip of a hand."""
    x, y = np.sin(turn), np.cos(turn)
    side = "center" if abs(x) < 0.3 else "left" if x > 0 else "right"
    place = {"ha": side, "va": "center", "weight": "bold"}
    ax.text(1.14 * x, 1.2 * y, name, color=color, **place)
