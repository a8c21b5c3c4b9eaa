"""Drawing ahead, and taking hold of the picture, in a real browser."""

import base64
import random

import pytest
from playwright.sync_api import expect

from .accessibility import violations
from .notebook import FRAMES, KERNEL_IS_IDLE, LIMIT, RESTART

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
    if row == 13:
        raise ValueError("thirteen is not allowed; take 14")
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


def draw(ax, minute=3, minutes=24):
    "A clock."
    turn = 2 * np.pi * minute / minutes
    ax.plot([0, np.sin(turn)], [0, np.cos(turn)], lw=3)
    ax.set(xlim=(-1.4, 1.4), ylim=(-1.4, 1.4), aspect="equal")
    ax.axis("off")
    return f"minute {minute}"


def tip(minute, minutes):
    turn = 2 * np.pi * minute / minutes
    return np.sin(turn), np.cos(turn)


explorer = Explorer(draw, minute=(0, 60), minutes=(2, 48), figsize=(3, 3),
                    drag={"minute": tip})
explorer
"""

LEVEL = """
import time
from drawahead import Explorer


def draw(ax, level=50):
    "A line at a level."
    time.sleep(0.15)
    ax.axhline(level)
    ax.set_ylim(0, 100)
    return f"level {level}"


Explorer(draw, level=(0, 100), drag={"level": "y"}, figsize=(3, 3))
"""


@pytest.fixture
def table(open_cells):
    """The Explorer of a table, open."""
    notebook = open_cells(ROW)
    (explorer,) = notebook.explorers()
    explorer.notebook = notebook
    yield explorer
    assert notebook.complaints == []


def test_a_frame_ahead_is_shown_before_the_kernel_knows(table):
    table.wait_for_frames(40)
    draws = table.notebook.ask("explorer.draws")
    table.wait_for_frames(40)  # asking has discarded them
    for row in (11, 12):
        readout, alt, message = table.press_at_once("row", "ArrowRight")
        assert readout.startswith(f"row {row}, ")
        spoken = readout.replace("$", "").replace("2^{3}", "2^3")
        assert alt == f"A table and one of its rows. {spoken}"
        assert not message
    readout, _, message = table.press_at_once("row", "ArrowRight")
    assert message == "thirteen is not allowed; take 14"
    assert readout.startswith("row 12, ")
    readout, _, message = table.press_at_once("row", "ArrowRight")
    assert readout.startswith("row 14, ")
    assert not message
    table.page.wait_for_timeout(1500)
    assert table.notebook.ask("explorer.readout") == repr(readout)
    assert table.notebook.ask("explorer.draws") == draws


def test_there_and_back_again_before_that_frame_came(table):
    table.wait_for_frames(5)
    table.press_at_once("row", "ArrowRight")
    table.press_at_once("row", "ArrowLeft")
    expect(table.readout).to_contain_text("row 10", timeout=LIMIT)
    table.page.wait_for_timeout(1000)
    expect(table.readout).to_contain_text("row 10")


def test_a_cell_lets_the_frames_go(table):
    table.wait_for_frames(5)
    # The kernel holds still while a cell runs, so that none can have come again.
    table.page.evaluate("""() => {
      const { kernel } = window.jupyterapp.shell.currentWidget
        .context.sessionContext.session;
      window.cell = kernel.requestExecute(
        { code: "import time; table = table + 1; time.sleep(2)" });
    }""")
    table.page.wait_for_function(
        f"(root) => ({FRAMES})(root) === 0", arg=table.root.element_handle()
    )
    table.page.evaluate("() => window.cell.done")
    expect(table.readout).to_have_attribute("data-text", r"row 10, scale 1: "
        "$sin(10 / 2^{3}) = 1.95$", timeout=LIMIT)  # fmt: skip
    table.wait_for_frames(5)
    readout, _, _ = table.press_at_once("row", "ArrowRight")
    assert readout.endswith("1.98$")


def test_a_row_is_taken_by_the_hand(table):
    area = table.root.locator(".drawahead-area").first
    box = area.bounding_box()
    x = box["x"] + box["width"] / 2
    mouse = table.page.mouse
    mouse.move(x, box["y"] + box["height"] * 10.5 / 40)
    mouse.down()
    for row in (12, 20, 30):
        mouse.move(x, box["y"] + box["height"] * (row + 0.5) / 40)
        expect(table.number("row")).to_have_text(str(row))
    mouse.up()
    expect(table.readout).to_contain_text("row 30", timeout=LIMIT)
    mouse.move(x, box["y"] + 5)
    expect(table.number("row")).to_have_text("30")


def test_a_drag_shows_the_nearest_picture_until_its_own_is_there(open_cells):
    (explorer,) = open_cells(LEVEL).explorers()
    explorer.wait_for_frames(15)
    box = explorer.root.locator(".drawahead-area").first.bounding_box()
    x, mouse = box["x"] + box["width"] / 2, explorer.page.mouse
    mouse.move(x, box["y"] + box["height"] * 0.5)
    mouse.down()
    mouse.move(x, box["y"] + box["height"] * (1 - 0.77))
    near = explorer.root.locator(".drawahead-near")
    expect(explorer.sign).to_have_text("at 80")
    expect(explorer.image).to_have_css("opacity", "0.55")
    expect(explorer.readout).to_have_text("level 80")
    mouse.up()
    expect(explorer.readout).to_have_text("level 77", timeout=LIMIT)
    expect(near).to_have_count(0)
    explorer.press_at_once("level", "PageUp")
    assert near.count() == 0  # a key waits for its own picture
    expect(explorer.readout).not_to_have_text("level 77", timeout=LIMIT)


class Fingers:
    """A finger or a pen on the page, by the browser's own events of input."""

    def __init__(self, page, kind):
        self._send = page.context.new_cdp_session(page).send
        self._kind = kind
        self._down = False

    def down(self, x, y):
        self._act("touchStart", "mousePressed", x, y)
        self._down = True

    def move(self, x, y):
        self._act("touchMove", "mouseMoved", x, y)

    def up(self, x, y):
        self._down = False
        self._act("touchEnd", "mouseReleased", x, y)

    def _act(self, touch, pen, x, y):
        if self._kind == "touch":
            points = [] if touch == "touchEnd" else [{"x": x, "y": y}]
            self._send(
                "Input.dispatchTouchEvent", {"type": touch, "touchPoints": points}
            )
            return
        self._send("Input.dispatchMouseEvent", {
            "type": pen, "x": x, "y": y, "pointerType": "pen", "clickCount": 1,
            "button": "left" if self._down or pen != "mouseMoved" else "none",
            "buttons": int(self._down)})  # fmt: skip


