"""Where a student's code runs: no network, no files of others, bounded in all it takes.

The walls are those of bubblewrap. README and the guide for lecturers say what they hold
back, and what they do not.
"""

import contextlib
import functools
import json
import os
import pathlib
import secrets
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile

from posenc_lessons.grading.values import storable

WORKER = pathlib.Path(__file__).with_name("worker.py")
LIMITS = {
    "RLIMIT_AS": 3_000_000_000,  # bytes, each process
    "RLIMIT_CPU": 120,  # seconds, each process
    "RLIMIT_FSIZE": 40_000_000,  # bytes, each file
    "RLIMIT_NPROC": 64,  # processes and threads
    "RLIMIT_NOFILE": 256,
    "RLIMIT_CORE": 0,
}
SECONDS = {"seconds": 60, "cell_seconds": 10, "task_seconds": 5}
SCRATCH = 100_000_000  # bytes that files may take, in memory
INSIDE = pathlib.PurePosixPath("/sandbox")  # the folder that a student's code starts in
LINE = 400_000  # bytes of an event
LINES = 100_000  # events that are read
FIELDS = {
    "kind": str,
    "cell": int,
    "task": str,
    "case": int,
    "npy": str,
    "none": bool,
    "blank": bool,
    "error": str,
    "printed": str,
}


class NoSandbox(RuntimeError):
    """Raised where no process can be locked in."""


