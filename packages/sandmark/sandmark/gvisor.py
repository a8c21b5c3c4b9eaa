"""A stronger wall: gVisor, if it is installed, handles the system calls of code.

gVisor is a kernel that runs as an ordinary program, so code that exploits a fault in
Linux's kernel cannot reach that kernel. bubblewrap lays out the files as it does for
root, and the list of system calls is that of `calls`.
"""

import errno
import json
import os
import shutil

from sandmark import calls, walls
from sandmark.files import NoSandbox, opened
from sandmark.walls import INSIDE

BUNDLE = "/tmp/bundle"
NAMESPACES = "pid", "network", "ipc", "uts", "mount"
SCRATCH = "nosuid", "nodev", f"size={walls.SCRATCH}", "mode=1777"
OWN = 300_000_000  # bytes that gVisor may take besides a hand-in's memory
CHUNK = 1 << 30
ALSO = {"pselect6": ["pselect"]}  # what older versions call it


def gvisor(program, material, environment):
    """Return the command that isolates a program, and a file: see `bubblewrap`."""
    # Starting a thread tries clone3 before clone. Older versions of gVisor have no
    # clone3, but report it as forbidden, not as missing, unless it is allowed.
    needed = "start new thread" in walls.complaint(material, _strict)
    further = [("clone3", ())] if needed else []
    return _isolated([*calls.rules(), *further], program, material, environment)


def _strict(*arguments):
    return _isolated(calls.rules(), *arguments)


def _isolated(rules, program, material, environment):
    if not (runsc := shutil.which("runsc")):
        raise NoSandbox("runsc is missing: install gVisor, or mark without --gvisor")
    bundle = opened(json.dumps(_bundle(rules, program, material, environment)).encode())
    # gVisor mounts file systems, which an ordinary user may do in a user namespace.
    namespace, rootless = [], []
    if os.getuid() != 0:
        namespace = ["--unshare-user", "--uid", "0", "--gid", "0", "--cap-add", "ALL"]
        rootless = ["--rootless"]
    command = [
        # On a shared network, others could reach gVisor's socket or take its name.
        *walls.laid_out(material, "--unshare-net", *namespace),
        *("--proc", "/proc"),
        *("--ro-bind-data", str(bundle.fileno()), f"{BUNDLE}/config.json"),
        *(runsc, *rootless, "--root=/tmp/state"),
        *("--network=none", "--oci-seccomp", "--ignore-cgroups"),
        *("run", f"--bundle={BUNDLE}", "hand-in"),
    ]
    return command, bundle


def _bundle(rules, program, material, environment):
    """Return what runs and what it sees, in the format for OCI runtimes."""
    shown = walls.below_scratch(material).items()
    empty = "/tmp", "/dev/shm", f"{INSIDE}"
    user = walls.nobody()  # unlike root, this user cannot fill /dev
    return {
        "ociVersion": "1.0.0",
        "hostname": "sandbox",
        "root": {"path": walls.LAID, "readonly": True},
        "process": {
            "args": [*program, "/proc"],  # which describes gVisor's kernel alone
            "env": [f"{name}={value}" for name, value in environment.items()],
            "cwd": f"{INSIDE}",
            "user": {"uid": user, "gid": user},
            "capabilities": {},
            "noNewPrivileges": True,
        },
        "mounts": [
            _mount("/proc", "proc", "proc"),
            # Code must not see what the supervisor reads and writes.
            _mount("/proc/1", "tmpfs", "tmpfs", "ro"),
            *(_mount(name, "tmpfs", "tmpfs", *SCRATCH) for name in empty),
            *(_mount(inside, "bind", laid, "ro", "rbind") for laid, inside in shown),
        ],
        "linux": {
            "namespaces": [{"type": name} for name in NAMESPACES],
            "seccomp": {
                "defaultAction": "SCMP_ACT_ERRNO",
                "defaultErrnoRet": errno.ENOSYS,
                "syscalls": [*map(_rule, rules)],
            },
        },
    }


def _mount(path, kind, source, *options):
    return {"destination": path, "type": kind, "source": source, "options": options}


def _rule(rule):
    name, conditions = rule
    arguments = [
        {
            "index": argument,
            "op": f"SCMP_CMP_{comparison}",
            **dict(zip(("value", "valueTwo"), values, strict=False)),
        }
        for argument, comparison, *values in conditions
    ]
    return {
        "names": [name, *ALSO.get(name, ())],
        "action": "SCMP_ACT_ALLOW",
        "args": arguments,
    }


def bounds(memory):
    """Return the words that limit gVisor to the bytes that a hand-in may use."""
    # gVisor keeps lists of mappings and names of files in its own memory. All that code
    # has is in one file in memory, which grows by whole chunks.
    file = -(-memory // CHUNK) * CHUNK
    return ["prlimit", f"--data={OWN}", f"--fsize={file}"]