@pytest.fixture(params=["touch", "pen"])
def touched_table(request, table):
    """The Explorer of a table on a page that is touched, and what touches it."""
    session = table.page.context.new_cdp_session(table.page)
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    session.send("Emulation.setEmulatedMedia",
                 {"features": [{"name": "pointer", "value": "coarse"}]})  # fmt: skip
    yield table, Fingers(table.page, request.param)
    session.send("Emulation.setEmulatedMedia", {"features": []})
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": False})


def test_a_row_is_taken_by_a_finger_or_a_pen_at_its_handle(touched_table):
    table, fingers = touched_table
    box = table.root.locator(".drawahead-area").first.bounding_box()
    x = box["x"] + box["width"] / 2

    def height(row):
        return box["y"] + box["height"] * (row + 0.5) / 40

    number = table.number("row")
    fingers.down(x, height(25))  # far from the handle: the page may scroll
    fingers.move(x, height(28))
    fingers.up(x, height(28))
    expect(number).to_have_text("10")
    fingers.down(x, height(10))
    for row in (12, 20, 30):
        fingers.move(x, height(row))
        expect(number).to_have_text(str(row))
    fingers.up(x, height(30))
    expect(table.readout).to_contain_text("row 30", timeout=LIMIT)


def test_what_a_finger_has_asked_for_can_be_read(touched_table):
    table, fingers = touched_table
    box = table.root.locator(".drawahead-area").first.bounding_box()
    x, y = box["x"] + box["width"] * 3.5 / 12, box["y"] + box["height"] * 8.5 / 40
    fingers.down(x, y)
    tip = table.root.locator(".drawahead-tip")
    expect(tip).to_have_text("row 8, column 3: 0.84", timeout=LIMIT)
    fingers.up(x, y)
    expect(tip).to_be_visible()


