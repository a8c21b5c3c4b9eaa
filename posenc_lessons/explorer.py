"""The Explorer: controls above a figure that a function of the notebook fills."""

import base64
import functools
import inspect
import numbers
import pathlib
import traceback

import anywidget
import ipywidgets
import traitlets

from posenc_lessons.figures.page import picture_metadata
from posenc_lessons.stage import Stage, one_axes

_FOLDER = pathlib.Path(__file__).parent


class Picture(anywidget.AnyWidget):
    """An image with its text alternative, a message above it and a readout below."""

    _esm = _FOLDER / "explorer.js"
    _css = _FOLDER / "explorer.css"
    png = traitlets.Bytes().tag(sync=True)
    width = traitlets.Int().tag(sync=True)
    height = traitlets.Int().tag(sync=True)
    alt = traitlets.Unicode().tag(sync=True)
    readout = traitlets.Unicode().tag(sync=True)
    message = traitlets.Unicode().tag(sync=True)


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
        self._function = _underlying(draw)
        self._name = self._function.__name__
        self._title = (inspect.getdoc(self._function) or self._name).splitlines()[0]
        self.controls = _make_controls(draw, controls)
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


def _underlying(draw):
    """Return the function within a `functools.partial`, a method or an object."""
    while isinstance(draw, functools.partial):
        draw = draw.func
    return inspect.unwrap(draw if hasattr(draw, "__name__") else type(draw).__call__)


def _make_controls(draw, wanted):
    """Return a control for each argument of draw that is to have one, in its order."""
    function = _underlying(draw).__name__
    arguments = list(inspect.signature(draw).parameters.values())[1:]
    names = [argument.name for argument in arguments]
    for name in wanted:
        if name not in names:
            raise TypeError(
                f"{function} has no argument named {name!r} to control; "
                f"it has {', '.join(names) or 'none'}"
            )
    controls = {}
    for argument in arguments:
        if argument.name in wanted:
            control = _make_control(argument.name, wanted[argument.name])
            _set_start(control, argument)
            controls[argument.name] = control
        elif argument.default is argument.empty:
            raise TypeError(
                f"{function} needs a value for {argument.name!r}: give it a "
                f"default, or a control such as {argument.name}=(0, 10)"
            )
    return controls


def _make_control(name, wanted):
    """Return the control that an abbreviation stands for."""
    if isinstance(wanted, ipywidgets.ValueWidget):
        return wanted
    style = {"description": name, "style": {"description_width": "initial"}}
    if isinstance(wanted, list) and wanted:
        if all(isinstance(option, numbers.Real) for option in wanted):
            options = [(f"{option:,}", option) for option in wanted]
            return ipywidgets.SelectionSlider(options=options, **style)
        if all(isinstance(option, str) for option in wanted):
            return ipywidgets.Dropdown(options=wanted, **style)
    if isinstance(wanted, str):
        return ipywidgets.Text(wanted, continuous_update=False, **style)
    if isinstance(wanted, bool):
        return ipywidgets.Checkbox(wanted, indent=False, **style)
    if _is_range(wanted):
        slider = ipywidgets.interactive.widget_from_tuple(wanted)
        slider.set_trait("description", name)
        slider.style.description_width = "initial"
        return slider
    raise TypeError(
        f"{name} cannot be controlled by {wanted!r}: give (low, high), "
        "(low, high, step), a list of numbers or of texts, True or False, or a text"
    )


def _is_range(wanted):
    """Tell whether a value is (low, high) or (low, high, step)."""
    return (
        isinstance(wanted, tuple)
        and len(wanted) in (2, 3)
        and all(isinstance(number, numbers.Real) for number in wanted)
        and wanted[0] < wanted[1]
        and all(step > 0 for step in wanted[2:])
    )


def _set_start(control, argument):
    """Put a control to the default value of its argument, if that has one."""
    if argument.default is argument.empty:
        return
    try:
        control.value = argument.default
    except traitlets.TraitError:
        pass
    if control.value != argument.default:
        raise ValueError(
            f"the control of {argument.name} cannot start at its default value "
            f"{argument.default!r}; change one of the two"
        )


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
