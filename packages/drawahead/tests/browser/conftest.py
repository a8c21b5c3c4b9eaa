"""What the browser tests share: a browser, a JupyterLab, and a notebook in it."""

import pytest
from playwright.sync_api import sync_playwright

from . import chromium
from .lab import Lab
from .notebook import Desk, Sheet


@pytest.fixture(scope="module")
def browser():
    """Start the browser for the tests of a file.

    Playwright occupies this thread's event loop for as long as it runs, so it ends with
    the file: tests elsewhere may need the loop.
    """
    with sync_playwright() as playwright:
        started = chromium.launch(playwright)
        if started is None:
            pytest.skip(
                "no browser found: install chromium or google-chrome, or set CHROMIUM "
                "to the path of one"
            )
        yield started
        started.close()


@pytest.fixture(scope="module")
def lab(browser, tmp_path_factory):
    """Start JupyterLab for the tests of a file."""
    server = Lab(tmp_path_factory.mktemp("lab"), OPENBLAS_NUM_THREADS="1")
    yield server
    server.stop()


@pytest.fixture(scope="module")
def desk(browser, lab):
    """Keep a page with JupyterLab for the notebooks of one test after the other."""
    kept = Desk(browser, lab)
    yield kept
    kept.close()


@pytest.fixture(scope="module")
def sheet(browser, lab, desk):
    """Keep a notebook and its kernel for the cells of one test after the other.

    To open a notebook and to start a kernel is most of the work of a short test.
    """
    kept = Sheet(browser, lab, desk)
    yield kept
    kept.close()


@pytest.fixture
def open_cells(sheet, request):
    """Show given code cells in a notebook, and run them."""
    failed = request.session.testsfailed
    yield sheet.run
    if request.session.testsfailed > failed:
        sheet.close()


@pytest.fixture
def open_cells_alone(open_cells, sheet):
    """Do so in a notebook that no other test gets, nor its kernel."""
    sheet.close()
    yield open_cells
    sheet.close()
