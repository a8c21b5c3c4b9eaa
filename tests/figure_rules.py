"""The rules for every figure of the course, at the size at which it is shown.

Each rule takes a figure as it was drawn, a `Drawn`, and returns complaints.
"""

import dataclasses
import itertools
from unittest import mock

import numpy as np
from coloraide import Color
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import Collection
from matplotlib.colors import to_hex, to_rgba, to_rgba_array
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.path import Path
from matplotlib.text import Text
from matplotlib.transforms import Affine2D

from posenc_lessons import colors
from posenc_lessons.figures.page import PAGE_DPI
from posenc_lessons.figures.palette import MAPS

WIDEST = 6.4 * PAGE_DPI
SMALLEST_TEXT = 10
EMPTY = 1 / 3
CONTRAST = 3

PALETTE = {getattr(colors, field.name) for field in dataclasses.fields(colors)}
BLACK_AND_WHITE = {"#ffffff", "#000000"}


@dataclasses.dataclass
class Drawn:
    """A figure, the texts that were drawn, and its pixels."""

    figure: object
    texts: list
    pixels: np.ndarray


def draw(figure):
    """Draw a figure at the size of the page."""
    texts = []
    original = Text.draw

    def record(text, renderer, *arguments, **options):
        original(text, renderer, *arguments, **options)
        if text.get_visible() and text.get_text().strip():
            texts.append(text)

    dpi = figure.dpi
    figure.set_dpi(PAGE_DPI)
    # A figure that was closed has lost its drawing canvas.
    closed = not isinstance(figure.canvas, FigureCanvasAgg)
    canvas = FigureCanvasAgg(figure) if closed else figure.canvas
    try:
        with mock.patch.object(Text, "draw", record):
            canvas.draw()
        pixels = np.array(canvas.buffer_rgba())[..., :3]
        return Drawn(figure, list(dict.fromkeys(texts)), pixels)
    finally:
        figure.set_dpi(dpi)


def named(text):
    return repr(" ".join(text.get_text().split())[:40])


def too_wide(drawn):
    width = drawn.pixels.shape[1]
    return [f"{width} pixels wide"] if width > WIDEST + 1 else []


def small_text(drawn):
    return [
        f"{named(text)} has {text.get_fontsize() * PAGE_DPI / 72:.1f} pixels"
        for text in drawn.texts
        if text.get_fontsize() * PAGE_DPI / 72 < SMALLEST_TEXT
    ]


def outside_the_canvas(drawn):
    height, width, _ = drawn.pixels.shape
    complaints = []
    for text in drawn.texts:
        box = text.get_window_extent()
        if min(box.x0, box.y0) < -1 or box.x1 > width + 1 or box.y1 > height + 1:
            complaints.append(f"{named(text)} leaves the canvas")
    return complaints


def overlapping_texts(drawn):
    areas = {text: area(text) for text in drawn.texts}
    return [
        f"{named(first)} overlaps {named(second)}"
        for first, second in itertools.combinations(areas, 2)
        if areas[first].intersects_path(areas[second], filled=True)
    ]


def area(text, margin=1.5):
    """Return the rectangle, perhaps turned, that a text covers, without a margin."""
    box, angle = text.get_window_extent(), text.get_rotation()
    text.set_rotation(0)
    size = np.array(text.get_window_extent().size)
    text.set_rotation(angle)
    # The blank line below some titles is room for another text.
    lines = text.get_text().count("\n") + 1
    blank = np.array([0, text.get_text().endswith("\n") * size[1] / lines])
    half = np.maximum((size - blank) / 2 - margin, 0.5)
    middle = (box.min + blank + box.max) / 2
    corners = [(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)]
    return Path(corners).transformed(
        Affine2D().scale(*half).rotate_deg(angle).translate(*middle)
    )


def marks(figure):
    """Yield every mark in the axes, with its visible colors."""
    for ax in figure.axes:
        if getattr(ax, "_colorbar", None) or not ax.get_visible():
            continue
        drawn = (*ax.lines, *ax.patches, *ax.collections)
        yield from ((mark, seen(mark)) for mark in drawn if mark.get_visible())


def seen(mark):
    """Return the colors in which a mark is drawn, with their transparency."""
    if isinstance(mark, Line2D):
        drawn = [mark.get_color()] if mark.get_linestyle() not in ("None", "") else []
        if mark.get_marker() not in ("None", None, "", " "):
            drawn += [mark.get_markerfacecolor(), mark.get_markeredgecolor()]
        rgba = [to_rgba(color, mark.get_alpha()) for color in drawn]
    elif is_map(mark):
        return []
    else:
        rgba = [*to_rgba_array(mark.get_facecolor())]
        if np.max(mark.get_linewidth(), initial=0) >= 0.5:
            rgba += [*to_rgba_array(mark.get_edgecolor())]
    return [color for color in rgba if color[3] > 0]


