"""Starts each hand-in as a copy of a process that has loaded NumPy: of a zygote.

This file runs inside the sandbox, between walls of its own, and runs no code of any
student. A copy locks itself in before it reads its request: in namespaces of its own,
with empty folders, and with the filter of system calls. Then it is a `supervisor`, the
first process of its namespace. Nothing of one hand-in comes back here, for another one.
"""

import contextlib
import ctypes
import fcntl
import json
import os
import select
import signal
import socket
import sys

import supervisor

LIBC = ctypes.CDLL(None, use_errno=True)
# CLONE_NEW*: mounts, cgroups, names, messages, users, processes, network.
NEW = 0x00020000 | 0x02000000 | 0x04000000 | 0x08000000
NEW |= 0x10000000 | 0x20000000 | 0x40000000
READ_ONLY, NO_SUID, NO_DEVICES, NO_PROGRAMS = 1, 2, 4, 8  # MS_*
REMOUNT, BIND, WITH_ALL_BELOW, PRIVATE = 32, 4096, 16384, 1 << 18
DROP_FROM_BOUNDS, NO_NEW_RIGHTS, FILTER, AMBIENT = 24, 38, 22, 47  # PR_*
VERSION_3 = 0x20080522  # of the form of capabilities
EMPTY = "/tmp", "/dev/shm", "/sandbox"  # folders of each hand-in's own
CLOSED = "/proc/keys", "/proc/key-users"  # they would tell of keys of who marks


class Filter(ctypes.Structure):
    """A filter of system calls, as the kernel takes it."""

    _fields_ = [("length", ctypes.c_ushort), ("steps", ctypes.c_char_p)]


def called(name, *arguments):
    """Call a function of the C library; raise OSError if it fails."""
    result = getattr(LIBC, name)(*arguments)
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), name)
    return result


def mount(source, target, kind, flags, options=None):
    """Mount something; all are texts or None."""
    words = [part and part.encode() for part in (source, target, kind)]
    called("mount", *words, ctypes.c_ulong(flags), options and options.encode())


def put(path, text):
    """Write a text into a file of the kernel's."""
    with open(path, "w") as file:
        file.write(text)


def unshare():
    """Put this process, and those that it starts, into namespaces of their own."""
    user, group = os.getuid(), os.getgid()
    called("unshare", NEW)
    put("/proc/self/setgroups", "deny")
    put("/proc/self/uid_map", f"{user} {user} 1")
    put("/proc/self/gid_map", f"{group} {group} 1")


def lock_in(setup, filtered):
    """Lock this process in, the first one of its namespace, for good."""
    quiet = NO_SUID | NO_DEVICES
    mount(None, "/", None, WITH_ALL_BELOW | PRIVATE)
    mount("proc", "/proc", "proc", quiet | NO_PROGRAMS)
    for path in CLOSED:
        if os.path.exists(path):
            mount("/dev/null", path, None, BIND)
            mount(None, path, None, REMOUNT | BIND | READ_ONLY | quiet | NO_PROGRAMS)
    for folder in EMPTY:
        mount("tmpfs", folder, "tmpfs", quiet, f"mode=0755,size={setup['scratch']}")
    # Else terminals would be those of all hand-ins.
    mount("tmpfs", "/dev/pts", "tmpfs", quiet | READ_ONLY, "mode=0755,size=4096")
    os.mkdir("/sandbox/matplotlib")
    if setup["fonts"]:
        os.symlink("/fonts.json", f"/sandbox/matplotlib/{setup['fonts']}")
    os.chdir("/sandbox")
    put("/proc/sys/user/max_user_namespaces", "0")
    os.setsid()
    if setup["keyctl"] >= 0:
        LIBC.syscall(setup["keyctl"], 1, None)  # an empty keyring, if there are any
    give_up_rights()
    called("prctl", NO_NEW_RIGHTS, 1, 0, 0, 0)
    program = Filter(len(filtered) // 8, filtered)
    called("prctl", FILTER, 2, ctypes.byref(program), 0, 0)


def give_up_rights():
    """Give up all rights beyond those of any process, for good."""
    number = 0
    while LIBC.prctl(DROP_FROM_BOUNDS, number, 0, 0, 0) == 0:
        number += 1
    called("prctl", AMBIENT, 4, 0, 0, 0)
    header = (ctypes.c_uint32 * 2)(VERSION_3, 0)
    called("capset", header, (ctypes.c_uint32 * 6)())


def start(order, files, setup, filtered):
    """Start a copy that serves a hand-in; return its number, once it is locked in."""
    told, tell = os.pipe()
    between = os.fork()
    if between == 0:
        try:
            keep(files, tell)
            unshare()
            if child := os.fork():
                os.write(3, b"%10d" % child)
                os._exit(0)
            lock_in(setup, filtered)
            os.write(3, b"locked in ")
            os.close(3)
            serve(order)
        except BaseException as error:
            with contextlib.suppress(OSError):
                os.write(3, f"{type(error).__name__}: {error}".encode()[:500])
        finally:
            os._exit(1)
    os.close(tell)
    said = b""
    while piece := os.read(told, 1000):
        said += piece
    os.close(told)
    os.waitpid(between, 0)
    number = next((int(said[n : n + 10]) for n in (0, 10) if is_number(said, n)), None)
    if number and b"locked in " in said:
        return number
    if number:
        end(number)
    raise OSError(said.decode("utf-8", "replace"))


def is_number(said, first):
    """Tell whether a process's number stands at a place of what was said."""
    return said[first : first + 10].strip().isdigit()


def keep(files, tell):
    """Keep no open file but request, answers and `tell`, as numbers 0, 1 and 3."""
    nothing = os.open(os.devnull, os.O_RDWR)
    copies = [fcntl.fcntl(one, fcntl.F_DUPFD, 100) for one in (*files, nothing, tell)]
    for number, file in enumerate(copies):
        os.dup2(file, number, inheritable=number < 3)
    os.closerange(4, 1024)


def serve(order):
    """Do what a hand-in's copy is for."""
    if "trial" in order:
        try:
            exec(order["trial"], {"__name__": "trial"})
            os.write(1, b"all is well")
        except SystemExit as complaint:
            os.write(1, str(complaint).encode())
        os._exit(0)
    sys.stdin, sys.stdout = open(0, closefd=False), open(1, "w", closefd=False)
    supervisor.main()


def end(number):
    """End all processes of a hand-in: the kernel ends them with the first one."""
    os.kill(number, signal.SIGKILL)
    os.waitpid(number, 0)


def main():
    """Start hand-ins as long as somebody asks for it."""
    setup = json.loads(sys.argv[1])
    with open(setup["filter"], "rb") as file:
        filtered = file.read()
    control = socket.socket(fileno=setup["control"])
    running = {}
    while True:
        for one in select.select([control, *running], [], [])[0]:
            if one is not control:
                end(running.pop(one))
                with contextlib.suppress(OSError):
                    one.send(b"ended")
                one.close()
                continue
            words, files, _, _ = socket.recv_fds(control, 100_000, 3)
            if not words:
                os._exit(0)  # and the kernel ends all that was started here
            order = json.loads(words)
            if order.get("draws"):
                with contextlib.suppress(ImportError):
                    __import__("matplotlib.pyplot")
            *files, life = files
            life = socket.socket(fileno=life)
            try:
                running[life] = start(order, files, setup, filtered)
                life.send(b"started")
            except OSError as error:
                life.send(f"failed: {error}".encode()[:1000])
                life.close()
            for file in files:
                os.close(file)


if __name__ == "__main__":
    main()
