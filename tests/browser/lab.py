"""JupyterLab on a copy of the lessons."""

import contextlib
import json
import os
import pathlib
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
LESSONS = ROOT / "notebooks"
ALL = [*sorted(LESSONS.glob("*.ipynb")), *sorted(LESSONS.glob("curious/*.ipynb"))]
WITH_EXPLORERS = [path for path in ALL if "Explorer(" in path.read_text("utf-8")]

START_SECONDS = STOP_SECONDS = 60

SETTINGS = {
    # All cells are in the page, not only those that are in sight.
    "notebook-extension/tracker": {"windowingMode": "none"},
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
}


@contextlib.contextmanager
def running_lab(folder):
    """Serve a copy of the lessons; kernels can import the tests.

    Parameters
    ----------
    folder : pathlib.Path
        An empty folder. The copy, settings, log and all else stay in it.

    Yields
    ------
    callable
        Returns the address of a path on the server, with its token.
    """
    ignore = shutil.ignore_patterns(".ipynb_checkpoints", "__pycache__")
    shutil.copytree(LESSONS, folder / "notebooks", ignore=ignore)
    for plugin, settings in SETTINGS.items():
        file = folder / f"settings/@jupyterlab/{plugin}.jupyterlab-settings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(settings), "utf-8")
    token, port = secrets.token_hex(16), free_port()
    log = folder / "lab.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            command(folder, token, port), env=environment(folder),
            stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
        )  # fmt: skip

    def address(path):
        return f"http://127.0.0.1:{port}/{path}?token={token}"

    try:
        wait_until_up(process, address("api/status"), log)
        yield address
    finally:
        process.terminate()
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()


def command(folder, token, port):
    """Return the command that starts the server."""
    options = [
        "--no-browser",
        "--allow-root",
        f"--ServerApp.port={port}",
        "--ServerApp.port_retries=0",
        f"--ServerApp.root_dir={folder / 'notebooks'}",
        f"--IdentityProvider.token={token}",
        "--LabApp.expose_app_in_browser=True",
        "--LabApp.extension_manager=readonly",
        # If the tests are killed, the server ends by itself.
        "--ServerApp.shutdown_no_activity_timeout=900",
        "--MappingKernelManager.cull_idle_timeout=900",
    ]
    return [sys.executable, "-m", "jupyterlab", *options]


def environment(folder):
    """Return variables that keep a Jupyter away from a person's own files."""
    places = {
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "IPYTHONDIR": "ipython",
    }
    return {
        **os.environ,
        **{name: str(folder / place) for name, place in places.items()},
        # If it finds a Node.js, it asks npm's registry twice.
        "PATH": str(pathlib.Path(sys.executable).parent),
        "OPENBLAS_NUM_THREADS": "1",
        "PYTHONPATH": str(ROOT),
    }


def wait_until_up(process, address, log):
    """Wait until the server answers; raise a RuntimeError if it does not."""
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        with contextlib.suppress(urllib.error.URLError, ConnectionError):
            urllib.request.urlopen(address, timeout=START_SECONDS).close()
            return
        time.sleep(0.1)
    tail = log.read_text("utf-8", "replace")[-3000:]
    raise RuntimeError(f"JupyterLab did not start; the end of its log:\n{tail}")


def free_port():
    """Return a port of this machine that nothing uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
