"""The Explorer's manners in a real browser, on small notebooks."""

import nbformat
from nbclient import NotebookClient
from playwright.sync_api import expect

from .accessibility import violations
from .notebook import LIMIT, OpenNotebook

EXPLORER = """
from drawahead import Explorer


def draw(ax, value=3):
    "Some points."
    if value == 5:
        raise ValueError("five is not allowed; take 6")
    ax.plot(range(value), "o")
    ax.set(xlim=(0, 100), ylim=(0, 100))
    return f"value {value}"


explorer = Explorer(draw, value=(0, 100), figsize=(4, 2))
explorer
"""

ALL_CONTROLS = """
from drawahead import Explorer


def draw(ax, a=3, b=10, c="x", d=True, e="some words", f=0.5):
    "Some points."
    if not d:
        raise ValueError("d must be ticked; tick it")
    ax.plot(range(a), "o")
    return f"{a} {b} {c} {d} {e} {f}"


Explorer(draw, a=(0, 9), b=[1, 10, 100], c=["x", "y"], d=True, e="some words",
         f=(0.0, 1.0), figsize=(4, 2))
"""

SLOW = EXPLORER.replace("    ax.plot", "    time.sleep(0.15)\n    ax.plot")

WITHOUT_AHEAD = EXPLORER.replace("figsize", "ahead=False, figsize")

MEASURE = """
import psutil

process = psutil.Process()
control = explorer.controls["value"]
"""

COUNT_PICTURES = """(root) => {
  window.pictures = 0;
  new MutationObserver(() => { window.pictures += 1; })
    .observe(root.querySelector(".drawahead-picture"), { childList: true });
}"""


def test_a_draw_that_raises_keeps_the_last_good_picture(open_cells):
    notebook = open_cells(EXPLORER)
    (explorer,) = notebook.explorers()
    explorer.focus("value")
    notebook.page.keyboard.press("ArrowRight")
    expect(explorer.readout).to_have_text("value 4", timeout=LIMIT)
    notebook.page.wait_for_function(
        "(root) => root.querySelector('img').alt.endsWith('value 4')",
        arg=explorer.root.element_handle(),
    )
    notebook.page.wait_for_timeout(300)
    source = explorer.source()
    notebook.page.keyboard.press("ArrowRight")
    expect(explorer.message).to_have_text("five is not allowed; take 6", timeout=LIMIT)
    expect(explorer.readout).to_have_text("value 4")
    assert explorer.source() == source
    controls = explorer.root.locator(".widget-gridbox").bounding_box()
    message, image = explorer.message.bounding_box(), explorer.image.bounding_box()
    assert controls["y"] < message["y"] < image["y"]
    notebook.page.keyboard.press("ArrowRight")
    expect(explorer.readout).to_have_text("value 6", timeout=LIMIT)
    expect(explorer.message).to_have_text("")
    assert notebook.complaints == []


def test_dragging_ends_at_the_newest_value_without_a_queue(open_cells):
    notebook = open_cells("import time", SLOW)
    (explorer,) = notebook.explorers()
    page, handle = notebook.page, explorer.handle("value")
    track = explorer.control("value").locator(".noUi-target").bounding_box()
    start = handle.bounding_box()
    height = start["y"] + start["height"] / 2
    explorer.root.evaluate(COUNT_PICTURES)
    page.mouse.move(start["x"] + start["width"] / 2, height)
    page.mouse.down()
    for step in range(200):
        share = 0.3 + 0.7 * step / 199
        page.mouse.move(track["x"] + track["width"] * share, height)
    page.mouse.move(track["x"] + track["width"] * 1.2, height)
    expect(explorer.readout).to_have_text("value 100", timeout=LIMIT)
    page.mouse.up()
    page.wait_for_timeout(500)
    expect(explorer.readout).to_have_text("value 100")
    draws = int(notebook.ask("explorer.draws"))
    assert 2 <= draws < 50, "a queue of the 70 values was worked through"
    assert page.evaluate("window.pictures") <= draws


def test_hundreds_of_changes_leave_nothing_behind(open_cells):
    notebook = open_cells(WITHOUT_AHEAD, MEASURE)
    (explorer,) = notebook.explorers()
    page = notebook.page
    change = "[control.set_trait('value', 10 + k % 50) for k in {}][0]"
    notebook.ask(change.format("range(100)"))
    expect(explorer.readout).to_have_text("value 59", timeout=LIMIT)
    page.evaluate("window.liveBlobs.clear()")
    memory = int(notebook.ask("process.memory_info().rss"))
    notebook.ask(change.format("range(301)"))
    expect(explorer.readout).to_have_text("value 10", timeout=LIMIT)
    # They are let go when the page is at rest, all but the one that is shown.
    page.wait_for_function("window.liveBlobs.size === 1", timeout=LIMIT)
    expect(explorer.image).to_have_count(1)
    assert int(notebook.ask("process.memory_info().rss")) - memory < 30_000_000
    assert notebook.complaints == []


def test_tab_reaches_every_control_in_order(open_cells):
    notebook = open_cells(ALL_CONTROLS)
    (explorer,) = notebook.explorers()
    explorer.focus("a")
    reached = []
    for _ in range(20):
        reached.append(
            notebook.page.evaluate(
                "document.activeElement.getAttribute('aria-label')"
                " || document.activeElement.closest('.widget-inline-hbox, button,"
                " .widget-checkbox')?.textContent.trim()"
            )
        )
        if reached[-1] == "reset":
            break
        notebook.page.keyboard.press("Tab")
    names = [name.strip("\u200b") for name in reached if name]
    names = [name for name in names if name and "as a number" not in name]
    assert [name[0] for name in names] == list("abcdefr")


def test_accessible_with_every_kind_of_control_and_a_message(open_cells):
    notebook = open_cells(ALL_CONTROLS)
    (explorer,) = notebook.explorers()
    assert violations(notebook.page) == []
    notebook.page.locator(".drawahead-explorer input[type=checkbox]").uncheck()
    expect(explorer.message).to_have_text("d must be ticked; tick it", timeout=LIMIT)
    assert violations(notebook.page) == []


def test_the_stored_picture_is_shown_without_a_run(browser, lab, desk, sheet):
    sheet.close()
    path = lab.notebooks / lab.write("stored.ipynb", EXPLORER)
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=60, store_widget_state=False).execute()
    nbformat.write(notebook, path)
    with OpenNotebook(browser, lab, path.name, desk=desk) as notebook:
        expect(notebook.page.locator(".jp-OutputArea-output img")).to_have_count(1)
        assert notebook.broken_pictures() == []
        assert "Error displaying widget" not in notebook.page.content()
