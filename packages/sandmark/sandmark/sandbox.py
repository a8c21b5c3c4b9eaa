"""Where a student's code runs: no network, no files of others, bounded in all it takes.

The walls are those of `walls`; here is what goes in and what comes out.
"""

import contextlib
import json
import os
import select
import signal
import subprocess
import tempfile
import threading
import time

from sandmark import calls, cgroups, walls
from sandmark.values import storable
from sandmark.walls import INSIDE, SUPERVISOR, NoSandbox

LIMITS = {
    "RLIMIT_AS": 3_000_000_000,  # bytes, each process
    "RLIMIT_CPU": 120,  # seconds, each process
    "RLIMIT_FSIZE": 40_000_000,  # bytes, each file
    "RLIMIT_NPROC": 64,  # processes and threads
    "RLIMIT_NOFILE": 64,
    "RLIMIT_CORE": 0,
}
SECONDS = {"seconds": 60, "cell_seconds": 10, "task_seconds": 2}
MEMORY = 4_000_000_000  # bytes, all processes of a hand-in together
PATIENCE = 10  # how many times its seconds a hand-in may last on a busy machine
LINE = 400_000  # bytes of an event
LINES = 100_000  # events that are read
ALL_LINES = 40_000_000  # bytes
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


def endings():
    """Return all that the supervisor itself says of why something ended."""
    spans = [f"ran for more than {seconds} seconds" for seconds in SECONDS.values()]
    memory = f"took more than {MEMORY / 1e9:g} GB of memory"
    in_all = [f"{span} in all" for span in spans]
    return {"ended the program", "found no room for a process", memory, *spans, *in_all}


def run(material, request, rounds=(), unsafe=False):
    """Run a request to the supervisor, and return the events that it wrote.

    Parameters
    ----------
    material : sandmark.material.Material
        The course, whose solutions are to stay outside.
    request : dict
        ``cells``, ``numbers`` and ``draws``, as the supervisor reads them.
    rounds : list of list of dict
        Tasks: ``name``, ``expression`` and ``cases``. A round goes in when all events
        of the one before are out, so that nothing out of an earlier round, or of the
        cells, can tell of its cases.
    unsafe : bool
        Whether to run it without walls, with all that you may do yourself.

    Returns
    -------
    list of dict
        They are a student's word: nothing in them is to be trusted but ``round``, 0 for
        the cells, which says when they came.

    Raises
    ------
    NoSandbox
        If `unsafe` is false and bubblewrap is missing, or may not work here.
    """
    if not unsafe:
        walls.require(material)
    limits = dict(LIMITS)
    if unsafe:
        # It would count all processes of the user who marks.
        del limits["RLIMIT_NPROC"]
    fixed = {"limits": limits, "memory": MEMORY, "stand_ins": material.stand_ins}
    request = {**fixed, **SECONDS, **request}
    events = []
    # A thread of its own, as a keyring is a thread's. The sandbox ends with it.
    made = (material, request, rounds, unsafe, events)
    thread = threading.Thread(target=_run, args=made, daemon=True)
    thread.start()
    thread.join()
    if events and isinstance(events[-1], BaseException):
        raise events[-1]
    return events


def _run(material, request, rounds, unsafe, events):
    """Run a request in this thread, and put the events, or an error, into a list."""
    try:
        calls.leave_keyring()
        with contextlib.ExitStack() as end:
            folder = end.enter_context(_folder(unsafe))
            process = end.enter_context(_started(material, folder, unsafe))
            deadline = time.monotonic() + PATIENCE * request["seconds"]
            events += _talk(process, request, rounds, deadline)
    except BaseException as error:
        events.append(error)


@contextlib.contextmanager
def _started(material, folder, unsafe):
    """Start the supervisor, and see to it that nothing is left of it."""
    with contextlib.ExitStack() as files:
        filtered = None if unsafe else files.enter_context(calls.file())
        enter = files.enter_context(cgroups.own(MEMORY, LIMITS["RLIMIT_NPROC"]))
        process = subprocess.Popen(
            [*enter, *_command(material, unsafe, filtered)],
            cwd=folder if unsafe else "/",
            env=walls.environment(folder, material),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            pass_fds=() if unsafe else (filtered.fileno(),),
            bufsize=0,
        )
        try:
            yield process
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.stdin.close()
            process.stdout.close()
            process.wait()


def _talk(process, request, rounds, deadline):
    """Hand in a request and its rounds, one after the other; return the events."""
    unsent = memoryview(json.dumps(request).encode() + b"\n")
    left = list(rounds)
    events, number, rest, room, lines = {}, 0, b"", ALL_LINES, LINES
    asked = set()
    os.set_blocking(process.stdin.fileno(), False)
    while room > 0 and lines > 0 and (seconds := deadline - time.monotonic()) > 0:
        sending = [process.stdin] if unsent else []
        ready, writable, _ = select.select([process.stdout], sending, [], seconds)
        if writable:
            try:
                unsent = unsent[os.write(process.stdin.fileno(), unsent[:65536]) :]
            except BlockingIOError:
                pass
            except OSError:
                unsent = b""
        if not ready:
            continue
        chunk = os.read(process.stdout.fileno(), 1 << 16)
        if not chunk:
            break
        *whole, rest = (rest + chunk).split(b"\n")
        rest, room, lines = rest[-LINE:], room - len(chunk), lines - len(whole)
        for event in filter(None, map(_event, whole)):
            if event.get("kind") == "end":
                return [*events.values(), event]
            if event.get("kind") == "round":
                number += 1
                tasks = left.pop(0) if left else []
                asked = set(_asked(tasks))
                unsent = memoryview(json.dumps(tasks).encode() + b"\n")
                continue
            if event.get("kind") == "value":
                # A word on a case of an earlier round may tell of one of this.
                if (event.get("task"), event.get("case")) not in asked:
                    continue
            # Of each thing the last that is told.
            about = (number, *map(event.get, ("kind", "cell", "task", "case")))
            events.pop(about, None)
            events[about] = event | {"round": number}
    return list(events.values())


def _asked(tasks):
    """Return name and case of all that a round asks for."""
    for task in tasks:
        for number, *_ in task["cases"] or [[0]]:
            yield task["name"], number


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


def _command(material, unsafe, filtered):
    """Return the command that runs the supervisor."""
    python = walls.interpreter()
    if unsafe:
        return [*python, SUPERVISOR]
    program = [*python, f"/{SUPERVISOR.name}"]
    return walls.command(*program, material=material, filtered=filtered.fileno())


@contextlib.contextmanager
def _folder(unsafe):
    """Return the folder that the code starts in: one of its own without walls."""
    if not unsafe:
        yield INSIDE
        return
    with tempfile.TemporaryDirectory() as folder:
        yield folder


__all__ = ["LIMITS", "SECONDS", "NoSandbox", "run"]
