"""What a skipped test means: on a person's machine a line to read, in CI a failure."""

import os
import sys

# Marking needs bubblewrap, which is Linux's.
OF_LINUX = ["test_marking*.py", "test_walls.py", "test_bad_hand_ins.py"]
collect_ignore_glob = [] if sys.platform == "linux" else OF_LINUX

TRUE = {"1", "true", "yes", "on"}


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
    if is_worker(session.config) or not in_ci():
        return
    if skipped_reports(session.config) and session.exitstatus == 0:
        session.exitstatus = 1


def pytest_terminal_summary(terminalreporter, config):
    """Print one line for each reason to skip."""
    if is_worker(config):
        return
    tests_of = {}
    for report in skipped_reports(config):
        reason = report.longrepr
        if isinstance(reason, tuple):
            reason = reason[2].removeprefix("Skipped: ")
        tests_of.setdefault(str(reason), set()).add(report.nodeid)
    for reason, tests in tests_of.items():
        if in_ci():
            line = f"FAILED: CI may not skip, but skipped {len(tests)}: {reason}"
        else:
            line = f"{len(tests)} skipped: {reason}"
        terminalreporter.write_line(line, red=in_ci(), yellow=not in_ci())
