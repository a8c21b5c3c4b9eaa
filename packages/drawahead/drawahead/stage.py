"""Draw each picture on a separate figure, so that nothing carries over to the next.

Matplotlib spends most of its time on what surrounds the data: making the axes, laying
them out, and drawing ticks and labels. So the figure that ``set_up`` makes is pickled
once, and each picture is drawn on a copy of this figure. The pixels of each axis and of
each image drawn by ``imshow`` are kept under a key made of everything that they depend
on, and are pasted where they would be painted. Together, these shortcuts make drawing
about four times as fast.
"""

import contextlib
import functools
import gc
import hashlib
import pickle
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg, RendererAgg
from matplotlib.collections import QuadMesh
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.image import AxesImage
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.markers import MarkerStyle
from matplotlib.patches import Patch
from matplotlib.transforms import Bbox
from PIL import Image

PAGE_DPI = 96
"""Dots per inch of a page."""

LARGEST = 650
"""The area of the largest picture in square inches: 6 million pixels at 96 dpi."""

_AXES_KEPT, _IMAGES_KEPT = 64, 4
"""The number of axes and images whose pixels are kept."""

_OF_NO_SIGHT = {"stale", "majorTicks", "minorTicks"}
"""Attributes that do not affect how an artist looks. Ticks are separate artists."""