def test_what_lies_under_the_pointer_is_told(table):
    area = table.root.locator(".drawahead-area").first
    box = area.bounding_box()
    table.page.mouse.move(
        box["x"] + box["width"] * 3.5 / 12, box["y"] + box["height"] * 8.5 / 40
    )
    tip = table.root.locator(".drawahead-tip")
    expect(tip).to_have_text("row 8, column 3: 0.84", timeout=LIMIT)
    assert violations(table.page) == []
    table.page.mouse.move(box["x"], box["y"] - 60)
    expect(tip).to_be_hidden()


def test_formulas_are_set(table):
    formula = table.readout.locator("math")
    expect(formula).to_have_count(1)
    assert formula.locator("msup > *").all_text_contents() == ["2", "3"]
    fences = formula.locator("mo[stretchy=false]")
    assert fences.all_text_contents() == ["(", ")"]
    assert violations(table.page) == []


@pytest.mark.parametrize("by", ["button", "Escape"])
def test_play_runs_and_stops(table, by):
    table.wait_for_frames(20)
    number = table.number("row")
    table.root.get_by_role("button", name="play row").click()
    table.page.wait_for_function(
        "(number) => Number(number.textContent) >= 15", arg=number.element_handle()
    )
    if by == "button":
        table.root.get_by_role("button", name="stop row").click()
    else:
        table.page.keyboard.press(by)
    expect(table.root.get_by_role("button", name="play row")).to_be_focused()
    stopped = number.inner_text()
    table.page.wait_for_timeout(500)
    expect(table.readout).to_contain_text(f"row {stopped}", timeout=LIMIT)


def test_less_motion_plays_step_by_step(table):
    table.page.emulate_media(reduced_motion="reduce")
    table.root.get_by_role("button", name="next row").click()
    number = table.number("row")
    expect(number).to_have_text("11")
    table.page.wait_for_timeout(500)
    expect(number).to_have_text("11")


def test_the_hand_of_a_clock_goes_on_through_the_turns(open_cells):
    notebook = open_cells(CLOCK)
    (explorer,) = notebook.explorers()
    area = explorer.root.locator(".drawahead-area")
    box = area.bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] * 1.4 / 2.8
    reach = box["width"] / 3.2
    number = explorer.number("minute")
    mouse = notebook.page.mouse

    def point(hours):
        """Move to where a clock's hand is after so many hours of 12."""
        away = {0: (0, -1), 3: (1, 0), 6: (0, 1), 9: (-1, 0)}[hours % 12]
        mouse.move(middle[0] + reach * away[0], middle[1] + reach * away[1])

    point(3)
    mouse.down()
    for hours, minute in ((3, 6), (6, 12), (9, 18), (12, 24), (15, 30), (12, 24)):
        point(hours)
        expect(number).to_have_text(str(minute))
    mouse.up()


@pytest.fixture
def fine_pixels(table):
    """Let the page of a table have two pixels in the place of one."""
    session = table.page.context.new_cdp_session(table.page)
    size = table.page.viewport_size

    def have(scale):
        session.send("Emulation.setDeviceMetricsOverride",
            {**size, "deviceScaleFactor": scale, "mobile": False})  # fmt: skip

    have(2)
    yield
    have(1)


