"""Runs a student's cells and functions, and writes out what they return.

This file runs inside the sandbox, alone: it imports nothing of the package. It reads a
request from standard input and writes a line of JSON for each thing that happens.
Nothing that it writes is trusted.

Three kinds of processes share the work, so that no cell and no exercise can cost
another one its points: the supervisor, which runs no code of the student; a runner,
which runs the cells in order, and is started again without a cell that ended it or ran
for too long; and a child of the runner for each exercise.
"""

import base64
import contextlib
import dis
import io
import json
import os
import re
import select
import signal
import site
import sys
import time
import types

import numpy as np

PRINTED = 4000  # characters of a cell's prints that are kept
SHOWN = 300  # characters of an error's text
VALUE = 200_000  # bytes of a value


def limit(limits):
    """Set limits on this process and on all that it will start."""
    import resource  # Windows, which cannot mark, has none

    for name, value in limits.items():
        kind = getattr(resource, name)
        _, hard = resource.getrlimit(kind)
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(kind, (value, value))
    # Writing beyond the limit raises then, where it would end the process.
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)


# The supervisor


def supervise(request, out):
    """Run the cells and exercises of a request, as often as it takes."""
    deadline = time.monotonic() + request["seconds"]
    skip = set()
    while len(skip) <= len(request["cells"]):
        guilty, reason = watch(request, skip, out, deadline)
        if guilty is None:
            write(out, {"kind": "end", "error": reason})
            return
        write(out, {"kind": "cell", "cell": guilty, "error": reason})
        skip.add(guilty)


def watch(request, skip, out, deadline):
    """Start a runner and pass its lines on; return the cell that ended it, and how.

    Both are None if nothing ended it; the cell is None if it was no cell's fault.
    """
    inner, outer = os.pipe()
    runner = os.fork()
    if runner == 0:
        os.setsid()
        os.close(inner)
        run(request, skip, os.fdopen(outer, "w", buffering=1))
    os.close(outer)
    cell, begun, left = None, time.monotonic(), b""
    with contextlib.closing(os.fdopen(inner, "rb", buffering=0)) as lines:
        while True:
            now = time.monotonic()
            if now > deadline:
                stop(runner)
                return None, f"ran for more than {request['seconds']} seconds in all"
            if cell is not None and now > begun + request["cell_seconds"]:
                stop(runner)
                return cell, f"ran for more than {request['cell_seconds']} seconds"
            ready, _, _ = select.select([lines], [], [], 0.02)
            chunk = lines.read(1 << 16) if ready else None
            if chunk:
                *whole, left = (left + chunk).split(b"\n")
                for line in whole:
                    event = parse(line)
                    if event.get("kind") == "start":
                        cell, begun = event.get("cell"), now
                    elif event.get("kind") == "cells done":
                        cell = None
                    elif event:
                        write(out, event)
            ended = chunk == b"" or not ready
            if ended:
                gone, status = os.waitpid(runner, os.WNOHANG)
                if gone:
                    fine = cell is None and status == 0
                    return cell, None if fine else "ended the program"


def stop(runner):
    """End a runner and its group."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(runner, signal.SIGKILL)
    os.waitpid(runner, 0)


def parse(line):
    """Return the event of a line, or an empty one."""
    try:
        event = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return event if isinstance(event, dict) else {}


def write(out, event):
    """Write an event as a line."""
    with contextlib.suppress(OSError):
        out.write(json.dumps(event) + "\n")
        out.flush()


# The runner


def run(request, skip, out):
    """Run the cells in order, then each exercise in a child; never return."""
    silence()
    namespace = types.ModuleType("__main__")
    namespace.display = lambda *things, **options: None
    sys.modules["__main__"] = namespace
    sys.modules["posenc_lessons"] = stand_in(request["numbers"])
    for number, source in enumerate(request["cells"]):
        if number in skip:
            continue
        write(out, {"kind": "start", "cell": number})
        sys.stdout = sys.stderr = printed = Printed()
        error = None
        try:
            code = compile(plain(source), f"<cell {number + 1}>", "exec")
            exec(code, vars(namespace))
        except BaseException as raised:
            error = tell(raised)
        event = {"kind": "cell", "cell": number, "error": error}
        write(out, event | {"printed": printed.text()})
    write(out, {"kind": "cells done"})
    for task in request["tasks"]:
        try_task(task, vars(namespace), out, request["task_seconds"])
    os._exit(0)


def silence():
    """Let the process read nothing, and write nothing but its events."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in 0, 1, 2:
        os.dup2(nothing, stream)


def plain(source):
    """Return a cell without the lines that are notebooks' own language."""
    return re.sub(r"^(\s*)[%!].*$", r"\1pass", source, flags=re.MULTILINE)


