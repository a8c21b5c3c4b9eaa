"""What all tests share: their order, their settings, and rules for skipped tests."""

import os
import sys

import matplotlib
import pytest

collect_ignore_glob = []
if sys.platform != "linux":  # marking needs bubblewrap, which is Linux's
    collect_ignore_glob.append("test_marking*.py")
if sys.platform == "win32":  # where no shell runs Binder's scripts
    collect_ignore_glob.append("test_binder.py")
if os.environ.get("SITE") != "whole":  # `make test-site` builds JupyterLite
    collect_ignore_glob.append("test_lite_built.py")

# What takes long in one piece comes first: if one of these came last, the other workers
# would wait for it. test_site builds the pages, which later tests reuse.
LONGEST = [
    "tests/browser/test_lessons.py",
    "tests/test_site.py",
    "packages/",
    "tests/test_runs.py",
    "tests/test_homework.py",
    "tests/test_claims.py",
    "tests/test_marking",
    "tests/browser/",
    "tests/",
]


def pytest_collection_modifyitems(items):
    """Put the tests that take longest first."""

    def place(item):
        starts = (n for n, name in enumerate(LONGEST) if item.nodeid.startswith(name))
        return next(starts, len(LONGEST))

    items.sort(key=place)


@pytest.fixture(scope="module", autouse=True)
def settings():
    """Undo what a module does to Matplotlib's settings, such as a style."""
    with matplotlib.rc_context():
        yield


def pytest_sessionfinish(session):
    """Let the whole run fail if CI skipped anything, even if all other tests passed."""
    reporter = session.config.pluginmanager.getplugin("terminalreporter")
    skipped = reporter and reporter.stats.get("skipped")
    if os.environ.get("CI") and skipped and session.exitstatus == 0:
        reporter.write_line("FAILED: CI may not skip the tests listed below", red=True)
        session.exitstatus = 1


@pytest.fixture(scope="session")
def course(tmp_path_factory):
    """Return the folder with the course's pages, its slides and their frames."""
    from .pages import made  # it imports Sphinx, which few tests need

    return made(tmp_path_factory)
