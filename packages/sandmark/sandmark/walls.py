"""The isolation of students' code: bubblewrap's namespaces and mounts.

The README and the guide for lecturers say what this stops and what it does not.
"""

import functools
import os
import pathlib
import secrets
import shutil
import subprocess

from sandmark import calls, seen
from sandmark.files import NoSandbox, opened

INSIDE = pathlib.PurePosixPath("/sandbox")  # where a student's code starts
PYTHON = [seen.PYTHON, "-s", "-S"]  # without site-packages
SUPERVISOR = pathlib.Path(__file__).with_name("supervisor.py")
# What runs inside the sandbox besides students' code.
OURS = [
    SUPERVISOR.with_name(f"{name}.py") for name in ("supervisor", "worker", "clock")
]
SCRATCH = 100_000_000  # bytes of memory that files may take
PROCESSES = pathlib.PurePosixPath("/processes")  # which nobody can list
LAID = "/tmp/laid"  # where root lays out the visible files
# Runs inside the walls before any student's code, and checks what is visible there.
TRIAL = """
import importlib.util, os, sys, threading
import numpy, supervisor, worker
try:
    os.memfd_create("file")
    sys.exit("the kernel filters no system calls")
except OSError:
    pass
if not os.listdir(sys.argv[1]):
    sys.exit("no process is visible")
if sys.argv[1] != "/proc" and os.path.lexists("/proc"):
    sys.exit("/proc tells code which files others have in use")
threading.Thread(target=os.getpid).start()
for name in {solutions}:
    if importlib.util.find_spec(name):
        sys.exit("the solutions can be imported")
for path in {places}:
    if os.path.exists(path):
        sys.exit("the solutions can be read in " + path)
"""


def require(material, wall):
    """Raise `NoSandbox` if a wall, such as `bubblewrap`, is missing or has a hole."""
    if not shutil.which("bwrap"):
        raise NoSandbox(
            "bwrap, which isolates students' code, is missing: install bubblewrap"
        )
    if why := complaint(material, wall):
        raise NoSandbox(f"students' code cannot be isolated here ({why})")


@functools.cache
def complaint(material, wall):
    """Return what is wrong with the isolation on this machine, or an empty string."""
    trial = TRIAL.format(solutions=material.solutions, places=seen.solutions(material))
    folders = [*seen.path_for_imports(material), "/"]  # the supervisor's, too
    variables = environment(material)
    variables["PYTHONPATH"] = os.pathsep.join(folders)
    command, file = wall([*PYTHON, "-c", trial], material, variables)
    with file:
        probe = subprocess.run(
            ["/usr/bin/env", *command],  # its path is given: see `sandbox.EXPENDABLE`
            cwd="/",
            env=variables,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            pass_fds=[file.fileno()],
        )
    said = " ".join(probe.stderr.split()) or f"it ended with {probe.returncode}"
    return said[-300:] if probe.returncode else ""


def bubblewrap(program, material, environment):
    """Return the command that isolates a program, and a file that the command reads.

    `program` is a list of words, `material` decides what is visible, and `environment`
    has the command's variables. The program gets one more argument: the folder in which
    the kernel reports on processes. Nothing else can find this folder, because it would
    tell code which files others are using.
    """
    below = [("--ro-bind", *pair) for pair in below_scratch(material).items()]
    root, filtered = os.getuid() == 0, opened(calls.program())
    proc = f"{PROCESSES}/{secrets.token_hex(16)}"
    inner = [
        *("bwrap", "--unshare-all", "--unshare-user"),
        *("--die-with-parent", "--new-session", "--cap-drop", "ALL"),
        # A namespace's first process cannot be ended from within, and all others end
        # with it.
        "--as-pid-1",
        *(("--ro-bind", LAID, "/") if root else ()),
        *("--dev", "/dev"),
        # All programs share the machine's limited number of pseudo-terminals.
        *("--tmpfs", "/dev/pts", "--remount-ro", "/dev/pts"),
        # A shared mapping of /dev/zero would be memory that belongs to no process.
        *("--bind", "/dev/null", "/dev/zero"),
        *("--disable-userns", "--seccomp", str(filtered.fileno())),
        *("--size", str(SCRATCH), "--tmpfs", "/tmp"),
        *("--size", str(SCRATCH), "--tmpfs", "/dev/shm"),
        *(sum(below, ()) if root else files(material, "")),
        *("--size", str(SCRATCH), "--tmpfs", str(INSIDE)),
        *("--chdir", str(INSIDE)),
        *("--perms", "0111", "--tmpfs", str(PROCESSES), "--dir", proc, "--proc", proc),
        # All other folders in memory could be filled without limit.
        *("--remount-ro", "/dev", "--remount-ro", str(PROCESSES)),
        *("--remount-ro", "/", "--hostname", "sandbox"),
        *program,
        proc,
    ]
    return (_entered_by_another_user(inner, material) if root else inner), filtered


