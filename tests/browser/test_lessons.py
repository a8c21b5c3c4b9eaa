"""Each notebook with an Explorer in JupyterLab: it runs and shows what is computed.

What it prints is what is stored. What an Explorer shows, wherever it is moved, is what
the kernel draws for the same values apart from the page. All its figures are looked at,
too: text, contrast, colours, overlaps. ``test_runs`` looks at the other notebooks.
"""

import functools

import nbformat
import pytest

from tests.test_runs import differences

from . import accessibility
from .explorer import Finger, Mouse, ShownExplorer
from .lab import LESSONS, WITH_EXPLORERS
from .notebook import OpenNotebook

NAMES = [path.relative_to(LESSONS).as_posix() for path in WITH_EXPLORERS]

NEAR = 4
"""So many pixels from where a drag ends may lie what was dragged."""


class Lesson(OpenNotebook):
    """A lesson open in JupyterLab, and what its kernel has noted of it."""

    def witness(self, expression):
        """Return the value of an expression in the module of that name."""
        module = "__import__('importlib').import_module('tests.browser.witness')"
        return eval(self.ask(f"eval({expression!r}, vars({module}))"))

    @functools.cached_property
    def explorers(self):
        """The Explorers of the page."""
        roots = self.page.locator(".drawahead-explorer").all()
        assert len(roots) == self.witness("len(EXPLORERS)") > 0
        return [LessonExplorer(self, n, root) for n, root in enumerate(roots)]


@pytest.fixture(scope="module", params=NAMES)
def name(request):
    """Return the name of each lesson."""
    return request.param


@pytest.fixture(scope="module")
def lesson(desk, name):
    """Open a lesson, and run it once its stored state has been looked at."""
    notebook = Lesson(desk, name)
    notebook.stored_pictures = notebook.broken_pictures()
    notebook.witness("begin()")
    notebook.run_all()
    yield notebook
    notebook.close()


@pytest.fixture
def stored(name):
    """Return the stored outputs of a lesson."""
    cells = nbformat.read(LESSONS / name, as_version=4).cells
    return [output for cell in cells for output in cell.get("outputs", [])]


@pytest.fixture
def pointer(lesson, name):
    """Return what drags in the page of a lesson: mouse and finger take turns."""
    made = (Mouse, Finger)[NAMES.index(name) % 2](lesson.page)
    yield made
    made.close()


