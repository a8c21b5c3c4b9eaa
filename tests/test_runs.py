"""Notebooks that no browser test opens: what they show is stored, and well drawn.

Those are the ones without an Explorer and, where there is no browser, all of them. So
`make test` runs each notebook once; `make threads` runs all again, with nbval.
"""

import nbformat
import pytest
from nbclient import NotebookClient
from nbval.plugin import IPyNbFile, coalesce_streams

from .browser import chromium
from .browser.lab import ALL, LESSONS, ROOT, WITH_EXPLORERS

OPENED = WITH_EXPLORERS if chromium.find() else []
UNOPENED = [path for path in ALL if path not in OPENED]
UNOPENED += sorted(LESSONS.glob("homework/*.ipynb"))
UNOPENED += sorted(
    ROOT.glob("packages/posenc_checks/posenc_checks/assignments/*/*.ipynb")
)
WITNESS = "__import__('tests.browser.witness').browser.witness"


def differences(session, path, cells):
    """Return what nbval says of cells that show something else than the file stores.

    A cell that is stored as not run may show anything.
    """
    found = []
    for cell, item in zip(cells, IPyNbFile.from_parent(session, path=path).collect()):
        if item.cell.execution_count is not None:
            stored = coalesce_streams(item.cell.outputs)
            if not item.compare_outputs(coalesce_streams(cell.outputs), stored):
                found.append("\n".join([cell.source, *item.comparison_traceback]))
    return found


@pytest.mark.parametrize(
    "path", UNOPENED, ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_shows_what_is_stored_and_keeps_to_the_rules(path, request, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(request.config.rootpath))
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook, kernel_name="python3", timeout=60,
        resources={"metadata": {"path": str(path.parent)}},
    )  # fmt: skip
    with client.setup_kernel():
        client.kc.execute(f"{WITNESS}.begin()", silent=True)
        for place, cell in enumerate(notebook.cells):
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
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert differences(request.session, path, code) == []
    replies = {name: answer["data"]["text/plain"] for name, answer in answers.items()}
    outputs = [output for cell in code for output in cell.outputs]
    pictures = sum("image/png" in output.get("data", {}) for output in outputs)
    assert replies == {"complaints": "[]", "pictures": str(pictures)}