def run(request, unsafe=False):
    """Run a request to the worker, and return the events that it wrote.

    Parameters
    ----------
    request : dict
        ``cells``, ``tasks``, ``numbers`` and ``draws``, as the worker reads them.
    unsafe : bool
        Whether to run it without walls, with all that you may do yourself.

    Returns
    -------
    list of dict
        They are a student's word: nothing in them is to be trusted.

    Raises
    ------
    NoSandbox
        If `unsafe` is false and bubblewrap is missing, or may not work here.
    """
    if not unsafe:
        _require_walls()
    limits = dict(LIMITS)
    if unsafe:
        # It would count all processes of the user who marks.
        del limits["RLIMIT_NPROC"]
    request = {"limits": limits, **SECONDS, **request}
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as written:
        given.write(json.dumps(request).encode())
        given.seek(0)
        with _folder(unsafe) as folder:
            process = subprocess.Popen(
                _worker() if unsafe else _walls(*_worker(INSIDE / "worker.py")),
                cwd=folder if unsafe else "/",
                env=_environment(folder),
                stdin=given,
                stdout=written,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
            try:
                process.wait(request["seconds"] + 20)
            except subprocess.TimeoutExpired:
                pass
            finally:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        written.seek(0)
        return _events(written)


def _events(written):
    """Return what the lines of a file tell, of each thing the last that is told."""
    events = {}
    for _ in range(LINES):
        line = written.readline(LINE)
        if not line:
            break
        event = _event(line)
        about = tuple(event.get(name) for name in ("kind", "cell", "task", "case"))
        events.pop(about, None)
        events[about] = event
    return [event for event in events.values() if event]


def _event(line):
    """Return the event of a line, with nothing in it but what an event may hold."""
    try:
        event = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    if not isinstance(event, dict):
        return {}
    return {
        name: storable(value) if kind is str else value
        for name, kind in FIELDS.items()
        if type(value := event.get(name)) is kind
    }


@contextlib.contextmanager
def _folder(unsafe):
    """Return the folder that the code starts in: one of its own without walls."""
    if not unsafe:
        yield INSIDE
        return
    with tempfile.TemporaryDirectory() as folder:
        yield folder


def _environment(folder):
    """Return the few variables that the worker sees."""
    return {
        "PATH": "/usr/bin:/bin",
        "HOME": str(folder),
        "LANG": "C.UTF-8",
        "PYTHONPATH": os.pathsep.join(_packages()),
        "PYTHONDONTWRITEBYTECODE": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "MPLBACKEND": "Agg",
        "MPLCONFIGDIR": f"{folder}/matplotlib",
    }


def _worker(path=WORKER):
    """Return the command that runs the worker."""
    return [os.path.realpath(sys.executable), "-s", str(path)]


def _packages():
    """Return the folders that hold NumPy and the other packages."""
    return sorted({sysconfig.get_path("purelib"), sysconfig.get_path("platlib")})


@functools.cache
def _tree(laid_out):
    """Return bubblewrap's arguments for the files that can be seen.

    They are taken from where they are on this machine or, if that is done already, from
    where they have been laid out.
    """
    arguments = ["--size", str(SCRATCH), "--tmpfs", "/tmp"]
    arguments += ["--size", str(SCRATCH), "--tmpfs", str(INSIDE)]
    for name in ("bin", "sbin", "lib", "lib32", "lib64"):
        path = pathlib.Path("/", name)
        if path.is_symlink():
            arguments += ["--symlink", os.readlink(path), str(path)]
        elif path.is_dir():
            arguments += ["--ro-bind", str(path), str(path)]
    folders = ["/usr", "/etc/alternatives", sys.base_prefix, *_packages()]
    for folder in dict.fromkeys(map(os.path.realpath, folders)):
        for parent in reversed(pathlib.Path(folder).parents[:-1]):
            arguments += ["--perms", "0755", "--dir", str(parent)]
        arguments += ["--ro-bind-try", folder, folder]
    for folder in _packages():
        package = os.path.join(os.path.realpath(folder), "posenc_lessons")
        if os.path.isdir(package):
            # The solutions stay outside.
            arguments += ["--tmpfs", package, "--remount-ro", package]
    files = {INSIDE / "worker.py": WORKER}
    fonts = _list_of_fonts()
    if fonts:
        arguments += ["--perms", "0755", "--dir", str(INSIDE / "matplotlib")]
        files[INSIDE / "matplotlib" / fonts.name] = fonts
    for inside, outside in files.items():
        arguments += ["--ro-bind", str(inside if laid_out else outside), str(inside)]
    return arguments


def _list_of_fonts():
    """Return Matplotlib's list of fonts, which takes seconds to make, or None."""
    try:
        import matplotlib
        import matplotlib.font_manager
    except ImportError:
        return None
    found = pathlib.Path(matplotlib.get_cachedir()).glob("fontlist-*.json")
    return next(iter(sorted(found, reverse=True)), None)


def _require_walls():
    """Raise `NoSandbox` if there are no walls here."""
    if sys.platform != "linux" or not shutil.which("bwrap"):
        reason = "bwrap is missing, which locks students' code in: install bubblewrap"
    elif _complaint():
        reason = f"bwrap cannot lock students' code in here ({_complaint()})"
    else:
        return
    raise NoSandbox(
        f"{reason}, or say --unsafe to run their code with all that you may do yourself"
    )


@functools.cache
def _complaint():
    """Return what bubblewrap complains of on this machine, or an empty text."""
    probe = subprocess.run(
        _walls("true"),
        cwd="/",
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
    )
    said = " ".join(probe.stderr.split()) or f"it ended with {probe.returncode}"
    return said[:200] if probe.returncode else ""


def _walls(*program):
    """Return the command that runs a program between walls."""
    inner = [
        *("bwrap", "--unshare-all", "--unshare-user", "--disable-userns"),
        *("--die-with-parent", "--new-session", "--cap-drop", "ALL"),
        *_tree(laid_out=os.getuid() == 0),
        *("--proc", "/proc", "--dev", "/dev"),
        *("--size", str(SCRATCH), "--tmpfs", "/dev/shm"),
        *("--chdir", str(INSIDE)),
        # What else is in memory could be filled without end.
        *("--remount-ro", "/dev", "--remount-ro", "/", "--hostname", "sandbox"),
        *program,
    ]
    if os.getuid() != 0:
        return inner
    # Limits on processes do not bind root, and bubblewrap finds files as the user that
    # it runs as. So root lays out the files, and another user goes in.
    user = str(60_000 + secrets.randbelow(4_000))
    return [
        *("bwrap", "--die-with-parent", *_tree(laid_out=False)),
        *("--bind", "/proc", "/proc", "--dev-bind", "/dev", "/dev"),
        *("--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"),
        *("setpriv", "--reuid", user, "--regid", user, "--clear-groups"),
        "--no-new-privs",
        *inner,
    ]
