"""Make figures as narrow as a phone's screen, with text at its usual size."""

import itertools
import math
import re
import textwrap
import warnings

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.gridspec import GridSpec
from matplotlib.text import Annotation

PAGE_DPI = 96
WIDTH = 350
"""The width of a narrow figure, in pixels of the page."""

_PANEL = 2.2
"""The largest height of axes that are below other axes, in inches."""

_LINE = 0.19
"""The height of a line of text, in inches."""

_SMALLEST = 8.5
"""The smallest font size, in points; it equals 11 pixels of the page."""

_MORE_LINES = 2
"""How many more lines the titles of a narrow figure have room for."""


def make_narrow(figure):
    """Make a figure narrow after it has been drawn."""
    figure.set_dpi(PAGE_DPI)
    FigureCanvasAgg(figure)  # pyplot's canvas remembers other font sizes
    arrange(figure)
    _lift_title(figure)  # a long line beside narrow axes would leave them no width
    with warnings.catch_warnings(action="ignore"):  # the titles do not fit yet
        figure.draw_without_rendering()
    for ax in figure.axes:
        _wrap(ax.yaxis.label, ax.bbox.height, upright=True)
    more = max(0, fit_texts(figure) - _MORE_LINES)
    figure.set_figheight(figure.get_figheight() + more * _LINE)


def arrange(figure):
    """Make a figure narrow and put the axes of a row below each other.

    Axes of different widths, such as two tables with an arrow between them, belong
    together and stay side by side. Axes without a layout get one. The figure may still
    be empty.
    """
    width, height = figure.get_size_inches()
    if width <= WIDTH / PAGE_DPI:
        return
    boxes = {ax: ax.get_position(original=True) for ax in figure.axes}
    grids = {ax.get_gridspec() for ax in boxes} - {None}
    columns = _columns(grids, boxes)
    if boxes and columns:
        axes = [ax for ax in boxes if not grids or ax.get_subplotspec() is not None]
        axes.sort(key=lambda ax: (-round(boxes[ax].y1, 2), boxes[ax].x0))
        most = 0.75 * height if len(axes) == 1 else _PANEL
        heights = [min(boxes[ax].height * height, most) for ax in axes[::columns]]
        grid = GridSpec(len(heights), columns, figure=figure, height_ratios=heights)
        for number, ax in enumerate(axes):
            ax.set_subplotspec(grid[divmod(number, columns)])
        lines = 2.5 * len(heights) if columns == 1 else 0  # for labels
        height = sum(heights) + (2 + lines) * _LINE
    figure.set_layout_engine("constrained")
    figure.set_size_inches(WIDTH / PAGE_DPI, height + _MORE_LINES * _LINE)


def _columns(grids, axes):
    """Return the number of columns for the axes of grids, or 0 if nothing moves."""
    if not grids:
        return 1
    grid, *others = grids
    ratios = grid.get_width_ratios()
    if others or grid.ncols == 1 or min(ratios) != max(ratios):
        return 0
    # Axes without tick labels are separate pictures.
    if not any(ax.axison for ax in axes) and grid.ncols > (3 if grid.nrows > 1 else 2):
        return 2
    return 1 if grid.nrows == 1 else 0


def fit_texts(figure):
    """Make texts fit a narrow figure, and return how many lines its titles gained."""
    _lift_title(figure)
    room = figure.get_size_inches()[0] * figure.dpi - 16
    more, title = 0, figure._suptitle
    if title is not None:
        aids = [one for one in figure.artists if getattr(one, "xycoords", 0) is title]
        more = added = sum(_wrap(aid, room) for aid in aids)
        more += _wrap(title, room, joins=True)
        title.set_text(title.get_text() + "\n" * added)
    for ax in figure.axes:
        for heading in (ax.title, ax._left_title, ax._right_title, ax.xaxis.label):
            more += _wrap(heading, room - 60)
        _thin_out(ax)
        _shrink_texts(ax)
        for image in ax.images:  # show all columns, even if there are fewer pixels
            image.set_interpolation("auto")
    return more


