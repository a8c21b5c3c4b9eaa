"""What a skipped test means: on a person's machine a line to read, in CI a failure.

Only the comparison with other people's libraries may be skipped in CI, too: they need
PyTorch, some gigabytes.
"""

import gc
import os
import pathlib
import sys
import tempfile

import matplotlib
import pytest

from . import forked

# Marking needs bubblewrap, which is Linux's.
OF_LINUX = ["test_marking*.py", "test_walls.py", "test_bad_hand_ins.py"]
collect_ignore_glob = [] if sys.platform == "linux" else OF_LINUX
# What a built JupyterLite holds is looked at where one is built, by `make test-site`.
if os.environ.get("SITE") != "whole":
    collect_ignore_glob = [*collect_ignore_glob, "test_lite_built.py"]

MAY_BE_SKIPPED = "tests/test_other_libraries.py"
TRUE = {"1", "true", "yes", "on"}

# What takes longest, first: with one of them last, the other workers would wait for
# it. (By itself pytest-xdist starts with the files of most tests.)
LONGEST = [
    "tests/test_bad_hand_ins.py",
    "tests/browser/test_lessons.py",
    "tests/browser/",
    "notebooks/11_the_ladder.ipynb",
    "notebooks/12_conventions.ipynb",
    "tests/test_marking_database.py",
    "tests/test_marking_cluster.py",
    "tests/test_marking",
    "tests/test_kill_table.py",
    "packages/posenc_checks/tests/test_exercises.py",
    "tests/test_trial.py",
    "tests/test_claims.py",
    "notebooks/",
    "tests/",
]


def pytest_collection_modifyitems(items):
    """Put what takes longest first."""

    def place(item):
        starts = (n for n, name in enumerate(LONGEST) if item.nodeid.startswith(name))
        return next(starts, len(LONGEST))

    items.sort(key=place)


def scope(nodeid):
    """Return what names the tests that one worker runs: a file, or a lesson in it.

    What is done in a browser to a lesson would otherwise be one piece, as long as half
    of all the rest.
    """
    file, _, test = nodeid.partition("::")
    if file == "tests/browser/test_lessons.py":
        return f"{file}[{test.partition('[')[2]}"
    return nodeid.rsplit("::", 1)[0]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Let pytest-xdist hand out the tests in our order and pieces."""
    from xdist.scheduler import LoadScopeScheduling

    config.option.loadscopereorder = False
    scheduler = LoadScopeScheduling(config, log)
    scheduler._split_scope = scope
    return scheduler


@pytest.fixture(scope="module", autouse=True)
def settings():
    """Let what a module does to Matplotlib's settings end with it, as a style does."""
    with matplotlib.rc_context():
        yield


def in_ci():
    """Return whether the environment says that this is a machine of CI."""
    return os.environ.get("CI", "").strip().lower() in TRUE


def pytest_configure(config):
    """Let a worker's kernels and commands be forks, see `tests.forked`."""
    if not is_worker(config):
        return
    # Thousands of tests are kept to the end: to look for garbage among them as often as
    # Python does by itself takes some percent of a worker's time.
    gc.set_threshold(10_000, 20, 20)
    if not forked.is_possible():
        return
    folder = tempfile.TemporaryDirectory(prefix="nursery")
    nursery = forked.Nursery(pathlib.Path(folder.name))
    config.add_cleanup(folder.cleanup)
    config.add_cleanup(nursery.stop)
    os.environ.update(nursery.variables)
    config.option.nbval_current_env = False  # which would take no other kernel


def skipped_reports(config):
    """Return the reports of all skipped tests, modules and cells of notebooks."""
    reporter = config.pluginmanager.getplugin("terminalreporter")
    return reporter.stats.get("skipped", []) if reporter else []


def may_be_skipped(report):
    """Return whether a test may be skipped even in CI."""
    return report.nodeid.startswith(MAY_BE_SKIPPED)


def is_worker(config):
    """Return whether this process is one of pytest-xdist's workers."""
    return hasattr(config, "workerinput")


def pytest_sessionfinish(session):
    """Let the whole run fail if CI skipped anything and nothing else went wrong."""
    if is_worker(session.config) or not in_ci():
        return
    forbidden = [
        report
        for report in skipped_reports(session.config)
        if not may_be_skipped(report)
    ]
    if forbidden and session.exitstatus == 0:
        session.exitstatus = 1


def pytest_terminal_summary(terminalreporter, config):
    """Print one line for each reason to skip."""
    if is_worker(config):
        return
    tests_of, free = {}, {}
    for report in skipped_reports(config):
        reason = report.longrepr
        if isinstance(reason, tuple):
            reason = reason[2].removeprefix("Skipped: ")
        tests_of.setdefault(str(reason), set()).add(report.nodeid)
        free[str(reason)] = may_be_skipped(report) or not in_ci()
    for reason, tests in tests_of.items():
        if not free[reason]:
            line = f"FAILED: CI may not skip, but skipped {len(tests)}: {reason}"
        else:
            line = f"{len(tests)} skipped: {reason}"
        terminalreporter.write_line(line, red=not free[reason], yellow=free[reason])


@pytest.fixture(scope="session")
def course(tmp_path_factory):
    """Return the folder with the course's pages, its slides and their frames."""
    from .pages import made  # Sphinx and what else builds them, which few tests need

    return made(tmp_path_factory)
