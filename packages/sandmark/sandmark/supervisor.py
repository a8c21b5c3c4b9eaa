"""Runs a student's cells and functions, and ends those that do not end.

This file, `worker` and `clock` run inside the sandbox and import nothing else of the
package. A request comes on standard input as a line of JSON, then rounds of tasks, one
line each. For each thing that happens, a line of JSON goes out. None of it is trusted.

Three kinds of processes share the work, so that no cell and no exercise can cost
another one its points. The supervisor runs no code of the student. As the first process
of its namespace it cannot be ended or stopped from inside. A runner runs the cells one
by one, and is started again without a cell that ended it or took too long. It starts a
child for each task of a round, and only that child gets the arguments that functions
are tried with.
"""

import contextlib
import ctypes
import json
import os
import select
import signal
import site
import sys
import time
import types

import numpy as np
from clock import WAIT, Clock, processes
from worker import serve, silence, write

LINE = 400_000  # bytes of a line that a runner writes
HIDE_MEMORY = 4  # PR_SET_DUMPABLE
LOOKS = 50  # for processes that start others while they are ended


def limit(limits):
    """Set limits on this process and everything that it will start."""
    import resource  # Windows, which cannot mark, has none

    for name, value in limits.items():
        kind = getattr(resource, name)
        _, hard = resource.getrlimit(kind)
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(kind, (value, value))
    # Writing beyond the limit raises then, where it would end the process.
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)


def supervise(request, out):
    """Run the cells of a request, then rounds of tasks until there are no more."""
    runner = Runner(request)
    for number in range(len(request["cells"])):
        event, reason = runner.run(number)
        write(out, event | {"kind": "cell", "cell": number, "error": reason})
    lost = {}
    while True:
        write(out, {"kind": "round"})
        tasks = json.loads(sys.stdin.buffer.readline() or b"[]")
        if not tasks:
            break
        for task in tasks:
            name = task["name"]
            if name not in lost:
                values, reason = runner.attempt(task)
                for value in values:
                    write(out, value)
                if reason:
                    lost[name] = reason
            write(out, {"kind": "ended", "task": name, "error": lost.get(name)})
    runner.end()
    write(out, {"kind": "end", "error": None})


class TooLong(Exception):
    """Raised when the time of the whole hand-in is over."""


