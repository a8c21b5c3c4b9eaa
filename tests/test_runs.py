"""Notebooks that no browser test opens: they show what is stored, and it is well drawn.

These are the notebooks without an Explorer and, on a machine without a browser, all of
them. So `make test` runs each notebook once; `make threads` runs all of them again,
with nbval. One kernel runs them one after the other, and is reset before each.
"""

import os
import shutil

import nbformat
import pytest
from livenb.site.run import pictures_in
from nbclient import NotebookClient
from nbval.plugin import IPyNbFile, coalesce_streams

from packages.drawahead.tests.browser import chromium

from . import CURIOUS, HOMEWORK, LESSONS, ROOT

WITH_EXPLORERS = [
    path for path in LESSONS + CURIOUS if "Explorer(" in path.read_text("utf-8")
]
BROWSERS = os.environ.get("CHROMIUM", ""), *chromium.COMMANDS
OPENED = WITH_EXPLORERS if any(map(shutil.which, BROWSERS)) else []
UNOPENED = [path for path in LESSONS + CURIOUS if path not in OPENED]
UNOPENED += sorted(ROOT.glob("notebooks/homework/*.ipynb")) + HOMEWORK

WITNESS = "__import__('tests.browser.witness').browser.witness"
BEGIN = f"{WITNESS}.begin()"


def differences(session, path, cells):
    """Return what nbval says about cells that do not show what the file stores.

    Cells whose output nbval ignores, because readers should predict it, are left out.
    """
    differing = []
    for cell, item in zip(cells, IPyNbFile.from_parent(session, path=path).collect()):
        if "nbval-ignore-output" not in cell.metadata.get("tags", []):
            stored = coalesce_streams(item.cell.outputs)
            if not item.compare_outputs(coalesce_streams(cell.outputs), stored):
                differing.append("\n".join([cell.source, *item.comparison_traceback]))
    return differing


@pytest.fixture(scope="module")
def client():
    """Start a kernel that can import the tests, and keep it."""
    notebook = nbformat.v4.new_notebook()
    client = NotebookClient(notebook, kernel_name="python3", timeout=60)
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    with client.setup_kernel(env=environment, cwd=str(ROOT)):
        yield client


@pytest.mark.parametrize(
    "path", UNOPENED, ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_shows_what_is_stored_and_keeps_to_the_rules(client, path, request):
    cells = [
        cell
        for cell in nbformat.read(path, as_version=4).cells
        if cell.cell_type == "code"
    ]
    client.kc.execute("get_ipython().reset()", silent=True)
    client.kc.execute(BEGIN, silent=True)
    client.nb.cells = cells
    for place, cell in enumerate(cells):
        client.execute_cell(cell, place)
    asked = client.kc.execute(
        "",
        silent=True,
        user_expressions={
            "complaints": f"{WITNESS}.figures()",
            "pictures": f"len({WITNESS}.FIGURES) + len({WITNESS}.EXPLORERS)",
        },
    )
    answers = client.wait_for_reply(asked)["content"]["user_expressions"]
    assert differences(request.session, path, cells) == []
    replies = {name: answer["data"]["text/plain"] for name, answer in answers.items()}
    pictures = sum(map(pictures_in, cells))
    assert replies == {"complaints": "[]", "pictures": str(pictures)}
