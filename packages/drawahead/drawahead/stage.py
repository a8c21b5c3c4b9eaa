"""Each picture on a figure of its own, so that nothing stays from one to the next.

What costs time in Matplotlib is what surrounds the data: laying it out, ticks, and the
text at them. The layout is that of the first picture. The pixels of what surrounds the
data, the background, are kept for as long as everything they depend on stays the same.
"""

import contextlib
import dataclasses
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure

from drawahead.page import FINE_DPI, PAGE_DPI, to_png


def one_axes(figure: Figure) -> Any:
    """Make one axes in a figure, and return it."""
    return figure.subplots()


@dataclasses.dataclass
class Drawing:
    """A picture and what it was made of.

    Attributes
    ----------
    figure : matplotlib.figure.Figure
        The figure, which is not drawn on again.
    pixels : ndarray, shape (height, width, 4)
        Red, green, blue and alpha, 8 bits each.
    readout : str
        What `draw` returned, or an empty string.
    """

    figure: Figure
    pixels: np.ndarray
    readout: str

    def png(self) -> bytes:
        """Return the picture as a PNG file."""
        return to_png(self.pixels)

    def small_png(self) -> bytes:
        """Return it with two pixels to each of the page, in a file to be stored."""
        before = self.figure.dpi
        self.figure.set_dpi(FINE_DPI)
        try:
            self.figure.canvas.draw()
            return to_png(np.asarray(self.figure.canvas.buffer_rgba()), small=True)
        finally:
            self.figure.set_dpi(before)


class Stage:
    """Draws pictures of one size with one function.

    Parameters
    ----------
    draw : callable
        ``draw(axes, **values)`` calls ordinary methods of Matplotlib's axes, and may
        return the readout.
    set_up : callable, optional
        ``set_up(figure)`` makes the axes of each picture, and returns what `draw` gets
        as its first argument. Without it, that is a single axes.
    figsize : tuple of float, optional
        Width and height in inches.

    Attributes
    ----------
    size : tuple of int
        Width and height in pixels of the page.
    scale : int
        How many pixels are drawn to each of the page.
    keeps_background : bool
        Whether the background may be taken from the picture before.
    backgrounds : int
        How often the background had to be drawn.
    """

    def __init__(
        self,
        draw: Callable[..., str | None],
        set_up: Callable[[Figure], Any] = one_axes,
        figsize: tuple[float, float] = (8.0, 4.0),
    ) -> None:
        self.scale = 1
        self.keeps_background = True
        self.backgrounds = 0
        self.size = tuple(int(length * PAGE_DPI) for length in figsize)
        self._draw, self._set_up, self._figsize = draw, set_up, figsize
        self._layout = None
        self._always_lay_out = False
        self._background = None, None

    def render(self, keep: bool = True, /, **values: Any) -> Drawing:
        """Draw the picture of some values.

        Parameters
        ----------
        keep : bool, optional
            Whether the background may be taken from the picture before.
        **values
            The values to call `draw` with.

        Raises
        ------
        Exception
            Whatever `draw` or Matplotlib raises.
        """
        figure, n_axes, readout = self._fill(values)
        if len(figure.axes) > n_axes and self._layout is not None:
            # A colorbar, for example, takes room from the axes beside it.
            self._always_lay_out, self._layout = True, None
            figure, n_axes, readout = self._fill(values)
        self._always_lay_out |= len(figure.axes) > n_axes
        if self._layout is not None:
            self._layout.place_titles(figure)
        elif not self._always_lay_out:
            figure.canvas.draw()
            self._layout = _Layout(figure)
            figure.set_layout_engine("none")
        self._paint(figure, keep and self.keeps_background)
        pixels = np.array(figure.canvas.buffer_rgba())
        return Drawing(figure, pixels, "" if readout is None else str(readout))

    def _fill(self, values):
        """Return a new figure that draw has filled, and how many axes it was given."""
        dpi = PAGE_DPI * self.scale
        figure = Figure(figsize=self._figsize, dpi=dpi, layout="constrained")
        FigureCanvasAgg(figure)
        axes = self._set_up(figure)
        if self._layout is not None:
            self._layout.place_axes(figure)
        made = figure.axes[:]
        before = [len(ax.get_children()) for ax in made]
        with _apart_from_pyplot() as elsewhere:
            readout = self._draw(axes, **values)
        if elsewhere and before == [len(ax.get_children()) for ax in made]:
            raise ValueError(
                "nothing was drawn in ax, but in a figure of pyplot; call methods of "
                "the axes, as in ax.plot(x, y) for plt.plot(x, y)"
            )
        return figure, len(made), readout

    def _paint(self, figure, keep):
        """Paint a figure on its canvas: the background, and the data above it."""
        if self._always_lay_out or not _is_plain(figure):
            figure.canvas.draw()
            return
        renderer = figure.canvas.get_renderer()
        for ax in figure.axes:
            locator = ax.get_axes_locator()
            ax.apply_aspect(locator(ax, renderer) if locator else None)
        above = _above_background(figure)
        key = _background_key(figure)
        if keep and self._background[0] == key:
            figure.canvas.restore_region(self._background[1])
        else:
            self._background = key, self._draw_background(figure, above)
        for ax in figure.axes:
            ax._update_title_position(renderer)
        for artist in above:
            artist.draw(renderer)

    def _draw_background(self, figure, above):
        """Draw a figure without some artists, and return the pixels."""
        shown = [artist for artist in above if artist.get_visible()]
        for artist in shown:
            artist.set_visible(False)
        try:
            figure.canvas.draw()
        finally:
            for artist in shown:
                artist.set_visible(True)
        self.backgrounds += 1
        return figure.canvas.copy_from_bbox(figure.bbox)


