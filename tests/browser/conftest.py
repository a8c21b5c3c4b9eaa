"""What the browser tests share: the browser, and a JupyterLab for each worker."""

import pytest
from playwright.sync_api import sync_playwright

from . import chromium
from .lab import Lab
from .notebook import Desk, OpenNotebook


@pytest.fixture(scope="module")
def browser():
    """Start the browser for the tests of one module.

    Playwright occupies this thread's event loop for as long as it runs, so it ends with
    the module: tests elsewhere may need the loop.
    """
    if chromium.find() is None:
        pytest.skip(chromium.HOW_TO_GET_ONE)
    with sync_playwright() as playwright:
        started = chromium.launch(playwright)
        yield started
        started.close()


@pytest.fixture(scope="session")
def lab_server(tmp_path_factory):
    """Start JupyterLab, once for each worker."""
    server = Lab(tmp_path_factory.mktemp("lab"))
    yield server
    server.stop()


@pytest.fixture(scope="module")
def lab(browser, lab_server):
    """Return the server; without a browser, none is started."""
    return lab_server


@pytest.fixture(scope="module")
def desk(browser, lab):
    """Keep a page with JupyterLab for the notebooks of one module."""
    kept = Desk(browser, lab)
    yield kept
    kept.close()


@pytest.fixture
def open_cells(browser, lab, desk, request):
    """Open a notebook of the given code cells, run it, and close it after the test."""
    opened = []

    def open_notebook(*cells):
        name = lab.write(f"{request.node.name}_{len(opened)}.ipynb", *cells)
        notebook = OpenNotebook(browser, lab, name, desk=desk)
        opened.append(notebook)
        notebook.run_all()
        assert notebook.errors() == []
        return notebook

    yield open_notebook
    for notebook in opened:
        notebook.__exit__()