@contextlib.contextmanager
def garbage_kept():
    """Pause garbage collection while a picture is drawn.

    A figure consists of thousands of objects that refer to each other. A collection
    that finds them in use moves them to the older objects, and going through all older
    objects takes about 70 ms.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def go_on(*_args: Any, **_kwargs: Any) -> None:
    """Do nothing, so that the drawing goes on."""


class Drawing(NamedTuple):
    """A picture: its figure, its opaque pixels (height, width, 4), and its readout."""

    figure: Figure
    pixels: np.ndarray
    readout: str


class Stage:
    """Pictures of one size that one function draws.

    The arguments are those of `Explorer` and of `Explorer.frames_at`. The axes of all
    pictures are in the same places as in the picture of the values `first`, by default
    the first picture drawn. ``dpi`` is the resolution of the next picture, ``size`` is
    its width and height in pixels of a page, and ``takes_shortcuts`` says whether
    copies and kept pixels are used.
    """

    def __init__(
        self,
        draw: Callable[..., str | None],
        set_up: Callable[[Figure], Any] = Figure.subplots,
        figsize: tuple[float, float] = (8.0, 4.0),
        dress: Callable[[Figure], Any] | None = None,
        arrange: Callable[[Figure], Any] | None = None,
        first: Mapping[str, Any] | None = None,
    ) -> None:
        self.dpi, self.size = PAGE_DPI, None
        self.takes_shortcuts, self.has_images = True, False
        self._draw, self._set_up, self._figsize = draw, set_up, figsize
        self._dress, self._arrange = dress or go_on, arrange or go_on
        self._first = first
        self._layout = None
        self._made_with = self._pickled = None
        self._axes_pixels, self._image_pixels = {}, {}

    def render(
        self,
        values: Mapping[str, Any],
        in_full: bool = False,
        check: Callable[..., None] = go_on,
        dpi: float | None = None,
    ) -> Drawing:
        """Draw the picture for some values, without shortcuts if `in_full`.

        `check` is called between the parts of the picture and can raise an error to end
        the drawing. Only a picture drawn in full can have a different `dpi`. Raises any
        error from ``draw`` or Matplotlib, and `ValueError` if nothing was drawn.
        """
        in_full = in_full or not self.takes_shortcuts
        with matplotlib.rc_context():
            if self._layout is None:
                self.lay_out(self._first or values)
            figure, readout = self._filled(values, in_full, check, dpi)
            if not in_full and dict.__eq__(matplotlib.rcParams, self._made_with[1]):
                self._paste(figure)
            renderer = figure.canvas.get_renderer()
            renderer.open_group = check
            pixels = np.asarray(renderer.buffer_rgba())
            pixels[:] = 255  # on white, no pixel becomes transparent
            figure.draw(renderer)
            check()
        return Drawing(figure, pixels, readout)

    def give_room(self, figure: Figure, values: Mapping[str, Any]) -> bool:
        """Give more room to ticks and labels that are cut off.

        Return whether all pictures have a new layout from now on.
        """
        if isinstance(figure.get_layout_engine(), ConstrainedLayoutEngine):
            return False
        every = [axis for ax in figure.axes for axis in (ax.xaxis, ax.yaxis)]
        boxes = filter(None, [axis.get_tightbbox() for axis in every])
        needed = Bbox.union([figure.bbox, *boxes]).get_points()
        if np.allclose(needed, figure.bbox.get_points(), atol=1):
            return False
        before = repr(self._layout.places)
        self.lay_out(values)
        return repr(self._layout.places) != before

    def lay_out(self, values: Mapping[str, Any]) -> None:
        """Give all pictures the room that this picture and earlier ones need."""
        with matplotlib.rc_context():
            figure, axes = self._new_figure(dpi=PAGE_DPI)  # one layout for all screens
            n_axes = len(figure.axes)
            self._fill(figure, axes, values)
            figure.canvas.draw()
        self._layout = _Layout(figure, n_axes, self._layout)
        self._made_with = None
        meshes = figure.findobj(QuadMesh)
        self.has_images = bool(meshes) or any(ax.images for ax in figure.axes)

    def _filled(self, values, in_full, check, dpi):
        """Return a figure that draw has filled, with everything in place."""
        copied = None if in_full else self._copy()
        figure, axes = copied or self._new_figure(self._layout, dpi)
        n_axes = len(figure.axes)
        check()
        readout = self._fill(figure, axes, values)
        check()
        if len(figure.axes) == n_axes and self._layout.has_room(figure):
            self._layout.place_titles(figure)
        else:
            # A colorbar, for example, takes room from the axes beside it.
            figure, axes = self._new_figure(dpi=dpi)
            readout = self._fill(figure, axes, values)
        return figure, readout

    def _new_figure(self, layout=None, dpi=None):
        """Return a figure that set_up has prepared, and what set_up returned."""
        dpi = dpi or self.dpi
        figure = Figure(figsize=self._figsize, dpi=dpi, layout="constrained")
        FigureCanvasAgg(figure)
        axes = self._set_up(figure)
        self._arrange(figure)
        width, height = figure.get_size_inches()
        if width * height > LARGEST:
            raise ValueError(
                f"a picture of {width:g} x {height:g} inches is too large to be sent "
                "for each value; pass a figsize such as (8, 4)"
            )
        self.size = int(width * PAGE_DPI), int(height * PAGE_DPI)
        if layout is not None:
            layout.place_axes(figure)
        return figure, axes

    def _copy(self):
        """Return a copy of the prepared figure, or None if it cannot be copied."""
        settings = dict(dict.items(matplotlib.rcParams))
        if self._made_with != (self.dpi, settings):
            self._axes_pixels.clear()
            self._image_pixels.clear()
            figure, axes = self._new_figure(self._layout)
            self._made_with, self._pickled = (self.dpi, settings), None
            # In a copy, a colorbar no longer follows what it belongs to.
            if not any(hasattr(ax, "_colorbar") for ax in figure.axes):
                with contextlib.suppress(Exception):
                    self._pickled = pickle.dumps((figure, axes))
        if self._pickled is None:
            return None
        figure, axes = pickle.loads(self._pickled)
        FigureCanvasAgg(figure)
        return figure, axes

    def _fill(self, figure, axes, values):
        """Call draw to fill a figure, and return the readout."""
        made, size = figure.axes[:], (*figure.get_size_inches(), figure.dpi)
        before = _count_artists(figure)
        with _apart_from_pyplot() as elsewhere:
            readout = self._draw(axes, **values)
            self._dress(figure)
        width, height = figure.get_size_inches()
        if (width, height, figure.dpi) != size:
            raise ValueError(
                "draw must not change the size of the figure; here it became "
                f"{width:g} x {height:g} inches; pass figsize to Explorer instead"
            )
        if not set(made) & set(figure.axes):
            raise ValueError(
                "draw has removed the axes that it was given; draw in them, and do not "
                "call clf() or remove()"
            )
        if before == _count_artists(figure):
            if elsewhere:
                raise ValueError(
                    "nothing was drawn in ax; the drawing went to a pyplot figure "
                    "instead. Call methods of the axes, such as ax.plot(x, y), not "
                    "plt.plot(x, y)"
                )
            if readout is None and self._is_blank(figure):
                raise ValueError(
                    "nothing was drawn; draw should call methods of ax, such as "
                    "ax.plot(x, y)"
                )
        return "" if readout is None else str(readout)

    def _is_blank(self, figure):
        """Return whether a figure looks the way set_up left it."""
        blank, _ = self._new_figure(self._layout)
        for one in (figure, blank):
            one.canvas.draw()
        return np.array_equal(figure.canvas.buffer_rgba(), blank.canvas.buffer_rgba())

    def _paste(self, figure):
        """Make a figure use the pixels that are kept for its axes and images."""
        every = [one for ax in figure.axes for one in (ax, *ax.child_axes)]
        for ax in every:
            if ax.name == "rectilinear":
                for axis in (ax.xaxis, ax.yaxis):
                    axis.draw = functools.partial(_draw_axis, axis, self._axes_pixels)
            for image in ax.images:
                if type(image) is AxesImage and image.norm.scaled():
                    make = functools.partial(_make_image, image, self._image_pixels)
                    image.make_image = make


def _newest(kept, key, make, most):
    """Return the result kept under a key, or make it; only the newest ones are kept."""
    kept[key] = found = kept.pop(key, None) or make()
    if len(kept) > most:
        del kept[next(iter(kept))]
    return found


def _draw_axis(axis, kept, renderer):
    """Draw an axis from the pixels that are kept for it."""
    key = _look_of_axis(axis, renderer)
    make = functools.partial(_paint_axis, axis, renderer)
    x, y, pixels = _newest(kept, key, make, _AXES_KEPT)
    if pixels.size:
        context = renderer.new_gc()
        renderer.draw_image(context, x, y, pixels)
        context.restore()
    axis.stale = False


def _paint_axis(axis, renderer):
    """Paint an axis alone; return its left and bottom edges and its pixels."""
    apart = RendererAgg(renderer.width, renderer.height, renderer.dpi)
    type(axis).draw(axis, apart)
    pixels = np.asarray(apart.buffer_rgba())[::-1]
    box = Image.fromarray(pixels).getbbox()  # where anything has been painted
    left, bottom, right, top = box or (0, 0, 0, 0)
    return left, bottom, np.ascontiguousarray(pixels[bottom:top, left:right])


def _make_image(image, kept, renderer, *options):
    """Return the pixels of an image and their place, as ``make_image`` does."""
    make = functools.partial(AxesImage.make_image, image, renderer, *options)
    colors = image.get_array(), image.norm, image.cmap, image.get_alpha()
    try:
        data = hashlib.blake2b(pickle.dumps(colors)).digest()
    except Exception:  # a norm can have functions from the notebook
        return make()
    left, right, bottom, top = image.get_extent()
    corners = [(left, bottom), (right, top), (left, top)]
    places = image.get_transform().transform(corners).tobytes()
    scales = image.axes.get_xscale(), image.axes.get_yscale()
    box = image.get_clip_box()
    key = data, options, _look(image), places, scales, box and box.bounds
    return _newest(kept, key, make, _IMAGES_KEPT)


def _look_of_axis(axis, renderer):
    """Return everything that the pixels of an axis depend on, for comparison.

    Most ticks are made when an axis is drawn, as copies of the first tick, so the first
    tick shows how they will look.
    """
    ax, parts = axis.axes, [axis, axis.label, axis.offsetText]
    for tick in axis.majorTicks + axis.minorTicks:
        parts += tick, *tick.get_children()
    places, words = [*axis.get_view_interval()], []
    for is_minor, ticker in ((False, axis.major), (True, axis.minor)):
        locations = axis.get_ticklocs(minor=is_minor)
        places += list(locations)
        words += ticker.formatter.format_ticks(locations)
        words.append(ticker.formatter.get_offset())
    return (
        axis.axis_name,
        (renderer.width, renderer.height, renderer.dpi),
        (ax.bbox.bounds, *ax.viewLim.bounds),
        tuple(str(getattr(one, "_position", 0)) for one in ax.spines.values()),
        (*places, *axis.get_transform().transform(places)),
        *words,
        *map(_look, parts),
    )


def _look(artist):
    """Return an artist's settings in a form that can be compared."""
    if not artist.get_visible():
        return None
    found = []
    for name, value in vars(artist).items():
        if name in _OF_NO_SIGHT:
            continue
        if isinstance(value, list | tuple):
            found.append(repr(value))
        elif isinstance(value, MarkerStyle):
            found.append(value.get_marker())
        elif isinstance(value, Patch):
            found.append(_look(value))
        elif isinstance(value, str | float | int | FontProperties):
            found.append(value)
    return tuple(found)


