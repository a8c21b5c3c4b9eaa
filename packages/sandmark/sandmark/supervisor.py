"""Run a student's cells and functions, and end those that do not end by themselves.

This file, `worker` and `clock` run inside the sandbox and import nothing else from the
package. A request arrives on standard input as a line of JSON, followed by a line for
each task. For each event, a line of JSON goes out. None of the output is trusted.

Three kinds of processes share the work, so that no cell or exercise can cost another
its points. The supervisor runs no student code. As the first process of its namespace,
it cannot be ended or stopped from inside. A runner, which is `worker`, runs the cells
one by one. If a cell ends the runner or takes too long, a new runner starts without
this cell. It is a new program, so nothing that the supervisor has read is in its
memory. The runner starts a child for each task, and only that child gets the arguments
of the task's cases.
"""

import contextlib
import ctypes
import json
import os
import resource
import select
import signal
import sys
import time

import clock
from clock import NICE, WAIT, Clock, processes

WORKER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "worker.py")
LINE = 400_000  # bytes of a line that a runner writes
# Options for prctl. If part of a large page is given back, the whole page stays in use,
# but looking at processes does not show it.
HIDE_MEMORY = 4, 0  # PR_SET_DUMPABLE
NO_LARGE_PAGES = 41, 1  # PR_SET_THP_DISABLE, also for all processes that it starts
LOOKS = 50  # for processes, because some start others before they are ended
ENDED = "ended the program"


def tell(**event):
    """Write an event as a line of JSON."""
    print(json.dumps(event), flush=True)


def supervise(request):
    """Run the cells of a request, and then tasks until there are no more."""
    runner = Runner(request)
    for number in range(len(request["cells"])):
        event, ended = runner.run(number)
        told = {} if ended else {name: event.get(name) for name in ("printed", "error")}
        tell(kind="cell", cell=number, ended=ended, **told)
        if ended:
            runner.again()  # which may take more time than is left
        else:
            runner.good.append(number)
    lost = {}
    while True:
        tell(kind="next")
        task = json.loads(sys.stdin.buffer.readline() or b"null")
        if not task:
            break
        name, events = task["name"], {}
        if name not in lost:
            events, ended = runner.attempt(task)
            if ended:
                lost[name] = ended
        for case in [key for key in events if type(key) is int]:
            tell(**{**events[case], "kind": "value", "task": name})
        again = events.get("ended", {}).get("again")
        tell(kind="ended", task=name, ended=lost.get(name), again=again)
    runner.end()
    tell(kind="end")


class TooLong(Exception):
    """Raised when the time for the whole hand-in is over."""