class LessonExplorer(ShownExplorer):
    """An Explorer of an open lesson, and what it is to show."""

    def __init__(self, lesson, number, root):
        super().__init__(lesson.page, root)
        described = lesson.witness(f"EXPLORERS[{number}].described()")
        self.controls = described["controls"]
        self.start = [control["start"] for control in self.controls]
        # A picture grows with the page; it is never drawn smaller than it is.
        width = root.locator(".drawahead-stage").bounding_box()["width"]
        dpi = 96 * max(1, width / described["width"])
        self._ask = functools.cache(
            lambda steps: lesson.witness(f"frame({number}, {steps}, {dpi})")
        )

    def frame(self, steps):
        """Return the message, readout and picture at some steps, and the grips."""
        return self._ask(tuple(steps))

    def expect_steps(self, steps):
        """Wait until controls and picture show some steps."""
        assert self.steps() == steps
        self.expect(*self.frame(steps)[:3])

    def reset(self):
        """Put all back by the keyboard."""
        self.root.get_by_role("button", name="reset").focus()
        self.page.keyboard.press("Enter")
        self.expect_steps(self.start)

    def drag_slider(self, n, pointer):
        """Drag a slider to the end that is farther away."""
        control = self.controls[n]
        box = self.control(control["label"]).bounding_box()
        share = self.start[n] / (control["count"] - 1)
        y = box["y"] + box["height"] / 2
        start, end = (
            (box["x"] + 8 + at * (box["width"] - 16), y) for at in (share, share < 0.5)
        )
        pointer.drag(start, end)

    def drag_in_picture(self, grip, pointer):
        """Drag in the picture; what was dragged lies where the drag ends."""
        box = self.root.locator(".drawahead-stage").bounding_box()
        places = [
            (box["x"] + x * box["width"], box["y"] + y * box["height"])
            for x, y in grip["points"]
        ]
        here, quarter = self.start[grip["control"]] // grip["stride"], len(places) // 4
        there = here + quarter if here + quarter < len(places) else here - quarter
        pointer.drag(places[here], places[there])
        x, y = places[self.steps()[grip["control"]] // grip["stride"]]
        assert abs(x - places[there][0]) < NEAR and abs(y - places[there][1]) < NEAR


def test_stored_pictures_are_shown_before_anything_runs(lesson):
    assert lesson.stored_pictures == []


def test_runs_without_error(lesson):
    assert lesson.errors() == []


def test_what_it_shows_is_what_is_stored(lesson, name, request):
    shown = nbformat.read(LESSONS / name, as_version=4).cells
    for cell in shown:
        cell.outputs = []
    for output in lesson.outputs():
        place = output.pop("cell")
        shown[place].outputs.append(nbformat.from_dict(output))
    cells = [cell for cell in shown if cell.cell_type == "code"]
    assert differences(request.session, LESSONS / name, cells) == []


def test_each_control_is_moved_by_the_keyboard(lesson):
    for explorer in lesson.explorers:
        steps = explorer.start
        explorer.expect_steps(steps)
        for n, control in enumerate(explorer.controls):
            before = explorer.frame(steps)[:3]
            steps = [*steps[:n], neighbor(control, steps[n]), *steps[n + 1 :]]
            explorer.control(control["label"]).focus()
            explorer.watch_places()
            explorer.turn(control, steps[n])
            explorer.expect_steps(steps)
            places, label = explorer.places(), control["label"]
            assert len(places) == 1, f"the page jumps when {label} moves: {places}"
            assert explorer.frame(steps)[:3] != before, f"{label} changes nothing"
        explorer.reset()


def test_each_slider_and_grip_is_dragged(lesson, pointer):
    for explorer in lesson.explorers:
        explorer.root.scroll_into_view_if_needed()
        *_, grips = explorer.frame(explorer.start)
        sliders = [
            (n, functools.partial(explorer.drag_slider, n))
            for n, control in enumerate(explorer.controls)
            if control["kind"] == "range"
        ]
        in_picture = [
            (grip["control"], functools.partial(explorer.drag_in_picture, grip))
            for grip in grips
        ]
        for n, drag in sliders + in_picture:
            drag(pointer)
            steps = explorer.steps()
            changed = [k for k, at in enumerate(explorer.start) if at != steps[k]]
            assert changed == [n], f"{explorer.controls[n]['label']}: {steps}"
            explorer.expect_steps(steps)
            explorer.reset()


def test_labels_show_their_whole_text(lesson):
    labels = lesson.page.locator(".drawahead-label > *")
    cut_off = "(every) => every.filter((one) => one.scrollWidth > one.clientWidth + 1)"
    assert labels.evaluate_all(f"{cut_off}.map((one) => one.outerHTML)") == []


def test_every_picture_is_noted_to_be_looked_at(lesson, stored):
    pictures = [one for one in stored if "image/png" in one.get("data", {})]
    assert lesson.witness("len(FIGURES) + len(EXPLORERS)") == len(pictures)


def test_figures_keep_to_the_rules(lesson):
    found = lesson.witness("figures()")
    assert not found, "\n".join(found)


def test_explorers_keep_to_the_rules_wherever_they_are_moved(lesson):
    found = lesson.witness("moved()")
    assert not found, "\n".join(found)


def test_explorers_pass_axe(lesson):
    assert accessibility.violations(lesson.page) == []


def test_nothing_in_the_console(lesson):
    assert lesson.complaints == []


def neighbor(control, step):
    """Return a step beside one, or other words."""
    if control["kind"] == "text":
        return " ".join(reversed(step.split()))
    return step + 1 if step + 1 < control["count"] else step - 1