def test_two_pixels_to_each_of_the_page(table, fine_pixels):
    table.notebook.run_all()
    (explorer,) = table.notebook.explorers()
    explorer.page.wait_for_function(
        "(root) => root.querySelector('.drawahead-stage img').naturalWidth === 1228",
        arg=explorer.root.element_handle(),
    )
    assert explorer.image.bounding_box()["width"] == 614


@pytest.mark.parametrize("hide", [
    "root.style.display = shown ? '' : 'none'",
    "Object.defineProperty(document, 'hidden', { value: !shown, configurable: true });"
    "document.dispatchEvent(new Event('visibilitychange'))",
])  # fmt: skip
def test_the_kernel_hears_who_looks(table, hide):
    def is_seen():
        return table.notebook.ask("explorer._pictures.is_seen")

    table.wait_for_frames(5)
    for shown in (False, True):
        table.root.evaluate(f"(root, shown) => {{ {hide}; }}", shown)
        table.page.wait_for_timeout(1000)
        assert is_seen() == str(shown)


SECOND_VIEW = """(open) => {
  const { content } = window.jupyterapp.shell.currentWidget;
  if (!open) {
    content.model.cells.get(1).clearExecution();
    return Promise.resolve();
  }
  content.activeCellIndex = 1;
  return window.jupyterapp.commands.execute("notebook:run-cell");
}"""


def play_session(notebook, seed):
    """Do what people and notebooks do with two views of an Explorer, in any order."""
    chance = random.Random(seed)
    page = notebook.page
    acts = ["keys", "keys", "scale", "cell", "reset", "drag", "view", "view", "play"]
    acts = chance.sample([*acts, "restart"], k=len(acts) + 1)
    for act in acts:
        view = chance.choice(notebook.explorers())
        match act:
            case "keys":
                view.focus("row")
                for _ in range(chance.randrange(1, 8)):
                    page.keyboard.press(chance.choice(["ArrowRight", "ArrowLeft"]))
            case "scale":
                view.focus("scale")
                page.keyboard.press(chance.choice(["ArrowRight", "ArrowLeft"]))
            case "cell":
                notebook.ask(f"table.__imul__({chance.choice([0.9, 1, 1.1])})")
            case "reset":
                view.reset().click()
            case "drag":
                box = view.root.locator(".drawahead-area").first.bounding_box()
                x, high = box["x"] + 20, box["height"]
                page.mouse.move(x, box["y"] + high / 2)
                page.mouse.down()
                for _ in range(4):
                    page.mouse.move(x, box["y"] + high * chance.random())
                page.mouse.up()
            case "view":
                opened = page.locator(".drawahead-explorer").count()
                page.evaluate(SECOND_VIEW, opened == 1)
                expect(page.locator(".drawahead-explorer")).to_have_count(3 - opened)
            case "play":
                view.root.get_by_role("button", name="play row").click()
                page.wait_for_timeout(chance.choice([0, 400]))
                view.root.get_by_role("button", name="stop row").click()
            case "restart":
                page.evaluate(RESTART)
                page.wait_for_function(KERNEL_IS_IDLE)
                notebook.run_all()
        page.wait_for_timeout(chance.choice([0, 50, 300, 900]))


@pytest.mark.parametrize("seed", range(2))
def test_random_sessions_end_in_what_is_drawn_apart(open_cells, seed):
    notebook = open_cells(ROW, "explorer")
    play_session(notebook, seed)
    notebook.page.wait_for_timeout(2500)
    apart = "next(explorer.frames_at([explorer.steps], dpi=explorer._stage.dpi))"
    message, readout, picture = eval(notebook.ask(
        f"(lambda one: (one.message, one.readout, one.picture))({apart})"
    ))  # fmt: skip
    row = eval(notebook.ask("explorer.row"))
    for view in notebook.explorers():
        expect(view.number("row")).to_have_text(str(row))
        expect(view.message).to_have_text(message)
        if picture:
            view.expect("", readout, base64.b64encode(picture).decode())
    assert notebook.complaints == []


