"""Notebooks that no browser test opens: what they show is stored, and well drawn.

Those are the ones without an Explorer and, where there is no browser, all of them. So
`make test` runs each notebook once; `make threads` runs all again, with nbval.
"""

import nbformat
import pytest
from nbclient import NotebookClient

from .browser import chromium
from .browser.lab import ALL, LESSONS, ROOT, WITH_EXPLORERS
from .stored import differences

OPENED = WITH_EXPLORERS if chromium.find() else []
UNOPENED = [path for path in ALL if path not in OPENED]
UNOPENED += sorted(LESSONS.glob("homework/*.ipynb"))
UNOPENED += sorted(
    ROOT.glob("packages/posenc_checks/posenc_checks/assignments/*/*.ipynb")
)
WITNESS = "__import__('tests.browser.witness').browser.witness"


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
    shown = [
        {"cell": place, **output}
        for place, cell in enumerate(notebook.cells)
        for output in cell.get("outputs", [])
    ]
    assert differences(request.session, path, shown) == []
    said = {name: answer["data"]["text/plain"] for name, answer in answers.items()}
    pictures = [one for one in shown if "image/png" in one.get("data", {})]
    assert said == {"complaints": "[]", "pictures": str(len(pictures))}
