"""What a lesson's kernel notes for the tests while JupyterLab runs it.

A test lets the kernel import this and `begin` before the lesson runs, and asks
afterwards: what the lesson's figures look like, and what a twin of each Explorer, which
no page shows, makes of the same values. So a lesson is computed once.
"""

import base64
import hashlib

import drawahead
import ipywidgets
from drawahead.explorer import Explorer

import posenc_lessons
from posenc_lessons.figures.page import show
from tests.figure_rules import complaints

FIGURES = []
EXPLORERS = []


def begin():
    """Note from now on what a notebook shows."""
    posenc_lessons.show = noted_figure
    drawahead.Explorer = Noted


def noted_figure(figure, text):
    """Show a figure as a lesson does, and note it."""
    show(figure, text)
    FIGURES.append((figure, text))


class Noted(Explorer):
    """An Explorer that is noted when it is shown."""

    def __init__(self, draw, /, **options):
        super().__init__(draw, **options)
        self._twin = Twin(draw, options)

    def _repr_mimebundle_(self, **kwargs):
        EXPLORERS.append(self._twin)
        return super()._repr_mimebundle_(**kwargs)


class Twin:
    """Another Explorer of the same function, made when it is asked for the first time.

    Parameters
    ----------
    draw : callable
        What fills the axes.
    options : dict
        What else the Explorer was made of.
    """

    def __init__(self, draw, options):
        self._draw, self._options = draw, options
        self._explorer = None

    @property
    def explorer(self):
        """The Explorer itself, which no page shows."""
        if self._explorer is None:
            self._explorer = Explorer(self._draw, **self._options)
        return self._explorer

    def labels(self):
        """Return what stands beside each control, by its name."""
        controls = self.explorer.controls
        return {name: control.description for name, control in controls.items()}

    def shown(self):
        """Return what is to be seen now: message, readout, and picture in base64."""
        explorer = self.explorer
        picture = base64.b64encode(explorer.png()).decode()
        return explorer.message, explorer.readout, picture

    def turned(self, name):
        """Turn a control; return what a person does for it, and what is then shown."""
        return *turn(self.explorer.controls[name]), self.shown()

    def reset(self):
        """Put all back, and return what is shown."""
        self.explorer.reset()
        return self.shown()

    def left(self):
        """Turn every control; return its picture and that of a new Explorer, hashed."""
        for control in self.explorer.controls.values():
            turn(control)
        new = Explorer(self._draw, **self._options)
        for name, value in self.explorer.values.items():
            new.controls[name].value = value
        hashes = [
            hashlib.sha256(explorer.png()).hexdigest()
            for explorer in (self.explorer, new)
        ]
        self.explorer.reset()
        return hashes

    def complaints(self):
        """Return what the rules of figures say of it, wherever it is moved."""
        return [
            f"{self.explorer._name} {state}: {complaint}"
            for state in corners(self.explorer)
            for complaint in complaints(drawn(self.explorer))
        ]


def drawn(explorer):
    """Return the figure of what an Explorer shows, with every part in its place."""
    figure = explorer._show.drawing().figure
    figure.canvas.draw()
    return figure


def figures():
    """Return what the rules of figures say of those that the lesson has shown."""
    return [
        f"{text[:60]}: {complaint}"
        for figure, text in FIGURES
        for complaint in complaints(figure)
    ]


def corners(explorer):
    """Yield a word for each state in which an Explorer is looked at, and go there.

    The start, every slider at its low end, and every one at its high end.
    """
    yield "at the start"
    for name, end in (("low", 0), ("high", -1)):
        for control in explorer.controls.values():
            match control:
                case ipywidgets.IntSlider() | ipywidgets.FloatSlider():
                    control.value = (control.min, control.max)[end]
                case ipywidgets.SelectionSlider() | ipywidgets.Dropdown():
                    control.index = (0, len(control.options) - 1)[end]
                case ipywidgets.Checkbox():
                    control.value = bool(end)
        if not explorer.message:
            yield f"with every control {name}"
    explorer.reset()


def turn(control):
    """Give a control of an Explorer another value, as a person would.

    Returns
    -------
    tuple of str
        What a person does: ``("press", key)`` at the control, ``("choose", label)`` in
        a menu, or ``("type", text)``.
    """
    match control:
        case ipywidgets.IntSlider() | ipywidgets.FloatSlider():
            forward = control.value + control.step <= control.max
            control.value += control.step if forward else -control.step
            return "press", "ArrowRight" if forward else "ArrowLeft"
        case ipywidgets.SelectionSlider():
            forward = control.index + 1 < len(control.options)
            control.index += 1 if forward else -1
            return "press", "ArrowRight" if forward else "ArrowLeft"
        case ipywidgets.Checkbox():
            control.value = not control.value
            return "press", "Space"
        case ipywidgets.Dropdown():
            control.index = (control.index + 1) % len(control.options)
            return "choose", control.label
        case ipywidgets.Text():
            control.value = other_words(control.value)
            return "type", control.value
    raise TypeError(f"the tests cannot turn a {type(control).__name__} yet")


def other_words(text):
    """Return the words of a text in another order, or one of them twice."""
    words = text.split()
    for changed in (words[::-1], words[1:] + words[:1]):
        if changed != words:
            return " ".join(changed)
    return " ".join(words + words[:1])
