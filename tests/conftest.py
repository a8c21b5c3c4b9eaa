"""What a skipped test means: on a person's machine a line to read, in CI a failure."""

import os
import sys

import matplotlib
import pytest

collect_ignore_glob = []
if sys.platform != "linux":  # marking needs bubblewrap, which is Linux's
    collect_ignore_glob.append("test_marking*.py")
if sys.platform == "win32":  # where repo2docker is experimental
    collect_ignore_glob.append("test_binder.py")
if os.environ.get("SITE") != "whole":  # `make test-site` builds JupyterLite
    collect_ignore_glob.append("test_lite_built.py")

# What takes long in one piece, first: with one of them last, the other workers would
# wait for it.
LONGEST = [
    "tests/browser/test_lessons.py",
    "packages/",
    "tests/test_runs.py",
    "tests/test_claims.py",
    "tests/test_marking",
    "tests/test_kill_table.py",
    "tests/browser/",
    "tests/",
]


def pytest_collection_modifyitems(items):
    """Put what takes longest first."""

    def place(item):
        starts = (n for n, name in enumerate(LONGEST) if item.nodeid.startswith(name))
        return next(starts, len(LONGEST))

    items.sort(key=place)


@pytest.fixture(scope="module", autouse=True)
def settings():
    """Let what a module does to Matplotlib's settings end with it, as a style does."""
    with matplotlib.rc_context():
        yield


def pytest_sessionfinish(session):
    """Let the whole run fail if CI skipped anything and nothing else went wrong."""
    reporter = session.config.pluginmanager.getplugin("terminalreporter")
    skipped = reporter and reporter.stats.get("skipped")
    if os.environ.get("CI") and skipped and session.exitstatus == 0:
        reporter.write_line("FAILED: CI may not skip what is listed below", red=True)
        session.exitstatus = 1


@pytest.fixture(scope="session")
def course(tmp_path_factory):
    """Return the folder with the course's pages, its slides and their frames."""
    from .pages import made  # Sphinx and what else builds them, which few tests need

    return made(tmp_path_factory)
