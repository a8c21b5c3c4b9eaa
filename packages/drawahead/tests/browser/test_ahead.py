"""Drawing ahead, and taking hold of the picture, in a real browser."""

import pytest
from playwright.sync_api import expect

from .notebook import CONTEXT, KERNEL, KERNEL_IS_IDLE, LIMIT, RESTART

ROW = """
import matplotlib.figure
import numpy as np
from drawahead import Explorer

table = np.sin(np.arange(40)[:, None] / 2.0 ** np.arange(12))


def set_up(figure):
    return figure.subplots(1, 2)


def draw(axes, row=10, scale=1, wide=False):
    "A table and one of its rows."
    heat, curve = axes
    heat.imshow(table, aspect="auto")
    heat.axhline(row, color="red")
    curve.plot(scale * table[row], lw=4 if wide else 1)
    curve.set(ylim=(-3, 3))
    return f"row {row}, scale {scale}: $sin({row} / 2^{{3}}) = {table[row, 3]:.2f}$"


def say(x, y, **values):
    return f"row {y:.0f}, column {x:.0f}: {table[round(y), round(x)]:.2f}"


explorer = Explorer(draw, set_up=set_up, row=(0, 39), scale=[1, 2, 3], wide=False,
                    drag={"row": "y"}, hover=say, play="row", figsize=(6.4, 2.4))
explorer
"""

CLOCK = """
import numpy as np
from drawahead import Explorer


def tip(minute):
    turn = 2 * np.pi * minute / 24
    return np.sin(turn), np.cos(turn)


def draw(ax, minute=3):
    ax.plot(*np.transpose([(0, 0), tip(minute)]))
    ax.set(xlim=(-1.4, 1.4), ylim=(-1.4, 1.4), aspect="equal")


Explorer(draw, minute=(0, 60), figsize=(3, 3), drag={"minute": tip})
"""

SLOW = """
import time
from drawahead import Explorer


def draw(ax, level=50):
    time.sleep(1 if level == 77 or level > 90 else 0.05)
    ax.axhline(level)
    ax.set_ylim(0, 100)
    return f"level {level}"


explorer = Explorer(draw, level=(0, 100), drag={"level": "y"}, figsize=(3, 3))
explorer
"""

MANY = """
from drawahead import Explorer


def draw(ax, value=5_000_000):
    ax.set(xlim=(0, 1e7))
    return f"value {value}"


Explorer(draw, value=(0, 10_000_000), figsize=(4, 2), drag={"value": "x"}, play="value")
"""


def point(explorer, right, down):
    """Return the place on the page of a point that is given as shares of the axes."""
    box = explorer.root.locator(".drawahead-area").first.bounding_box()
    return box["x"] + right * box["width"], box["y"] + down * box["height"]


@pytest.fixture
def table(open_cells):
    (explorer,) = open_cells(ROW).explorers()
    return explorer


def test_a_frame_ahead_is_shown_before_the_kernel_knows(table):
    table.wait_for_frames(40)
    draws = table.notebook.ask("explorer._pictures.draws")
    table.wait_for_frames(40)  # the question has discarded them
    for row in (11, 12):
        readout, alt, message = table.press_at_once("row", "ArrowRight")
        assert readout.startswith(f"row {row}, ")
        spoken = readout.replace("$", "").replace("2^{3}", "2^3")
        assert alt == f"A table and one of its rows. {spoken}"
        assert not message
    table.page.wait_for_timeout(1500)
    assert table.notebook.ask("explorer.readout") == repr(readout)
    assert table.notebook.ask("explorer._pictures.draws") == draws


def test_a_cell_lets_the_frames_go(table):
    table.wait_for_frames(40)
    code = "table = table + 1"
    table.page.evaluate(f"(code) => {{ {KERNEL}.requestExecute({{ code }}); }}", code)
    expect(table.readout).to_have_attribute("data-text", r"row 10, scale 1: "
        "$sin(10 / 2^{3}) = 1.95$", timeout=LIMIT)  # fmt: skip
    readout, _, _ = table.press_at_once("row", "PageUp")
    assert "= 0.60" not in readout, "the frame is older than the cell"
    expect(table.readout).to_contain_text("1.60", timeout=LIMIT)


def test_a_drag_shows_the_nearest_picture_until_its_own_is_there(open_cells):
    (explorer,) = open_cells(SLOW).explorers()
    explorer.wait_for_frames(15)
    mouse = explorer.page.mouse
    mouse.move(*point(explorer, 0.5, 0.5))
    mouse.down()
    mouse.move(*point(explorer, 0.5, 1 - 0.77))
    expect(explorer.sign).to_have_text("at 80")
    expect(explorer.image).to_have_css("opacity", "0.55")
    expect(explorer.readout).to_have_text("level 80")
    mouse.up()
    expect(explorer.readout).to_have_text("level 77", timeout=LIMIT)
    expect(explorer.image).to_have_css("opacity", "1")
    mouse.move(*point(explorer, 0.5, 0.5))
    expect(explorer.number("level")).to_have_text("77")
    explorer.press_at_once("level", "PageUp")
    assert explorer.sign.inner_text() == ""  # a key press waits for its own picture
    expect(explorer.readout).not_to_have_text("level 77", timeout=LIMIT)


