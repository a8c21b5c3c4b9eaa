"""Time the Explorer against `@interact` in a real browser.

Use: ``python tests/benchmarks/explorer.py [--presses 40]``

Both show the same 128 x 512 heatmap with the curve of the chosen row, in the same
JupyterLab and the same browser. A key is pressed on the slider; the time ends when the
new picture is decoded and the browser has painted the frame that shows it. The two take
turns in blocks, so that other work on the machine slows both. While a slider is
dragged, all pictures are counted; *at rest* is the time from the last movement to the
last picture.
"""

import argparse
import pathlib
import statistics
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from browser import chromium
from browser.lab import Lab
from browser.notebook import OpenNotebook
from playwright.sync_api import sync_playwright

TABLE = """
import numpy as np

angles = np.arange(128)[:, None] / 10000 ** (np.arange(0, 512, 2) / 512)
table = np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(128, 512)


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
def draw(position=5):
    fig, axes = plt.subplots(2, figsize=(8, 5), layout="constrained")
    fill(axes, position)
    plt.show()
"""

EXPLORER = """
from posenc_lessons import Explorer


def draw_row(axes, position=5):
    "A heatmap and one of its rows."
    fill(axes, position)
    return f"position {position}"


Explorer(draw_row, set_up=lambda figure: figure.subplots(2), figsize=(8, 5),
         position=(0, 127))
"""

# Note the time of each new picture in a cell, once it is painted.
WATCH = """(cell) => {
  const times = [];
  let last = null;
  async function look() {
    const image = cell.querySelector(".jp-OutputArea img");
    if (!image || image.src === last || !image.src) return;
    last = image.src;
    try { await image.decode(); } catch { return; }
    requestAnimationFrame(() => setTimeout(() => times.push(performance.now())));
  }
  new MutationObserver(look).observe(cell, {
    subtree: true, childList: true, attributes: true, attributeFilter: ["src"] });
  cell.addEventListener("keydown", () => { cell.pressed = performance.now(); }, true);
  cell.addEventListener("pointermove", () => { cell.moved = performance.now(); }, true);
  cell.times = times;
  look();
}"""


class Contestant:
    """A cell with a slider and a picture."""

    def __init__(self, notebook, number):
        self.page = notebook.page
        self.cell = self.page.locator(".jp-CodeCell").nth(number)
        self.handle = self.cell.locator(".noUi-handle")
        self.handle.wait_for()
        self.cell.evaluate(WATCH)
        self.presses = []
        self.page.wait_for_timeout(1000)

    def press(self, key):
        """Press a key at the slider, and return the milliseconds to the picture."""
        before = self.cell.evaluate("(cell) => cell.times.length")
        self.handle.focus()
        self.page.keyboard.press(key)
        self.page.wait_for_function(
            "([cell, before]) => cell.times.length > before",
            arg=[self.cell.element_handle(), before],
        )
        time = self.cell.evaluate("(cell) => cell.times.at(-1) - cell.pressed")
        self.page.wait_for_timeout(60)
        return time

    def drag(self, seconds=3.0):
        """Drag the slider; return pictures per second, and milliseconds until rest."""
        self.cell.scroll_into_view_if_needed()
        box = self.cell.locator(".noUi-target").bounding_box()
        handle = self.handle.bounding_box()
        height = handle["y"] + handle["height"] / 2
        mouse = self.page.mouse
        mouse.move(handle["x"] + handle["width"] / 2, height)
        mouse.down()
        before = self.cell.evaluate("(cell) => cell.times.length")
        steps = int(seconds * 50)
        for step in range(steps):
            share = abs((step / steps * 4) % 2 - 1)
            mouse.move(box["x"] + box["width"] * share, height)
            self.page.wait_for_timeout(20)
        self.page.wait_for_timeout(1500)
        mouse.up()
        times = self.cell.evaluate("(cell) => cell.times")[before:]
        moved = self.cell.evaluate("(cell) => cell.moved")
        during = [time for time in times if time <= moved]
        length = (moved - during[0]) / 1000
        return len(during) / length, max(0.0, times[-1] - moved)


def main():
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--presses", type=int, default=40)
    presses = parser.parse_args().presses
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        lab = Lab(pathlib.Path(folder))
        try:
            browser = chromium.launch(playwright)
            name = lab.write("benchmark.ipynb", TABLE, INTERACT, EXPLORER)
            with OpenNotebook(browser, lab, name) as notebook:
                notebook.run_all()
                print_table(measure(notebook, presses))
        finally:
            lab.stop()


def measure(notebook, presses):
    """Return for each contestant the times, the pictures a second, and the rest."""
    contestants = {
        "@interact": Contestant(notebook, 1),
        "Explorer": Contestant(notebook, 2),
    }
    for contestant in contestants.values():
        for _ in range(5):
            contestant.press("ArrowRight")
    for _ in range(max(1, presses // 10)):
        for contestant in contestants.values():
            for _ in range(10):
                contestant.presses.append(contestant.press("ArrowRight"))
    return {
        name: (contestant.presses, *contestant.drag())
        for name, contestant in contestants.items()
    }


def print_table(found):
    """Print a row for each contestant, and the ratio of their medians."""
    print("key press to picture, ms   median      90 %   pictures/s   at rest, ms")
    for name, (times, rate, rest) in found.items():
        median, high = statistics.median(times), statistics.quantiles(times, n=10)[-1]
        print(f"{name:25} {median:8.0f}  {high:8.0f}   {rate:10.1f}   {rest:11.0f}")
    one, other = (statistics.median(times) for times, _, _ in found.values())
    print(f"ratio of the medians: {one / other:.1f}")


if __name__ == "__main__":
    main()
