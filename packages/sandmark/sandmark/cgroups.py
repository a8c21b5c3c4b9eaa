"""Create a cgroup for each hand-in, if this machine allows it.

The kernel then limits what all processes of a hand-in use together. This needs cgroups
of version 2 and a cgroup that has been delegated to us, for example with ``systemd-run
--user --scope -p Delegate=yes``. On other machines, only the supervisor watches memory,
ten times a second.
"""

import contextlib
import functools
import os
import pathlib
import threading
import time

ROOT = pathlib.Path("/sys/fs/cgroup")
LEAF = "marking"  # for our own processes, because a cgroup with children holds none
MORE = 16  # processes besides the student's, including bubblewrap's
# Moves its own process into a cgroup, and then becomes the command.
ENTER = ["sh", "-c", 'echo 0 > "$0/cgroup.procs" && exec "$@"']
SHARE = 0.8  # of the memory that is left, for all hand-ins that are marked at once


def _own():
    """Return the folder of the version 2 cgroup that this process is in."""
    lines = pathlib.Path("/proc/self/cgroup").read_text("utf-8").splitlines()
    (path,) = [line[3:] for line in lines if line.startswith("0::")] or ["/"]
    return ROOT / path.lstrip("/")


def room():
    """Return how many bytes of memory this machine and our cgroups have left for us."""
    lines = pathlib.Path("/proc/meminfo").read_text("ascii").splitlines()
    (free,) = [line.split()[1] for line in lines if line.startswith("MemAvailable:")]
    bounds, own = [1024 * int(free)], _own()
    for folder in (own, *own.parents):
        with contextlib.suppress(OSError, ValueError):  # no such file, or "max"
            bounds.append(int((folder / "memory.max").read_text("ascii")))
    return min(bounds)


@functools.cache
def handed_over():
    """Prepare and return the folder in which we may create cgroups, or return None."""
    try:
        folder = _own()
        folder = folder.parent if folder.name == LEAF else folder
        ours = os.getxattr(folder, "user.delegate") == b"1"
        ours = ours and os.access(folder, os.W_OK)
        controllers = (folder / "cgroup.controllers").read_text("ascii").split()
        if not (ours and {"memory", "pids"} <= {*controllers}):
            return None
        (folder / LEAF).mkdir(exist_ok=True)
        for process in (folder / "cgroup.procs").read_text("ascii").split():
            with contextlib.suppress(ProcessLookupError):
                (folder / LEAF / "cgroup.procs").write_text(process)
        (folder / "cgroup.subtree_control").write_text("+memory +pids")
        with contextlib.suppress(OSError):  # equal shares of processors, too
            (folder / "cgroup.subtree_control").write_text("+cpu")
        return folder
    except OSError:
        return None


@contextlib.contextmanager
def for_hand_in(memory, processes):
    """Create a cgroup for a hand-in and end everything in it afterwards.

    `memory` is in bytes and includes files in memory; `processes` is the number of the
    student's processes. This yields the words before a command that is to run in the
    cgroup, or an empty list if there are no cgroups.
    """
    folder = handed_over()
    if folder is None:
        yield []
        return
    cgroup = folder / f"hand-in-{os.getpid()}-{threading.get_ident()}"
    cgroup.mkdir(exist_ok=True)
    try:
        (cgroup / "memory.max").write_text(str(memory))
        (cgroup / "pids.max").write_text(str(processes + MORE))
        with contextlib.suppress(OSError):  # the kernel may have no swap
            (cgroup / "memory.swap.max").write_text("0")
        yield [*ENTER, str(cgroup)]
    finally:
        with contextlib.suppress(OSError):
            (cgroup / "cgroup.kill").write_text("1")
        until = time.monotonic() + 5
        while cgroup.exists() and time.monotonic() < until:
            with contextlib.suppress(OSError):  # a process is still ending
                cgroup.rmdir()
            time.sleep(0.01)
