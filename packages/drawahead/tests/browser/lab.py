"""JupyterLab for the tests: a server with its own folder, settings and log."""

import json
import os
import pathlib
import secrets
import socket
import subprocess
import sys
import time
import urllib.request

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

START_SECONDS = 60
STOP_SECONDS = 15

SETTINGS = {
    # All cells are on the page, not only those in sight.
    "notebook-extension/tracker": {"windowingMode": "none"},
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
}

# If the tests are killed, the server ends by itself.
OPTIONS = """
    --allow-root --no-browser --ServerApp.port_retries=0
    --LabApp.expose_app_in_browser=True --LabApp.extension_manager=readonly
    --ServerApp.shutdown_no_activity_timeout=900
    --MappingKernelManager.cull_idle_timeout=900
""".split()

FOLDERS = """
    IPYTHONDIR JUPYTER_CONFIG_DIR JUPYTER_DATA_DIR JUPYTER_RUNTIME_DIR
    JUPYTERLAB_SETTINGS_DIR JUPYTERLAB_WORKSPACES_DIR
""".split()
"""The variables that keep Jupyter away from a person's own files."""


class Lab:
    """A running JupyterLab that keeps its notebooks, settings and log in a folder.

    The variables are set in its environment and that of its kernels.
    """

    def __init__(self, folder, **variables):
        self.notebooks = folder / "notebooks"
        self._log = folder / "lab.log"
        self._token = secrets.token_hex(16)
        self.port = free_port()
        self.notebooks.mkdir()
        places = {name: str(folder / name) for name in FOLDERS}
        # If it found Node.js, it would contact npm's registry.
        path = {"PATH": str(pathlib.Path(sys.executable).parent)}
        for plugin, settings in SETTINGS.items():
            name = f"JUPYTERLAB_SETTINGS_DIR/@jupyterlab/{plugin}.jupyterlab-settings"
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(json.dumps(settings), "utf-8")
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                [
                    *(sys.executable, "-m", "jupyterlab", *OPTIONS),
                    f"--ServerApp.port={self.port}",
                    f"--ServerApp.root_dir={self.notebooks}",
                    f"--IdentityProvider.token={self._token}",
                ],
                cwd=self.notebooks,
                env=os.environ | places | path | variables,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        self._wait_until_up()

    def url(self, path, query=""):
        """Return the address of something on the server, with its token."""
        return f"http://127.0.0.1:{self.port}/{path}?token={self._token}{query}"

    def write(self, name, *cells):
        """Write a notebook of code cells for JupyterLab to open, and return its name.

        A text cell follows the others, so that tests can see whether it moves.
        """
        notebook = new_notebook(cells=[new_code_cell(cell) for cell in cells])
        notebook.cells.append(new_markdown_cell("The next cell."))
        notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3"}
        nbformat.write(notebook, self.notebooks / name)
        return name

    def stop_kernels(self):
        """Stop every kernel, so that the next notebook has the machine to itself."""
        for session in json.loads(self._ask("GET", "api/sessions")):
            self._ask("DELETE", f"api/sessions/{session['id']}")

    def stop(self):
        self._process.terminate()
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(STOP_SECONDS)

    def _ask(self, method, path):
        request = urllib.request.Request(self.url(path), method=method)
        with urllib.request.urlopen(request, timeout=START_SECONDS) as answer:
            return answer.read()

    def _wait_until_up(self):
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end and self._process.poll() is None:
            try:
                self._ask("GET", "api/status")
                return
            except OSError:
                time.sleep(0.1)
        self.stop()
        tail = self._log.read_text("utf-8", "replace")[-3000:]
        raise RuntimeError(f"JupyterLab did not start; the end of its log:\n{tail}")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