class Runner:
    """The process that runs the cells, as the supervisor sees it."""

    def __init__(self, request):
        self.request, self.left = request, request["seconds"]
        self.good = []  # the cells that a restarted runner runs again, in empty folders
        self.there = {folder: {*os.listdir(folder)} for folder in clock.SCRATCH}
        self.start()

    def start(self):
        """Start the process."""
        orders, self.orders = os.pipe()
        self.lines, lines = os.pipe()
        self.process = os.fork()
        if self.process == 0:
            try:
                os.dup2(orders, 0)
                os.dup2(lines, 1)
                os.setpgid(0, 0)
                os.setpriority(os.PRIO_PROCESS, 0, NICE)
                signal.signal(signal.SIGINT, signal.SIG_DFL)
                os.execv(sys.executable, [sys.executable, "-s", "-S", WORKER])
            finally:
                os._exit(1)
        os.close(orders)
        os.close(lines)
        os.set_blocking(self.orders, False)
        self.step(self.request, self.request["seconds"])

    def run(self, number):
        """Run a cell; return its event and, if it ended the process, why."""
        events, ended = self.step({"cell": number}, self.request["cell_seconds"])
        return events.get("cell", {}), ended

    def again(self):
        """Start the process again, with the cells that have worked so far."""
        self.end()
        for folder, there in self.there.items():
            with contextlib.suppress(OSError):
                empty(folder, there)
        self.start()
        for number in self.good:
            if self.run(number)[1]:
                self.good.remove(number)
                self.again()
                break

    def attempt(self, task):
        """Run a task; return its events and, if it did not run to the end, why."""
        self.stop_others()
        body = json.dumps(task["cases"]).encode()
        order = {"task": task["expression"], "size": len(body)}
        order["place"] = task.get("place")
        events, ended = self.step(order, self.request["task_seconds"], body)
        if ended:
            self.again()
        elif "stopped" in events:
            ended = events["stopped"]
        elif events.get("ended", {}).get("whole") is not True:
            ended = ENDED
        return events, ended

    def step(self, order, seconds, body=b""):
        """Send an order; return its events and, if the process had to end, why."""
        # The key of a case's event is the case's number; that of any other event is its
        # kind. The key "stopped" has the reason if a task was stopped and the process
        # goes on.
        line = json.dumps(order).encode()
        unsent = memoryview(b"%010d" % len(line) + line + body)
        events, rest, clock = {}, b"", Clock()
        while True:
            waits = [self.orders] if unsent else []
            ready, writable, _ = select.select([self.lines, 0], waits, [], WAIT)
            if 0 in ready:
                os._exit(1)  # nobody waits for the result any more
            if writable:
                try:
                    unsent = unsent[os.write(self.orders, unsent[:65536]) :]
                except OSError:
                    unsent = b""
            chunk = os.read(self.lines, 1 << 16) if self.lines in ready else None
            *whole, rest = (rest + (chunk or b"")).split(b"\n")
            rest = rest[-LINE:]
            stopped = events.get("stopped")
            # Short steps are checked, too, because memory may grow over many of them.
            why = clock.late(1 if stopped else seconds, self.request["memory"])
            if add(events, map(parse, whole)):
                self.spend(clock)
                return events, why and (stopped or why)
            if (chunk == b"" or not ready) and self.gone():
                self.spend(clock)
                return events, stopped or ENDED
            if why:
                self.spend(clock)
                if stopped or "task" not in order:
                    return events, stopped or why
                events["stopped"], clock = why, Clock()
                self.stop_others()

    def spend(self, clock):
        """Subtract a step's time from what the hand-in has left."""
        self.left -= clock.spent()
        if self.left < 0:
            raise TooLong

    def gone(self):
        """Return whether the process has ended, and reap those without a parent."""
        with contextlib.suppress(ChildProcessError):
            while ended := os.waitpid(-1, os.WNOHANG)[0]:
                if ended == self.process:
                    return True
            return False
        return True

    def stop_others(self):
        """End all of the student's processes except for the runner."""
        for _ in range(LOOKS):
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
        """End the process and all others, and wait for them to end."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(-1, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            while True:
                os.waitpid(-1, 0)
        os.close(self.orders)
        os.close(self.lines)


def empty(folder, there):
    """Delete what is in a folder, except for the names `there`."""
    # Code may have closed the folder itself, if it belongs to the code's user. Folders
    # may be nested so deep that no path leads to the last one, so what they hold is
    # moved up first.
    with contextlib.suppress(PermissionError):
        os.chmod(folder, 0o755)
    while new := [it for it in os.scandir(folder) if it.name not in there]:
        for it in new:
            if not it.is_dir(follow_symlinks=False):
                os.unlink(it.path)
                continue
            os.chmod(it.path, 0o700)
            for inner in os.scandir(it.path):
                if inner.is_dir(follow_symlinks=False):
                    os.chmod(inner.path, 0o700)
                os.rename(inner.path, f"{folder}/{os.urandom(8).hex()}")
            os.rmdir(it.path)


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
    """Serve one request, as the first process of a namespace."""
    if os.getpid() != 1:
        sys.exit("outside a namespace, this would end every process within reach")
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for option, value in (HIDE_MEMORY, NO_LARGE_PAGES):
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)
    clock.PROC = sys.argv[-1]
    request = json.loads(sys.stdin.buffer.readline())
    for name, value in request["limits"].items():  # also of all that it starts
        kind = getattr(resource, name)
        _, hard = resource.getrlimit(kind)
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(kind, (value, value))
    try:
        supervise(request)
    except TooLong:
        tell(kind="end", ended=f"ran for more than {request['seconds']} seconds in all")
    # Nothing is left to do, and the namespace ends with its first process.
    os._exit(0)


if __name__ == "__main__":
    main()
