"""Each lesson in JupyterLab: it runs, and its Explorers show what the package computes.

The expected pictures and readouts come from the lesson's own cells, run in this process
without JupyterLab, where the same controls are given the same values.
"""

import pytest

import posenc_lessons
from posenc_lessons import Explorer
from posenc_lessons.stage import Stage

from . import accessibility
from .expected import explorers_in, turn
from .lab import LESSONS
from .notebook import OpenNotebook

NAMES = sorted(path.name for path in LESSONS.glob("*.ipynb"))


@pytest.fixture(scope="module", params=NAMES)
def name(request):
    """Return the name of each lesson."""
    return request.param


@pytest.fixture(scope="module")
def lesson(browser, lab, name):
    """Open a lesson, and run it once its stored state has been looked at."""
    with OpenNotebook(browser, lab, name) as notebook:
        notebook.stored_pictures = notebook.broken_pictures()
        notebook.run_all()
        yield notebook


def test_stored_pictures_are_shown_before_anything_runs(lesson):
    assert lesson.stored_pictures == []


def test_runs_without_error(lesson):
    assert lesson.errors() == []


def test_each_control_moves_picture_and_readout_to_what_is_computed(lesson, name):
    expected = explorers_in(LESSONS / name)
    shown = lesson.explorers()
    assert len(shown) == len(expected)
    for explorer, wanted in zip(shown, expected):
        explorer.expect(wanted)
        for control in wanted.controls.values():
            check_control(explorer, wanted, control)
        explorer.reset().focus()
        lesson.page.keyboard.press("Enter")
        wanted.reset()
        explorer.expect(wanted)


class Repeated(Explorer):
    """An Explorer that can say how a new figure shows its values of now."""

    def __init__(self, draw, /, **options):
        super().__init__(draw, **options)
        chosen = {
            name: options[name] for name in ("set_up", "figsize") if name in options
        }
        self.new_stage = lambda: Stage(draw, **chosen)

    def compare(self):
        new = self.new_stage()
        new.render(**self.values)
        return frame_and_content(self._stage), frame_and_content(new)


def frame_and_content(stage):
    """Return what decides how a stage looks, without the places that were laid out."""
    artists = [
        sorted(type(child).__name__ for child in ax.get_children())
        for ax in stage.figure.axes
    ]
    return stage._describe_frame(), artists


@pytest.mark.parametrize("name", NAMES)
def test_what_draw_sets_for_one_value_does_not_stay(name, monkeypatch):
    monkeypatch.setattr(posenc_lessons, "Explorer", Repeated)
    for explorer in explorers_in(LESSONS / name):
        for control in explorer.controls.values():
            turn(control)
        used, new = explorer.compare()
        assert used == new


def check_control(explorer, wanted, control):
    """Turn one control on both sides and wait until both show the same."""
    before = wanted.png(), wanted.readout, wanted.message
    action, value = turn(control)
    after = wanted.png(), wanted.readout, wanted.message
    label = control.description
    assert after != before, f"{label} changes neither the picture nor the readout"
    explorer.focus(label)
    explorer.watch_places()
    explorer.act(action, value)
    explorer.expect(wanted)
    places = explorer.places()
    assert len(places) == 1, f"the page jumps when {label} moves: {places}"


def test_explorers_pass_axe(lesson):
    assert accessibility.violations(lesson.page) == []


def test_nothing_in_the_console(lesson):
    assert lesson.complaints == []
