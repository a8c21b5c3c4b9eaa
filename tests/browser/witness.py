"""What a lesson's kernel notes for the tests while JupyterLab runs it.

A test lets the kernel import this and `begin` before each lesson runs, and asks
afterwards: what the lesson's figures look like, and what each Explorer is to show. So a
lesson is computed once.
"""

import base64

import drawahead
import matplotlib
import matplotlib.pyplot as plt
from drawahead.ahead import DRAWING
from drawahead.stage import Stage

import posenc_lessons
from posenc_lessons.figures.page import show
from tests.figure_rules import complaints

FIGURES = []
EXPLORERS = []


def begin():
    """Note from now on what a notebook shows; forget those before."""
    FIGURES.clear()
    EXPLORERS.clear()
    plt.close("all")
    matplotlib.rcdefaults()
    posenc_lessons.show = noted_figure
    drawahead.Explorer = Noted


def noted_figure(figure, text):
    """Show a figure as a lesson does, and note it."""
    show(figure, text)
    FIGURES.append((figure, text))


class Noted(drawahead.Explorer):
    """An Explorer that is noted when it is shown."""

    def __init__(self, draw, /, **options):
        super().__init__(draw, **options)
        drawing = {name: options[name] for name in FOR_STAGE & options.keys()}
        self.stage = Stage(draw, **drawing)
        self.start = dict(self.values)

    def _repr_mimebundle_(self, **kwargs):
        EXPLORERS.append(self)
        return super()._repr_mimebundle_(**kwargs)


FOR_STAGE = {"set_up", "figsize"}
"""The options of an Explorer that its Stage takes, too."""


def frame(number, steps, dpi):
    """Return what an Explorer is to show at some steps, drawn apart from the page.

    Returns
    -------
    tuple
        The message, the readout and the picture in base64.
    """
    (drawn,) = EXPLORERS[number].frames_at([steps], dpi=dpi)
    picture = base64.b64encode(drawn.picture).decode()
    return drawn.message, drawn.readout, picture


def figures():
    """Return what the rules of figures say of those that the lesson has shown."""
    with DRAWING:  # the rules note each text that any thread draws
        return [
            f"{text[:60]}: {complaint}"
            for figure, text in FIGURES
            for complaint in complaints(figure)
        ]


def moved():
    """Return what those rules say of the Explorers, wherever they are moved."""
    with DRAWING:
        return [
            f"{explorer.described()['title']}, {state}: {complaint}"
            for explorer in EXPLORERS
            for state, values in corners(explorer)
            for complaint in complaints(
                explorer.stage.render(values, in_full=True).figure
            )
        ]


def corners(explorer):
    """Yield the states in which an Explorer is looked at: a word and the values.

    The start, every control at its first step, and every one at its last; a state that
    the lesson refuses is left out.
    """
    controls = explorer.described()["controls"]
    yield "at the start", explorer.start
    for name, end in (("first", 0), ("last", -1)):
        steps = [
            range(control["count"])[end] if control["count"] else control["start"]
            for control in controls
        ]
        (drawn,) = explorer.frames_at([steps])
        if not drawn.message:
            yield (
                f"each control at its {name} step",
                {one["name"]: value(one, step) for one, step in zip(controls, steps)},
            )


def value(control, step):
    """Return the value of a described control at a step."""
    if "values" in control:
        return control["values"][step]
    if control["kind"] == "checkbox":
        return bool(step)
    if control["kind"] == "range":
        return control["min"] + step * control["step"]
    return step
