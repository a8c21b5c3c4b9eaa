"""The lessons where Python runs in a browser: without threads, from wheels of our own.

What Pyodide lacks was looked up in Pyodide itself. Its NumPy is on no index of
packages, so that a lesson runs there only in the workflow that publishes the pages,
by ``tests/lite.py``.
"""

import json
import os
import pathlib
import subprocess
import sys
import tomllib
import zipfile

import nbformat
import pytest
from livenb.site import lite

from .pages import ROOT
from .test_site import solutions

LOCK = os.environ.get("PYODIDE_LOCK")
LOCK = LOCK and pathlib.Path(LOCK)
"""Pyodide's lock as a file, where its public address cannot be reached."""

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
from drawahead import Explorer
from drawahead import show
from drawahead.ahead import Queue
from packages.drawahead.tests.test_ahead import Loop, Page

waits = 0.0

def draw(ax, height=3):
    "A line."
    time.sleep(waits)
    ax.plot([0, height])
    return f"height {height}"

loop = Loop()
queue = Queue(loop.call_later, clock=lambda: loop.now)
show.kernel_queue = lambda: queue
page = Page(Explorer(draw, height=(0, 5), figsize=(1, 1)))
page.look()
loop.run()
assert (page.explorer.drawn_ahead, len(page.ahead)) == (5, 6), page.ahead
page.move(height=4)
assert page.explorer.draws == 1 and page.shown["readout"] == "height 4"

# A picture that takes long is drawn all the same, when it is asked for.
waits = 0.45
page.explorer._show.flush()
for height in (2, 1):
    page.explorer.controls["height"]._property_lock = {"value": height}
    page.move(height=height)
    assert page.explorer.readout == page.shown["readout"] == f"height {height}"
loop.run(turns=20)
assert loop.calls == []
"""

CHECKS = """
import numpy as np
from posenc_lessons import check, sinusoidal_encoding
from posenc_lessons.mathematics.threads import BYTES_AT_ONCE, in_threads

done = []
in_threads(done.append, 9, 3 * BYTES_AT_ONCE)
assert len(done) == 3
assert sinusoidal_encoding(8, 4).shape == (8, 4)
with open(os.devnull, "w") as nowhere:
    import contextlib
    with contextlib.redirect_stdout(nowhere):
        check("1a", lambda *values: 0)
"""


@pytest.mark.parametrize("code", [TAKES_PART, CHECKS], ids=["Explorer", "checks"])
def test_all_works_without_threads_and_alarms(code):
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", LIKE_PYODIDE + code],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr


# What is built, without a network


def lock_of(**versions):
    return {
        "info": {"python": "3.14.2"},
        "packages": {
            name: {"name": name, "version": version, "file_name": f"{name}.whl"}
            for name, version in versions.items()
        },
    }


THERE = {"numpy": "2.4.6", "matplotlib": "3.10.8", "ipython": "9.12.0"}
THERE |= {"traitlets": "5.14.3", "typing-extensions": "4.15.0"}
OURS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def test_wheels_are_wanted_of_what_pyodide_lacks():
    wanted = lite.needed(lock_of(**THERE)["packages"], OURS["dependencies"])
    names = {line.split("==")[0] for line in wanted}
    assert names == {"anywidget", "autograd", "comm", "ipywidgets", "psygnal"}


def test_a_pyodide_with_another_numpy_is_refused():
    packages = lock_of(**{**THERE, "numpy": "1.26.4"})["packages"]
    with pytest.raises(RuntimeError, match=r"Pyodide has numpy 1\.26\.4, not numpy"):
        lite.needed(packages, OURS["dependencies"])


def write_wheel(folder, name, *requires):
    path = folder / f"{name}-1.0-py3-none-any.whl"
    told = [f"Requires-Dist: {line}\n" for line in requires]
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr(f"{name}/__init__.py", "")
        wheel.writestr(f"{name}/deep/METADATA", "not this one")
        wheel.writestr(
            f"{name}-1.0.dist-info/METADATA",
            f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n{''.join(told)}",
        )
    return path


@pytest.fixture
def nowhere(monkeypatch):
    """Let Pyodide have a public address of pretence."""
    monkeypatch.setattr(lite, "address", lambda: "https://nowhere.invalid/full")


def test_a_lock_gets_our_wheels_and_says_where_the_others_are(tmp_path, nowhere):
    needs = ("numpy>=2", "widgetsnbextension", 'pywin32; sys_platform == "win32"')
    wheel = write_wheel(tmp_path, "our_own", *needs, 'pytest; extra == "test"')
    listed = lock_of(**THERE)
    lite.add_wheels(listed, tmp_path)
    packages = listed["packages"]
    assert packages["numpy"]["file_name"] == "https://nowhere.invalid/full/numpy.whl"
    ours = packages["our-own"]
    assert ours["file_name"] == f"wheels/{wheel.name}"
    assert (ours["imports"], ours["depends"]) == (["our_own"], ["numpy"])


def test_a_wheel_that_needs_what_nobody_has_is_refused(tmp_path, nowhere):
    write_wheel(tmp_path, "our_own", "something-else>=1")
    with pytest.raises(RuntimeError, match="our-own needs something-else"):
        lite.add_wheels(lock_of(**THERE), tmp_path)


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lite")
    lite.copy_notebooks(ROOT / "notebooks", folder)
    return folder


def test_notebooks_come_with_their_outputs_for_the_kernel_of_the_browser(files):
    lessons = sorted((ROOT / "notebooks").rglob("*.ipynb"))
    copies = [files / path.relative_to(ROOT / "notebooks") for path in lessons]
    for path, copy in zip(lessons, copies):
        text = copy.read_text("utf-8")
        made, kept = nbformat.reads(text, 4), nbformat.read(path, 4)
        assert made.cells == kept.cells
        assert made.metadata.kernelspec.name == "python"
        for cell in json.loads(text)["cells"]:
            assert isinstance(cell["source"], str)
    assert {path.suffix for path in files.rglob("*") if path.is_file()} <= {
        ".ipynb",
        ".png",
    }


def test_the_wheel_is_made_of_a_copy_without_solutions(tmp_path):
    lite.copy_package(ROOT, tmp_path / "copy")
    texts = texts_in(tmp_path / "copy")
    assert "packages/drawahead/drawahead/picture.js" in texts
    assert not [name for name in texts if name.endswith(".ipynb")]
    assert secrets_in(texts) == []


def texts_in(folder):
    """Return the texts of all files in a folder, also of those within wheels."""
    found = {}
    for path in folder.rglob("*"):
        name = path.relative_to(folder).as_posix()
        if path.suffix == ".whl":
            with zipfile.ZipFile(path) as wheel:
                for inner in wheel.namelist():
                    text = wheel.read(inner).decode("utf-8", "ignore")
                    found[f"{name}/{inner}"] = text
        elif path.is_file():
            found[name] = path.read_text("utf-8", "ignore")
    return found


# What an answer is compared with is in the package wherever students have it.
CHECKED_WITH = "packages/hintcheck/hintcheck/"


def secrets_in(texts):
    """Return the lines of the assignments' solutions that stand in some text.

    Some stand in lessons, or in what students get: tests of the homework look there.
    """
    lessons = "\n".join(
        cell.source
        for path in (ROOT / "notebooks").rglob("*.ipynb")
        for cell in nbformat.read(path, 4).cells
    )
    lines = {line for line in solutions() if line not in lessons}
    assert len(lines) > 10
    return [(path, line) for path, text in texts.items() for line in lines
            if line in text and CHECKED_WITH not in path]  # fmt: skip
