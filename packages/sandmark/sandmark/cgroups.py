"""A cgroup for each hand-in, where this machine lets us make some.

The kernel itself then bounds what all processes of a hand-in take together. It needs
version 2, and a cgroup that has been handed over to who marks, as by
``systemd-run --user --scope -p Delegate=yes``. Elsewhere the supervisor alone looks at
their memory, ten times a second.
"""

import contextlib
import functools
import os
import pathlib
import threading
import time

ROOT = pathlib.Path("/sys/fs/cgroup")
LEAF = "marking"  # those who mark: a cgroup with children holds no processes itself
MORE = 16  # processes beside the student's, bubblewrap's among them
WEIGHT = 50  # of 100, against all else on the machine
# Moves a process into a cgroup, and lets it become what it is to be.
ENTER = ["sh", "-c", 'echo 0 > "$0/cgroup.procs" && exec "$@"']


@functools.cache
def handed_over():
    """Return the folder in which we may make cgroups, ready for that, or None."""
    try:
        lines = pathlib.Path("/proc/self/cgroup").read_text("utf-8").splitlines()
        own = next(line[3:] for line in lines if line.startswith("0::"))
        folder = ROOT / own.lstrip("/")
        folder = folder.parent if folder.name == LEAF else folder
        return folder if _is_ours(folder) and _prepared(folder) else None
    except (OSError, StopIteration):
        return None


def _is_ours(folder):
    """Tell whether a cgroup has been handed over, with what bounds memory."""
    if os.getxattr(folder, "user.delegate") != b"1":
        return False
    controllers = (folder / "cgroup.controllers").read_text("ascii").split()
    return {"memory", "pids"} <= {*controllers} and os.access(folder, os.W_OK)


def _prepared(folder):
    """Let a cgroup bound its children, and clear away those of runs before."""
    (folder / LEAF).mkdir(exist_ok=True)
    for process in (folder / "cgroup.procs").read_text("ascii").split():
        with contextlib.suppress(ProcessLookupError):
            (folder / LEAF / "cgroup.procs").write_text(process)
    (folder / "cgroup.subtree_control").write_text("+memory +pids")
    with contextlib.suppress(OSError):
        (folder / "cgroup.subtree_control").write_text("+cpu")
    for old in folder.glob("hand-in-*"):
        with contextlib.suppress(OSError):
            old.rmdir()
    return True


@contextlib.contextmanager
def own(memory, processes):
    """Give a cgroup for a hand-in, and end all that is in it afterwards.

    Parameters
    ----------
    memory : int
        The bytes that it may take, files in memory among them.
    processes : int
        How many processes the student's code may have.

    Yields
    ------
    list of str
        What starts a command in it, to be put before the command; empty where there is
        none.
    """
    folder = handed_over()
    if folder is None:
        yield []
        return
    made = folder / f"hand-in-{os.getpid()}-{threading.get_ident()}"
    made.mkdir(exist_ok=True)
    try:
        (made / "memory.max").write_text(str(memory))
        (made / "pids.max").write_text(str(processes + MORE))
        for name, value in (("memory.swap.max", "0"), ("cpu.weight", str(WEIGHT))):
            with contextlib.suppress(OSError):
                (made / name).write_text(value)
        yield [*ENTER, str(made)]
    finally:
        _remove(made)


def _remove(folder):
    """End all processes of a cgroup, and take it away."""
    with contextlib.suppress(OSError):
        (folder / "cgroup.kill").write_text("1")
    until = time.monotonic() + 5
    while time.monotonic() < until:
        try:
            folder.rmdir()
            return
        except FileNotFoundError:
            return
        except OSError:
            time.sleep(0.01)
