"""Run the notebooks in JupyterLite, in a browser with a network, without pytest.

``python tests/lite.py build/site`` starts Python in the browser, runs lessons, and
moves a slider. It needs the public address that Pyodide comes from. The workflow that
publishes the pages runs it first.
"""

import argparse
import pathlib
import re
import sys
import time

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

from livenb import serve

from packages.drawahead.tests.browser import chromium, notebook

LESSONS = ("00_start_here", "03_normalized_positions", "05_sine_cosine_pairs")
FIRST = 180_000
"""How many milliseconds Python may take to arrive and be ready."""

# Pyodide's kernel does not evaluate user expressions, so this runs a cell.
SAY = """async (code) => {
  const { kernel } = window.jupyterapp.shell.currentWidget
    .context.sessionContext.session;
  const future = kernel.requestExecute({ code });
  let said = "";
  future.onIOPub = ({ header, content }) => {
    if (header.msg_type === "stream") said += content.text;
    if (header.msg_type === "error") said += `${content.ename}: ${content.evalue}`;
  };
  await future.done;
  return said.trim();
}"""

# This asks the notebook's model, since a cell far away is not on the page.
HAS_RUN = """() => window.jupyterapp.shell.currentWidget.content.widgets.every(
  ({ model }) => model.type !== "code" || model.executionCount !== null)"""

HAS_NOT_RUN = """() => window.jupyterapp.shell.currentWidget.content.widgets.every(
  ({ model }) => model.type !== "code" || model.executionCount === null)"""

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

VERSION = """from importlib.metadata import version
print(version("posenc-lessons"))"""


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
            page = Page(context, f"{address}lite/lab/index.html?path={name}.ipynb")
            page.start(name)
            page.run(name)
            page.move(name)
            context.close()
        browser.close()


class Page:
    """A page with a lesson in JupyterLite."""

    def __init__(self, context, address):
        self.page = context.new_page()
        self.asked = set()
        self.page.on("request", lambda request: self.asked.add(request.url))
        self.page.on("console", hear)
        self.page.goto(address)

    def start(self, name):
        """Wait for Python, and check that the package is there."""
        began = time.monotonic()
        self.page.wait_for_function(notebook.IS_OPEN, arg=f"{name}.ipynb")
        self.page.evaluate(notebook.WAIT_FOR_KERNEL)
        print(f"{name}: Python is ready after {time.monotonic() - began:.1f} s")
        said = self.page.evaluate(SAY, VERSION)
        assert re.fullmatch(r"[\d.]+", said), said
        print(f"posenc_lessons {said} is there")
        others = {re.match(r"\w+://[^/]+", url) for url in self.asked}
        others = sorted({match[0] for match in others if match})
        print(f"asked: {', '.join(others)}")

    def run(self, name):
        """Run all cells of a lesson; none may raise an error."""
        began = time.monotonic()
        page = self.page
        page.evaluate(notebook.CLEAR)
        page.wait_for_function(HAS_NOT_RUN)
        page.evaluate(notebook.RUN_ALL)
        page.wait_for_function(HAS_RUN)
        outputs = page.evaluate(notebook.OUTPUTS)
        wrong = [one for one in outputs if one["output_type"] == "error"]
        assert not wrong, wrong
        print(f"{name}: all cells ran in {time.monotonic() - began:.1f} s")

    def move(self, name):
        """Move the first slider of the first Explorer with a key, there and back."""
        page = self.page
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
        page.wait_for_function(
            "([readout, start]) => readout.innerText === start",
            arg=[readout.element_handle(), start],
        )


def hear(message):
    """Print the page's error messages."""
    if message.type == "error":
        print("console:", message.text[:300], file=sys.stderr)


if __name__ == "__main__":
    main()