class _Layout:
    """The places of a picture's axes and titles, within those of `before`, if given."""

    def __init__(self, figure, n_axes, before=None):
        axes = figure.axes[:n_axes]
        self.places = [ax.get_position(original=True) for ax in axes]
        self._words = _places_of_words(figure)
        if before is not None:
            pairs = zip(self.places, before.places)
            self.places = [Bbox.intersection(*pair) or pair[0] for pair in pairs]
            self._words |= before._words
        self._titles = [text.get_position() for text in _placed_titles(figure)]

    def has_room(self, figure):
        """Return whether the layout has room for each title and label in its place."""
        return _places_of_words(figure) <= self._words

    def place_axes(self, figure):
        """Put the axes of another figure in the same places."""
        if len(figure.axes) != len(self.places):
            raise ValueError("set_up must make the same axes each time it is called")
        for ax, place in zip(figure.axes, self.places):
            ax.set_position(place)
        figure.set_layout_engine("none")

    def place_titles(self, figure):
        """Put the titles of another figure in the same places."""
        for text, place in zip(_placed_titles(figure), self._titles):
            text.set_position(place)


def _placed_titles(figure):
    return [text for text in figure.texts if getattr(text, "_autopos", False)]


def _places_of_words(figure):
    """Return the places of a figure's titles and labels."""
    words = _placed_titles(figure)
    for ax in figure.axes:
        words += [ax.title, ax._left_title, ax._right_title]
        words += [ax.xaxis.label, ax.yaxis.label]
    return {place for place, text in enumerate(reversed(words)) if text.get_text()}


def _count_artists(figure):
    """Return how many artists a figure and each of its axes hold."""
    return [len(part.get_children()) for part in (figure, *figure.axes)]


@contextlib.contextmanager
def _apart_from_pyplot():
    """Yield a list that afterwards holds the axes of new pyplot figures.

    New figures are closed, and figures that were already open are left alone.
    """
    opened, axes = set(plt.get_fignums()), []
    if opened:  # otherwise, plt.plot would draw in one of them
        with plt.ioff():
            plt.figure()
    try:
        yield axes
    finally:
        for number in set(plt.get_fignums()) - opened:
            axes += plt.figure(number).axes
            plt.close(number)
