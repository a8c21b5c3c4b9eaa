"""What a lesson's kernel notes for the tests while JupyterLab runs it.

A test makes the kernel import this module and call `begin` before each lesson runs.
Afterwards it asks what the lesson's figures look like and what each Explorer should
show, so that each lesson is computed only once.
"""

import base64

import drawahead
import matplotlib
import matplotlib.pyplot as plt
from drawahead.ahead import DRAWING
from matplotlib.axis import Axis

import posenc_lessons
from posenc_lessons.figures.page import show
from tests.figure_rules import complaints

FIGURES = []
EXPLORERS = []


def begin():
    """Start noting what a notebook shows, and forget the previous one."""
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

    def _repr_mimebundle_(self, **kwargs):
        EXPLORERS.append(self)
        return super()._repr_mimebundle_(**kwargs)


def frames(number, every, dpi):
    """Return what an Explorer should show at each of the given steps, drawn separately.

    Each item is the message, the readout and the picture in base64.
    """
    return [
        (frame.message, frame.readout, base64.b64encode(frame.picture).decode())
        for frame in EXPLORERS[number].frames_at(every, dpi=dpi)
    ]


def figures():
    """Return the rules' complaints about the figures that the lesson has shown."""
    with DRAWING:  # the rules note each text that any thread draws
        return [
            f"{text[:60]}: {complaint}"
            for figure, text in FIGURES
            for complaint in complaints(figure)
        ]


def moved():
    """Return the rules' complaints about the Explorers, wherever they are moved."""
    found = []
    for explorer in EXPLORERS:
        states, drawn = corners(explorer), []
        frames = explorer.frames_at(states.values(), dress=drawn.append)
        for state, frame in zip(states, frames):
            if not frame.message:
                for axis in drawn[-1].findobj(Axis):  # draw it anew, not from pixels
                    vars(axis).pop("draw", None)
                title = explorer.described()["title"]
                with DRAWING:  # as above
                    wrong = complaints(drawn[-1])
                found += [f"{title}, {state}: {complaint}" for complaint in wrong]
    return found


def corners(explorer):
    """Return the steps at which an Explorer is examined, by name."""
    controls = explorer.described()["controls"]
    steps = [(0, c["start"], c["count"] - 1) if c["count"] else (c["start"],) * 3
             for c in controls]  # fmt: skip
    names = "each control at its first step", "the start", "each control at its last"
    return dict(zip(names, map(list, zip(*steps))))
