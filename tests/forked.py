"""Kernels of the tests, forked from a process that has imported for all.

Each kernel would import for a second or two what the one before has imported. Where
tests run on several workers, each worker has a nursery for its kernels. Where they run
on one (``-n 0``), and where the system lacks what it takes (Linux 5.3), kernels start
as usual.

As a script, this file is what Jupyter starts instead of Python. It asks the nursery for
a fork, which gets its arguments, folder, variables, input and output. It passes signals
on and ends as the fork ends. If it is killed, so is the fork.
"""

import contextlib
import json
import os
import select
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
    # A kernel without a parent prints how to end it; 1 never ends.
    "JPY_PARENT_PID": "1",
    "OPENBLAS_NUM_THREADS": "1",
}


def is_possible():
    """Return whether this system lets a process watch its forks as files."""
    try:
        os.close(os.pidfd_open(os.getpid()))
    except (AttributeError, OSError):
        return False
    return True


class Nursery:
    """A process whose forks are the kernels that Jupyter starts.

    `variables` is the environment in which Jupyter finds such kernels. The folder has
    to be empty.
    """

    def __init__(self, folder):
        import pathlib  # what is started instead of Python needs neither
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
        self._process = subprocess.Popen(
            [
                sys.executable,
                "-c",
                f"from tests import forked; forked.serve({address!r})",
            ],
            cwd=pathlib.Path(__file__).parents[1],
            env=os.environ | AS_IN_A_KERNEL,
            start_new_session=True,
            stdin=subprocess.PIPE,
        )

    def stop(self):
        """End it and all its forks."""
        self._process.communicate()


def serve(address):
    """Import what kernels do, and fork one whenever asked, until the input ends."""
    import gc
    import importlib

    for name in IMPORTED:
        importlib.import_module(name)
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the watchers
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(f"{address}-")
        door.listen()
        os.rename(f"{address}-", address)
        while sys.stdin not in select.select([door, sys.stdin], [], [])[0]:
            connection, _ = door.accept()
            if not os.fork():
                watch_over(connection)
            connection.close()
    os.killpg(0, signal.SIGKILL)


def watch_over(connection):
    """Fork the kernel that is asked for, report its end, and end it with its stub."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    request, files, _, _ = socket.recv_fds(connection, REQUEST, 3)
    while not request.endswith(b"\n"):
        request += connection.recv(REQUEST)
    pid = os.fork()
    if not pid:
        become(files, **json.loads(request))
    for file in files:
        os.close(file)
    connection.sendall(b"%d\n" % pid)
    process = os.pidfd_open(pid)
    if process not in select.select([process, connection], [], [])[0]:
        os.kill(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    with contextlib.suppress(OSError):
        connection.sendall(b"%d\n" % os.waitstatus_to_exitcode(status))
    os._exit(0)


def become(files, command, folder, variables):
    """Run a module in this process, and end with it."""
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
    answers = nursery.makefile()
    pid = int(answers.readline())
    for number in SIGNALS:
        signal.signal(number, lambda number, _: os.kill(pid, number))
    status = int(answers.readline())
    if status < 0:
        signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    sys.exit(status)


if __name__ == "__main__":
    main(*sys.argv[1:])
