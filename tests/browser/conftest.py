"""What browser tests share: the browser, JupyterLab, and pages without a network."""

import pytest
from livenb.serve import served

from packages.drawahead.tests.browser import conftest as drawahead
from packages.drawahead.tests.browser.lab import Lab

from .. import ROOT

OURS = ("http://127.0.0.1", "blob:", "data:", "about:")
"""How the addresses begin from which a page of the course may load something."""

BAD = ("error", "warning")


browser, sheet = drawahead.browser, drawahead.sheet


@pytest.fixture(scope="package")
def lab(browser, tmp_path_factory):
    variables = {"OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)}
    server = Lab(tmp_path_factory.mktemp("lab"), **variables)
    yield server
    server.stop()


@pytest.fixture(scope="module")
def address(course):
    with served(course / "site") as url:
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