def _lift_title(figure):
    """Move a title to the figure's edge if only one of the axes has a title."""
    titled = [ax for ax in figure.axes if ax._left_title.get_text()]
    if len(titled) != 1 or figure._suptitle is not None:
        return
    (ax,) = titled
    heading = ax._left_title
    aids = [text for text in ax.texts if isinstance(text, Annotation)
            and text.xycoords == "axes fraction" and text.xy[1] >= 1]  # fmt: skip
    title = figure.suptitle(
        heading.get_text() + "\n" * len(aids), x=0.02, ha="left",
        font=heading.get_fontproperties(), color=heading.get_color(),
    )  # fmt: skip
    heading.set_text("")
    for aid in aids:
        aid.remove()
        below = Annotation(
            aid.get_text(), (0, 0), xycoords=title, color=aid.get_color(), va="bottom",
            font=aid.get_fontproperties(), annotation_clip=False,
        )  # fmt: skip
        below.set_in_layout(False)
        figure.add_artist(below)


def _wrap(text, room, joins=False, upright=False):
    """Break a text into lines that fit, and return how many lines it gained.

    A formula stays on one line. `joins` means that the lines were broken for a
    different width, and `upright` means that `room` is a height.
    """
    words = text.get_text()
    lines = words.split("\n")
    renderer = text.figure.canvas.get_renderer()  # a text remembers its last renderer
    fits = max(map(len, lines))
    while fits > 12:
        box = text.get_window_extent(renderer)
        length = box.height if upright else box.width
        if length <= room:
            break
        if joins:
            body, joins = words.rstrip("\n"), False
            lines = [body.replace("\n", " "), *[""] * (len(words) - len(body))]
        fits = min(fits - 1, int(fits * room / length) + 2)
        text.set_text("\n".join(_filled(line, fits) for line in lines))
    return text.get_text().count("\n") - words.count("\n")


def _filled(line, fits):
    """Break a line, but not inside a formula."""
    glued = re.sub(r"\$[^$]+\$", lambda one: one[0].replace(" ", "\xa0"), line)
    made = textwrap.fill(glued, fits, break_long_words=False, break_on_hyphens=False)
    return made.replace("\xa0", " ")


def _thin_out(ax):
    """Rotate words or hide numbers below axes that have no room for all of them."""
    if not ax.axison:
        return
    labels = [one for one in ax.get_xticklabels() if one.get_text()]
    low, high = sorted(ax.get_xlim())
    labels = [one for one in labels if low <= one.get_position()[0] <= high]
    labels = [one for one in labels if not one.get_rotation()]
    boxes = [one.get_window_extent() for one in labels]
    span = ax.get_position().width * ax.figure.bbox.width
    every = math.ceil(sum(box.width + 8 for box in boxes) / span)
    is_tight = every > 1 or _overlap([box.padded(3) for box in boxes])
    if is_tight and any(one.get_text()[0].isalpha() for one in labels):
        for one in labels:
            one.set(rotation=45, ha="right", rotation_mode="anchor")
        return
    for number, (one, box) in enumerate(zip(labels, boxes)):
        # The layout may not have reserved room for the last number.
        is_cut = box.x1 > ax.figure.bbox.x1
        one.set_visible(number % every == 0 and not is_cut)


def _shrink_texts(ax):
    """Make the texts in axes smaller if they overlap or are too wide."""
    renderer = ax.figure.canvas.get_renderer()
    texts = [text for text in ax.texts if text.get_text().strip()]
    boxes = [text.get_window_extent(renderer) for text in texts]
    room = min(0.95 * ax.bbox.width, 0.4 * ax.figure.bbox.width)
    if any(box.width > room for box in boxes) or _overlap(boxes):
        for text in texts:
            text.set_fontsize(min(text.get_fontsize(), _SMALLEST))
        if _overlap([text.get_window_extent(renderer) for text in texts]) and ax.images:
            for text in texts:
                text.set_rotation(90)


def _overlap(boxes):
    rows = sorted(boxes, key=lambda box: (round(box.y0), box.x0))
    return any(
        round(a.y0) == round(b.y0) and b.x0 < a.x1 for a, b in itertools.pairwise(rows)
    )
