"""A notebook open in JupyterLab, and the Explorers in it, as a person sees them."""

import functools
import json

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import TimeoutError, expect

LIMIT = 60_000
"""After how many milliseconds something that has not happened counts as failed."""

POLL = 50
"""How many milliseconds pass between two looks at something that is waited for."""

# Keeps the blob: addresses that are alive, to see that none is forgotten.
COUNT_BLOBS = """
window.liveBlobs = new Set();
const [create, revoke] = [URL.createObjectURL, URL.revokeObjectURL];
URL.createObjectURL = (object) => {
  const address = create(object);
  window.liveBlobs.add(address);
  return address;
};
URL.revokeObjectURL = (address) => {
  window.liveBlobs.delete(address);
  revoke(address);
};
"""

IS_OPEN = """(path) =>
  window.jupyterapp?.shell.currentWidget?.context?.path === path"""

CONTEXT = "window.jupyterapp.shell.currentWidget.context"

KERNEL = f"{CONTEXT}.sessionContext.session.kernel"

WAIT_FOR_KERNEL = f"""async () => {{
  await {CONTEXT}.ready;
  await {CONTEXT}.sessionContext.ready;
  await {KERNEL}.info;
}}"""

KERNEL_IS_IDLE = f"() => {KERNEL}.status === 'idle'"

RESTART = f"async () => {{ await {KERNEL}.restart(); await {KERNEL}.info; }}"

# Replaces all cells with other code cells.
REPLACE = """(sources) => {
  const { sharedModel } = window.jupyterapp.shell.currentWidget.context.model;
  sharedModel.transact(() => {
    sharedModel.deleteCellRange(0, sharedModel.cells.length);
    sharedModel.insertCells(0, [
      ...sources.map((source) => ({ cell_type: "code", source, metadata: {} })),
      { cell_type: "markdown", source: "The next cell.", metadata: {} },
    ]);
  });
}"""

# Makes a kernel like new, except for its imports. Widgets stay open, without a name: if
# all were closed, JupyterLab would end the subshell through which it reaches them, and
# sometimes send messages for the next ones to it.
FORGET = f"""() => {KERNEL}.requestExecute(
  {{ code: "get_ipython().reset()", store_history: false }}).done"""

CLEAR = "() => window.jupyterapp.commands.execute('notebook:clear-all-cell-outputs')"

RUN_ALL = "() => { window.jupyterapp.commands.execute('notebook:run-all-cells'); }"

PROMPTS = """[...document.querySelectorAll(".jp-CodeCell .jp-InputPrompt")]
  .map((prompt) => /^\\[\\d+\\]:$/.test(prompt.textContent.trim()))"""

ASK = f"""async (expression) => (await {KERNEL}.requestExecute(
  {{ code: "", silent: true, user_expressions: {{ answer: expression }} }}
).done).content.user_expressions.answer"""

OUTPUTS = f"""() => [...{CONTEXT}.model.cells].flatMap((cell, c) =>
  (cell.outputs?.toJSON() ?? []).map((output) => ({{ cell: c, ...output }})))"""

# Notes where the Explorer and the next cell are, in every frame that the browser shows.
WATCH_PLACES = """(root) => {
  const cell = root.closest(".jp-Cell");
  const watched = [root, cell.nextElementSibling ?? cell];
  window.places = new Set();
  function look() {
    const boxes = watched.map((element) => element.getBoundingClientRect());
    window.places.add(boxes.map(({ left, top, width }) =>
      [left, top, width].map(Math.round).join(" ")).join(" / "));
    window.watching = requestAnimationFrame(look);
  }
  look();
}"""

STOP_WATCHING = """() => new Promise((done) => requestAnimationFrame(() => {
  cancelAnimationFrame(window.watching);
  done([...window.places]);
}))"""

