"""The Explorer: controls above a figure that a function of the notebook fills."""

import base64
import inspect
import traceback

import ipywidgets

from posenc_lessons.explorer.controls import make_controls, underlying
from posenc_lessons.explorer.picture import Picture
from posenc_lessons.explorer.stage import Stage, one_axes
from posenc_lessons.figures.page import picture_metadata


class Explorer(ipywidgets.VBox):
    """Controls above a figure that follows them.

    Parameters
    ----------
    draw : callable
        ``draw(axes, **values)`` fills the axes with ordinary calls of Matplotlib, and
        returns the readout: a text with the numbers that the picture shows. The first
        line of its docstring says what the picture is. Its default values are the
        starting values.
    set_up : callable, optional
        ``set_up(figure)`` makes the axes, once, and returns what `draw` gets first.
        Without it, that is a single axes.
    figsize : tuple of float, optional
        Width and height in inches.
    **controls
        For each argument of `draw` that the reader may change: ``(low, high)`` or
        ``(low, high, step)`` for a slider, a list of numbers for a slider over them,
        a list of texts for a menu, a `bool` for a box to tick, a `str` for a line of
        text, or a control of ipywidgets.

    Attributes
    ----------
    controls : dict
        The control of each argument, by its name.
    draws : int
        How many pictures have been drawn.

    Raises
    ------
    TypeError, ValueError
        If a control does not fit an argument of `draw`, or a starting value does not
        fit its control. Whatever `draw` raises for the starting values is raised too;
        for later values it becomes a message under the controls.

    Examples
    --------
    >>> def draw_line(ax, slope=2):
    ...     "A straight line through the origin."
    ...     ax.plot([0, 1], [0, slope])
    ...     return f"the line ends at {slope}"
    >>> Explorer(draw_line, slope=(0, 5))
    Explorer(draw_line, slope=2)
    the line ends at 2
    """

    def __init__(self, draw, /, *, set_up=one_axes, figsize=(8.0, 4.0), **controls):
        self._function = underlying(draw)
        self._name = self._function.__name__
        self._title = (inspect.getdoc(self._function) or self._name).splitlines()[0]
        self.controls = make_controls(draw, controls)
        self.draws = 0
        self._start = self.values
        self._stage = Stage(draw, set_up, figsize)
        size = picture_metadata(self._stage.figure, self._title)["image/png"]
        self._picture = Picture(width=size["width"], height=size["height"])
        self._draw()
        reset = ipywidgets.Button(description="reset", tooltip="back to the start")
        reset.on_click(lambda button: self.reset())
        for control in self.controls.values():
            control.observe(self._follow, "value")
        self._paused = False
        box = ipywidgets.HBox(
            [*self.controls.values(), reset],
            layout=ipywidgets.Layout(flex_flow="row wrap", grid_gap="4px 24px"),
        )
        super().__init__([box, self._picture])
        self.add_class("posenc-explorer")

    @property
    def values(self):
        """The value of each control, by its name."""
        return {name: control.value for name, control in self.controls.items()}

    @property
    def readout(self):
        """The numbers that the picture shows, as text."""
        return self._picture.readout

    @property
    def message(self):
        """What went wrong with the values of now, or an empty text."""
        return self._picture.message

    def reset(self):
        """Put every control back to its starting value, and draw once."""
        self._paused = True
        try:
            for name, value in self._start.items():
                self.controls[name].value = value
        finally:
            self._paused = False
        self._follow()

    def png(self, small=False):
        """Return the picture as the bytes of a PNG file."""
        return self._stage.png(small)

    def __repr__(self):
        values = "".join(f", {name}={value!r}" for name, value in self.values.items())
        says = self.message or self.readout
        return f"Explorer({self._name}{values})\n{says}".rstrip()

    def _repr_mimebundle_(self, **kwargs):
        data = super()._repr_mimebundle_(**kwargs)
        data["text/plain"] = repr(self)
        data["image/png"] = base64.b64encode(self.png(small=True)).decode()
        return data, picture_metadata(self._stage.figure, self._picture.alt)

    def _follow(self, change=None):
        """Draw the values of now; keep the last good picture if that fails."""
        if self._paused:
            return
        try:
            self._draw()
        except Exception as error:
            self._picture.message = _explain(error, self._function)

    def _draw(self):
        readout = self._stage.render(**self.values)
        self.draws += 1
        with self._picture.hold_sync():
            self._picture.png = self._stage.png()
            self._picture.readout = readout
            self._picture.message = ""
            self._picture.alt = f"{self._title} {readout}".strip()


def _explain(error, function):
    """Return one sentence for what a function of the notebook has raised."""
    text = " ".join(str(error).split()) or type(error).__name__
    if isinstance(error, ValueError):
        return text
    for frame, line in reversed(list(traceback.walk_tb(error.__traceback__))):
        if frame.f_code is function.__code__:
            place = line - function.__code__.co_firstlineno + 1
            return (
                f"{type(error).__name__} in line {place} of {function.__name__}: {text}"
            )
    return f"{type(error).__name__}: {text}"
