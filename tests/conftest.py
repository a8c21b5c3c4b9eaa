"""What a skipped test means: on a person's machine a line to read, in CI a failure."""

import collections
import os
import sys

import matplotlib
import pytest

# Marking needs bubblewrap, which is Linux's.
OF_LINUX = ["test_marking*.py"]
collect_ignore_glob = [] if sys.platform == "linux" else OF_LINUX
# What a built JupyterLite holds is looked at where one is built, by `make test-site`.
if os.environ.get("SITE") != "whole":
    collect_ignore_glob = [*collect_ignore_glob, "test_lite_built.py"]

TRUE = {"1", "true", "yes", "on"}

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


def in_ci():
    """Return whether the environment says that this is a machine of CI."""
    return os.environ.get("CI", "").strip().lower() in TRUE


def skipped_reports(config):
    """Return the reports of all skipped tests, modules and cells of notebooks."""
    reporter = config.pluginmanager.getplugin("terminalreporter")
    return reporter.stats.get("skipped", []) if reporter else []


def is_worker(config):
    """Return whether this process is one of pytest-xdist's workers."""
    return hasattr(config, "workerinput")


def pytest_sessionfinish(session):
    """Let the whole run fail if CI skipped anything and nothing else went wrong."""
    skipped = in_ci() and skipped_reports(session.config)
    if skipped and not is_worker(session.config) and session.exitstatus == 0:
        session.exitstatus = 1


def pytest_terminal_summary(terminalreporter, config):
    """Print one line for each reason to skip."""
    if is_worker(config):
        return
    reasons = collections.Counter()
    for report in skipped_reports(config):
        reason = report.longrepr
        if isinstance(reason, tuple):
            reason = reason[2].removeprefix("Skipped: ")
        reasons[str(reason)] += 1
    for reason, count in reasons.items():
        line = f"skipped {count}: {reason}"
        line = f"FAILED: CI may not skip, but {line}" if in_ci() else line
        terminalreporter.write_line(line, red=in_ci(), yellow=not in_ci())


@pytest.fixture(scope="session")
def course(tmp_path_factory):
    """Return the folder with the course's pages, its slides and their frames."""
    from .pages import made  # Sphinx and what else builds them, which few tests need

    return made(tmp_path_factory)
