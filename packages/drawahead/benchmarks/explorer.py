"""Time the Explorer against `@interact` in a real browser.

Usage: ``python benchmarks/explorer.py [--rounds 3] [--only parts here away cells]``.

Both show the same 128 x 512 heatmap above the curve of a row, in the same JupyterLab
and the same browser, and take turns. Times are measured from a key press on the slider
until the browser has painted the new picture. A drag sends a new value in each frame
that the browser paints, for two seconds over the whole range. The benchmark counts the
pictures that are shown, including those for a nearby value. *Away* is measured
through a proxy that adds 75 ms each way.
"""

import argparse
import collections
import pathlib
import statistics
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tests"))

from browser import chromium
from browser.lab import Lab
from browser.notebook import OpenNotebook
from drawahead import images
from drawahead.stage import Stage
from playwright.sync_api import sync_playwright
from proxy import slowly

TABLE = """
import numpy as np

table = np.sin(np.arange(128)[:, None] / 1.03 ** np.arange(512))
"""

FILL = """
def fill(axes, position):
    heat, curve = axes
    heat.imshow(table, aspect="auto", vmin=-1, vmax=1)
    heat.axhline(position, color="white")
    curve.plot(table[position])
    curve.set(xlim=(0, 511), ylim=(-1.1, 1.1))
"""

INTERACT = """
import matplotlib.pyplot as plt
from ipywidgets import interact


@interact(position=(0, 127))
def draw(position=60):
    fig, axes = plt.subplots(2, figsize=(8, 5), layout="constrained")
    fill(axes, position)
    plt.show()
"""

EXPLORER = """
from drawahead import Explorer


def draw(axes, position=60):
    "A heatmap and one of its rows."
    fill(axes, position)


explorer = Explorer(draw, set_up=lambda figure: figure.subplots(2), figsize=(8, 5),
                    position=(0, 127), ahead=%s)
explorer
"""

SMALL = EXPLORER.replace("(8, 5)", "(6, 1.6)").replace("subplots(2)", "subplots(1, 2)")

# Note when an image, a canvas or a curve below an element has changed and is painted.
WATCH = """(root) => {
  const times = window.times ??= [];
  const note = () => requestAnimationFrame(
    () => setTimeout(() => times.push(performance.now())));
  const visible = (image) => image.decode().then(note, () => {});
  const observer = new MutationObserver((changes) => {
    for (const { target, attributeName, addedNodes } of changes) {
      if (attributeName === "d" && target.matches(".js-line")) note();
      if (attributeName === "src" && target.matches("img")) visible(target);
      for (const node of addedNodes) observe(node, true);
    }
  });
  function observe(node, isNew = false) {
    const inside = node.querySelectorAll?.("*") ?? [];
    for (const one of [node, ...inside]) {
      if (one.shadowRoot) watch(one.shadowRoot, isNew);
      if (isNew && one.matches?.("img[src]")) visible(one);
      if (isNew && one.matches?.("path.js-line")) note();
    }
  }
  function watch(node, isNew = false) {
    observer.observe(node, { subtree: true, childList: true, attributes: true,
      attributeFilter: ["src", "d"] });
    observe(node, isNew);
  }
  watch(root);
  const draw = CanvasRenderingContext2D.prototype.drawImage;
  CanvasRenderingContext2D.prototype.drawImage = function (...values) {
    draw.apply(this, values);
    if (this.canvas.isConnected) note();
  };
  addEventListener("keydown", () => { window.pressed = performance.now(); }, true);
}"""

TOOK = "() => window.times.length > 0 && window.times[0] - window.pressed"

HANDLE = ".noUi-handle, input[type=range]"


