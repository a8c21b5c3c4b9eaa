"""Hand-ins that begin as copies of a process between walls: see `zygote`.

Starting Python and loading NumPy takes longer than all that most hand-ins do. Here it
is done once for each process that marks. What lies between a hand-in and this machine
stays: the walls of `walls`, in which the zygote is, and within them the copy's own.
"""

import contextlib
import json
import os
import signal
import socket
import subprocess
import threading
import types

from sandmark import calls, cgroups, seen, walls

PATIENCE = 20  # seconds for what takes a few hundredths
# What is looked at in a copy before any student's code runs in one.
TRIAL = """
import os
with open("/proc/self/status") as file:
    said = file.read()
rights = [line.split()[1] for line in said.splitlines() if line.startswith("Cap")]
if os.getpid() != 1 or set("".join(rights)) != {"0"} or "NoNewPrivs:\t1" not in said:
    raise SystemExit("it keeps rights")
for folder in ("/tmp", "/dev/shm", "/dev/pts", "/sandbox"):
    if set(os.listdir(folder)) - {"matplotlib"}:
        raise SystemExit(folder + " is not empty")
"""
_here = types.SimpleNamespace(lock=threading.Lock(), zygote=None, tried=False)


class NoZygote(RuntimeError):
    """Raised where there can be none: a hand-in is started by itself then."""


def _forget():
    """Let a copy of this process, as pools make them, start a zygote of its own."""
    if _here.zygote:
        _here.zygote.control.close()
    _here.lock, _here.zygote, _here.tried = threading.Lock(), None, False


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


def get():
    """Return this process's zygote, started at the first use.

    Raises
    ------
    NoZygote
        If there can be none here.
    """
    with _here.lock:
        if _here.zygote and _here.zygote.ended():
            _here.zygote.end()
            _here.zygote, _here.tried = None, False  # ended from outside
        if not _here.tried:
            _here.tried = True
            with contextlib.suppress(RuntimeError, OSError):
                _here.zygote = _tried_out()
        if _here.zygote is None:
            raise NoZygote
        return _here.zygote


def _tried_out():
    """Return a new zygote, whose walls have been looked at."""
    if cgroups.handed_over():
        raise NoZygote  # each hand-in is to be in a cgroup before it begins
    if walls.below_scratch():
        raise NoZygote  # what a copy needs would be covered by its own empty folder
    made = Zygote()
    trial = TRIAL + walls.TRIAL.format(copies=seen.copies())
    with made.copy({"trial": trial}) as copy:
        said = copy.stdout.read()
    if said != b"all is well":
        made.end()
        raise NoZygote
    return made


class Zygote:
    """A process between walls that starts hand-ins."""

    def __init__(self):
        self.control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.process, self.lock = None, threading.Lock()
        begun = threading.Event()
        # Bubblewrap ends with the thread that started it. A keyring is a thread's too.
        made = (theirs, begun)
        threading.Thread(target=self._live, args=made, daemon=True).start()
        begun.wait()
        theirs.close()
        if self.process is None:
            self.control.close()
            raise NoZygote

    def _live(self, theirs, begun):
        """Start the process, and be there as long as it is."""
        try:
            calls.leave_keyring()
            self.process = _started(theirs)
        except (OSError, RuntimeError):
            return  # there is none, which is seen where it is waited for
        finally:
            begun.set()
        self.process.wait()

    def ended(self):
        """Tell whether the process has ended."""
        return self.process.poll() is not None

    def end(self):
        """End the process, and with it all that it has started."""
        self.control.close()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    @contextlib.contextmanager
    def copy(self, order):
        """Give a copy, locked in, with `stdin` and `stdout`; end it afterwards.

        Raises
        ------
        NoZygote
            If it cannot be made.
        """
        with contextlib.ExitStack() as files:
            ours, theirs = map(files.enter_context, socket.socketpair())
            request, stdin = map(files.enter_context, _pipe())
            stdout, answers = map(files.enter_context, _pipe())
            given = [request, answers, theirs]
            try:
                words = [json.dumps(order).encode()]
                with self.lock:
                    socket.send_fds(self.control, words, [f.fileno() for f in given])
                for file in given:
                    file.close()
                ours.settimeout(PATIENCE)
                if ours.recv(1000) != b"started":
                    raise NoZygote
            except (OSError, NoZygote):
                self.end()
                raise NoZygote from None
            try:
                yield types.SimpleNamespace(stdin=stdin, stdout=stdout)
            finally:
                self._end_copy(ours)

    def _end_copy(self, ours):
        """Have a copy ended, with all of its processes."""
        try:
            ours.shutdown(socket.SHUT_WR)
            if ours.recv(1000) == b"ended":
                return
        except OSError:
            pass
        self.end()  # whatever it is, nothing is left


def _started(control):
    """Start a zygote that is asked through a socket; return its process."""
    with calls.file() as filtered:
        setup = {
            "control": control.fileno(),
            "filter": filtered.fileno(),
            "keyctl": calls.number("keyctl"),
            "scratch": walls.SCRATCH,
            "fonts": walls.name_of_fonts(),
        }
        program = [*walls.interpreter(), "/zygote.py", json.dumps(setup)]
        return subprocess.Popen(
            walls.command(*program, filtered=None),
            cwd="/",
            env=walls.environment(walls.INSIDE),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            pass_fds=[filtered.fileno(), control.fileno()],
        )


def _pipe():
    """Return both ends of a pipe as files."""
    read, write = os.pipe()
    return open(read, "rb", buffering=0), open(write, "wb", buffering=0)
