"""The walls around students' code: bubblewrap's namespaces and mounts.

README and the guide for lecturers say what they hold back, and what they do not.
"""

import functools
import os
import pathlib
import secrets
import shutil
import subprocess
import sys

from sandmark import calls, seen

INSIDE = pathlib.PurePosixPath("/sandbox")  # the folder that a student's code starts in
SUPERVISOR = pathlib.Path(__file__).with_name("supervisor.py")
# All that runs inside the sandbox beside students' code.
OURS = [
    SUPERVISOR.with_name(f"{name}.py") for name in ("supervisor", "worker", "clock")
]
SCRATCH = 100_000_000  # bytes that files may take, in memory
LAID = "/tmp/laid"  # where root lays out what is to be seen
FONTS = "/fonts.json"
# Runs between the walls before any student's code: is all there, and nothing more?
TRIAL = """
import importlib.util, os, sys
import numpy, supervisor
if "Seccomp:\t2" not in open("/proc/self/status").read():
    sys.exit("the kernel filters no system calls")
for name in {solutions}:
    if importlib.util.find_spec(name):
        sys.exit("the solutions can be imported")
for path in {copies}:
    if os.path.exists(path):
        sys.exit("the solutions can be read in " + path)
"""


class NoSandbox(RuntimeError):
    """Raised where no process can be locked in."""


def trial(material):
    """Return the program that looks whether the walls hold back the solutions."""
    return TRIAL.format(solutions=material.solutions, copies=seen.copies(material))


def require(material):
    """Raise `NoSandbox` if there are no walls here, or if they have a hole.

    Parameters
    ----------
    material : sandmark.material.Material
        The course, whose solutions are to stay outside.
    """
    if sys.platform != "linux" or not shutil.which("bwrap"):
        reason = "bwrap is missing, which locks students' code in: install bubblewrap"
    elif complaint := _complaint(material):
        reason = f"bwrap cannot lock students' code in here ({complaint})"
    else:
        return
    raise NoSandbox(
        f"{reason}, or say --unsafe to run their code with all that you may do yourself"
    )


def interpreter():
    """Return the command that starts Python, without what site-packages would add."""
    return [seen.interpreter(), "-s", "-S"]


def command(*program, material, filtered):
    """Return the command that runs a program between walls.

    Parameters
    ----------
    *program : str
        The program, and what it is given.
    material : sandmark.material.Material
        The course: what can be seen depends on it.
    filtered : int
        An open file that holds the filter of system calls.
    """
    root = os.getuid() == 0
    inner = [
        *("bwrap", "--unshare-all", "--unshare-user"),
        *("--die-with-parent", "--new-session", "--cap-drop", "ALL"),
        # The first process of a namespace can be neither ended nor stopped from within,
        # and all others end with it.
        "--as-pid-1",
        *(("--ro-bind", LAID, "/") if root else ()),
        *("--proc", "/proc", "--dev", "/dev"),
        *("--disable-userns", "--seccomp", str(filtered)),
        # They would tell of the keys of who marks.
        *("--ro-bind-try", "/dev/null", "/proc/keys"),
        *("--ro-bind-try", "/dev/null", "/proc/key-users"),
        *("--size", str(SCRATCH), "--tmpfs", "/tmp"),
        *("--size", str(SCRATCH), "--tmpfs", "/dev/shm"),
        *(_below_scratch(material) if root else _files(material, "")),
        *("--size", str(SCRATCH), "--tmpfs", str(INSIDE)),
        *_fonts(f"{LAID}{FONTS}" if root else _list_of_fonts()),
        *("--chdir", str(INSIDE)),
        # What else is in memory could be filled without end.
        *("--remount-ro", "/dev", "--remount-ro", "/", "--hostname", "sandbox"),
        *program,
    ]
    return _entered_by_another_user(inner, material) if root else inner


def _entered_by_another_user(inner, material):
    """Return the command by which root lays out the files, and another user goes in.

    Limits on processes do not bind root, and bubblewrap finds files as the user that it
    runs as.
    """
    user = str(60_000 + secrets.randbelow(4_000))
    return [
        # In a namespace of processes too: the kernel lets nobody's end be told to what
        # another user runs, but it ends all of a namespace.
        *("bwrap", "--unshare-pid", "--die-with-parent"),
        *("--dev-bind", "/", "/", "--tmpfs", "/tmp"),
        *_files(material, LAID),
        *("--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"),
        *("setpriv", "--reuid", user, "--regid", user, "--clear-groups"),
        "--no-new-privs",
        *inner,
    ]