class Printed(io.TextIOBase):
    """Keeps the beginning of what is printed."""

    def __init__(self):
        self.pieces, self.room = [], PRINTED

    def write(self, text):
        """Keep a text as far as there is room."""
        text = str(text)
        if self.room > 0:
            self.pieces.append(text[: self.room])
            self.room -= len(text)
        return len(text)

    def text(self):
        """Return what was kept."""
        return "".join(self.pieces) + (" ... and more" if self.room < 0 else "")


def stand_in(numbers):
    """Return what stands in for the course's package: the exercises are not solved."""
    package = types.ModuleType("posenc_lessons")

    def missing(name):
        if name.startswith("__"):
            raise AttributeError(name)

        def refuse(*arguments, **options):
            raise RuntimeError(f"{name} of posenc_lessons is not there while marking")

        return refuse

    package.__getattr__ = missing
    package.check = lambda *arguments, **options: None
    package.show = lambda *arguments, **options: None
    package.own_numbers = lambda exercise, student: dict(numbers[exercise])
    return package


def try_task(task, names, out, seconds):
    """Evaluate a task in a child process, and wait for it, but not for ever."""
    child = os.fork()
    if child == 0:
        try:
            sys.stdout = sys.stderr = Printed()
            answer(task, names, out)
            status = 0
        except BaseException as error:
            event = {"kind": "value", "task": task["name"], "case": 0}
            write(out, event | {"error": tell(error)})
            status = 0
        finally:
            os._exit(status)
    deadline = time.monotonic() + seconds
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            reason = None if status == 0 else "it ended the program"
            break
        if time.monotonic() > deadline:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            reason = f"it ran for more than {seconds} seconds: is a loop endless?"
            break
        time.sleep(0.001)
    write(out, {"kind": "ended", "task": task["name"], "error": reason})


def answer(task, names, out):
    """Write the value of a task, or what the function returns in each case."""
    value = eval(task["expression"], names)
    if task["cases"] is None:
        write(out, event_of(task, 0, lambda: value))
        return
    if not callable(value):
        write(out, event_of(task, 0, lambda: refuse_call(value)))
        return
    blank = is_blank(value)
    for number, arguments in enumerate(task["cases"]):
        arguments = [decoded(argument) for argument in arguments]
        write(
            out,
            event_of(task, number, lambda given=arguments: value(*given), blank),
        )


def refuse_call(value):
    """Raise for an answer that is no function; dots are no answer yet."""
    if value is None or value is ...:
        return None
    raise TypeError(f"the answer should be a function; it is a {type(value).__name__}")


def is_blank(function):
    """Tell whether a function has a body that does nothing."""
    try:
        steps = {step.opname.split("_")[0] for step in dis.get_instructions(function)}
        idle = {"RESUME", "LOAD", "RETURN", "POP", "NOP", "COPY", "PUSH"}
        return steps <= idle and not function.__code__.co_names
    except Exception:
        return False


def event_of(task, case, compute, blank=True):
    """Return the event that tells what came of a computation."""
    event = {"kind": "value", "task": task["name"], "case": case}
    try:
        value = compute()
        if value is None:
            return event | {"none": True, "blank": blank}
        if value is ...:
            return event | {"none": True}
        return event | {"npy": encoded(value)}
    except NotImplementedError:
        return event | {"none": True}
    except BaseException as error:
        return event | {"error": tell(error)}


def encoded(value):
    """Return a value as the text of an .npy file."""
    array = np.asarray(value)
    if array.dtype.kind == "O":
        array = array.astype(float)
    if array.dtype.kind not in "biufcU":
        raise TypeError(f"the answer holds {array.dtype}, where numbers are expected")
    if array.nbytes > VALUE:
        raise ValueError(
            f"the answer takes {array.nbytes} bytes, at most {VALUE} may be"
        )
    file = io.BytesIO()
    np.save(file, array, allow_pickle=False)
    return base64.b64encode(file.getvalue()).decode()


def decoded(argument):
    """Return an argument of a case."""
    if not isinstance(argument, dict):
        return argument
    file = io.BytesIO(base64.b64decode(argument["npy"]))
    return np.load(file, allow_pickle=False)


def tell(error):
    """Return the kind and the text of an exception, shortened."""
    try:
        text = str(error)
    except BaseException:
        text = ""
    return f"{type(error).__name__}: {text}"[:SHOWN]


def main():
    """Serve one request."""
    # Started without it, for speed and for what it would import: `exit` comes of it.
    site.setquit()
    request = json.load(sys.stdin)
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
    supervise(request, os.fdopen(os.dup(1), "w", buffering=1))


if __name__ == "__main__":
    main()
