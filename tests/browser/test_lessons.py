"""Each notebook with an Explorer runs in JupyterLab and shows what is computed.

It prints what is stored. When a key moves a control, the Explorer shows what the kernel
draws for the same values without the page; drawahead's own tests cover mouse, finger
and pen on each kind of control. All figures are also checked: their text, contrast,
colors and overlaps. ``test_runs`` checks the other notebooks.
"""

import nbformat
import pytest
from livenb.site.run import pictures_in
from playwright.sync_api import expect

from ..test_runs import BEGIN, WITH_EXPLORERS, WITNESS, differences

CUT_OFF = """(all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.outerHTML)"""


class Lesson:
    """A lesson that JupyterLab has run, and what its kernel has noted about it."""

    def __init__(self, sheet, path):
        stored = nbformat.read(path, as_version=4).cells
        self.path, self.stored = path, [c for c in stored if c.cell_type == "code"]
        self.notebook = sheet.run(BEGIN, *(cell.source for cell in self.stored))
        self.explorers = self.notebook.explorers()
        assert len(self.explorers) == self.witness("len(EXPLORERS)") > 0

    def witness(self, expression):
        """Return the value of an expression in the module `witness`."""
        return eval(self.notebook.ask(f"eval({expression!r}, vars({WITNESS}))"))

    def shown(self):
        """Return the cells with the outputs that JupyterLab has."""
        cells = [nbformat.from_dict({**cell, "outputs": []}) for cell in self.stored]
        for output in self.notebook.outputs():
            cells[output.pop("cell") - 1].outputs.append(nbformat.from_dict(output))
        return cells


@pytest.fixture(scope="module", params=WITH_EXPLORERS, ids=lambda path: path.stem)
def lesson(sheet, request):
    """Run a lesson in the notebook in which the previous one ran."""
    failed = request.session.testsfailed
    yield Lesson(sheet, request.param)
    if request.session.testsfailed > failed:
        sheet.close()


def test_what_it_shows_is_what_is_stored(lesson, request):
    assert differences(request.session, lesson.path, lesson.shown()) == []


def test_each_control_is_moved_by_the_keyboard(lesson):
    for number, explorer in enumerate(lesson.explorers):
        described = lesson.witness(f"EXPLORERS[{number}].described()")
        controls = described["controls"]
        # A picture grows with the page, and is never drawn below its own size.
        width = explorer.root.locator(".drawahead-stage").bounding_box()["width"]
        dpi = 96 * max(1, width / described["width"])
        every = [[control["start"] for control in controls]]
        for n, control in enumerate(controls):
            moved = neighbor(control, control["start"])
            every.append([*every[-1][:n], moved, *every[-1][n + 1 :]])
        frames = lesson.witness(f"frames({number}, {every}, {dpi})")
        for n, control in enumerate(controls):
            label = control["label"]
            field = explorer.focus(label)
            explorer.watch_places()
            turn(explorer, field, control["kind"], every[n + 1][n])
            show(explorer, *frames[n + 1])
            places = explorer.places()
            assert len(places) == 1, f"the page jumps when {label} moves: {places}"
            assert frames[n + 1] != frames[n], f"{label} changes nothing"


def neighbor(control, step):
    """Return a neighboring step, or other words."""
    if control["kind"] == "text":
        return " ".join(reversed(step.split()))
    return step + 1 if step + 1 < control["count"] else step - 1


def turn(explorer, field, kind, step):
    """Move the control that has the focus to a neighboring step with a key."""
    match kind:
        case "range":
            start = int(field.input_value())
            explorer.press("ArrowRight" if step > start else "ArrowLeft")
        case "checkbox":
            explorer.press("Space")
        case "select":
            field.select_option(index=step)
        case "text":
            explorer.write(step)


def show(explorer, message, readout, picture):
    """Wait until an Explorer shows a frame, or a message that nothing can be drawn."""
    if picture:
        explorer.expect(message, readout, picture)
    else:
        expect(explorer.message).to_have_text(message)


def test_labels_show_their_whole_text(lesson):
    labels = lesson.notebook.page.locator(".drawahead-label > *")
    assert labels.evaluate_all(CUT_OFF) == []


def test_every_picture_keeps_to_the_rules_wherever_it_is_moved(lesson):
    pictures = sum(map(pictures_in, lesson.stored))
    assert lesson.witness("len(FIGURES) + len(EXPLORERS)") == pictures
    complaints = lesson.witness("figures() + moved()")
    assert not complaints, "\n".join(complaints)


def test_explorers_pass_axe(lesson):
    assert lesson.notebook.violations() == []


def test_nothing_in_the_console(lesson):
    assert lesson.notebook.complaints == []
