"""A figure that is set up once and filled again for each set of values.

What costs time in Matplotlib is the frame: laying it out, ticks, and text. A stage
draws the frame once, keeps it as pixels, and puts only the artists of `draw` on top
for as long as the frame stays the same.
"""

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text

from drawahead.page import FINE_DPI, PAGE_DPI, to_png
from drawahead.png import fast_png


def one_axes(figure):
    """Set a figure up with one axes, and return it."""
    return figure.subplots()


class Stage:
    """A figure, and the function that fills it.

    Parameters
    ----------
    draw : callable
        ``draw(axes, **values)`` calls ordinary methods of Matplotlib's axes, and may
        return a text, the readout. What it drew before is taken away before it is
        called again.
    set_up : callable, optional
        ``set_up(figure)`` is called once. It makes the axes, and returns what `draw`
        gets as its first argument. Without it, that is a single axes.
    figsize : tuple of float, optional
        Width and height in inches.
    check : callable, optional
        Called between two parts of a picture; what it raises ends the picture, and the
        next one starts from a clear stage.
    like : Stage, optional
        A stage with the same `draw` and `set_up`, which has been filled before: its
        layout is taken over.

    Attributes
    ----------
    figure : matplotlib.figure.Figure
        The figure. It is the same one for as long as the stage exists.
    frames : int
        How often the frame had to be drawn.

    Notes
    -----
    The frame is drawn again when limits, scales, ticks, grid, spines, ground or texts
    of an axes, or the texts of the figure, have changed. Colorbars belong in `set_up`.

    Scales and limits are put back before each call of `draw`. Other settings of an axes
    stay: what `draw` sets for some values, it must set for all.
    """

    def __init__(
        self, draw, set_up=one_axes, figsize=(8.0, 4.0), check=None, like=None
    ):
        self.figure = Figure(figsize=figsize, dpi=PAGE_DPI, layout="constrained")
        FigureCanvasAgg(self.figure)
        self.frames = 0
        self._draw = draw
        self._check = check or (lambda: None)
        self._axes = set_up(self.figure)
        self._all_axes = self.figure.axes[:]
        self._parts = self.figure.get_children()
        self._texts = [part for part in self._parts if isinstance(part, Text)]
        self._filled = [ax for ax in self._all_axes if not _colorbar(ax)]
        self._kept = {ax: set(ax.get_children()) for ax in self._filled}
        self._limits = {ax: _limits(ax) for ax in self._filled}
        self._frame = self._background = self._pixels = None
        self._places = []
        self._title_places = []
        self._laid_out = False
        self._whole = False
        if like is not None:
            self._take_layout(like)

    def render(self, **values):
        """Fill the figure for some values.

        Parameters
        ----------
        **values
            The values to call `draw` with.

        Returns
        -------
        str
            What `draw` returned, or an empty text.

        Raises
        ------
        Exception
            Whatever `draw` raises; the next call starts from a clear stage.
        """
        self._whole = False
        self._clear()
        readout = self._draw(self._axes, **values)
        for title, place in self._title_places:
            title.set_position(place)  # to set its text again has moved it
        if self.figure.get_children() != self._parts:
            raise ValueError(
                "draw must not add to the figure itself, neither axes (as a colorbar "
                "does) nor texts: they would pile up; make them in the function given "
                "as set_up, where a title of the figure can start as a blank"
            )
        self._check()
        if self._describe_frame() != self._frame:
            self._draw_frame()
            self._frame = self._describe_frame()
        self.figure.canvas.restore_region(self._background)
        renderer = self.figure.canvas.get_renderer()
        for ax in self._filled:
            for artist in self._above_frame(ax):
                self._check()
                artist.draw(renderer)
        self._pixels = np.array(self.figure.canvas.buffer_rgba())
        self._whole = True
        return "" if readout is None else str(readout)

    def png(self, small=False):
        """Return the last picture without a fault as the bytes of a PNG file.

        Parameters
        ----------
        small : bool, optional
            Whether it is to be stored: drawn with two pixels to each of the page, and
            encoded small, which takes longer.
        """
        if not small:
            return fast_png(self._pixels)
        return to_png(self._draw_sharp() if self._whole else self._pixels, small)

    @property
    def scale(self):
        """How many pixels are drawn to each of the page."""
        return self.figure.dpi / PAGE_DPI

    def sharpen(self, scale):
        """Set how many pixels are drawn to each of the page, from the next picture."""
        self.figure.set_dpi(PAGE_DPI * scale)

    def _draw_sharp(self):
        """Return the pixels of the figure as it is, two to each of the page."""
        canvas, before = self.figure.canvas, self.figure.dpi
        self.figure.set_dpi(FINE_DPI)
        try:
            canvas.draw()
            return np.array(canvas.buffer_rgba())
        finally:
            self.figure.set_dpi(before)

    def _content(self, ax):
        """Return the artists that draw has added to an axes."""
        return [child for child in ax.get_children() if child not in self._kept[ax]]

    def _clear(self):
        """Take away what draw has added."""
        for part in self.figure.get_children():
            if part not in self._parts:
                self._take_away(part)
        for ax in self._filled:
            for artist in self._content(ax):
                artist.remove()
            ax.containers.clear()
            ax.relim()
            _put_back(ax, self._limits[ax])
            ax.set_prop_cycle(None)

    def _take_away(self, extra):
        """Remove what draw has added to the figure; give axes their place back."""
        extra.remove()
        for ax, spec, place in self._places:
            ax.set_subplotspec(spec)
            ax.set_position(place)

    def _describe_frame(self):
        """Return all that decides how the frame looks, in a form to compare."""
        described = [self.figure.dpi, *(text.get_text() for text in self._texts)]
        for ax in self._all_axes:
            if _colorbar(ax):
                described.append(_colorbar(ax).cmap.name)
            described += [
                ax.get_xlim(),
                ax.get_ylim(),
                ax.axison,
                ax.get_aspect(),
                ax.get_axisbelow(),
                ax.get_facecolor(),
                ax.patch.get_visible(),
                *(_text(title) for title in _titles(ax)),
                *(_line(spine) for spine in _spines(ax)),
            ]
            for axis in (ax.xaxis, ax.yaxis):
                places = list(axis.get_majorticklocs())
                described += [
                    axis.get_scale(),
                    _text(axis.label),
                    places,
                    axis.get_major_formatter().format_ticks(places),
                    list(axis.get_minorticklocs()),
                    axis.get_tick_params("major"),
                    axis.get_tick_params("minor"),
                    axis.get_visible(),
                ]
        return described

    def _draw_frame(self):
        """Draw the figure without what draw has added, and keep the pixels."""
        canvas = self.figure.canvas
        if not self._laid_out:
            canvas.draw()
            self._keep_layout()
        shown = [
            artist
            for ax in self._filled
            for artist in self._above_frame(ax)
            if artist.get_visible()
        ]
        for artist in shown:
            artist.set_visible(False)
        try:
            canvas.draw()
            self._background = canvas.copy_from_bbox(self.figure.bbox)
        finally:
            for artist in shown:
                artist.set_visible(True)
        self.frames += 1

    def _keep_layout(self):
        """Leave every axes where it is from now on."""
        self.figure.set_layout_engine("none")
        self._laid_out = True
        self._places = [
            (ax, ax.get_subplotspec(), ax.get_position()) for ax in self._all_axes
        ]
        self._title_places = [
            (text, text.get_position()) for text in self._texts if _is_placed(text)
        ]

    def _take_layout(self, like):
        """Put every axes where it is on another stage."""
        if len(like.figure.axes) != len(self._all_axes):
            raise ValueError("set_up has made other axes than before")
        self.sharpen(like.scale)
        for ax, other in zip(self._all_axes, like.figure.axes):
            for which in ("original", "active"):
                place = other.get_position(original=which == "original")
                ax.set_position(place, which=which)
        for text, other in zip(self._texts, like._texts):
            if _is_placed(text):
                text.set_position(other.get_position())
        self._keep_layout()

    def _above_frame(self, ax):
        """Return what draw has added to an axes, and the spines, in their order."""
        spines = ax.spines.values() if ax.axison and ax.get_frame_on() else []
        artists = [*self._content(ax), *spines]
        return sorted(artists, key=lambda artist: artist.get_zorder())