def test_two_views_show_the_same_and_one_may_close(open_cells):
    notebook = open_cells(ROW, "explorer")
    one, other = notebook.explorers()
    one.root.scroll_into_view_if_needed()  # nothing is drawn ahead out of sight
    one.wait_for_frames(10)
    for view, row in ((one, 11), (other, 12)):
        view.press_at_once("row", "ArrowRight")
        for both in (one, other):
            expect(both.readout).to_contain_text(f"row {row}", timeout=LIMIT)
    notebook.page.evaluate("""() => {
      const { cells } = window.jupyterapp.shell.currentWidget.context.model;
      cells.get(0).clearExecution();
    }""")
    expect(notebook.page.locator(".drawahead-explorer")).to_have_count(1)
    (last,) = notebook.explorers()
    readout, _, message = last.press_at_once("row", "ArrowLeft")
    assert (readout[:7], message) == ("row 11,", "")
    assert notebook.complaints == []


def test_an_interrupt_while_it_draws_ahead_does_no_harm(table):
    table.wait_for_frames(3)
    table.page.evaluate("""async () => {
      const { kernel } = window.jupyterapp.shell.currentWidget
        .context.sessionContext.session;
      for (let n = 0; n < 5; n += 1) {
        await kernel.interrupt();
        await new Promise((done) => setTimeout(done, 60));
      }
    }""")
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
    assert table.notebook.broken_pictures() == []
    table.notebook.run_all()
    (again,) = table.notebook.explorers()
    expect(again.readout).to_contain_text("row 10", timeout=LIMIT)
    again.wait_for_frames(5)
    readout, _, _ = again.press_at_once("row", "ArrowRight")
    assert readout.startswith("row 11,")


SLOW = """
import time
from drawahead import Explorer

begun = []


def draw(ax, value=3):
    "Some points."
    begun.append(value)
    end = time.monotonic() + (1.5 if value > 3 else 0)
    while time.monotonic() < end:
        time.sleep(0.01)
    ax.plot(range(value), "o")
    return f"value {value}"


explorer = Explorer(draw, value=(0, 100), figsize=(4, 2))
explorer
"""


def test_a_slow_picture_shows_that_it_is_drawn(open_cells):
    notebook = open_cells(SLOW)
    (explorer,) = notebook.explorers()
    press = notebook.page.keyboard.press
    busy = explorer.root.locator("[aria-busy=true]")
    explorer.focus("value")
    press("ArrowRight")
    expect(explorer.sign).to_have_text("drawing …", timeout=1400)
    expect(busy).to_have_count(1)
    expect(explorer.readout).to_have_text("value 4", timeout=LIMIT)
    expect(explorer.sign).to_have_text("")
    expect(busy).to_have_count(0)
    # After the picture that is being drawn comes that of the newest wish.
    for _ in range(3):
        press("ArrowRight")
        notebook.page.wait_for_timeout(200)
    expect(explorer.readout).to_have_text("value 7", timeout=LIMIT)
    assert eval(notebook.ask("begun"))[-2:] == [5, 7]


def test_ten_million_steps(open_cells):
    notebook = open_cells("""
from drawahead import Explorer


def draw(ax, value=5_000_000):
    "A point."
    ax.plot(value, value, "o")
    ax.set(xlim=(0, 1e7), ylim=(0, 1e7))
    return f"value {value}"


Explorer(draw, value=(0, 10_000_000), figsize=(4, 2), drag={"value": "x"}, play="value")
""")
    (explorer,) = notebook.explorers()
    explorer.wait_for_frames(5)
    readout, _, _ = explorer.press_at_once("value", "ArrowRight")
    assert readout == "value 5000001"
    box = explorer.root.locator(".drawahead-area").bounding_box()
    notebook.page.mouse.click(box["x"] + box["width"] / 4, box["y"] + 9)
    number = explorer.number("value")
    expect(number).not_to_have_text("5000001")
    assert abs(int(number.inner_text().replace(",", "")) - 2_500_000) < 60_000
    assert notebook.complaints == []
