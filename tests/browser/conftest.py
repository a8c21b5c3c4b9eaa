"""What browser tests share: the browser, JupyterLab, and pages without a network."""

import pytest
from livenb.serve import served
from playwright.sync_api import sync_playwright

from packages.drawahead.tests.browser import chromium
from packages.drawahead.tests.browser.lab import Lab
from packages.drawahead.tests.browser.notebook import Sheet

from .. import ROOT

OURS = ("http://127.0.0.1", "blob:", "data:", "about:")
"""How the addresses begin from which a page of the course may load something."""

BAD = ("error", "warning")


@pytest.fixture(scope="package")
def browser():
    """Start the browser for the tests of this folder.

    Playwright occupies this thread's event loop for as long as it runs, so it ends with
    the folder: tests elsewhere may need the loop.
    """
    with sync_playwright() as playwright:
        started = chromium.launch(playwright)
        if started is None:
            pytest.skip("no browser found: install chromium, or name one in CHROMIUM")
        yield started
        started.close()


@pytest.fixture(scope="package")
def sheet(browser, tmp_path_factory):
    """Keep one notebook in JupyterLab, and its kernel, for all lessons in sequence."""
    variables = {"OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)}
    lab = Lab(tmp_path_factory.mktemp("lab"), **variables)
    kept = Sheet(browser, lab)
    yield kept
    kept.close()
    lab.stop()


@pytest.fixture(scope="module")
def address(course, request):
    """Return the address of the part of the course that a module tests."""
    with served(course / request.module.PART) as url:
        yield url


@pytest.fixture
def page(browser, request):
    """Open a page; neither it nor its windows may contact other servers or complain.

    The parameter holds the context's options. Messages that the theme only logs are
    ignored.
    """
    context = browser.new_context(**getattr(request, "param", {}))
    said, asked = [], []

    def watch(opened):
        opened.on("pageerror", lambda error: said.append(str(error)))
        opened.on(
            "console",
            lambda event: said.append(event.text) if event.type in BAD else None,
        )
        opened.on(
            "response",
            lambda event: said.append(event.url) if event.status >= 400 else None,
        )
        opened.on("request", lambda event: asked.append(event.url))

    context.on("page", watch)
    yield context.new_page()
    assert said == []
    assert all(url.startswith(OURS) for url in asked)
    context.close()
