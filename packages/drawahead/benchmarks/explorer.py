"""Time the Explorer against `@interact` in a real browser.

Use: ``python benchmarks/explorer.py [--presses 30] [--only here]``, and
``--notebooks FOLDER`` to time every Explorer in the notebooks of a folder.

All show the same 128 x 512 heatmap with the curve of the chosen row, in the same
JupyterLab and the same browser, and take turns in blocks, so that other work on the
machine slows all. A key is pressed on the slider; the time ends when the new picture is
decoded and the browser has painted the frame that shows it. A drag is made of events
inside the page, one for each frame that the browser paints; *at rest* is the time from
its last movement to the last picture. *Cold* is the first key after the cell has run,
*flushed* a key right after some cell. All is measured locally, and through a proxy
that takes 75 ms each way.
"""

import argparse
import itertools
import pathlib
import statistics
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tests"))

from browser import chromium
from browser.lab import Lab
from browser.notebook import OpenNotebook
from playwright.sync_api import TimeoutError, sync_playwright

TABLE = """
import numpy as np

table = np.sin(np.arange(128)[:, None] / 1.03 ** np.arange(512))


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


def draw_row(axes, position=60):
    "A heatmap and one of its rows."
    fill(axes, position)
    return f"position {position}"


Explorer(draw_row, set_up=lambda figure: figure.subplots(2), figsize=(8, 5),
         position=(0, 127), ahead=%s)
"""

SMALL = EXPLORER.replace("(8, 5)", "(6, 1.6)").replace("subplots(2)", "subplots(1, 2)")

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
  cell.times = times;
  look();
}"""

# Drag to and fro for some seconds: one event for each frame of the browser.
DRAG = """([cell, seconds]) => new Promise((done) => {
  const handle = cell.querySelector(".noUi-handle");
  const track = cell.querySelector(".noUi-target").getBoundingClientRect();
  const box = handle.getBoundingClientRect();
  const y = box.top + box.height / 2;
  function fire(target, type, x) {
    target.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true,
      clientX: x, clientY: y, button: 0, buttons: 1 }));
  }
  // A picture counts if a frame of the browser shows it.
  const shown = [];
  let last = null;
  function look() {
    const image = cell.querySelector(".jp-OutputArea img");
    if (!image?.complete || image.src === last) return;
    if (last !== null) shown.push(performance.now());
    last = image.src;
  }
  look();
  fire(handle, "mousedown", box.left + box.width / 2);
  const began = performance.now();
  let moved = began;
  function turn() {
    const now = performance.now();
    look();
    if (now - began < 1000 * seconds) {
      const share = Math.abs((0.5 + (now - began) * 9e-4) % 2 - 1);
      fire(document.documentElement, "mousemove", track.left + track.width * share);
      moved = now;
    } else if (now - moved > 2500) {
      fire(document.documentElement, "mouseup", 0);
      done([shown.filter((time) => time <= moved).length / seconds,
            Math.max(0, (shown.at(-1) ?? moved) - moved)]);
      return;
    }
    requestAnimationFrame(turn);
  }
  requestAnimationFrame(turn);
})"""

PAUSES = 50, 170, 230, 290, 350, 450, 600, 1000, 3000
"""Milliseconds between a key and a cell: the queue is quiet, about to begin, sends the
nearest frames, those farther away, or is at rest."""

AT_REST = 600
"""After so many milliseconds the nearest frames are there."""

# How long a cell takes, and after how long the kernel has sent its last message.
EXECUTE = """async (code) => {
  const { kernel } = window.jupyterapp.shell.currentWidget
    .context.sessionContext.session;
  const [began, date] = [performance.now(), Date.now()];
  const future = kernel.requestExecute({ code });
  let sent = 0;
  future.onIOPub = ({ header }) => { sent = Date.parse(header.date) - date; };
  await future.done;
  return [performance.now() - began, sent];
}"""

AHEAD = "(cell) => Number(cell.querySelector('.drawahead-picture')?.dataset.ahead ?? 0)"


ROUNDS = 3
"""So often the costs are measured without and with drawing ahead, in turns."""

ROOM_FOR_FOUR = {"width": 1280, "height": 3000}
"""A page that shows four Explorers at once, so that all of them draw ahead."""


class Contestant:
    """A cell with a slider and a picture."""

    def __init__(self, notebook, number, watch=True):
        self.page = notebook.page
        self.cell = self.page.locator(".jp-CodeCell").nth(number)
        self.handle = self.cell.locator(".noUi-handle").first
        self.handle.wait_for()
        if watch:
            self.cell.evaluate(WATCH)
        self.found = {"key": [], "flushed": []}

    def show(self):
        """Bring it into sight, and wait until nothing more comes ahead."""
        self.cell.scroll_into_view_if_needed()
        before, quiet = -1, 0
        while quiet < 6:
            self.page.wait_for_timeout(250)
            now = self.cell.evaluate(AHEAD)
            quiet = quiet + 1 if now == before else 0
            before = now

    def press(self, key, pause=60):
        """Press a key at the slider, and return the milliseconds to the picture.

        On a busy machine a slow network may lose a key: it is pressed again.
        """
        for limit in (20_000, 20_000, 60_000):
            before = self.cell.evaluate("(cell) => cell.times.length")
            self.handle.focus()
            self.page.keyboard.press(key)
            try:
                self.page.wait_for_function(
                    "([cell, before]) => cell.times.length > before",
                    arg=[self.cell.element_handle(), before],
                    timeout=limit,
                )
                break
            except TimeoutError:
                print("no picture: the key is pressed again", file=sys.stderr)
        else:
            raise RuntimeError(f"no picture after three keys: {key}")
        time = self.cell.evaluate("(cell) => cell.times.at(-1) - cell.pressed")
        self.page.wait_for_timeout(pause)
        return time

    def press_flushed(self, key):
        """Press a key right after a cell."""
        self.page.evaluate(EXECUTE, "1 + 1")
        return self.press(key)

    def drag(self, seconds=2.0):
        """Drag; return pictures a second, and milliseconds until rest."""
        self.cell.scroll_into_view_if_needed()
        return self.page.evaluate(DRAG, [self.cell.element_handle(), seconds])


def main():
    """Measure, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--presses", type=int, default=30)
    parts = ("here", "away", "costs")
    parser.add_argument("--only", choices=parts, help="one part of the measurement")
    parser.add_argument("--notebooks", type=pathlib.Path, help="time these instead")
    chosen = parser.parse_args()
    wanted = [chosen.only] if chosen.only else () if chosen.notebooks else parts
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        lab = Lab(pathlib.Path(folder), copy_of=chosen.notebooks)
        try:
            browser = chromium.launch(playwright)
            if {"here", "away"} & set(wanted):
                print_head()
            if "here" in wanted:
                print_rows("here", compare(browser, lab, chosen.presses))
            if "away" in wanted:
                with lab.slowly(0.075):
                    print_rows("75 ms away", compare(browser, lab, chosen.presses))
            if "costs" in wanted:
                print_costs(
                    [
                        (ahead, weigh(browser, lab, ahead))
                        for ahead in (False, True) * ROUNDS
                    ]
                )
            if chosen.notebooks:
                time_notebooks(browser, lab)
        finally:
            lab.stop()