def _limits(ax):
    """Return the scales and limits of an axes, and whether these follow the data."""
    return {
        "xscale": ax.get_xscale(),
        "yscale": ax.get_yscale(),
        "xlim": ax.get_xlim(),
        "ylim": ax.get_ylim(),
        "autoscalex_on": ax.get_autoscalex_on(),
        "autoscaley_on": ax.get_autoscaley_on(),
    }


def _put_back(ax, limits):
    """Give an axes its scales and limits back, and leave a scale that did not change.

    To set a scale makes new ticks, which costs time.
    """
    now = _limits(ax)
    changed = [name for name in limits if limits[name] != now[name]]
    # A scale comes first, and the limits before what setting them turns off.
    ax.set(**{name: limits[name] for name in changed})
    ax.set(autoscalex_on=limits["autoscalex_on"], autoscaley_on=limits["autoscaley_on"])


def _is_placed(text):
    """Tell whether the layout gives a text its place, as a title of the figure."""
    return getattr(text, "_autopos", False)


def _titles(ax):
    """Return the three titles of an axes."""
    return [child for child in ax.get_children() if isinstance(child, Text)][-3:]


def _text(text):
    """Return what decides how a text of the frame looks."""
    return (
        text.get_text(),
        text.get_color(),
        text.get_fontsize(),
        text.get_fontweight(),
        text.get_visible(),
    )


def _spines(ax):
    """Return the spines of an axes; a colorbar's outline is another thing."""
    return [] if _colorbar(ax) else ax.spines.values()


def _line(spine):
    """Return what decides how a spine looks."""
    return (
        spine.get_visible(),
        spine.get_edgecolor(),
        spine.get_linewidth(),
        spine.get_linestyle(),
        spine.get_position(),
        spine.get_bounds(),
    )


def _colorbar(ax):
    """Return the colorbar that an axes holds, or None."""
    return getattr(ax, "_colorbar", None)
