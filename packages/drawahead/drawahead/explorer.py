"""The Explorer: controls above a figure that a function in the notebook fills."""

import base64
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import anywidget
import traitlets
from matplotlib.figure import Figure
from numpy.typing import NDArray

from drawahead import images
from drawahead.ahead import OURS, kernel_queue
from drawahead.controls import Value, make_controls, underlying
from drawahead.frames import Frame, explain, plain
from drawahead.pictures import Pictures
from drawahead.pointer import Pointer
from drawahead.scripts import script, styles
from drawahead.stage import PAGE_DPI, Stage

_STORED_DPI = 2 * PAGE_DPI
"""A stored picture has two pixels for each pixel of the page, in both directions."""

_GROW = 1.25
"""The factor by which a figure without images is enlarged on a wide page."""


class Explorer(anywidget.AnyWidget):
    """Controls above a figure that follows them.

    Parameters
    ----------
    draw : callable
        ``draw(axes, **values)`` fills the axes with ordinary Matplotlib calls, and
        returns the readout: a string with the numbers that the picture shows, in which
        ``$...$`` is mathematics. The first line of its docstring says what the picture
        is. Its default values are the starting values. It is also called for values
        that nobody has chosen yet. The picture must depend on the values alone, so
        random numbers need a seed.
    set_up : callable, optional
        ``set_up(figure)`` makes the axes of each picture, and returns the first
        argument of `draw`. By default, there is a single axes.
    figsize : tuple of float, optional
        Width and height in inches.
    labels : dict, optional
        Labels of controls, by name. The default label is the name in words.
    drag : dict, optional
        Controls whose value can be dragged in the picture. ``{"position": "y"}`` means
        that the value is the y coordinate. Instead of ``"x"`` or ``"y"``, you can give
        a function of the values that returns coordinates x and y. The function gets
        all values of its own control as one array. For an axes other than the first,
        give a pair: the number of the axes, and a letter or function.
    hover : callable, optional
        ``hover(x, y, **values)`` returns a text for a point in the first axes.
    play : str, optional
        The name of a control that can run through its values by itself.
    ahead : bool, optional
        Whether pictures for other values are drawn while the kernel is idle.
    **controls
        For each argument of `draw` that the reader can change: ``(low, high)`` or
        ``(low, high, step)`` for a slider, a list of numbers for a slider over them, a
        list of strings for a menu, a `bool` for a checkbox, a `str` for a line of text,
        or a number for a number field.

    Attributes
    ----------
    <argument>
        The value of each control is a synced trait with the argument's name, such as
        ``explorer.slope``, which you can set, observe and link. If widgets already use
        that name, the trait ends in an underscore, as in ``explorer.layout_``.

    Raises
    ------
    TypeError, ValueError
        If a control does not fit an argument of `draw`, or a starting value does not
        fit its control. Any error that `draw` raises for the starting values is raised
        as well. For later values, an error becomes a message above the last good
        picture.

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

    _esm = script()
    _css = styles()
    _described = traitlets.Dict().tag(sync=True)
    _ground = traitlets.Dict().tag(sync=True)
    _asked = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        draw: Callable[..., str | None],
        /,
        *,
        set_up: Callable[[Figure], Any] = Figure.subplots,
        figsize: tuple[float, float] = (8.0, 4.0),
        labels: Mapping[str, str] | None = None,
        drag: Mapping[str, Any] | None = None,
        hover: Callable[..., str] | None = None,
        play: str | None = None,
        ahead: bool = True,
        **controls: Any,
    ) -> None:
        self._function = function = underlying(draw)
        self._title = (inspect.getdoc(function) or function.__name__).splitlines()[0]
        made = make_controls(draw, controls, labels)
        self._controls = {one.name: one for one in made}
        self._traits_of = {
            name: f"{name}_" if hasattr(Explorer, name) else name
            for name in self._controls
        }
        names = list(self._controls)
        if play is not None and play not in names:
            raise TypeError(f"play names {play!r}; the controls are {names}")
        self._play = None if play is None else names.index(play)
        self._ahead = ahead
        self._start = {one.name: one.start for one in made}
        traits = {self._traits_of[one.name]: Value(one).tag(sync=True) for one in made}
        self.add_traits(**traits)
        self._plan = draw, set_up, figsize
        self._stage = Stage(*self._plan)
        self._pointer = Pointer(drag, hover, made)
        self._pictures = Pictures(
            function, self._title, made, self._stage, self._pointer, lambda: self.steps
        )
        super().__init__(
            _described=self.described(),
            _ground=self._pictures.ground.packed(),
        )
        self._answered = self._asked
        self._pictures.send = self._send_message
        self.on_msg(self._hear)
        self.observe(self._follow, [*traits, "_asked"])
        OURS.add(self.model_id)

    @property
    def values(self) -> dict[str, Any]:
        """The value of each control, by its name."""
        return {name: getattr(self, trait) for name, trait in self._traits_of.items()}

    @property
    def steps(self) -> tuple:
        """The step of each control, which together name a frame."""
        return tuple(self._controls[name].step(v) for name, v in self.values.items())

    @property
    def readout(self) -> str:
        """The numbers that the picture shows, as text."""
        return self._pictures.good.readout

    @property
    def message(self) -> str:
        """What went wrong with the current values, or an empty string."""
        return self._pictures.now.message

    def move(self, **values: Any) -> None:
        """Set the values of some controls, and draw the picture once.

        Raises
        ------
        TypeError
            If no control has one of the names.
        traitlets.TraitError
            If a control cannot have a value.
        """
        for name in values:
            if name not in self._controls:
                known = ", ".join(self._controls) or "none"
                raise TypeError(f"there is no control {name!r}, only {known}")
        with self.hold_trait_notifications():
            for name, value in values.items():
                setattr(self, self._traits_of[name], value)

    def reset(self) -> None:
        """Reset every control to its starting value, and draw the picture once."""
        self.move(**self._start)

    def png(self) -> bytes:
        """Return the picture as a PNG file."""
        picture, ground = self._pictures.good.picture, self._pictures.ground.picture
        return images.encode(images.decode(picture, ground))

    def frames_at(
        self,
        every: Iterable[Iterable],
        dpi: float = PAGE_DPI,
        dress: Callable[[Figure], Any] | None = None,
        arrange: Callable[[Figure], Any] | None = None,
        encode: Callable[[NDArray], Any] = images.encode,
    ) -> Iterator[Frame]:
        """Yield frames for a page without a kernel.

        Parameters
        ----------
        every : iterable of iterable
            For each frame, the steps of all controls, in order. A slider at its third
            value is at step 2.
        dpi : float, optional
            Dots per inch. At 96, each pixel of the picture is one pixel of the page.
        dress : callable, optional
            ``dress(figure)`` is called after each ``draw``, for example to enlarge
            text.
        arrange : callable, optional
            ``arrange(figure)`` is called after each ``set_up``, for example to make the
            figure narrow.
        encode : callable, optional
            ``encode(pixels)`` returns the picture of a frame, by default a PNG file.
            It gets an array of uint8 with the shape (height, width, 4).

        Yields
        ------
        drawahead.frames.Frame
            The picture and its texts. Pass ``frame.packed()`` to
            `drawahead.frames.pack`.
        """
        stage = Stage(*self._plan, dress, arrange, self._start)
        stage.dpi = dpi
        for steps in every:
            yield self._pictures.frame_at(steps, stage, encode)

    def described(self) -> dict[str, Any]:
        """Return what a page without a kernel needs in addition to the frames.

        Returns
        -------
        dict
            The ``title``; ``width`` and ``height`` of the picture in pixels of the
            page; ``grow``, the factor by which it is enlarged on a wide page; ``play``,
            the number of the control that can play, or None; and ``controls``, with
            the name, label, kind, count of steps, starting step and settings of each.
        """
        width, height = self._stage.size
        controls = [
            control.described() | {"trait": self._traits_of[name]}
            for name, control in self._controls.items()
        ]
        return {
            "title": self._title,
            "width": width,
            "height": height,
            "grow": 1 if self._stage.has_images else _GROW,
            "play": self._play,
            "controls": controls,
        }

    def __repr__(self):
        values = "".join(f", {name}={value!r}" for name, value in self.values.items())
        says = self.message or plain(self.readout)
        return f"Explorer({self._function.__name__}{values})\n{says}".rstrip()

    def _repr_mimebundle_(self, **kwargs):
        made = super()._repr_mimebundle_(**kwargs)
        data, metadata = made if isinstance(made, tuple) else (made, {})
        width, height = self._stage.size
        data["text/plain"] = repr(self)
        picture = self._pictures.small_png(_STORED_DPI)
        data["image/png"] = base64.b64encode(picture).decode()
        image = {"width": width, "height": height, "alt": self._pictures.good.alt}
        return data, {**metadata, "image/png": image}

    def _follow(self, _change):
        """Show the picture of the current values."""
        pictures, asked = self._pictures, self._asked
        is_new, self._answered = asked is not self._answered, asked
        if not is_new and self.steps == pictures.moved_to:
            return  # the same message, for a different control
        pictures.note_move(is_new and asked["dragged"])
        if pictures.queue is not None:
            pictures.queue.approach(pictures)
        # In a drag, a frame that the page lacks is on its way.
        pictures.ask(resend=is_new and asked["needs"] and not asked["dragged"])

    def _send_message(self, content, buffers):
        """Send a message to the pages, preceded by the ground if it has changed."""
        ground = self._pictures.ground
        if ground.picture != self._ground["picture"]:
            self._ground = ground.packed()
        self.send(content, buffers)

    def _hear(self, _, content, buffers):
        """Answer a message from the browser's script."""
        pictures = self._pictures
        if "scale" in content:
            pictures.set_scale(min(max(float(content["scale"]), 1), 3))
        if "hello" in content:
            pictures.send_all()
        if "look" in content:
            pictures.is_seen = content["look"] and self._ahead
            pictures.queue = pictures.queue or kernel_queue()
            if pictures.queue is not None:
                pictures.queue.stir(pictures)
        if "near" in content and pictures.queue is not None:
            if content["near"] is None:
                pictures.queue.is_hot = False
            else:
                pictures.touched = content["near"]
                pictures.queue.approach(pictures)
        if "hover" in content:
            self._answer_hover(**content["hover"])

    def _answer_hover(self, number, x, y):
        try:
            text = self._pointer.text_at(x, y, self.values)
        except Exception as error:
            text = explain(error, self._function)
        self.send({"hover": number, "text": text})
