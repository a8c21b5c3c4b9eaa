"""A cgroup for each hand-in, if this machine lets us create them.

The kernel then limits what all processes of a hand-in use together. It needs version 2,
and a cgroup that has been handed over to us, as by ``systemd-run --user --scope -p
Delegate=yes``. Elsewhere only the supervisor watches memory, ten times a second.
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
# Moves a process into a cgroup, and lets it become what it is to be.
ENTER = ["sh", "-c", 'echo 0 > "$0/cgroup.procs" && exec "$@"']
SHARE = 0.8  # of the memory that is left, for all hand-ins that are marked at once


def room():
    """Return the bytes that this machine has left, or that our cgroups let us use."""
    lines = pathlib.Path("/proc/meminfo").read_text("ascii").splitlines()
    (free,) = [line.split()[1] for line in lines if line.startswith("MemAvailable:")]
    bounds = [1024 * int(free)]
    for line in pathlib.Path("/proc/self/cgroup").read_text("utf-8").splitlines():
        _, controllers, path = line.split(":", 2)
        base, name = ROOT, "memory.max"
        if controllers:  # version 1
            base, name = ROOT / controllers, "memory.limit_in_bytes"
        cgroup = base / path.lstrip("/")
        for folder in (cgroup, *cgroup.parents):
            with contextlib.suppress(OSError, ValueError):  # no such file, or "max"
                bounds.append(int((folder / name).read_text("ascii")))
    return min(bounds)


@functools.cache
def handed_over():
    """Return the folder in which we may create cgroups, made ready for it, or None."""
    try:
        lines = pathlib.Path("/proc/self/cgroup").read_text("utf-8").splitlines()
        path = next(line[3:] for line in lines if line.startswith("0::"))
        folder = ROOT / path.lstrip("/")
        folder = folder.parent if folder.name == LEAF else folder
        ours = os.getxattr(folder, "user.delegate") == b"1"
        ours = ours and os.access(folder, os.W_OK)
        controllers = (folder / "cgroup.controllers").read_text("ascii").split()
        if not (ours and {"memory", "pids"} <= {*controllers}):
            return None
        _prepare(folder)
        return folder
    except (OSError, StopIteration):
        return None


def _prepare(folder):
    """Let a cgroup limit its children."""
    (folder / LEAF).mkdir(exist_ok=True)
    for process in (folder / "cgroup.procs").read_text("ascii").split():
        with contextlib.suppress(ProcessLookupError):
            (folder / LEAF / "cgroup.procs").write_text(process)
    (folder / "cgroup.subtree_control").write_text("+memory +pids")
    with contextlib.suppress(OSError):  # equal shares of processors, too
        (folder / "cgroup.subtree_control").write_text("+cpu")


@contextlib.contextmanager
def for_hand_in(memory, processes):
    """Create a cgroup for a hand-in, and end everything in it afterwards.

    `memory` is in bytes and includes files in memory; `processes` are the student's.
    Yields the words that start a command in the cgroup; none if there are no cgroups.
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
        with contextlib.suppress(OSError):  # where the kernel has no swap
            (cgroup / "memory.swap.max").write_text("0")
        yield [*ENTER, str(cgroup)]
    finally:
        _remove(cgroup)


def _remove(folder):
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