# Drag for two seconds, with an event per browser frame; return pictures per second.
DRAG = """(cell) => new Promise((done) => {
  const input = cell.querySelector("input[type=range]");
  const track = cell.querySelector(".noUi-target")?.getBoundingClientRect();
  const fire = (target, type, x) => target.dispatchEvent(new MouseEvent(type, {
    bubbles: true, cancelable: true, button: 0, buttons: 1,
    clientX: x, clientY: track.top + track.height / 2 }));
  const move = (share) => {
    if (track) {
      fire(document.documentElement, "mousemove", track.left + track.width * share);
      return;
    }
    input.value = Math.round(share * input.max);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  if (track) {
    const box = cell.querySelector(".noUi-handle").getBoundingClientRect();
    fire(cell.querySelector(".noUi-handle"), "mousedown", box.left + box.width / 2);
  }
  const began = performance.now();
  let [last, shown] = [null, -1];
  function turn() {
    const image = cell.querySelector(".jp-OutputArea img");
    if (image?.complete && image.src !== last) { last = image.src; shown += 1; }
    const now = performance.now() - began;
    if (now < 2000) {
      move(Math.abs((0.5 + now * 9e-4) % 2 - 1));
      requestAnimationFrame(turn);
      return;
    }
    if (track) fire(document.documentElement, "mouseup", 0);
    else input.dispatchEvent(new Event("change", { bubbles: true }));
    done(shown / 2);
  }
  requestAnimationFrame(turn);
})"""

EXECUTE = """async (code) => {
  const { kernel } = window.jupyterapp.shell.currentWidget
    .context.sessionContext.session;
  const began = performance.now();
  await kernel.requestExecute({ code }).done;
  return performance.now() - began;
}"""

AHEAD = "(cell) => Number(cell.querySelector('[data-ahead]')?.dataset.ahead ?? 0)"


def press(page, handle, key="ArrowRight", pause=300):
    """Press a key; return the milliseconds until the first new picture is painted."""
    handle.focus()
    page.evaluate("window.times.length = 0")
    page.keyboard.press(key)
    took = page.wait_for_function(TOOK, timeout=60_000).json_value()
    page.wait_for_timeout(pause)
    return took


class Contestant:
    """A cell with a slider and a picture."""

    def __init__(self, notebook, number):
        self.page = notebook.page
        self.cell = self.page.locator(".jp-CodeCell").nth(number)
        self.handle = self.cell.locator(HANDLE).first
        self.handle.wait_for()
        self.cell.evaluate(WATCH)
        self.found = collections.defaultdict(list)

    def show(self):
        """Scroll to the Explorer, and wait until no more frames arrive."""
        self.cell.scroll_into_view_if_needed()
        self.handle.hover()
        before, quiet = -1, 0
        while quiet < 6:
            self.page.wait_for_timeout(250)
            now = self.cell.evaluate(AHEAD)
            quiet = quiet + 1 if now == before else 0
            before = now

    def measure(self, key):
        """Measure each column once, and the keys four times."""
        self.page.evaluate(EXECUTE, "1 + 1")
        self.cell.scroll_into_view_if_needed()
        self.page.wait_for_timeout(100)  # old frames must be gone
        self.found["key after a cell"] += [
            press(self.page, self.handle, key, 60) for _ in range(4)
        ]
        self.handle.hover()
        self.page.wait_for_timeout(4000)
        self.found["drag 4 s later"].append(self.cell.evaluate(DRAG))
        self.show()
        self.found["key"] += [press(self.page, self.handle, key, 60) for _ in range(4)]
        self.found["drag"].append(self.cell.evaluate(DRAG))


COLUMNS = "key", "drag", "key after a cell", "drag 4 s later", "first drag"


def compare(browser, lab, rounds):
    """Return the values measured for each contestant."""
    cells = TABLE + FILL, INTERACT, EXPLORER % False, EXPLORER % True
    found = {}
    with OpenNotebook(browser, lab, lab.write("benchmark.ipynb", *cells)) as notebook:
        for name in ("@interact", "Explorer, ahead=False", "Explorer"):
            notebook.run_all()
            found[name] = one = Contestant(notebook, 1 + len(found))
            one.cell.scroll_into_view_if_needed()
            one.found["first drag"].append(one.cell.evaluate(DRAG))
        for turn in range(rounds):
            for one in found.values():
                one.measure(("ArrowRight", "ArrowLeft")[turn % 2])
    return {name: one.found for name, one in found.items()}


