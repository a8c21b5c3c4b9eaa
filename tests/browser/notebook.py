"""A notebook open in JupyterLab."""

from playwright.sync_api import TimeoutError

from .chromium import WINDOW

LIMIT = 60
"""Seconds after which something that has not happened counts as failed."""

CURRENT = "const { commands, shell } = window.jupyterapp, open = shell.currentWidget;"

OPEN = """async (path) => {
  const { commands, shell } = window.jupyterapp;
  const widget = await commands.execute("docmanager:open", { path });
  shell.activateById(widget.id);
}"""

IS_OPEN = """(path) =>
  window.jupyterapp?.shell.currentWidget?.context?.path === path"""

WAIT_FOR_KERNEL = f"""async () => {{
  {CURRENT}
  await open.context.ready;
  await open.context.sessionContext.ready;
  await open.context.sessionContext.session.kernel.info;
}}"""

# With its kernel, and without the question whether to save.
CLOSE = f"""async () => {{
  {CURRENT}
  await open.context.sessionContext.shutdown();
  open.dispose();
}}"""

CLEAR = f"""async () => {{
  {CURRENT}
  await commands.execute("notebook:clear-all-cell-outputs");
}}"""

RUN = f"""() => {{
  {CURRENT}
  commands.execute("notebook:run-all-cells");
}}"""

# All cells have run, or one has raised.
HAS_RUN = f"""() => {{
  {CURRENT}
  const cells = [...open.context.model.cells].filter(({{ type }}) => type === "code");
  const raised = ({{ outputs }}) => outputs.toJSON()
    .some((output) => output.output_type === "error");
  return open.context.sessionContext.session.kernel.status === "idle"
    && (cells.every((cell) => cell.executionCount !== null) || cells.some(raised));
}}"""

RESTART = f"""async () => {{
  {CURRENT}
  await open.context.sessionContext.session.kernel.restart();
}}"""

ASK = f"""async (expression) => {{
  {CURRENT}
  const future = open.context.sessionContext.session.kernel.requestExecute({{
    code: "", silent: true, user_expressions: {{ answer: expression }},
  }});
  const {{ answer }} = (await future.done).content.user_expressions;
  return answer.data?.["text/plain"] ?? `error: ${{answer.ename}}: ${{answer.evalue}}`;
}}"""

OUTPUTS = f"""() => {{
  {CURRENT}
  return [...open.context.model.cells].flatMap(({{ outputs }}, cell) =>
    (outputs?.toJSON() ?? []).map((output) => ({{ cell, ...output }})));
}}"""

STORED_PICTURES = """[...document.querySelectorAll(".jp-OutputArea-output img")]"""


class Desk:
    """A page with JupyterLab, in which one notebook after another is opened.

    Parameters
    ----------
    browser : playwright.sync_api.Browser
        The browser.
    address : callable
        Returns the address of a path on the server.

    Attributes
    ----------
    complaints : list of str
        Errors in the browser's console, and addresses elsewhere that were asked for,
        since a notebook was opened.
    """

    def __init__(self, browser, address):
        self._context = browser.new_context(viewport=WINDOW)
        self._context.set_default_timeout(1000 * LIMIT)
        self.page = self._context.new_page()
        self.complaints = []
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", self._see)
        self.page.goto(address("doc"))
        self.page.wait_for_function("() => window.jupyterapp")
        self.page.evaluate("async () => { await window.jupyterapp.restored; }")

    def _hear(self, message):
        if message.type == "error":
            self.complaints.append(f"{message.text} ({message.location['url']})")

    def _see(self, request):
        if not request.url.startswith(("http://127.0.0.1:", "data:", "blob:")):
            self.complaints.append(f"asks for {request.url}")


class OpenNotebook:
    """A notebook open in JupyterLab, with its kernel."""

    def __init__(self, desk, name):
        self.page, self.complaints = desk.page, desk.complaints
        self.complaints.clear()
        self.page.evaluate(OPEN, name)
        self.page.wait_for_function(IS_OPEN, arg=name)
        self.page.evaluate(WAIT_FOR_KERNEL)

    def close(self):
        """Close it, and stop its kernel."""
        self.page.mouse.move(0, 0)
        self.page.evaluate(CLOSE)

    def run_all(self):
        """Forget what is stored, and run all cells.

        On a busy machine JupyterLab may lose the command, or the answer of a cell. Then
        the kernel is started anew, and the command given again.
        """
        for last in (False, True):
            self.page.evaluate(CLEAR)
            self.page.evaluate(RUN)
            try:
                self.page.wait_for_function(HAS_RUN, polling=50, timeout=120_000)
                return
            except TimeoutError:
                if last:
                    raise
                self.page.evaluate(RESTART)

    def outputs(self):
        """Return all outputs, as the notebook would store them."""
        return self.page.evaluate(OUTPUTS)

    def errors(self):
        """Return the error outputs in short."""
        return [
            f"cell {output['cell']}: {output['ename']}: {output['evalue']}"
            for output in self.outputs()
            if output["output_type"] == "error"
        ]

    def broken_pictures(self):
        """Wait for the pictures among the outputs; return those without any size."""
        loaded = f"() => {STORED_PICTURES}.every((image) => image.complete)"
        self.page.wait_for_function(loaded)
        return self.page.evaluate(
            f"{STORED_PICTURES}.filter((image) => image.naturalWidth === 0)"
            ".map((image) => image.outerHTML)"
        )

    def ask(self, expression):
        """Return the value of an expression in the notebook's kernel, as text."""
        answer = self.page.evaluate(ASK, expression)
        if answer.startswith("error: "):
            raise RuntimeError(f"{expression}: {answer}")
        return answer