# Whether a picture over its ground has the same pixels as another, up to rounding.
PICTURE_IS = """async ([root, wanted]) => {
  const image = root.querySelector(".drawahead-stage img");
  if (!image?.complete || image.naturalWidth === 0) return false;
  const load = async (address) => {
    const one = new Image();
    one.src = address;
    await one.decode();
    return one;
  };
  const pixels = (images) => {
    const canvas = new OffscreenCanvas(images[0].naturalWidth, images[0].naturalHeight);
    const context = canvas.getContext("2d");
    for (const one of images) context.drawImage(one, 0, 0);
    return context.getImageData(0, 0, canvas.width, canvas.height).data;
  };
  try {
    const under = image.style.backgroundImage.match(/url\\("(.*)"\\)/);
    const layers = [...(under ? [await load(under[1])] : []), image];
    const expected = pixels([await load("data:image/png;base64," + wanted)]);
    const found = pixels(layers);
    return found.length === expected.length
      && found.every((value, n) => Math.abs(value - expected[n]) <= 2);
  } catch {
    return false; // another picture has just taken its place
  }
}"""

# Presses a key at a slider, and reads what is shown before anything else can happen.
PRESS_AT_ONCE = """([root, label, key]) => {
  const input = [...root.querySelectorAll("input[type=range]")]
    .find((one) => one.getAttribute("aria-label") === label);
  input.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  const by = { ArrowRight: 1, ArrowLeft: -1, PageUp: 10, PageDown: -10 }[key];
  input.value = Number(input.value) + by;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  input.dispatchEvent(new Event("change", { bubbles: true }));
  const readout = root.querySelector(".drawahead-readout");
  return [readout.dataset.text, root.querySelector("img").alt,
          root.querySelector(".drawahead-message").dataset.text];
}"""


class OpenNotebook:
    """A notebook of the server's folder, open in a JupyterLab page of its own.

    ``complaints`` are the errors in the browser's console, and the addresses outside
    this machine that the page has requested.
    """

    def __init__(self, browser, lab, name):
        self._lab = lab
        self.complaints = []
        self._context = browser.new_context(viewport={"width": 1280, "height": 1000})
        self._context.set_default_timeout(LIMIT)
        self._context.add_init_script(COUNT_BLOBS)
        self.page = self._context.new_page()
        # Playwright would look as often as the page is painted.
        wait = functools.partial(self.page.wait_for_function, polling=POLL)
        self.page.wait_for_function = wait
        self.page.on("console", self._hear_console)
        self.page.on("pageerror", lambda error: self.complaints.append(f"{error}"))
        self.page.on("request", self._hear_request)
        self.page.goto(self._lab.url(f"doc/tree/{name}", "&reset"))
        self.page.wait_for_function(IS_OPEN, arg=name)
        self.page.evaluate(WAIT_FOR_KERNEL)
        self.page.wait_for_function(KERNEL_IS_IDLE)

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self._context.close()
        self._lab.stop_kernels()

    def _hear_console(self, message):
        # JupyterLab loads other extensions, too.
        if message.type == "error" and "@jupyterlite/" not in message.text:
            self.complaints.append(f"{message.text} ({message.location['url']})")

    def _hear_request(self, request):
        if not request.url.startswith(("http://127.0.0.1:", "data:", "blob:")):
            self.complaints.append(f"asks for {request.url}")

    def run_all(self):
        """Forget the stored outputs, run all cells, and wait until each has a number.

        On a busy machine, JupyterLab may lose the command or a cell's answer. If no
        cell has ended for a long time, the kernel is restarted and the command is given
        again.
        """
        self.page.evaluate(CLEAR)
        self.page.wait_for_function(f"() => !{PROMPTS}.some(Boolean)")
        for last in (False, False, True):
            self.page.evaluate(RUN_ALL)
            try:
                self.page.wait_for_function(f"() => {PROMPTS}.every(Boolean)")
                break
            except TimeoutError:
                if last:
                    raise
                self.page.evaluate(RESTART)
        self.page.wait_for_function(KERNEL_IS_IDLE)

    def replace(self, *cells):
        """Forget what was done here, and show other code cells without running them."""
        self.page.mouse.up()
        self.page.mouse.move(0, 0)
        self.page.emulate_media(reduced_motion="null")
        self.page.evaluate(REPLACE, cells)
        self.page.evaluate(FORGET)
        self.complaints.clear()

    def outputs(self):
        return self.page.evaluate(OUTPUTS)

    def ask(self, expression):
        """Return the value of an expression in the notebook's kernel, as a string."""
        answer = self.page.evaluate(ASK, expression)
        assert answer["status"] == "ok", f"{expression}: {answer}"
        return answer["data"]["text/plain"]

    def violations(self):
        """Return a line for each violation of a rule of axe-core in an Explorer."""
        found = Axe().run(self.page, context=".drawahead-explorer").response
        return [
            f"{rule['id']}: {node['target'][-1]}: {node['html'][:200]}"
            for rule in found["violations"]
            for node in rule["nodes"]
        ]

    def explorers(self):
        """Return the Explorers in the page, once each shows its picture."""
        roots = self.page.locator(".drawahead-explorer")
        found = [ShownExplorer(self, roots.nth(n)) for n in range(roots.count())]
        for explorer in found:
            expect(explorer.image).to_have_count(1, timeout=LIMIT)
            expect(explorer.image).not_to_have_js_property("naturalWidth", 0)
        return found