class Runner:
    """The process that runs the cells, as the supervisor sees it."""

    def __init__(self, request):
        self.request, self.left = request, request["seconds"]
        self.good = []  # the cells that a runner started anew runs again
        self.alone = os.getpid() == 1  # of all processes, those of one hand-in
        self.start()

    def start(self):
        """Start the process."""
        orders, self.orders = os.pipe()
        self.lines, lines = os.pipe()
        self.process = os.fork()
        if self.process == 0:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            os.setpgid(0, 0)
            os.dup2(orders, 3, inheritable=False)
            os.dup2(lines, 4, inheritable=False)
            os.closerange(5, 256)
            silence()
            serve(self.request, 3, os.fdopen(4, "w", buffering=1))
        os.close(orders)
        os.close(lines)
        os.set_blocking(self.orders, False)
        if not self.alone:
            with contextlib.suppress(OSError):
                os.setpgid(self.process, self.process)

    def run(self, number):
        """Run a cell; return its event, and why it failed, if it did."""
        events, reason = self.cell(number)
        if reason:
            self.again()
            return {}, reason
        self.good.append(number)
        event = events.get("cell", {})
        return {"printed": event.get("printed")}, event.get("error")

    def cell(self, number):
        """Let the process run a cell; return the events, and why it ended."""
        order = {"cell": number, "source": self.request["cells"][number]}
        return self.step(order, b"", self.request["cell_seconds"])

    def again(self):
        """Start the process again, with the cells that were good so far."""
        self.end()
        self.start()
        for number in self.good:
            if self.cell(number)[1]:
                self.good.remove(number)
                return self.again()
        return None

    def attempt(self, task):
        """Try a task; return its events, and why it did not run to its end."""
        body = json.dumps(task["cases"]).encode()
        order = {"task": task["expression"], "size": len(body)}
        for _ in range(2):
            events, reason = self.step(order, body, self.request["task_seconds"])
            if reason:
                self.again()
                break
            self.stop_others()
            reason = events.pop("ended", {}).get("error")
            if not isinstance(reason, str) or not reason.startswith("found no"):
                break
        if isinstance(reason, str):
            endless = ": is a loop endless?" * reason.startswith("ran")
            reason = f"it {reason}{endless}"
        events = [event for case, event in events.items() if type(case) is int]
        about = {"kind": "value", "task": task["name"]}
        return [event | about for event in events], reason

    def step(self, order, body, seconds):
        """Send an order; return its events, and why the process had to end.

        Events of a case have its number as their key, and others their kind.
        """
        line = json.dumps(order).encode()
        unsent = memoryview(b"%010d" % len(line) + line + body)
        events, rest, clock, stopped = {}, b"", Clock(self.alone), None
        while True:
            waits = [self.orders] if unsent else []
            ready, writable, _ = select.select([self.lines, 0], waits, [], WAIT)
            if 0 in ready:
                os._exit(1)  # nobody waits for what comes of this
            if writable:
                try:
                    unsent = unsent[os.write(self.orders, unsent[:65536]) :]
                except OSError:
                    unsent = b""
            chunk = os.read(self.lines, 1 << 16) if self.lines in ready else None
            *whole, rest = (rest + (chunk or b"")).split(b"\n")
            rest = rest[-LINE:]
            if add(events, map(parse, whole)):
                self.spend(clock)
                if stopped:
                    events["ended"] = {"error": stopped}
                return events, None
            if (chunk == b"" or not ready) and self.gone():
                self.spend(clock)
                return events, stopped or "ended the program"
            why = clock.late(1 if stopped else seconds, self.request["memory"])
            if why and (stopped or "cell" in order or not self.alone):
                self.spend(clock)
                return events, stopped or why
            if why:
                self.spend(clock)
                stopped, clock = why, Clock(self.alone)
                self.stop_others()

    def spend(self, clock):
        """Subtract the time of a step from that of the hand-in."""
        self.left -= clock.spent()
        if self.left < 0:
            raise TooLong

    def gone(self):
        """Whether the process has ended; also reap processes without a parent."""
        with contextlib.suppress(ChildProcessError):
            while ended := os.waitpid(-1, os.WNOHANG)[0]:
                if ended == self.process:
                    return True
            return False
        return True

    def stop_others(self):
        """End all processes of the student except for the runner.

        One look is not enough: some may start others between a look and their end.
        """
        for _ in range(LOOKS if self.alone else 0):
            others = sorted({*processes()} - {1, self.process})
            if not others:
                break
            for process in others:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
            time.sleep(0.002)
            for process in others:
                with contextlib.suppress(ChildProcessError):
                    os.waitpid(process, os.WNOHANG)

    def end(self):
        """End the process and all others, and wait for that."""
        if self.alone:
            with contextlib.suppress(ProcessLookupError):
                os.kill(-1, signal.SIGKILL)
        else:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            while True:
                os.waitpid(-1, 0)
        os.close(self.orders)
        os.close(self.lines)


def add(events, new):
    """Add new events to a dict; return whether one says that the step is done."""
    for event in new:
        kind, case = event.get("kind"), event.get("case")
        if kind == "done":
            return True
        if kind in ("cell", "ended"):
            events[kind] = event
        elif kind == "value" and type(case) is int and 0 <= case < 1000:
            events[case] = event
    return False


def parse(line):
    """Return the event of a line, or an empty one."""
    try:
        event = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return event if isinstance(event, dict) else {}


def main():
    """Serve one request."""
    # Started without it, for speed and for what it would import: `exit` comes of it.
    site.setquit()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(HIDE_MEMORY, 0, 0, 0, 0)
    request = json.loads(sys.stdin.buffer.readline())
    limit(request["limits"])
    np.set_printoptions(threshold=100)
    if request["draws"]:
        with contextlib.suppress(ImportError):
            __import__("matplotlib.pyplot")
    else:
        # It is imported, and not used.
        for name in ("matplotlib", "matplotlib.pyplot"):
            sys.modules[name] = types.ModuleType(name)
        sys.modules["matplotlib"].pyplot = sys.modules["matplotlib.pyplot"]
    out = os.fdopen(os.dup(1), "w", buffering=1)
    try:
        supervise(request, out)
    except TooLong:
        seconds = request["seconds"]
        why = f"ran for more than {seconds} seconds in all"
        write(out, {"kind": "end", "error": why})
    # Nothing is left to do, and the namespace ends with its first process.
    os._exit(0)


if __name__ == "__main__":
    main()
