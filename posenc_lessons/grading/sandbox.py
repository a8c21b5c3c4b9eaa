"""Where a student's code runs: no network, no files of others, bounded in all it takes.

The walls are those of `walls`; here is what goes in and what comes out.
"""

import contextlib
import json
import os
import signal
import subprocess
import tempfile

from posenc_lessons.grading import walls
from posenc_lessons.grading.values import storable
from posenc_lessons.grading.walls import INSIDE, WORKER, NoSandbox

LIMITS = {
    "RLIMIT_AS": 3_000_000_000,  # bytes, each process
    "RLIMIT_CPU": 120,  # seconds, each process
    "RLIMIT_FSIZE": 40_000_000,  # bytes, each file
    "RLIMIT_NPROC": 64,  # processes and threads
    "RLIMIT_NOFILE": 256,
    "RLIMIT_CORE": 0,
}
SECONDS = {"seconds": 60, "cell_seconds": 10, "task_seconds": 5}
LINE = 400_000  # bytes of an event
LINES = 100_000  # events that are read
FIELDS = {
    "kind": str,
    "cell": int,
    "task": str,
    "case": int,
    "npy": str,
    "none": bool,
    "blank": bool,
    "error": str,
    "printed": str,
}


def run(request, unsafe=False):
    """Run a request to the worker, and return the events that it wrote.

    Parameters
    ----------
    request : dict
        ``cells``, ``tasks``, ``numbers`` and ``draws``, as the worker reads them.
    unsafe : bool
        Whether to run it without walls, with all that you may do yourself.

    Returns
    -------
    list of dict
        They are a student's word: nothing in them is to be trusted.

    Raises
    ------
    NoSandbox
        If `unsafe` is false and bubblewrap is missing, or may not work here.
    """
    if not unsafe:
        walls.require()
    limits = dict(LIMITS)
    if unsafe:
        # It would count all processes of the user who marks.
        del limits["RLIMIT_NPROC"]
    request = {"limits": limits, **SECONDS, **request}
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as written:
        given.write(json.dumps(request).encode())
        given.seek(0)
        with _folder(unsafe) as folder:
            process = subprocess.Popen(
                _command(unsafe),
                cwd=folder if unsafe else "/",
                env=walls.environment(folder),
                stdin=given,
                stdout=written,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
            try:
                process.wait(request["seconds"] + 20)
            except subprocess.TimeoutExpired:
                pass
            finally:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        written.seek(0)
        return _events(written)


def _events(written):
    """Return what the lines of a file tell, of each thing the last that is told."""
    events = {}
    for _ in range(LINES):
        line = written.readline(LINE)
        if not line:
            break
        event = _event(line)
        about = tuple(event.get(name) for name in ("kind", "cell", "task", "case"))
        events.pop(about, None)
        events[about] = event
    return [event for event in events.values() if event]


def _event(line):
    """Return the event of a line, with nothing in it but what an event may hold."""
    try:
        event = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    if not isinstance(event, dict):
        return {}
    return {
        name: storable(value) if kind is str else value
        for name, kind in FIELDS.items()
        if type(value := event.get(name)) is kind
    }


def _command(unsafe):
    """Return the command that runs the worker."""
    python = walls.interpreter()
    return [*python, WORKER] if unsafe else walls.command(*python, f"/{WORKER.name}")


@contextlib.contextmanager
def _folder(unsafe):
    """Return the folder that the code starts in: one of its own without walls."""
    if not unsafe:
        yield INSIDE
        return
    with tempfile.TemporaryDirectory() as folder:
        yield folder


__all__ = ["LIMITS", "SECONDS", "NoSandbox", "run"]
