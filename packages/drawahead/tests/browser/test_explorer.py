"""How the Explorer behaves in a real browser, in small notebooks."""

import nbformat
from nbclient import NotebookClient
from playwright.sync_api import expect

from .notebook import LIMIT, OpenNotebook

EXPLORER = """
from drawahead import Explorer


def draw(ax, value=3, zoom=1.0):
    "Some points."
    if value == 5:
        raise ValueError("five is not allowed; take 6")
    ax.plot(range(value), "o")
    ax.set(xlim=(0, 100), ylim=(0, 100))
    return f"value {value}"


explorer = Explorer(draw, value=(0, 100), zoom=(0.0, 1.0), play="value",
                    figsize=(6.4, 4))
explorer
"""

ALL_CONTROLS = """
from drawahead import Explorer


def draw(ax, a=3, b=10, c="x", d=True, e="some words", f=0.5, g=7):
    "Some points."
    ax.plot(range(a), "o")
    return f"{a} {b} {c} {d} {e} {f} {g}"


Explorer(draw, a=(0, 9), b=[1, 10, 100], c=["x", "y"], d=True, e="some words",
         f=(0.0, 1.0), g=7, play="a", figsize=(4, 2))
"""


def test_a_draw_that_raises_keeps_the_last_good_picture(open_cells):
    (explorer,) = open_cells(EXPLORER).explorers()
    explorer.focus("value")
    explorer.press("ArrowRight")
    expect(explorer.readout).to_have_text("value 4", timeout=LIMIT)
    expect(explorer.image).to_have_attribute("alt", "Some points. value 4")
    before = explorer.image_box()["y"]
    explorer.press("ArrowRight")
    expect(explorer.message).to_have_text("five is not allowed; take 6", timeout=LIMIT)
    expect(explorer.readout).to_have_text("value 4")
    expect(explorer.image).to_have_attribute("alt", "Some points. value 4")
    controls = explorer.root.locator(".drawahead-bar").bounding_box()
    message, image = explorer.message.bounding_box(), explorer.image_box()
    assert controls["y"] + controls["height"] <= message["y"] == image["y"] == before
    assert message["height"] < image["height"] / 3
    assert explorer.notebook.violations() == []
    explorer.press("ArrowRight")
    expect(explorer.readout).to_have_text("value 6", timeout=LIMIT)
    expect(explorer.message).to_have_text("")


def test_many_changes_leave_nothing_behind_in_the_page(open_cells):
    (explorer,) = open_cells(EXPLORER).explorers()
    explorer.notebook.ask("[explorer.move(value=k) for k in range(6, 101)][0]")
    expect(explorer.readout).to_have_text("value 100", timeout=LIMIT)
    # The ground's address is alive, and a few of the page's; the others are released.
    explorer.page.wait_for_function("window.liveBlobs.size <= 9", timeout=LIMIT)
    expect(explorer.image).to_have_count(1)


def test_tab_reaches_every_control_in_order(open_cells):
    (explorer,) = open_cells(ALL_CONTROLS).explorers()
    explorer.focus("a")
    for name in ("a", "play a", *"bcdefg"):
        focused = explorer.root.locator(":focus")
        assert (focused.get_attribute("aria-label") or focused.inner_text()) == name
        explorer.press("Tab")


def test_controls_work_by_keys_that_jupyterlab_would_take(open_cells):
    (explorer,) = open_cells(ALL_CONTROLS).explorers()
    cells = explorer.page.locator(".jp-Cell")
    assert explorer.notebook.violations() == []
    count = cells.count()
    slider = explorer.focus("a")
    for key, value in (("ArrowRight", 4), ("ArrowUp", 5), ("ArrowLeft", 4), ("End", 9),
                       ("PageDown", 8), ("Home", 0), ("ArrowDown", 0)):  # fmt: skip
        explorer.press(key)
        expect(slider).to_have_value(str(value))
        expect(slider).to_have_attribute("aria-valuetext", str(value))
        expect(explorer.readout).to_have_text(f"{value} 10 x True some words 0.5 7")
        expect(slider).to_be_focused()
    explorer.press("b", "d", "d", "Space", "Escape")
    assert cells.count() == count
    number = explorer.focus("g")
    explorer.press("ArrowUp")
    expect(explorer.readout).to_have_text("0 10 x True some words 0.5 8")
    explorer.write("12.6")
    expect(number).to_have_value("13")
    explorer.focus("e")
    explorer.write("dd")
    explorer.focus("c").select_option("y")
    explorer.focus("d")
    explorer.press("Space")
    expect(explorer.readout).to_have_text("0 10 y False dd 0.5 13", timeout=LIMIT)
    explorer.root.get_by_role("button", name="reset").click()
    expect(explorer.readout).to_have_text("3 10 x True some words 0.5 7")


def test_first_sight_on_a_wide_and_a_narrow_page(open_cells):
    """Two controls, play and reset share a row of at most 56 pixels."""
    (explorer,) = open_cells(EXPLORER).explorers()
    root, image = explorer.root.bounding_box(), explorer.image_box()
    assert image["y"] - root["y"] <= 56
    expect(explorer.image).to_have_js_property("naturalWidth", 768, timeout=LIMIT)
    image = explorer.image_box()
    assert abs(image["width"] - 1.25 * 614) < 1
    explorer.page.set_viewport_size({"width": 640, "height": 900})
    explorer.page.wait_for_timeout(500)
    root, image = explorer.root.bounding_box(), explorer.image_box()
    explorer.page.set_viewport_size({"width": 1280, "height": 1000})
    assert 400 < image["width"] <= root["width"]


def test_the_stored_picture_is_shown_without_a_run(browser, lab, sheet):
    sheet.close()
    path = lab.notebooks / lab.write("stored.ipynb", EXPLORER)
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=60, store_widget_state=False).execute()
    nbformat.write(notebook, path)
    with OpenNotebook(browser, lab, path.name) as notebook:
        image = notebook.page.locator(".jp-OutputArea-output img")
        expect(image).to_have_count(1)
        expect(image).not_to_have_js_property("naturalWidth", 0)
        assert "Error displaying widget" not in notebook.page.content()