def is_map(mark):
    """Return whether a mark's colors come from a color map, as in a mesh."""
    named = getattr(mark, "colors", None)  # those of contour lines
    return isinstance(mark, Collection) and mark.get_array() is not None and not named


def contrast(first, second):
    first, second = (Color("srgb", [*map(float, rgb)]) for rgb in (first, second))
    return first.contrast(second)


def pale_marks(drawn):
    ground = np.array(to_rgba(drawn.figure.get_facecolor())[:3])
    complaints = []
    for mark, shown in marks(drawn.figure):
        shown = [c for c in shown if to_hex(c[:3]) not in (colors.faint, "#ffffff")]
        solid = [np.array(c[:3]) * c[3] + ground * (1 - c[3]) for c in shown]
        if solid and max(contrast(c, ground) for c in solid) < CONTRAST:
            complaints.append(
                f"{mark} is too pale: {to_hex(shown[0], keep_alpha=True)}"
            )
    return complaints


def pale_texts(drawn):
    """Complain about texts that do not stand out from the pixels around them."""
    height = drawn.pixels.shape[0]
    numbered = drawn.pixels @ np.array([1 << 16, 1 << 8, 1])  # as in #rrggbb
    complaints = []
    for text in drawn.texts:
        box = text.get_window_extent()
        rows = slice(max(int(height - box.y1), 0), int(height - box.y0) + 1)
        area = numbered[rows, max(int(box.x0), 0) : int(box.x1) + 1]
        if area.size:
            values, counts = np.unique(area, return_counts=True)
            ground = to_rgba(f"#{values[counts.argmax()]:06x}")[:3]
            if contrast(to_rgba(text.get_color())[:3], ground) < CONTRAST:
                complaints.append(f"{named(text)} is too pale for its background")
    return complaints


def foreign_colors(drawn):
    used = [color for _, shown in marks(drawn.figure) for color in shown]
    used += [text.get_color() for text in drawn.texts]
    foreign = {to_hex(color) for color in used} - PALETTE - BLACK_AND_WHITE
    maps = {name for name, _ in MAPS.values()}
    for ax in drawn.figure.axes:
        images = [*ax.images, *filter(is_map, ax.collections)]
        foreign |= {image.get_cmap().name for image in images} - maps
    return [f"{color} is not in the palette" for color in sorted(foreign)]


def legends(drawn):
    return ["a legend"] if drawn.figure.findobj(Legend) else []


def no_assertion(drawn):
    titles = [drawn.figure.get_suptitle()]
    titles += [
        ax.get_title(place) for ax in drawn.figure.axes for place in ("left", "center")
    ]
    has_one = any(len(title.split()) >= 3 for title in titles)
    return [] if has_one else ["there is no title that asserts something"]


def nameless_axes(drawn):
    """Complain about numbers along an axis that do not say what they count."""
    texts = {id(text) for text in drawn.texts}
    complaints = []
    for ax in drawn.figure.axes:
        if not ax.axison or not ax.get_visible():
            continue
        for name, axis in (("x", ax.xaxis), ("y", ax.yaxis)):
            shared = getattr(ax, f"get_shared_{name}_axes")().get_siblings(ax)
            labels = [getattr(a, f"{name}axis").label.get_text() for a in shared]
            labels.append(getattr(drawn.figure, f"_sup{name}label", None))
            shown = [t for t in axis.get_ticklabels() if id(t) in texts]
            if any(is_number(t.get_text()) for t in shown) and not any(labels):
                complaints.append(f"the {name} axis of {ax} has no name")
    return complaints


def is_number(text):
    digits = text.replace("−", "-").replace(",", "").replace("$", "").strip("%× ")
    try:
        float(digits)
    except ValueError:
        return "mathdefault" in text
    return True


def empty_canvas(drawn):
    """Complain about a band across the figure, or down it, that holds nothing."""
    ground = np.array(to_rgba(drawn.figure.get_facecolor())[:3]) * 255
    marked = (np.abs(drawn.pixels - ground) > 8).any(axis=2)
    complaints = []
    for name, used in (("rows", marked.any(axis=1)), ("columns", marked.any(axis=0))):
        places = np.flatnonzero(np.concatenate([[True], used, [True]]))
        widest = (np.diff(places) - 1).max()
        if widest > EMPTY * len(used):
            complaints.append(f"{widest} of {len(used)} {name} in a band hold nothing")
    return complaints


RULES = [
    too_wide,
    small_text,
    outside_the_canvas,
    overlapping_texts,
    pale_marks,
    pale_texts,
    foreign_colors,
    legends,
    no_assertion,
    nameless_axes,
    empty_canvas,
]


def complaints(figure):
    """Draw a figure as it is shown, and return the complaints from all rules."""
    drawn = draw(figure)
    return [complaint for rule in RULES for complaint in rule(drawn)]
