"""A lesson run in this process: its figures, and what its Explorers have to show."""

import ast
import contextlib
import dataclasses
import functools
import io
from unittest import mock

import ipywidgets
import matplotlib.pyplot as plt
import nbformat

import posenc_lessons
from posenc_lessons import Explorer
from posenc_lessons.explorer.stage import Stage


class Repeated(Explorer):
    """An Explorer that can show its values of now on a figure that has no past."""

    def __init__(self, draw, /, **options):
        super().__init__(draw, **options)
        chosen = {
            name: options[name] for name in ("set_up", "figsize") if name in options
        }
        self.new_stage = lambda: Stage(draw, **chosen)

    @property
    def figure(self):
        """The figure that is kept."""
        return self._show.stage.figure

    def compare(self):
        """Return how the kept figure and a new one look, to compare."""
        new = self.new_stage()
        new.render(**self.values)
        return frame_and_content(self._show.stage), frame_and_content(new)


def frame_and_content(stage):
    """Return what decides how a stage looks, without the places that were laid out."""
    artists = [
        sorted(type(child).__name__ for child in ax.get_children())
        for ax in stage.figure.axes
    ]
    return stage._describe_frame(), artists


@dataclasses.dataclass
class Run:
    """What a notebook has shown.

    Attributes
    ----------
    figures : list of tuple
        Each figure that was shown, with its text alternative.
    explorers : list of Repeated
        An Explorer counts when a cell ends with it or hands it to `display`.
    """

    figures: list
    explorers: list


@functools.cache
def run_notebook(path):
    """Run a notebook's cells in this process, once, and return what they show."""
    found = Run([], [])

    def display(*shown, **options):
        found.explorers.extend(v for v in shown if isinstance(v, Explorer))

    def show(figure, text):
        found.figures.append((figure, text))
        plt.close(figure)

    namespace = {"__name__": "__main__", "display": display}
    with (
        contextlib.redirect_stdout(io.StringIO()),
        mock.patch.object(posenc_lessons, "Explorer", Repeated),
        mock.patch.object(posenc_lessons, "show", show),
    ):
        for cell in nbformat.read(path, as_version=4).cells:
            if cell.cell_type == "code":
                display(run(cell.source, namespace))
    return found


def run(source, namespace):
    """Run the code of a cell and return its last expression's value, or None."""
    statements = ast.parse(source).body
    last = None
    if statements and isinstance(statements[-1], ast.Expr):
        last = ast.Expression(statements.pop().value)
    module = ast.Module(statements, type_ignores=[])
    exec(compile(module, "<cell>", "exec"), namespace)
    return eval(compile(last, "<cell>", "eval"), namespace) if last else None


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
