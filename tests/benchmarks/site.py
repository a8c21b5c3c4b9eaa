"""Time the course's pages in a real browser, and weigh them.

Use: ``python tests/benchmarks/site.py [--site build/site] [--presses 30]``

The site is the one that ``make site`` has built. *First slider* is the time from the
click on a link to an Explorer's page until its first slider answers a key: the picture
of the new value is decoded, and the browser has painted a frame that shows it. The
Explorer stands where the window opens. *Step* is the time from a key to that frame
once the pictures are there; *of it waiting* is what passes until the browser's next
frame anyway. *First view* is what a page loads before its first picture, compressed,
without fonts; *Explorers* their index and pictures. All is measured locally.
"""

import argparse
import contextlib
import gzip
import pathlib
import re
import statistics
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from browser import chromium
from livenb.serve import served
from playwright.sync_api import TimeoutError, sync_playwright

# Note when a frame shows a picture that is new; a key's time is noted by the page.
WATCH = """(place) => {
  window.steps = [];
  let key = 0;
  place.addEventListener("keydown", () => { key = performance.now(); }, true);
  let last = place.querySelector(".drawahead-stage img").src;
  async function look() {
    const image = place.querySelector(".drawahead-stage img");
    if (!key || !image?.src || image.src === last) return;
    last = image.src;
    const began = key;
    await image.decode().catch(() => {});
    const put = performance.now();
    requestAnimationFrame(() => setTimeout(() => {
      window.steps.push([performance.now() - began, put - began]);
    }));
  }
  new MutationObserver(look).observe(place, {
    subtree: true, childList: true, attributes: true, attributeFilter: ["src"] });
}"""

# From the navigation to the first slider whose key has shown a new picture.
FIRST = """() => new Promise((done) => {
  const place = document.querySelector("[data-explorer]");
  place.scrollIntoView();
  let before = "";
  let pressed = false;
  function turn() {
    const slider = place.querySelector("input[type=range], input[type=checkbox]");
    const image = place.querySelector(".drawahead-stage img");
    if (slider && image && !pressed) {
      before = image.src;
      pressed = true;
      if (slider.type === "checkbox") slider.click();
      else {
        if (slider.value === slider.max) slider.stepDown();
        else slider.stepUp();
        slider.dispatchEvent(new Event("input", { bubbles: true }));
      }
    }
    if (pressed && image?.complete && image.src !== before) {
      setTimeout(() => done(performance.now()));
      return;
    }
    requestAnimationFrame(turn);
  }
  turn();
})"""


def main():
    """Measure, and print a table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--site", type=pathlib.Path, default=pathlib.Path("build/site"))
    parser.add_argument("--presses", type=int, default=30)
    told = parser.parse_args()
    if not (told.site / "index.html").exists():
        print(f"the pages: not measured, {told.site} is not there (`make site`)")
        return
    pages = sorted(told.site.glob("[0-9]*.html"))
    print("page                     first view  Explorers   first slider      step ms")
    print("                                 kB         MB             ms  median 90 %")
    firsts, steps = [], []
    with served(told.site) as address, sync_playwright() as playwright:
        browser = chromium.launch(playwright)
        for path in pages:
            first, each = measured(browser, address + path.name, told.presses)
            firsts.append(first)
            steps += each
            weights = f"{view(path) / 1e3:>12.0f}{moving(path) / 1e6:>11.1f}"
            times = f"{first:>15.0f}{row(each)}" if first else f"{'-':>15}"
            print(f"{path.stem:<23}{weights}{times}")
        browser.close()
    firsts = [first for first in firsts if first]
    size = sum(path.stat().st_size for path in told.site.rglob("*") if path.is_file())
    if firsts:
        print(f"first slider: median {statistics.median(firsts):.0f} ms, ", end="")
        print(f"longest {max(firsts):.0f}; step:{row(steps)} ms")
    print(f"all: {size / 1e6:.1f} MB")


def row(steps):
    """Return the median and the 90th percentile of some times."""
    if not steps:
        return ""
    ordered = sorted(steps)
    return f"{statistics.median(ordered):>8.1f}{ordered[int(0.9 * len(ordered))]:>5.1f}"


def measured(browser, address, presses):
    """Return the time to the first slider that answers, and those of some steps."""
    page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
    page.goto(address, wait_until="commit")
    page.wait_for_function("document.readyState !== 'loading'")
    if page.locator("[data-explorer]").count() == 0:
        page.context.close()
        return None, []
    first = page.evaluate(FIRST)
    place = page.locator("[data-explorer]").first
    slider = place.locator("input[type=range]").first
    page.wait_for_load_state("networkidle")
    page.evaluate(WATCH, place.element_handle())
    slider.focus()
    there, most = (int(slider.get_attribute(name)) for name in ("min", "max"))
    keys = ["ArrowRight"] * min(presses, most - there)
    page.keyboard.press("Home")
    page.wait_for_timeout(500)
    page.evaluate("window.began = window.steps.length")
    for key in keys:
        before = page.evaluate("window.steps.length")
        page.keyboard.press(key)
        with contextlib.suppress(TimeoutError):  # two values may have one picture
            page.wait_for_function(f"window.steps.length > {before}", timeout=2000)
        page.wait_for_timeout(40)
    steps = page.evaluate("window.steps.slice(window.began)")
    page.context.close()
    return first, [whole for whole, _ in steps]


def view(path):
    """Return what a page loads before its first picture, in compressed bytes."""
    text = path.read_text("utf-8")
    styles = [tag for tag in re.findall(r"<link[^>]*>", text) if "stylesheet" in tag]
    names = re.findall(r'<script[^>]*src="([^"?]+)', text)
    names += re.findall(r'href="([^"?]+)', " ".join(styles))
    files = {path, *(path.parent / name for name in names)}
    files |= set((path.parent / "_static/notebook").glob("*"))
    return sum(len(gzip.compress(file.read_bytes())) for file in files)


def moving(path):
    """Return the bytes of the frames of a lesson's Explorers."""
    folder = path.parent / "frames" / path.stem
    return sum(file.stat().st_size for file in folder.glob("*"))


if __name__ == "__main__":
    main()
