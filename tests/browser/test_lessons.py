"""Each notebook with an Explorer in JupyterLab: it runs and shows what is computed.

What it prints is what is stored. The expected pictures and readouts come from Explorers
that no page shows, given the same values. All its figures are looked at, too: text,
contrast, colours, overlaps. ``test_curious`` looks at the figures of the others.
"""

import nbformat
import pytest

from packages.drawahead.tests.browser.notebook import OpenNotebook

from . import accessibility
from .lab import LESSONS, WITH_EXPLORERS

# The labels that do not show their whole text.
CUT_OFF = """(labels) => labels
  .filter((label) => label.scrollWidth > label.clientWidth)
  .map((label) => label.textContent)"""

NAMES = [path.relative_to(LESSONS).as_posix() for path in WITH_EXPLORERS]


class Witness:
    """What the kernel of an open lesson has noted, see the module of that name."""

    def __init__(self, notebook):
        self._notebook = notebook
        self.ask("begin()")

    def ask(self, expression):
        """Return the value of an expression in that module."""
        module = "__import__('importlib').import_module('tests.browser.witness')"
        return eval(self._notebook.ask(f"eval({expression!r}, vars({module}))"))

    def count(self):
        """Return how many Explorers there are."""
        return self.ask("len(EXPLORERS)")

    def of_each(self, question):
        """Return the answer to a question for each Explorer."""
        return [self.ask(f"EXPLORERS[{n}].{question}") for n in range(self.count())]


@pytest.fixture(scope="module", params=NAMES)
def name(request):
    """Return the name of each lesson."""
    return request.param


@pytest.fixture(scope="module")
def lesson(browser, lab, desk, name):
    """Open a lesson, and run it once its stored state has been looked at."""
    with OpenNotebook(browser, lab, name, desk=desk) as notebook:
        notebook.stored_pictures = notebook.broken_pictures()
        notebook.witness = Witness(notebook)
        notebook.run_all()
        yield notebook


def test_stored_pictures_are_shown_before_anything_runs(lesson):
    assert lesson.stored_pictures == []


def test_runs_without_error(lesson):
    assert lesson.errors() == []


@pytest.fixture
def stored(name):
    """Return the stored outputs of a lesson, each with the number of its cell."""
    return [
        {"cell": n, **output}
        for n, cell in enumerate(nbformat.read(LESSONS / name, as_version=4).cells)
        if cell.cell_type == "code"
        for output in cell.outputs
    ]


def test_what_it_shows_is_what_is_stored(lesson, stored):
    assert told(lesson.outputs()) == told(stored)


def test_each_control_moves_picture_and_readout_to_what_is_computed(lesson):
    shown = lesson.explorers()
    assert len(shown) == lesson.witness.count()
    labels = lesson.page.locator(".drawahead-explorer .widget-label")
    assert labels.evaluate_all(CUT_OFF) == []
    for n, explorer in enumerate(shown):
        twin = f"EXPLORERS[{n}]"
        explorer.expect(*lesson.witness.ask(f"{twin}.shown()"))
        for control, label in lesson.witness.ask(f"{twin}.labels()").items():
            check_control(lesson.witness, explorer, twin, control, label)
        explorer.reset().focus()
        lesson.page.keyboard.press("Enter")
        explorer.expect(*lesson.witness.ask(f"{twin}.reset()"))


def test_what_draw_sets_for_one_value_does_not_stay(lesson):
    for used, new in lesson.witness.of_each("left()"):
        assert used == new


def test_every_picture_is_noted_to_be_looked_at(lesson, stored):
    pictures = [one for one in stored if "image/png" in one.get("data", {})]
    noted = lesson.witness.ask("(len(FIGURES), len(EXPLORERS))")
    assert sum(noted) == len(pictures)


def test_figures_keep_to_the_rules(lesson):
    found = lesson.witness.ask("figures()")
    assert not found, "\n".join(found)


def test_explorers_keep_to_the_rules_wherever_they_are_moved(lesson):
    each = lesson.witness.of_each("complaints()")
    found = [complaint for complaints in each for complaint in complaints]
    assert not found, "\n".join(found)


def test_explorers_pass_axe(lesson):
    assert accessibility.violations(lesson.page) == []


def test_nothing_in_the_console(lesson):
    assert lesson.complaints == []


def check_control(witness, explorer, twin, control, label):
    """Turn one control on both sides and wait until both show the same."""
    before = witness.ask(f"{twin}.shown()")
    action, value, after = witness.ask(f"{twin}.turned({control!r})")
    assert after != before, f"{label} changes neither the picture nor the readout"
    explorer.focus(label)
    explorer.watch_places()
    explorer.act(action, value)
    explorer.expect(*after)
    places = explorer.places()
    assert len(places) == 1, f"the page jumps when {label} moves: {places}"


def told(outputs):
    """Return what outputs say in words, by the place of their cells.

    What is printed may come in several parts.
    """
    words = {}
    for output in outputs:
        place = output["cell"], output.get("name", output["output_type"])
        text = output.get("text") or output.get("data", {}).get("text/plain", "")
        words[place] = words.get(place, "") + "".join(text)
    return words
