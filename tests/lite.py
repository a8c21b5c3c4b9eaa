"""Run the notebooks in JupyterLite, in a browser with a network, without pytest.

``python tests/lite.py build/site`` starts Python in the browser, runs lessons, and
moves a slider. It needs the public address that Pyodide comes from. The workflow that
publishes the pages runs it first.
"""

import argparse
import pathlib
import sys
import time

from playwright.sync_api import expect, sync_playwright

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

from livenb import serve

from packages.drawahead.tests.browser import chromium, notebook

LESSONS = ("00_start_here", "03_normalized_positions", "05_sine_cosine_pairs")
FIRST = 180_000
"""How many milliseconds Python may take to arrive and be ready."""

# This asks the notebook's model, since a cell far away is not on the page.
HAS_RUN = """() => window.jupyterapp.shell.currentWidget.content.widgets.every(
  ({ model }) => model.type !== "code" || model.executionCount !== null)"""
HAS_NOT_RUN = HAS_RUN.replace("!== null", "=== null")

FIRST_WIDGET = """async () => {
  const { content, context } = window.jupyterapp.shell.currentWidget;
  const { cells } = context.model;
  for (let c = 0; c < cells.length; c += 1) {
    const { outputs } = cells.get(c);
    for (let o = 0; o < (outputs?.length ?? 0); o += 1) {
      if ("application/vnd.jupyter.widget-view+json" in outputs.get(o).data) {
        content.activeCellIndex = c;
        await content.scrollToItem(c);
        return c;
      }
    }
  }
  return -1;
}"""

SHOWN = """(root) => {
  const image = root.querySelector(".drawahead-stage img");
  return image?.complete ? image.src : "";
}"""


def main():
    """Run the lessons, and print how long each step took."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("site", type=pathlib.Path)
    told = parser.parse_args()
    with serve.served(told.site) as address, sync_playwright() as playwright:
        browser = chromium.launch(playwright)
        for name in LESSONS:
            context = browser.new_context(viewport={"width": 1280, "height": 1000})
            context.set_default_timeout(FIRST)
            page = context.new_page()
            page.on("console", hear)
            page.goto(f"{address}lite/lab/index.html?path={name}.ipynb")
            run(page, name)
            move(page, name)
            context.close()
        browser.close()


def run(page, name):
    """Wait for Python, and run all cells of a lesson; none may raise an error."""
    began = time.monotonic()
    page.wait_for_function(notebook.IS_OPEN, arg=f"{name}.ipynb")
    page.evaluate(notebook.WAIT_FOR_KERNEL)
    print(f"{name}: Python is ready after {time.monotonic() - began:.1f} s")
    began = time.monotonic()
    page.evaluate(notebook.CLEAR)
    page.wait_for_function(HAS_NOT_RUN)
    page.evaluate(notebook.RUN_ALL)
    page.wait_for_function(HAS_RUN)
    outputs = page.evaluate(notebook.OUTPUTS)
    wrong = [one for one in outputs if one["output_type"] == "error"]
    assert not wrong, wrong
    print(f"{name}: all cells ran in {time.monotonic() - began:.1f} s")


def move(page, name):
    """Move the first slider of the first Explorer with a key, there and back."""
    cell = page.evaluate(FIRST_WIDGET)
    assert cell >= 0, "there is no cell that shows a widget"
    root = page.locator(".drawahead-explorer").first
    slider = root.locator("input[type=range]").first
    readout = root.locator(".drawahead-readout")
    start = readout.inner_text()
    for key in ("ArrowRight", "ArrowLeft"):
        before = root.evaluate(SHOWN)
        began = time.monotonic()
        slider.press(key)
        page.wait_for_function(
            f"([root, before]) => !['', before].includes(({SHOWN})(root))",
            arg=[root.element_handle(), before],
        )
        took = 1000 * (time.monotonic() - began)
        print(f"{name}: {key}, a new picture after {took:.0f} ms")
    expect(readout).to_have_text(start, use_inner_text=True, timeout=FIRST)


def hear(message):
    if message.type == "error":
        print("console:", message.text[:300], file=sys.stderr)


if __name__ == "__main__":
    main()
