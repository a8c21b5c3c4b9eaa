"""Each picture on a figure of its own, so that nothing stays from one to the next.

What costs time in Matplotlib is what surrounds the data: making the axes, laying them
out, and drawing ticks and their labels. So the figure that ``set_up`` makes is drawn
once without data and pickled; each picture is drawn on a copy of it. And the pixels of
each axis are kept under a key of all that they depend on, and pasted where they would
be painted.
"""

import contextlib
import dataclasses
import pickle
import sys
from collections.abc import Callable, Mapping
from typing import Any

import matplotlib
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg, RendererAgg
from matplotlib.collections import QuadMesh
from matplotlib.figure import Figure

PAGE_DPI = 96
"""Dots per inch of a page."""

LARGEST = 6_000_000
"""So many pixels a picture may have: 2,400 times 2,400 at 96 dpi is more than that."""

_AXES_KEPT = 64
"""The pixels of so many axes are kept."""


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
    pixels : ndarray of uint8, shape (height, width, 4)
        Red, green, blue and alpha.
    readout : str
        What ``draw`` returned, or an empty string.
    """

    figure: Figure
    pixels: np.ndarray
    readout: str


class Stage:
    """Draws pictures of one size with one function.

    Parameters
    ----------
    draw : callable
        ``draw(axes, **values)`` calls methods of Matplotlib's axes, and may return
        the readout.
    set_up : callable, optional
        ``set_up(figure)`` makes the axes of each picture, and returns what ``draw``
        gets as its first argument. Without it, that is a single axes.
    figsize : tuple of float, optional
        Width and height in inches.
    dress : callable, optional
        ``dress(figure)`` is called after each ``draw``.
    arrange : callable, optional
        ``arrange(figure)`` is called after each ``set_up``; it may change the size of
        the figure, or move its axes.
    first : mapping, optional
        The values of the picture whose layout all get; by default the first one drawn.

    Attributes
    ----------
    dpi : float
        Dots per inch of the next picture.
    size : tuple of int
        Width and height in pixels of a page, once a picture was drawn.
    takes_shortcuts : bool
        Whether copies and kept pixels may be used.
    has_images : bool
        Whether the picture has images, whose columns must stay at whole pixels.
    """

    def __init__(
        self,
        draw: Callable[..., str | None],
        set_up: Callable[[Figure], Any] = one_axes,
        figsize: tuple[float, float] = (8.0, 4.0),
        dress: Callable[[Figure], Any] | None = None,
        arrange: Callable[[Figure], Any] | None = None,
        first: Mapping[str, Any] | None = None,
    ) -> None:
        self.dpi = PAGE_DPI
        self.size = None
        self.takes_shortcuts, self.has_images = True, False
        self._draw, self._set_up, self._figsize = draw, set_up, figsize
        self._dress = dress or (lambda figure: None)
        self._arrange = arrange or (lambda figure: None)
        self._first = first
        self._layout = self._copies = None
        self._axes_pixels = {}

    def render(
        self,
        values: Mapping[str, Any],
        in_full: bool = False,
        check: Callable[..., None] | None = None,
    ) -> Drawing:
        """Draw the picture of some values.

        Parameters
        ----------
        values : mapping
            The values to call ``draw`` with.
        in_full : bool, optional
            Whether to take no shortcut.
        check : callable, optional
            Called between two parts of the picture; it may raise to end it.

        Raises
        ------
        Exception
            Whatever ``draw`` or Matplotlib raises; a ValueError if it drew nothing.
        """
        in_full = in_full or not self.takes_shortcuts
        with matplotlib.rc_context():
            if self._layout is None:
                self.lay_out(self._first or values)
            figure, readout = self._filled(values, in_full)
            if check is not None:
                figure.canvas.get_renderer().open_group = check
            if not in_full:
                self._paste_axes(figure)
            figure.canvas.draw()
        return Drawing(figure, _on_white(figure.canvas.buffer_rgba()), readout)

    def _filled(self, values, in_full):
        """Return a figure that draw has filled, with everything in its place."""
        figure, axes = self._make_figure(in_full)
        n_axes = len(figure.axes)
        readout = self._fill(figure, axes, values)
        if len(figure.axes) == n_axes and self._layout.has_room(figure):
            self._layout.place_titles(figure)
        else:
            # A colorbar, for example, takes room from the axes beside it.
            figure, axes = self._new_figure()
            readout = self._fill(figure, axes, values)
        return figure, readout

    def _new_figure(self):
        """Return a figure that set_up has prepared, and what it returned."""
        figure = Figure(figsize=self._figsize, dpi=self.dpi, layout="constrained")
        FigureCanvasAgg(figure)
        axes = self._set_up(figure)
        self._arrange(figure)
        width, height = figure.get_size_inches()
        if width * height * self.dpi**2 > LARGEST * (self.dpi / PAGE_DPI) ** 2:
            raise ValueError(
                f"a picture of {width:g} x {height:g} inches is too large to be sent "
                "for each value; give a figsize such as (8, 4)"
            )
        self.size = int(width * PAGE_DPI), int(height * PAGE_DPI)
        return figure, axes

    def lay_out(self, values: Mapping[str, Any]) -> None:
        """Let all pictures have their axes where that of some values has them."""
        before, self.dpi = self.dpi, PAGE_DPI  # the same whatever pixels a page has
        try:
            with matplotlib.rc_context():
                figure, axes = self._new_figure()
                n_axes = len(figure.axes)
                self._fill(figure, axes, values)
                figure.canvas.draw()
        finally:
            self.dpi = before
        self._layout = _Layout(figure, n_axes)
        meshes = figure.findobj(QuadMesh)
        self.has_images = bool(meshes) or any(ax.images for ax in figure.axes)

    def _make_figure(self, in_full):
        """Return a figure with its axes in their places, and what set_up returned."""
        if not in_full:
            copied = self._copy()
            if copied is not None:
                return copied
        figure, axes = self._new_figure()
        self._layout.place_axes(figure)
        return figure, axes

    def _copy(self):
        """Return a copy of the prepared figure, or None if it cannot be copied."""
        key = self.dpi, dict(matplotlib.rcParams)
        if self._copies is None or self._copies[0] != key:
            figure, axes = self._make_figure(in_full=True)
            figure.canvas.draw()  # its ticks exist from now on
            self._copies = key, None
            # Colorbars of a copy no longer follow what they belong to.
            if not any(hasattr(ax, "_colorbar") for ax in figure.axes):
                with contextlib.suppress(Exception):
                    self._copies = key, pickle.dumps((figure, axes))
        if self._copies[1] is None:
            return None
        figure, axes = pickle.loads(self._copies[1])
        FigureCanvasAgg(figure)
        return figure, axes

    def _fill(self, figure, axes, values):
        """Let draw fill a figure, and return the readout."""
        made, size = figure.axes[:], (*figure.get_size_inches(), figure.dpi)
        before = _count_artists(figure)
        with _apart_from_pyplot() as elsewhere:
            readout = self._draw(axes, **values)
            self._dress(figure)
        if (*figure.get_size_inches(), figure.dpi) != size:
            raise ValueError(
                "draw must not change the size of the figure, here to "
                "{:g} x {:g} inches; give Explorer a figsize".format(
                    *figure.get_size_inches()
                )
            )
        if not set(made) & set(figure.axes):
            raise ValueError(
                "draw has removed the axes that it was given; draw in them, without "
                "clf() or remove()"
            )
        if before == _count_artists(figure) and (elsewhere or readout is None):
            self._complain_if_empty(figure, elsewhere)
        return "" if readout is None else str(readout)

    def _complain_if_empty(self, figure, elsewhere):
        """Raise an error if draw has set nothing that can be seen, either."""
        if elsewhere:
            raise ValueError(
                "nothing was drawn in ax, but in a figure of pyplot; call methods of "
                "the axes, as in ax.plot(x, y) for plt.plot(x, y)"
            )
        blank, _ = self._new_figure()
        figure.canvas.draw()
        blank.canvas.draw()
        if self._layout is not None:
            self._layout.place_axes(blank)
            blank.canvas.draw()
        pixels = [np.asarray(one.canvas.buffer_rgba()) for one in (figure, blank)]
        if np.array_equal(*pixels):
            raise ValueError(
                "nothing was drawn; let draw call methods of ax, such as ax.plot(x, y)"
            )

    def _paste_axes(self, figure):
        """Let each axis of a figure be painted by pixels that are kept of it."""
        every = [child for ax in figure.axes for child in (ax, *ax.child_axes)]
        for ax in every:
            if ax.name == "rectilinear":
                for axis in (ax.xaxis, ax.yaxis):
                    axis.draw = _Paste(axis, self._axes_pixels)


class _Paste:
    """What stands in for the method ``draw`` of an axis."""

    def __init__(self, axis, kept):
        self._axis, self._kept = axis, kept

    def __call__(self, renderer):
        if not self._axis.get_visible():
            return
        key = _look_of_axis(self._axis, renderer)
        if key not in self._kept:
            while len(self._kept) >= _AXES_KEPT:
                del self._kept[next(iter(self._kept))]
            self._kept[key] = self._paint(renderer)
        self._kept[key] = x, y, pixels = self._kept.pop(key)  # now the newest
        if pixels.size:
            context = renderer.new_gc()
            renderer.draw_image(context, x, y, pixels)
            context.restore()
        self._axis.stale = False

    def _paint(self, renderer):
        """Paint the axis by itself; return its place, from below, and its pixels."""
        apart = RendererAgg(renderer.width, renderer.height, renderer.dpi)
        type(self._axis).draw(self._axis, apart)
        pixels = np.asarray(apart.buffer_rgba())[::-1]
        rows, columns = (np.flatnonzero(pixels[..., 3].any(axis=k)) for k in (1, 0))
        if not len(rows):
            return 0, 0, pixels[:0]
        bottom, left = rows[0], columns[0]
        pixels = pixels[bottom : rows[-1] + 1, left : columns[-1] + 1]
        return int(left), int(bottom), np.ascontiguousarray(pixels)


class _Layout:
    """Where the axes and titles of the first picture are."""

    def __init__(self, figure, n_axes):
        axes = figure.axes[:n_axes]
        self._axes = [(ax.get_position(True), ax.get_position()) for ax in axes]
        self._words = _places_of_words(figure)
        self._titles = [text.get_position() for text in _placed_titles(figure)]

    def has_room(self, figure):
        """Return whether all titles and labels are where the first picture had some."""
        return _places_of_words(figure) <= self._words

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


def _places_of_words(figure):
    """Return where a figure has titles and labels."""
    words = _placed_titles(figure)
    for ax in figure.axes:
        words += [ax.title, ax._left_title, ax._right_title]
        words += [ax.xaxis.label, ax.yaxis.label]
    return {place for place, text in enumerate(reversed(words)) if text.get_text()}


def _count_artists(figure):
    """Return how many artists a figure and each of its axes have."""
    return [len(part.get_children()) for part in (figure, *figure.axes)]


def _on_white(buffer):
    """Return pixels of which none is transparent."""
    pixels = np.array(buffer)
    alpha = pixels[..., 3:]
    if alpha.min() < 255:
        shares = alpha / 255
        pixels[..., :3] = np.round(pixels[..., :3] * shares + 255 * (1 - shares))
        pixels[..., 3] = 255
    return pixels


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


def _look_of_axis(axis, renderer):
    """Return all that the pixels of an axis depend on, in a form to compare."""
    ax = axis.axes
    ticks = axis._update_ticks()
    return (
        axis.axis_name,
        (renderer.width, renderer.height, renderer.dpi),
        (ax.bbox.bounds, *ax.viewLim.bounds, axis.get_scale()),
        (axis.get_label_position(), axis.labelpad, axis.get_ticks_position()),
        axis.get_inverted(),
        axis.get_remove_overlapping_locs(),
        tuple(getattr(spine, "_position", None) for spine in ax.spines.values()),
        _look_of_text(axis.label),
        _look_of_text(axis.offsetText),
        *(_look_of_tick(tick) for tick in ticks),
    )


def _look_of_tick(tick):
    """Return what decides how a tick looks."""
    return (
        tick.get_loc(),
        tick.get_pad(),
        tick.get_visible(),
        _look_of_text(tick.label1),
        _look_of_text(tick.label2),
        *map(_look_of_line, (tick.tick1line, tick.tick2line, tick.gridline)),
    )


def _look_of_text(text):
    """Return what decides how a text looks."""
    if not (text.get_visible() and text.get_text()):
        return None
    return (
        text.get_text(),
        str(text.get_color()),
        text.get_alpha(),
        text.get_fontproperties(),
        text.get_rotation(),
        text.get_position(),
        text.get_horizontalalignment(),
        text.get_verticalalignment(),
        text.get_bbox_patch() is None or id(text),
        text.get_path_effects() == [] or id(text),
    )


def _look_of_line(line):
    """Return what decides how a line of a tick looks."""
    if not line.get_visible():
        return None
    return (
        str(line.get_color()),
        line.get_linewidth(),
        line.get_linestyle(),
        line.get_alpha(),
        line.get_marker(),
        line.get_markersize(),
        line.get_markeredgewidth(),
        str(line.get_markeredgecolor()),
        line.get_path_effects() == [] or id(line),
    )
