"""Kernels of the tests, forked from a process that has imported for all.

Each would import for a second or two what the one before has imported. Where the tests
run on several workers, each worker has a nursery for its kernels; where they run on one
(``-n 0``, as ``make threads`` does), and where the system has not what it takes
(Linux 5.3), they start as ever.

As a script, this file is what Jupyter starts in the place of Python. It asks the
nursery for a fork, which gets its arguments, folder, variables, input and output; it
passes signals on, and ends as the fork ends. If it is killed, so is the fork.
"""

import contextlib
import json
import os
import signal
import socket
import sys
import time

START_SECONDS = 60
SIGNALS = signal.SIGINT, signal.SIGTERM
REQUEST = 1 << 20  # bytes that are read at once

# ipywidgets asks at its import whether it is in a kernel: there it is loaded again.
KERNEL = ["ipykernel_launcher", "--ext=ipywidgets", "-f", "{connection_file}"]
IMPORTED = ["ipykernel.ipkernel", "ipykernel.kernelapp", "tests.browser.witness"]
AS_IN_A_KERNEL = {
    # It is set when Matplotlib is imported.
    "MPLBACKEND": "module://matplotlib_inline.backend_inline",
    # One that has no parent tells on the screen how to end it; 1 never ends.
    "JPY_PARENT_PID": "1",
    "OPENBLAS_NUM_THREADS": "1",
}


def is_possible():
    """Tell whether this system lets a process watch its forks as files."""
    try:
        os.close(os.pidfd_open(os.getpid()))
    except (AttributeError, OSError):
        return False
    return True


class Nursery:
    """A process whose forks are the kernels that Jupyter starts.

    Parameters
    ----------
    folder : pathlib.Path
        An empty folder for it.

    Attributes
    ----------
    variables : dict
        The environment in which Jupyter finds such kernels.
    pid : int
        The number of the process.
    """

    def __init__(self, folder):
        import pathlib  # what is started in Python's place needs neither
        import subprocess

        address = str(folder / "nursery")
        spec = {
            "argv": [sys.executable, "-I", "-S", __file__, address, *KERNEL],
            "display_name": "Python 3",
            "language": "python",
        }
        path = folder / "kernels" / "python3" / "kernel.json"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(spec), "utf-8")
        self.variables = {"JUPYTER_PATH": str(folder)}
        serving = f"from tests import forked; forked.serve({address!r})"
        self._process = subprocess.Popen(
            [sys.executable, "-c", serving],
            cwd=pathlib.Path(__file__).parents[1],
            env=os.environ | AS_IN_A_KERNEL,
            start_new_session=True,
            stdin=subprocess.PIPE,
        )
        self.pid = self._process.pid

    def stop(self):
        """End it and all its forks."""
        self._process.communicate()


def serve(address):
    """Import what kernels do, and fork one whenever asked, until the input ends."""
    import gc
    import importlib
    import selectors

    def bring(names):
        for name in names:
            importlib.import_module(name)
        gc.freeze()

    bring(IMPORTED)
    watched, pids = selectors.DefaultSelector(), set()

    def fork():
        connection, _ = door.accept()
        request, files, _, _ = socket.recv_fds(connection, REQUEST, 3)
        while not request.endswith(b"\n"):
            request += connection.recv(REQUEST)
        asked = json.loads(request)
        pid = os.fork()
        if not pid:
            become(files, **asked)
        pids.add(pid)
        connection.sendall(b"%d\n" % pid)
        for file in files:
            os.close(file)
        process = os.pidfd_open(pid)

        def end():
            _, status = os.waitpid(pid, 0)
            pids.remove(pid)
            watched.unregister(process)
            os.close(process)
            with contextlib.suppress(KeyError):
                watched.unregister(connection)
            with contextlib.suppress(OSError), connection:
                connection.sendall(b"%d\n" % os.waitstatus_to_exitcode(status))

        def kill():
            watched.unregister(connection)
            os.kill(pid, signal.SIGKILL)

        watched.register(process, selectors.EVENT_READ, end)
        watched.register(connection, selectors.EVENT_READ, kill)

    with socket.socket(socket.AF_UNIX) as door:
        door.bind(f"{address}-")
        door.listen()
        os.rename(f"{address}-", address)
        watched.register(door, selectors.EVENT_READ, fork)
        watched.register(sys.stdin, selectors.EVENT_READ)
        # One after the other: what is done for the first may close the next.
        while (ready := watched.select()[0][0]).fileobj is not sys.stdin:
            ready.data()
    for pid in pids:
        os.kill(pid, signal.SIGKILL)


def become(files, command, folder, variables):
    """Be what is asked for, in this process, to its end."""
    import atexit
    import runpy
    import threading
    import traceback

    for number, file in enumerate(files):
        os.dup2(file, number)
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(variables)
    sys.argv, sys.path[0] = command, folder
    status = 1
    try:
        runpy.run_module(command[0], run_name="__main__", alter_sys=True)
        status = 0
    except SystemExit as end:
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        threading._shutdown()
        atexit._run_exitfuncs()
        sys.stdout.flush()
        os._exit(status)


def main(address, *command):
    """Ask the nursery at an address for a fork, and end as the fork ends."""
    nursery = socket.socket(socket.AF_UNIX)
    end = time.monotonic() + START_SECONDS
    while nursery.connect_ex(address) and time.monotonic() < end:
        time.sleep(0.05)
    request = {"folder": os.getcwd(), "variables": dict(os.environ), "command": command}
    socket.send_fds(nursery, [json.dumps(request).encode() + b"\n"], [0, 1, 2])
    said = nursery.makefile()
    pid = int(said.readline())
    for number in SIGNALS:
        signal.signal(number, lambda number, _: os.kill(pid, number))
    status = int(said.readline())
    if status < 0:
        for number in SIGNALS:
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    sys.exit(status)


if __name__ == "__main__":
    main(*sys.argv[1:])
