"""What the browser tests share: a browser, a JupyterLab, and a notebook in it.

They last only as long as the tests in this folder, because Playwright occupies its
thread's event loop, and tests elsewhere may need it.
"""

import pytest
from playwright.sync_api import sync_playwright

from . import chromium
from .lab import Lab
from .notebook import Sheet


@pytest.fixture(scope="package")
def browser():
    with sync_playwright() as playwright:
        started = chromium.launch(playwright)
        if started is None:
            pytest.skip(
                "no browser found: install chromium or google-chrome, or set CHROMIUM "
                "to the path of one"
            )
        yield started
        started.close()


@pytest.fixture(scope="package")
def lab(browser, tmp_path_factory):
    server = Lab(tmp_path_factory.mktemp("lab"), OPENBLAS_NUM_THREADS="1")
    yield server
    server.stop()


@pytest.fixture(scope="package")
def sheet(browser, lab):
    kept = Sheet(browser, lab)
    yield kept
    kept.close()


@pytest.fixture
def open_cells(sheet, request):
    """Show the given code cells in a notebook that must not complain, and run them."""
    failed = request.session.testsfailed
    yield sheet.run
    if request.session.testsfailed > failed:
        sheet.close()  # clears up what a failing test has left behind
    assert sheet.complaints == []