def compare(browser, lab, presses):
    """Return for each contestant what was found."""
    cells = TABLE, INTERACT, EXPLORER % False, EXPLORER % True
    name = lab.write("benchmark.ipynb", *cells)
    with OpenNotebook(browser, lab, name) as notebook:
        notebook.run_all()
        contestants = {
            "@interact": Contestant(notebook, 1),
            "Explorer": Contestant(notebook, 2),
            "Explorer, ahead": Contestant(notebook, 3),
        }
        for one in contestants.values():
            one.found["cold"] = one.press("ArrowRight")
        for block in range(max(1, presses // 10)):
            for one in contestants.values():
                one.show()
                keys = ["ArrowRight", "ArrowLeft"][block % 2]
                one.found["key"] += [one.press(keys) for _ in range(10)]
                one.found["flushed"] += [one.press_flushed(keys) for _ in range(4)]
        for one in contestants.values():
            one.show()
            one.found["rate"], one.found["rest"] = one.drag()
    return {name: one.found for name, one in contestants.items()}


def print_head():
    """Print what the columns are."""
    print(
        "milliseconds from key to painted picture, median / 90 %; the drag's pictures"
    )
    print(f"{'':28}       ahead or not    a second   at rest     cold   flushed")


def print_rows(where, found):
    """Print a row for each contestant, and the ratio of the medians."""
    for name, one in found.items():
        median = statistics.median(one["key"])
        high = statistics.quantiles(one["key"], n=10)[-1]
        print(
            f"{name + ', ' + where:28} {median:9.0f} / {high:4.0f}"
            f" {one['rate']:12.1f} {one['rest']:9.0f} {one['cold']:8.0f}"
            f" {statistics.median(one['flushed']):9.0f}",
            flush=True,
        )


def weigh(browser, lab, ahead):
    """Return what cells, all cells, and memory cost with four Explorers in sight."""
    cells = [TABLE, "import psutil", *[SMALL % ahead] * 4]
    with OpenNotebook(browser, lab, lab.write("four.ipynb", *cells)) as notebook:
        page = notebook.page
        page.set_viewport_size(ROOM_FOR_FOUR)
        notebook.run_all()
        everything = []
        for pause in (0, 3000) * 3:
            page.wait_for_timeout(pause)
            began = time.perf_counter()
            notebook.run_all()
            everything.append(time.perf_counter() - began)
        four = [Contestant(notebook, 2 + n) for n in range(4)]
        found, keys = [], []
        for n in range(6 * len(PAUSES)):
            # A picture comes before each cell, drawn ahead or not: while much data
            # comes TCP acknowledges little late, and Jupyter's server waits for that
            # before it sends the next message, about 40 ms.
            key = ["ArrowRight", "ArrowLeft"][n // 4 % 2]
            keys.append(four[n % 4].press(key, pause=0))
            page.wait_for_timeout(PAUSES[n % len(PAUSES)])
            found.append(page.evaluate(EXECUTE, "1 + 1"))
        page.wait_for_timeout(8000)
        shown = page.locator(".drawahead-picture").evaluate_all(
            "(found) => found.map((one) => Number(one.dataset.ahead ?? 0))"
        )
        memory = int(notebook.ask("psutil.Process().memory_info().rss")) / 1e6
    return found, keys, everything, memory, sum(shown)


def print_costs(rounds):
    """Print what four Explorers cost."""
    for ahead in (False, True):
        chosen = [found for kind, found in rounds if kind == ahead]
        cells, keys, runs, memory, frames = zip(*chosen)
        whole, sent = zip(*(times for block in cells for times in block))
        places = itertools.cycle(PAUSES)
        rest = [time for time, pause in zip(whole, places) if pause >= AT_REST]
        key, run = (
            statistics.median(itertools.chain(*times)) for times in (keys, runs)
        )
        print(
            f"four Explorers, ahead={ahead}: a cell {statistics.median(whole):.1f} ms, "
            f"sent by the kernel after {statistics.median(sent):.0f}, "
            f"{AT_REST} ms and more after a key {statistics.median(rest):.1f}; "
            f"a key after a cell {key:.0f} ms; all cells {run:.2f} s; "
            f"kernel {max(memory):.0f} MB; frames {max(frames)}",
            flush=True,
        )


def time_notebooks(browser, lab):
    """Print for each Explorer of the notebooks its times without and with frames."""
    print("milliseconds from key to picture: flushed, ahead; frames; first control")
    rows = []
    for path in sorted(lab.notebooks.glob("*.ipynb")):
        with OpenNotebook(browser, lab, path.name) as notebook:
            notebook.run_all()
            page = notebook.page
            cells = page.locator(".jp-CodeCell:has(.drawahead-explorer .noUi-handle)")
            for n in range(cells.count()):
                number = cells.nth(n).evaluate(
                    "(cell) => [...document.querySelectorAll('.jp-CodeCell')]"
                    ".indexOf(cell)"
                )
                one = Contestant(notebook, number)
                page.wait_for_timeout(300)
                key = turn_key(one)
                flushed = [one.press_flushed(key[n % 2]) for n in range(4)]
                one.show()
                frames = one.cell.evaluate(AHEAD)
                times = [one.press(key[n % 2], 200) for n in range(6)]
                row = statistics.median(flushed), statistics.median(times)
                label = one.cell.locator(".widget-label").first.inner_text()
                rows.append((*row, path.stem, label))
                print(f"{path.stem:24} {row[0]:5.0f} {row[1]:5.0f} {frames:4}  {label}")
    for column, word in enumerate(("flushed", "ahead")):
        slowest = max(rows, key=lambda row: row[column])
        print(f"slowest {word}: {slowest[2]}, {slowest[column]:.0f} ms")


def turn_key(contestant):
    """Return a key that moves the slider from where it is, and the one back."""
    now, high = contestant.handle.evaluate(
        "(handle) => ['aria-valuenow', 'aria-valuemax'].map((name) =>"
        " Number(handle.getAttribute(name)))"
    )
    return ("ArrowLeft", "ArrowRight") if now >= high else ("ArrowRight", "ArrowLeft")


if __name__ == "__main__":
    main()