@functools.cache
def _files(material, base):
    """Return bubblewrap's arguments for all that can be seen, below a folder."""
    arguments, made = [], set()

    def make(folder):
        """Make a folder that all may enter, and those above it."""
        for one in [*reversed(folder.parents[:-1]), folder]:
            if one not in made:
                made.add(one)
                arguments.extend(["--perms", "0755", "--dir", f"{base}{one}"])

    if base:
        arguments += ["--perms", "0755", "--dir", base]
    for path, aim in seen.links(material).items():
        arguments += ["--symlink", aim, f"{base}{path}"]
    for name in ("/proc", "/dev", "/tmp", str(INSIDE)):
        make(pathlib.Path(name))
    masks = seen.covered(material)
    listed = seen.seen(material)
    for entry in sorted(listed, key=lambda entry: len(entry.inside.parts)):
        if not any(mask in entry.inside.parents for mask in masks):
            make(entry.inside.parent)
            arguments += ["--ro-bind", str(entry.outside), f"{base}{entry.inside}"]
    for mask in masks:
        # Other packages lie here. Those of the list are put back on top.
        arguments += ["--perms", "0755", "--tmpfs", f"{base}{mask}"]
        for entry in listed:
            if mask in entry.inside.parents:
                arguments += ["--ro-bind", str(entry.outside), f"{base}{entry.inside}"]
        arguments += ["--remount-ro", f"{base}{mask}"]
    for file in OURS:
        arguments += ["--ro-bind", str(file), f"{base}/{file.name}"]
    if base and _list_of_fonts():
        arguments += ["--ro-bind", str(_list_of_fonts()), f"{base}{FONTS}"]
    return arguments


def _below_scratch(material):
    """Return the arguments that show again what an empty /tmp would cover."""
    arguments = []
    for entry in seen.seen(material):
        if pathlib.Path("/tmp") in entry.inside.parents:
            arguments += ["--ro-bind", f"{LAID}{entry.inside}", str(entry.inside)]
    return arguments


def _fonts(path):
    """Return the arguments that put Matplotlib's list of fonts where it looks."""
    fonts = _list_of_fonts()
    folder = INSIDE / "matplotlib"
    arguments = ["--perms", "0755", "--dir", str(folder)]
    if fonts:
        arguments += ["--ro-bind", str(path), str(folder / fonts.name)]
    return arguments


@functools.cache
def _list_of_fonts():
    """Return Matplotlib's list of fonts, which takes seconds to make, or None."""
    try:
        import matplotlib
        import matplotlib.font_manager
    except ImportError:
        return None
    found = pathlib.Path(matplotlib.get_cachedir()).glob("fontlist-*.json")
    return next(iter(sorted(found, reverse=True)), None)


def environment(folder, material):
    """Return the few variables that students' code sees."""
    return {
        "PATH": "/usr/bin:/bin",
        "HOME": str(folder),
        "LANG": "C.UTF-8",
        "PYTHONPATH": os.pathsep.join(seen.path_for_imports(material)),
        "PYTHONDONTWRITEBYTECODE": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "MPLBACKEND": "Agg",
        "MPLCONFIGDIR": f"{folder}/matplotlib",
    }


@functools.cache
def _complaint(material):
    """Return what is wrong with the walls on this machine, or an empty text."""
    try:
        folders = [*seen.path_for_imports(material), "/"]  # the supervisor's, too
        variables = {"PYTHONPATH": os.pathsep.join(folders)}
        with calls.file() as file:
            python = [*interpreter(), "-c", trial(material)]
            probe = subprocess.run(
                command(*python, material=material, filtered=file.fileno()),
                cwd="/",
                env=environment(INSIDE, material) | variables,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="replace",
                pass_fds=[file.fileno()],
            )
    except (calls.NoFilter, seen.TooMuchSeen) as error:
        return str(error)
    said = " ".join(probe.stderr.split()) or f"it ended with {probe.returncode}"
    return said[-300:] if probe.returncode else ""