class _Layout:
    """Where the axes and titles of the first picture are."""

    def __init__(self, figure):
        self._axes = [(ax.get_position(True), ax.get_position()) for ax in figure.axes]
        self._titles = [text.get_position() for text in _placed_titles(figure)]

    def place_axes(self, figure):
        """Put the axes of another figure in the same places."""
        if len(figure.axes) != len(self._axes):
            raise ValueError("set_up must make the same axes each time it is called")
        for ax, (original, active) in zip(figure.axes, self._axes):
            ax.set_position(original, which="original")
            ax.set_position(active, which="active")
        figure.set_layout_engine("none")

    def place_titles(self, figure):
        """Put the titles of another figure in the same places."""
        for text, place in zip(_placed_titles(figure), self._titles):
            text.set_position(place)


def _placed_titles(figure):
    """Return the titles of a figure whose places the layout chooses."""
    return [text for text in figure.texts if getattr(text, "_autopos", False)]


@contextlib.contextmanager
def _apart_from_pyplot():
    """Close the figures of pyplot that are made meanwhile, and leave the others alone.

    Yields
    ------
    list of matplotlib.axes.Axes
        Afterwards, the axes of the figures that were closed.
    """
    opened, axes = _open_figures(), []
    if opened:  # else plt.plot would draw in one of them
        pyplot = sys.modules["matplotlib.pyplot"]
        with pyplot.ioff():
            pyplot.figure()
    try:
        yield axes
    finally:
        for number in _open_figures() - opened:
            pyplot = sys.modules["matplotlib.pyplot"]
            axes += pyplot.figure(number).axes
            pyplot.close(number)


def _open_figures():
    """Return the numbers of the figures that pyplot has open."""
    pyplot = sys.modules.get("matplotlib.pyplot")
    return set(pyplot.get_fignums()) if pyplot else set()


def _is_plain(figure):
    """Return whether a figure has flat axes and texts only, to be drawn one by one."""
    flat = all(ax.name in ("rectilinear", "polar") for ax in figure.axes)
    return flat and len(figure.get_children()) == 1 + len(figure.axes + figure.texts)


def _above_background(figure):
    """Return what is painted anew in each picture, in its order."""
    artists = []
    for ax in figure.axes:
        behind = {ax.patch, ax.xaxis, ax.yaxis}
        if not (ax.axison and ax.get_frame_on()):
            behind.update(ax.spines.values())
        content = [child for child in ax.get_children() if child not in behind]
        artists += sorted(content, key=lambda artist: artist.get_zorder())
    return artists


def _background_key(figure):
    """Return all that the background depends on, in a form to compare."""
    key = [
        figure.dpi,
        figure.get_facecolor(),
        *(_appearance(text) for text in figure.texts),
    ]
    for ax in figure.axes:
        key += [
            ax.name,
            ax.get_position().bounds,
            ax.get_xlim(),
            ax.get_ylim(),
            ax.axison,
            ax.get_frame_on(),
            ax.get_axisbelow(),
            ax.get_facecolor(),
            ax.patch.get_visible(),
            ax.patch.get_alpha(),
            *(spine.get_visible() for spine in ax.spines.values()),
        ]
        if not hasattr(ax, "_colorbar"):
            key += [spine.get_position() for spine in ax.spines.values()]
        for axis in (ax.xaxis, ax.yaxis):
            places = list(axis.get_majorticklocs())
            key += [
                axis.get_scale(),
                axis.get_visible(),
                _appearance(axis.label),
                axis.get_label_position(),
                axis.labelpad,
                _appearance(axis.offsetText),
                places,
                axis.get_major_formatter().format_ticks(places),
                list(axis.get_minorticklocs()),
                axis.get_tick_params("major"),
                axis.get_tick_params("minor"),
                [_appearance(tick.label1) for tick in axis.majorTicks],
            ]
    return key


def _appearance(text):
    """Return what decides how a text looks."""
    return (
        text.get_text(),
        to_rgba(text.get_color()),
        text.get_alpha(),
        text.get_fontproperties(),
        text.get_rotation(),
        text.get_position(),
        text.get_visible(),
    )
