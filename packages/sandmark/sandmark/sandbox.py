"""Run students' code in the sandbox, and read what comes out.

The isolation itself is in `walls` and `gvisor`.
"""

import contextlib
import json
import os
import select
import signal
import subprocess
import time

from hintcheck import answers

from sandmark import cgroups, gvisor, walls
from sandmark.values import storable
from sandmark.walls import SUPERVISOR, bubblewrap

LIMITS = {
    "RLIMIT_AS": 3_000_000_000,  # bytes, each process
    "RLIMIT_CPU": 120,  # seconds, each process
    "RLIMIT_FSIZE": 40_000_000,  # bytes, each file
    "RLIMIT_NPROC": 64,  # processes and threads
    "RLIMIT_NOFILE": 64,
    "RLIMIT_SIGPENDING": 64,  # pending signals
    "RLIMIT_CORE": 0,
}
# A task has as much time as the check in the notebook.
SECONDS = {"seconds": 60, "cell_seconds": 10, "task_seconds": answers.SECONDS}
MEMORY = 4_000_000_000  # bytes, all processes of a hand-in together, and no more than
# its share of what the machine has left: see `share_memory`.
LEAST = 1_000_000_000  # bytes that honest code may need
# If memory runs out anyway, the kernel ends a student's processes first. The program's
# path is given because Python, while it looks for a program, changes the filters for
# warnings, which all threads share.
EXPENDABLE = ["/bin/sh", "-c", 'echo 1000 > /proc/self/oom_score_adj; exec "$@"', "sh"]
WALLS = {"bubblewrap": bubblewrap, "gvisor": gvisor.gvisor}
PATIENCE = 10  # a hand-in may last this many times its limit on a busy machine
LINE = 400_000  # bytes in an event
LINES = 20_000  # events that are read
ALL_LINES = 40_000_000  # bytes in all events
# The fields that an event may have, with their types.
FIELDS = dict.fromkeys(["kind", "task", "npy", "error", "ended", "printed"], str)
FIELDS |= {"cell": int, "case": int} | dict.fromkeys(["none", "blank", "again"], bool)


def share_memory(jobs):
    """Limit each hand-in to its share of memory; return how many may be marked at once.

    These are fewer than `jobs` if each would get less than `LEAST` bytes.
    """
    global MEMORY
    room = cgroups.SHARE * cgroups.room()
    jobs = min(jobs, max(1, int(room / LEAST)))
    MEMORY = min(MEMORY, int(room / jobs))
    return jobs


def ending(event):
    """Return why something ended, in one of the supervisor's own phrases only."""
    spans = [f"ran for more than {seconds} seconds" for seconds in SECONDS.values()]
    known = {f"took more than {MEMORY / 1e9:g} GB of memory", *spans}
    known |= {f"{span} in all" for span in spans}
    return event["ended"] if event["ended"] in known else "ended the program"


def run(material, request, tasks=(), wall="bubblewrap"):
    """Run a request in the sandbox, and return its events.

    Events come from the student's side, so nothing in them can be trusted. If two
    events disagree, the later one counts. `request` has ``cells``, which are None for
    test cells, ``numbers``, whether the student ``draws``, and which cells are the
    release's ``figures``. Each task has ``name``, ``expression``, ``cases`` and the
    ``place`` of its test cell. It is sent in once all the events of the previous task
    have come out, so nothing from the cells or an earlier task can contain its cases.
    `wall` is one of `WALLS`. Raises `NoSandbox` if it is missing or does not work here.
    """
    limits = dict(LIMITS)
    walls.require(material, WALLS[wall])
    if wall == "gvisor":  # which serves one hand-in and has no such limit
        del limits["RLIMIT_SIGPENDING"]
    fixed = {"limits": limits, "memory": MEMORY, "stand_ins": material.stand_ins}
    request = {**fixed, **SECONDS, **request}
    with _started(material, wall) as process:
        deadline = time.monotonic() + PATIENCE * request["seconds"]
        return _talk(process, request, tasks, deadline)


@contextlib.contextmanager
def _started(material, wall):
    """Start the supervisor, and later stop it and everything that it has started."""
    supervisor = [*walls.PYTHON, f"/{SUPERVISOR.name}"]
    environment = walls.environment(material)
    command, file = WALLS[wall](supervisor, material, environment)
    bounds = gvisor.bounds(MEMORY) if wall == "gvisor" else []
    with file, cgroups.for_hand_in(MEMORY, LIMITS["RLIMIT_NPROC"]) as enter:
        process = subprocess.Popen(
            [*EXPENDABLE, *enter, *bounds, *command],
            cwd="/",
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            pass_fds=[file.fileno()],
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


def _talk(process, request, tasks, deadline):
    """Send a request and its tasks, one after the other, and return the events."""
    events, rest, room, lines = [], b"", ALL_LINES, LINES
    waiting, task = [*tasks], None
    unsent = memoryview(json.dumps(request).encode() + b"\n")
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
            if event.get("kind") == "next":
                task = waiting.pop(0) if waiting else None
                unsent = memoryview(json.dumps(task).encode() + b"\n")
            elif event.get("kind") != "value" or _is_of(task, event):
                events.append(event)
            if event.get("kind") == "end":
                return events
    return events


def _is_of(task, event):
    """Return whether a value belongs to a task; other values may reveal its cases."""
    numbers = [number for number, *_ in task["cases"] or [[0]]] if task else []
    return event.get("case") in numbers and event.get("task") == task["name"]


def _event(line):
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