class Sheet:
    """A notebook that stays open, for one set of code cells after another.

    Opening a notebook and starting a kernel is most of the work in a short test.
    """

    def __init__(self, browser, lab):
        self._where = browser, lab
        self._notebook = None
        self.complaints = []

    def run(self, *cells):
        """Show these cells and nothing else, run them, and return the notebook."""
        if self._notebook is None:
            name = self._where[1].write("sheet.ipynb", *cells)
            self._notebook = OpenNotebook(*self._where, name)
        else:
            self._notebook.replace(*cells)
        self._notebook.run_all()
        self.complaints = self._notebook.complaints
        errors = self._notebook.page.locator('[data-mime-type$="jupyter.error"]')
        assert errors.all_inner_texts() == []
        return self._notebook

    def close(self):
        """Close the notebook, if there is one, and stop its kernel."""
        if self._notebook is not None:
            self._notebook.__exit__()
        self._notebook = None


class ShownExplorer:
    """An Explorer in a notebook's page."""

    def __init__(self, notebook, root):
        self.notebook, self.page = notebook, notebook.page
        self.root = root
        self.image = root.locator(".drawahead-stage img")
        self.readout = root.locator(".drawahead-readout")
        self.message = root.locator(".drawahead-message")
        self.sign = root.locator(".drawahead-sign")

    def image_box(self):
        """Return where the picture is. A new frame can replace it at any time."""
        box = "root.querySelector('.drawahead-stage img').getBoundingClientRect()"
        return self.root.evaluate(f"(root) => {box}.toJSON()")

    def control(self, label):
        name = self.page.locator(f".drawahead-name:text-is({json.dumps(label)})")
        return self.root.locator(".drawahead-field").filter(has=name)

    def number(self, label):
        return self.control(label).locator("output")

    def focus(self, label):
        """Put the keyboard's focus on a control, and return the element that has it."""
        inputs = self.control(label).locator("input, select")
        inputs.focus()
        return inputs

    def press(self, *keys):
        """Press keys one after the other, at whatever has the focus."""
        for key in keys:
            self.page.keyboard.press(key)

    def write(self, text):
        """Replace the text of the focused control, and confirm it."""
        self.press("ControlOrMeta+A")
        self.page.keyboard.type(text)
        self.press("Enter")

    def press_at_once(self, label, key):
        """Press a key; return what is shown before anything else can happen."""
        root = self.root.element_handle()
        return self.page.evaluate(PRESS_AT_ONCE, [root, label, key])

    def wait_for_frames(self, least):
        """Move the pointer close, and wait until some frames have been drawn ahead."""
        self.page.mouse.move(0, 0)
        self.root.locator(".drawahead-bar").hover()
        self.page.wait_for_function(
            "([root, least]) => Number(root.dataset.ahead ?? 0) >= least",
            arg=[self.root.element_handle(), least],
        )

    def expect(self, message, readout, picture):
        """Wait until the page shows a message, a readout, and a picture in base64."""
        expect(self.message).to_have_text(message, timeout=LIMIT)
        expect(self.readout).to_have_attribute("data-text", readout, timeout=LIMIT)
        self.page.wait_for_function(
            PICTURE_IS, arg=[self.root.element_handle(), picture]
        )

    def watch_places(self):
        """Start noting where the Explorer and the next cell are."""
        self.root.evaluate(WATCH_PLACES)

    def places(self):
        """Return all the places that were noted; there is one if nothing jumped."""
        return self.page.evaluate(STOP_WATCHING)