def test_a_fast_drag_ends_at_the_newest_value_without_a_queue(open_cells):
    (explorer,) = open_cells(SLOW).explorers()
    notebook, mouse = explorer.notebook, explorer.page.mouse
    track = explorer.control("level").locator("input").bounding_box()
    height = track["y"] + track["height"] / 2
    mouse.move(track["x"] + 12, height)
    mouse.down()
    for step in range(100):
        mouse.move(track["x"] + track["width"] * (0.3 + step / 110), height)
    expect(explorer.readout).to_have_text("level 100", timeout=LIMIT)
    mouse.up()
    notebook.page.wait_for_timeout(500)
    expect(explorer.readout).to_have_text("level 100")
    assert notebook.ask("explorer._pictures._is_dragged") == "False"
    assert 2 <= int(notebook.ask("explorer._pictures.draws")) < 40, (
        "a queue was worked through"
    )


def touch(page, kind, *path):
    """Put a finger or a pen down at the start of a path, and lift it at the end."""
    send = page.context.new_cdp_session(page).send
    pens = {"Start": "Pressed", "Move": "Moved", "End": "Released"}
    phases = ["Start", *["Move" for _ in path[1:]], "End"]
    for phase, (x, y) in zip(phases, [*path, path[-1]]):
        if kind == "touch":
            points = [] if phase == "End" else [{"x": x, "y": y}]
            event = {"type": f"touch{phase}", "touchPoints": points}
            send("Input.dispatchTouchEvent", event)
        else:
            send("Input.dispatchMouseEvent", {
                "type": f"mouse{pens[phase]}", "x": x, "y": y, "pointerType": "pen",
                "button": "left", "buttons": int(phase != "End"), "clickCount": 1,
            })  # fmt: skip


@pytest.fixture
def touched(table):
    """Return the Explorer of a table on a page that knows that it is touched."""
    send = table.page.context.new_cdp_session(table.page).send
    coarse = {"name": "pointer", "value": "coarse"}
    for is_touched, features in ((True, [coarse]), (False, [])):
        send("Emulation.setTouchEmulationEnabled", {"enabled": is_touched})
        send("Emulation.setEmulatedMedia", {"features": features})
        if is_touched:
            yield table


@pytest.mark.parametrize("kind", ["touch", "pen"])
def test_a_finger_or_a_pen_asks_anywhere_and_takes_a_row_at_its_handle(touched, kind):
    number, tip = touched.number("row"), touched.root.locator(".drawahead-tip")
    touch(touched.page, kind, point(touched, 3.5 / 12, 8.5 / 40))
    expect(tip).to_have_text("row 8, column 3: 0.84", timeout=LIMIT)
    expect(tip).to_be_visible()
    # Far from the handle, the page may scroll.
    for path, row in (((25, 28), "10"), ((10, 12, 20, 30), "30")):
        places = [point(touched, 0.5, (there + 0.5) / 40) for there in path]
        touch(touched.page, kind, *places)
        expect(number).to_have_text(row)
    expect(touched.readout).to_contain_text("row 30", timeout=LIMIT)


def test_formulas_are_set_and_what_lies_under_the_pointer_is_told(table):
    formula = table.readout.locator("math")
    expect(formula).to_have_count(1)
    assert formula.locator("msup > *").all_text_contents() == ["2", "3"]
    fences = formula.locator("mo[stretchy=false]")
    assert fences.all_text_contents() == ["(", ")"]
    table.page.mouse.move(*point(table, 3.5 / 12, 8.5 / 40))
    tip = table.root.locator(".drawahead-tip")
    expect(tip).to_have_text("row 8, column 3: 0.84", timeout=LIMIT)
    assert table.notebook.violations() == []
    table.page.mouse.move(*point(table, 0, -0.4))
    expect(tip).to_be_hidden()


@pytest.mark.parametrize("by", ["Enter", "Escape"])
def test_play_runs_and_stops(table, by):
    table.wait_for_frames(20)
    number = table.number("row")
    table.root.get_by_role("button", name="play row").click()
    table.page.wait_for_function(
        "(number) => Number(number.textContent) >= 15", arg=number.element_handle()
    )
    expect(table.root.get_by_role("button", name="stop row")).to_be_focused()
    table.page.keyboard.press(by)
    expect(table.root.get_by_role("button", name="play row")).to_be_focused()
    stopped = number.inner_text()
    table.page.wait_for_timeout(500)
    expect(table.readout).to_contain_text(f"row {stopped}", timeout=LIMIT)


def test_less_motion_plays_step_by_step(table):
    table.page.emulate_media(reduced_motion="reduce")
    table.root.get_by_role("button", name="play row").click()
    number = table.number("row")
    expect(number).to_have_text("11")
    table.page.wait_for_timeout(500)
    expect(number).to_have_text("11")