def print_rows(where, found):
    """Print a row of medians for each contestant."""
    print(f"{where}: keys in ms, drags in pictures per second; median (lowest-highest)")
    print(f"{'':24}" + "".join(f"{column:>22}" for column in COLUMNS))
    for name, columns in found.items():
        cells = []
        for column in COLUMNS:
            values = columns[column]
            middle = statistics.median(values)
            cells.append(f"{middle:.1f} ({min(values):.0f}-{max(values):.0f})")
        print(f"{name:24}" + "".join(f"{cell:>22}" for cell in cells), flush=True)


def weigh(browser, lab, rounds):
    """Print how long a cell takes below four Explorers, after the pointer has left."""
    waits = 50, 300, 1000, 3000
    found = {(ahead, wait): [] for ahead in (False, True) for wait in waits}
    for ahead in (False, True) * rounds:
        cells = [TABLE + FILL, *[SMALL % ahead] * 4]
        with OpenNotebook(browser, lab, lab.write("four.ipynb", *cells)) as notebook:
            notebook.page.set_viewport_size({"width": 1280, "height": 3000})
            notebook.run_all()
            four = [Contestant(notebook, 1 + n) for n in range(4)]
            for n in range(32):
                press(notebook.page, four[n // 4 % 4].handle, pause=0)
                notebook.page.mouse.move(5, 5)
                notebook.page.evaluate("document.activeElement.blur()")
                notebook.page.wait_for_timeout(waits[n % 4])
                took = notebook.page.evaluate(EXECUTE, "1 + 1")
                found[ahead, waits[n % 4]].append(took)
    print(f"ms that a cell takes, by the ms since a key press: {waits}")
    for ahead in (False, True):
        every = [found[ahead, wait] for wait in waits]
        print(
            f"ahead={ahead!s:5}", *[f"{statistics.median(one):9.1f}" for one in every]
        )


def print_parts():
    """Print how much processor time each part of a frame takes."""
    space = {}
    exec(TABLE + FILL, space)
    stage = Stage(space["fill"], lambda figure: figure.subplots(2), (8, 5))
    ground = stage.render({"position": 60}).pixels
    rows, copy, fill = collections.defaultdict(list), stage._copy, stage._fill

    def timed(name, function, *values):
        began = time.thread_time()
        made = function(*values)
        rows[name].append(1000 * (time.thread_time() - began))
        return made

    stage._copy = lambda: timed("copy", copy)
    stage._fill = lambda *values: timed("draw", fill, *values)
    for position in range(60, 90):
        drawing = timed("all of a frame", stage.render, {"position": position})
        file = timed("PNG", images.encode, drawing.pixels, ground)
    for position in range(60, 75):
        timed("in full", stage.render, {"position": position}, True)
    middle = {name: statistics.median(times) for name, times in rows.items()}
    painted = middle["all of a frame"] - middle["copy"] - middle["draw"]
    print(f"a frame, ms: {middle}, painted {painted:.1f}; {len(file) / 1000:.0f} kB")


def main():
    """Measure everything, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parts = ["parts", "here", "away", "cells"]
    parser.add_argument("--only", nargs="+", choices=parts, default=parts)
    chosen = parser.parse_args()
    if "parts" in chosen.only:
        print_parts()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        lab = Lab(pathlib.Path(folder))
        try:
            browser = chromium.launch(playwright)
            if "here" in chosen.only:
                print_rows("here", compare(browser, lab, chosen.rounds))
            if "away" in chosen.only:
                with slowly(lab, 0.075):
                    print_rows("75 ms away", compare(browser, lab, chosen.rounds))
            if "cells" in chosen.only:
                weigh(browser, lab, chosen.rounds)
        finally:
            lab.stop()


if __name__ == "__main__":
    main()
