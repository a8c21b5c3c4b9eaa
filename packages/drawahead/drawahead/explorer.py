"""The Explorer: controls above a figure that a function of the notebook fills."""

import base64
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import ipywidgets
from matplotlib.figure import Figure

from drawahead.ahead import OURS
from drawahead.controls import make_controls, underlying
from drawahead.frames import Frame, plain
from drawahead.hand import Hand
from drawahead.show import Show
from drawahead.stage import Stage, one_axes
from drawahead.steps import Steps


class Explorer(ipywidgets.VBox):
    """Controls above a figure that follows them.

    Parameters
    ----------
    draw : callable
        ``draw(axes, **values)`` fills the axes with ordinary calls of Matplotlib, and
        returns the readout: a text with the numbers that the picture shows, in which
        ``$...$`` is mathematics. The first line of its docstring says what the picture
        is. Its default values are the starting values. It is called for values that
        nobody has chosen yet, too: the picture must follow from the values alone, so
        random numbers need a seed.
    set_up : callable, optional
        ``set_up(figure)`` makes the axes of each picture, and returns what `draw` gets
        first. Without it, that is a single axes.
    figsize : tuple of float, optional
        Width and height in inches.
    labels : dict, optional
        What stands beside a control, if that is not to be its name in words.
    drag : dict, optional
        Controls that follow a hand in the picture: ``{"position": "y"}`` if the value
        is that coordinate, or a function of the values, of which the control's own is
        an array, that returns the coordinates x and y of each; for another than the
        first axes, a pair of its number and that.
    hover : callable or dict, optional
        ``hover(x, y, **values)`` returns a text for a point of the first axes; a dict
        has a function for each axes by number.
    play : str or list of str, optional
        Controls that can run through their values by themselves.
    ahead : bool, optional
        Whether pictures of neighbouring values are drawn while nothing else is to do.
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
        How many pictures have been drawn because somebody asked.
    drawn_ahead : int
        How many have been drawn ahead.

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

    def __init__(
        self,
        draw: Callable[..., str | None],
        /,
        *,
        set_up: Callable[[Figure], Any] = one_axes,
        figsize: tuple[float, float] = (8.0, 4.0),
        labels: Mapping[str, str] | None = None,
        drag: Mapping[str, Any] | None = None,
        hover: Callable[..., str] | Mapping[int, Callable[..., str]] | None = None,
        play: str | Iterable[str] = (),
        ahead: bool = True,
        **controls: Any,
    ) -> None:
        function = underlying(draw)
        self._name = function.__name__
        title = (inspect.getdoc(function) or self._name).splitlines()[0]
        self.controls = make_controls(draw, controls, labels)
        self._steps = Steps(self.controls)
        self._start = self.values
        self._paused = False
        self._show = Show(
            function,
            title,
            self._steps,
            Stage(draw, set_up, figsize),
            Hand(drag, hover, self._steps, list(self.controls)),
            _places(play, self.controls),
            ahead,
        )
        self._observe()
        reset = ipywidgets.Button(description="reset", tooltip="back to the start")
        reset.on_click(lambda button: self.reset())
        OURS.update(one.model_id for one in (*self.controls.values(), reset))
        super().__init__([_grid([*self.controls.values(), reset]), self._show.picture])
        self.add_class("drawahead-explorer")

    def _observe(self):
        """Follow the controls, and let frames go whose keys mean something else."""
        for control in self._steps.loose():
            control.observe(self._show.flush, "value")
        for control in self.controls.values():
            control.observe(self._follow, "value")
            frame = {"min", "max", "step", "options"} & set(control.trait_names())
            if frame:
                control.observe(self._show.flush, sorted(frame))

    @property
    def values(self) -> dict[str, Any]:
        """The value of each control, by its name."""
        return self._steps.values()

    @property
    def steps(self) -> Steps:
        """The steps of its controls, by which frames are named."""
        return self._steps

    @property
    def readout(self) -> str:
        """The numbers that the picture shows, as text."""
        return self._show.good.readout

    @property
    def message(self) -> str:
        """What went wrong with the values of now, or an empty text."""
        return self._show.now.message

    @property
    def draws(self) -> int:
        """How many pictures have been drawn because somebody asked."""
        return self._show.draws

    @property
    def drawn_ahead(self) -> int:
        """How many pictures have been drawn ahead."""
        return self._show.drawn_ahead

    def reset(self) -> None:
        """Put every control back to its starting value, and draw once."""
        self._paused = True
        try:
            for name, value in self._start.items():
                self.controls[name].value = value
        finally:
            self._paused = False
        self._follow()

    def png(self, small: bool = False) -> bytes:
        """Return the picture as a PNG file.

        Parameters
        ----------
        small : bool, optional
            Whether to draw twice as many pixels and to encode them in 128 colours, as
            a stored notebook keeps it. It takes longer.
        """
        return self._show.png(small)

    def frames_at(self, every: Iterable[list]) -> Iterator[Frame]:
        """Yield the frame at each of some steps, drawn as those ahead are.

        Parameters
        ----------
        every : iterable of list
            The step of each control, in their order: a slider at its third value is at
            step 2.

        Yields
        ------
        drawahead.frames.Frame
            The picture and its texts. `Frame.packed` is what a page's script reads.
        """
        return self._show.frames_at(every)

    def said(self, axes: int, x: float, y: float, steps: list) -> str:
        """Return what `hover` says about a point.

        Parameters
        ----------
        axes : int
            The number of the axes.
        x, y : float
            The point, in the coordinates of the axes.
        steps : list
            The step of each control, in their order.
        """
        return self._show.said(axes, x, y, steps)

    def described(self) -> dict[str, Any]:
        """Return what a page without a kernel needs besides the frames.

        Returns
        -------
        dict
            ``width`` and ``height`` of the picture in pixels of the page, ``play`` with
            the numbers of the controls that can play, and ``controls``: the name, the
            label and the settings of each.
        """
        picture = self._show.picture
        return {
            "width": picture.width,
            "height": picture.height,
            "play": picture.play,
            "controls": self._steps.described(),
        }

    def __repr__(self):
        values = "".join(f", {name}={value!r}" for name, value in self.values.items())
        says = self.message or plain(self.readout)
        return f"Explorer({self._name}{values})\n{says}".rstrip()

    def _repr_mimebundle_(self, **kwargs):
        data = super()._repr_mimebundle_(**kwargs)
        data["text/plain"] = repr(self)
        data["image/png"] = base64.b64encode(self.png(small=True)).decode()
        # Colab shows widgets that are not its own where their metadata ask for it.
        _, told = self._show.picture._repr_mimebundle_()
        width, height = self._show.size
        alt = self._show.good.alt
        return data, {
            **told,
            "image/png": {"width": width, "height": height, "alt": alt},
        }

    def _follow(self, change=None):
        if not self._paused:
            self._show.follow(change)


def _grid(controls):
    """Return controls in columns, of which a narrow page has one."""
    return ipywidgets.GridBox(
        controls,
        layout=ipywidgets.Layout(
            grid_template_columns="repeat(auto-fit, minmax(min(290px, 100%), 1fr))",
            grid_gap="2px 24px",
            align_items="center",
        ),
    )


def _places(names, controls):
    """Return where the named controls stand."""
    names = [names] if isinstance(names, str) else list(names)
    for name in names:
        if name not in controls:
            raise TypeError(f"play names {name!r}; the controls are {list(controls)}")
    return [list(controls).index(name) for name in names]
