"""The two example notebooks as pages and slides, built once for all tests."""

import os
import pathlib
import re
import time

import pytest
from bs4 import BeautifulSoup
from livenb.settings import Settings
from livenb.site import build
from livenb.slides.build import build as build_slides

EXAMPLES = pathlib.Path(__file__).parents[1] / "examples"
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))


@pytest.fixture(scope="session")
def settings():
    return Settings.read(EXAMPLES)


def parsed(site):
    """Return the pages of a site by file name, as Beautiful Soup reads them."""
    return {
        path.name: BeautifulSoup(path.read_text("utf-8"), "html.parser")
        for path in sorted(site.glob("*.html"))
    }


def missing_in(site, pages):
    """Return what pages load or link to that their site does not have.

    A page may link to other servers, but load nothing from them.
    """
    attributes = "src", "href", "srcset", "data-explorer"
    return [
        (name, address)
        for name, page in pages.items()
        for found in page.find_all(True)
        for address in filter(None, map(found.get, attributes))
        if not re.match("[a-z]+:" if found.name == "a" else "data:", address)
        and not (site / re.split("[#?]", address)[0]).exists()
    ]


def made_once(tmp_path_factory, name, make):
    """Return a folder that the first call, in whichever worker, lets `make` fill."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    folder = folder / name
    done, failed = folder / "done", folder / "failed"
    try:
        folder.mkdir()
    except FileExistsError:
        while not (done.exists() or failed.exists()):
            time.sleep(0.2)
        assert done.exists(), failed.read_text("utf-8")
        return folder
    try:
        make(folder)
    except BaseException as error:
        failed.write_text(repr(error), "utf-8")
        raise
    done.touch()
    return folder


@pytest.fixture(scope="session")
def built(tmp_path_factory, settings):
    """Return the folder with ``site`` and ``frames``; the first call builds it."""

    def make(folder):
        build.build(settings, NOTEBOOKS, folder / "site", folder / "frames")
        build_slides(NOTEBOOKS, folder / "site" / "slides", folder / "frames")

    return made_once(tmp_path_factory, "examples", make)


@pytest.fixture(scope="session")
def site(built):
    return built / "site"
