"""The lessons in a browser's own Python: without threads, from our own wheels.

What Pyodide lacks was looked up in Pyodide itself. Its NumPy is not on any package
index, so a lesson runs there only in the workflow that publishes the pages, with
``tests/lite.py``.
"""

import os
import pathlib
import subprocess
import sys

from livenb.site import lite

from .pages import ROOT, secrets_in, texts_in

LOCK = os.environ.get("PYODIDE_LOCK")
LOCK = LOCK and pathlib.Path(LOCK)
"""Pyodide's lock file, for machines that cannot reach its public address."""

# Without threads

LIKE_PYODIDE = """
import os, signal, threading, time

def refuse(thread):
    raise RuntimeError("can't start new thread")

threading.Thread.start = refuse
for module, name in (time, "thread_time"), (signal, "setitimer"), (os, "fork"):
    vars(module).pop(name, None)
"""

TAKES_PART = """
import itertools
import drawahead.explorer
from drawahead.ahead import Queue

calls = []

def draw(ax, height=3):
    "A line."
    ax.plot([0, height])
    return f"height {height}"

# Each look at this clock is a second later.
clock = itertools.count().__next__
queue = Queue(lambda seconds, function: calls.append(function), clock)
drawahead.explorer.kernel_queue = lambda: queue
explorer = drawahead.Explorer(draw, height=(0, 5), figsize=(1, 1))
explorer._hear(explorer, {"look": True}, [])
for _ in range(200):
    if calls:
        calls.pop(0)()
assert explorer._pictures.drawn_ahead == 5
explorer.height = 4
assert (explorer._pictures.draws, explorer.readout) == (1, "height 4")
"""

CHECKS = """
from posenc_checks import check

assert "the shape should be (2,)" in check("1a", lambda *values: 0).text
"""


def test_all_works_without_threads_and_alarms():
    code = LIKE_PYODIDE + TAKES_PART + CHECKS
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr


# What is built, without a network


PACKAGES = [ROOT, *(ROOT / "packages" / name for name in
            ("drawahead", "hintcheck", "posenc_checks"))]  # fmt: skip


def test_wheels_are_made_of_copies_without_solutions(tmp_path):
    for package in PACKAGES:
        lite.copy_package(package, tmp_path / package.name)
    texts = texts_in(tmp_path)
    assert "drawahead/drawahead/explorer.js" in texts
    assert f"{ROOT.name}/posenc_lessons/__init__.py" in texts
    assert not [name for name in texts if name.endswith(".ipynb")]
    assert secrets_in(texts) == []
