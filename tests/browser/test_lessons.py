"""Each lesson in JupyterLab: it runs, and its Explorers show what the package computes.

The expected pictures and readouts come from the lesson's own cells, run once in this
process without JupyterLab, where the same controls are given the same values. All its
figures are looked at there, too: text, contrast, colours, overlaps.
"""

import matplotlib.pyplot as plt
import pytest

from tests.figure_rules import complaints

from . import accessibility
from .expected import corners, run_notebook, turn
from .lab import LESSONS
from .notebook import OpenNotebook

# The labels that do not show their whole text.
CUT_OFF = """(labels) => labels
  .filter((label) => label.scrollWidth > label.clientWidth)
  .map((label) => label.textContent)"""

NAMES = sorted(path.name for path in LESSONS.glob("*.ipynb"))
HOMEWORK = sorted(LESSONS.parent.glob("posenc_lessons/grading/sources/*/*.ipynb"))


@pytest.fixture(scope="module", autouse=True)
def style():
    """Draw in the style that the lessons ask for, as their kernels do."""
    with plt.rc_context():
        plt.style.use("posenc_lessons.figures.course")
        yield


@pytest.fixture(scope="module", params=NAMES)
def name(request):
    """Return the name of each lesson."""
    return request.param


@pytest.fixture(scope="module")
def lesson(browser, lab, desk, name):
    """Open a lesson, and run it once its stored state has been looked at."""
    with OpenNotebook(browser, lab, name, desk=desk) as notebook:
        notebook.stored_pictures = notebook.broken_pictures()
        notebook.run_all()
        yield notebook


def test_stored_pictures_are_shown_before_anything_runs(lesson):
    assert lesson.stored_pictures == []


def test_runs_without_error(lesson):
    assert lesson.errors() == []


def test_each_control_moves_picture_and_readout_to_what_is_computed(lesson, name):
    expected = run_notebook(LESSONS / name).explorers
    shown = lesson.explorers()
    assert len(shown) == len(expected)
    labels = lesson.page.locator(".posenc-explorer .widget-label")
    assert labels.evaluate_all(CUT_OFF) == []
    for explorer, wanted in zip(shown, expected):
        explorer.expect(wanted)
        for control in wanted.controls.values():
            check_control(explorer, wanted, control)
        explorer.reset().focus()
        lesson.page.keyboard.press("Enter")
        wanted.reset()
        explorer.expect(wanted)


@pytest.mark.parametrize("name", NAMES)
def test_what_draw_sets_for_one_value_does_not_stay(name):
    for explorer in run_notebook(LESSONS / name).explorers:
        for control in explorer.controls.values():
            turn(control)
        used, new = explorer.compare()
        explorer.reset()
        assert used == new


@pytest.mark.parametrize("name", [*NAMES, *HOMEWORK])
def test_figures_keep_to_the_rules(name):
    found = [
        f"{text[:60]}: {complaint}"
        for figure, text in run_notebook(LESSONS / name).figures
        for complaint in complaints(figure)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("name", NAMES)
def test_explorers_keep_to_the_rules_wherever_they_are_moved(name):
    found = [
        f"{explorer._name} {state}: {complaint}"
        for explorer in run_notebook(LESSONS / name).explorers
        for state in corners(explorer)
        for complaint in complaints(explorer.figure)
    ]
    assert not found, "\n".join(found)


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