def laid_out(material, *more):
    """Return the command that lays out the visible files in `LAID`."""
    # The namespace of processes is needed, too: when a parent ends, the kernel does not
    # tell a process of another user, but it ends everything in the namespace.
    space = ["bwrap", "--unshare-pid", "--die-with-parent", *more]
    return [*space, "--dev-bind", "/", "/", "--tmpfs", "/tmp", *files(material, LAID)]


def _entered_by_another_user(inner, material):
    """Return the command with which root lays out the files for another user."""
    # Limits on processes do not apply to root, and bubblewrap looks for files with the
    # rights of its user.
    user = str(nobody())
    return [
        *laid_out(material, "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"),
        *("setpriv", "--reuid", user, "--regid", user, "--clear-groups"),
        "--no-new-privs",
        *inner,
    ]


@functools.cache
def files(material, base):
    """Return bubblewrap's arguments that show what is visible, below a folder."""
    arguments, created = [], set()

    def make(folder):
        """Make a folder, and any missing folders above it, that everyone may enter."""
        for path_above in [*reversed(folder.parents[:-1]), folder]:
            if path_above not in created:
                created.add(path_above)
                arguments.extend(["--perms", "0755", "--dir", f"{base}{path_above}"])

    if base:
        arguments += ["--perms", "0755", "--dir", base]
    for path, aim in seen.links(material).items():
        arguments += ["--symlink", aim, f"{base}{path}"]
    for name in ("/dev", "/tmp", PROCESSES, INSIDE):
        make(pathlib.Path(name))
    masks = seen.covered(material)
    entries = seen.seen(material)
    shown = {str(entry.inside) for entry in entries}
    tops = [top for top in below_scratch(material).values() if top not in shown]
    for top in tops:  # which code must not write into
        created.add(pathlib.Path(top))
        arguments += ["--perms", "0755", "--tmpfs", f"{base}{top}"]
    for entry in sorted(entries, key=lambda entry: len(entry.inside.parts)):
        if not any(mask in entry.inside.parents for mask in masks):
            make(entry.inside.parent)
            arguments += ["--ro-bind", str(entry.outside), f"{base}{entry.inside}"]
    for mask in masks:
        # This hides all packages. Those in the list are put back on top.
        arguments += ["--perms", "0755", "--tmpfs", f"{base}{mask}"]
        for entry in entries:
            if mask in entry.inside.parents:
                arguments += ["--ro-bind", str(entry.outside), f"{base}{entry.inside}"]
        arguments += ["--remount-ro", f"{base}{mask}"]
    for top in tops:
        arguments += ["--remount-ro", f"{base}{top}"]
    for file in OURS:
        arguments += ["--ro-bind", str(file), f"{base}/{file.name}"]
    return arguments


def nobody():
    """Return a user ID that nobody else on this machine has."""
    return 60_000 + secrets.randbelow(4_000)


def below_scratch(material):
    """Return what an empty /tmp would hide, as a dict of sources and targets."""
    paths = [entry.inside.parts for entry in seen.seen(material)]
    tops = {f"/tmp/{parts[2]}" for parts in paths if parts[1] == "tmp"}
    return {f"{LAID}{top}": top for top in sorted(tops)}


def environment(material):
    """Return the environment variables of students' code."""
    return {
        "PATH": "/usr/bin:/bin",
        "HOME": str(INSIDE),
        "LANG": "C.UTF-8",
        "PYTHONPATH": os.pathsep.join(seen.path_for_imports(material)),
        "PYTHONDONTWRITEBYTECODE": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "MPLBACKEND": "Agg",
        "MPLCONFIGDIR": f"{INSIDE}/matplotlib",
    }