def test_the_hand_of_a_clock_goes_on_through_the_turns(open_cells):
    (explorer,) = open_cells(CLOCK).explorers()
    mouse = explorer.page.mouse
    by_hour = {3: (0.8, 0.5), 6: (0.5, 0.8), 9: (0.2, 0.5), 12: (0.5, 0.2)}
    mouse.move(*point(explorer, *by_hour[3]))
    mouse.down()
    for hour, minute in ((3, 6), (6, 12), (9, 18), (12, 24), (3, 30), (12, 24)):
        mouse.move(*point(explorer, *by_hour[hour]))
        expect(explorer.number("minute")).to_have_text(str(minute))
    mouse.up()


def test_a_dense_screen_gets_two_pixels_for_one(table):
    send = table.page.context.new_cdp_session(table.page).send
    size = table.page.viewport_size
    for scale in (2, 1):
        send("Emulation.setDeviceMetricsOverride",
            {**size, "deviceScaleFactor": scale, "mobile": False})  # fmt: skip
        table.notebook.run_all()
        (explorer,) = table.notebook.explorers()
        image, width = explorer.image, scale * 614
        expect(image).to_have_js_property("naturalWidth", width, timeout=LIMIT)
        assert explorer.image_box()["width"] == 614


def test_the_kernel_hears_who_looks(table):
    table.wait_for_frames(5)
    for shown in (False, True):
        table.root.evaluate(
            "(root, shown) => { root.style.display = shown ? '' : 'none'; }", shown
        )
        table.page.wait_for_timeout(1000)
        assert table.notebook.ask("explorer._pictures.is_seen") == str(shown)


def test_two_views_show_the_same_and_one_may_close(open_cells):
    notebook = open_cells(ROW, "explorer")
    one, other = notebook.explorers()
    one.root.scroll_into_view_if_needed()  # nothing is drawn ahead out of sight
    one.wait_for_frames(10)
    for view, row in ((one, 11), (other, 12)):
        view.press_at_once("row", "ArrowRight")
        for both in (one, other):
            expect(both.readout).to_contain_text(f"row {row}", timeout=LIMIT)
    notebook.page.evaluate(f"() => {CONTEXT}.model.cells.get(0).clearExecution()")
    expect(notebook.page.locator(".drawahead-explorer")).to_have_count(1)
    (last,) = notebook.explorers()
    readout, _, message = last.press_at_once("row", "ArrowLeft")
    assert (readout[:7], message) == ("row 11,", "")


def test_an_interrupt_while_it_draws_ahead_does_no_harm(table):
    table.wait_for_frames(3)
    for _ in range(5):
        table.page.evaluate(f"() => {KERNEL}.interrupt()")
        table.page.wait_for_timeout(60)
    table.wait_for_frames(30)
    table.focus("row")
    table.page.keyboard.press("ArrowRight")
    expect(table.readout).to_contain_text("row 11", timeout=LIMIT)
    table.page.wait_for_timeout(500)  # the page may know it before the kernel
    assert table.notebook.ask("explorer.readout").startswith("'row 11,")


def test_after_a_new_kernel_nothing_old_is_shown(table):
    table.wait_for_frames(5)
    table.page.evaluate(RESTART)
    table.page.wait_for_function(KERNEL_IS_IDLE)
    table.focus("row")
    table.page.keyboard.press("PageUp")
    gone = "The kernel has stopped or started again: run this cell again."
    expect(table.message).to_have_text(gone, timeout=LIMIT)
    expect(table.image).not_to_have_js_property("naturalWidth", 0)
    table.notebook.run_all()
    (again,) = table.notebook.explorers()
    expect(again.readout).to_contain_text("row 10", timeout=LIMIT)
    again.wait_for_frames(5)
    readout, _, _ = again.press_at_once("row", "ArrowRight")
    assert readout.startswith("row 11,")


def test_a_slow_picture_shows_that_it_is_drawn(open_cells):
    (explorer,) = open_cells(SLOW).explorers()
    busy = explorer.root.locator("[aria-busy=true]")
    explorer.focus("level")
    explorer.page.keyboard.press("End")
    expect(explorer.sign).to_have_text("drawing …", timeout=1400)
    expect(busy).to_have_count(1)
    expect(explorer.readout).to_have_text("level 100", timeout=LIMIT)
    expect(explorer.sign).to_have_text("")
    expect(busy).to_have_count(0)


def test_ten_million_steps(open_cells):
    (explorer,) = open_cells(MANY).explorers()
    explorer.wait_for_frames(5)
    readout, _, _ = explorer.press_at_once("value", "ArrowRight")
    assert readout == "value 5000001"
    explorer.page.mouse.click(*point(explorer, 0.25, 0.1))
    number = explorer.number("value")
    expect(number).not_to_have_text("5,000,001")
    assert abs(int(number.inner_text().replace(",", "")) - 2_500_000) < 60_000
