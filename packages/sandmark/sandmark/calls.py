"""The system calls that students' code may use, with conditions on their arguments.

All other calls, even those of future kernels, fail as if the kernel did not have them
(ENOSYS). This rules out keyrings, io_uring, userfaultfd, bpf, ptrace, mounts,
namespaces, shared memory that no limit counts, and the memory and limits of other
processes. libseccomp makes the filter, and bubblewrap loads it.
"""

import ctypes
import errno
import functools
import signal
import tempfile

from sandmark.files import NoSandbox

try:
    import pyseccomp as seccomp
except (ImportError, RuntimeError, AttributeError, OSError):  # not installed
    seccomp = None

FILES = """
open openat creat close close_range read readv pread64 preadv write writev pwrite64
pwritev lseek stat fstat lstat newfstatat statx access faccessat faccessat2 readlink
readlinkat getdents getdents64 getcwd chdir fchdir mkdir mkdirat rmdir unlink unlinkat
rename renameat renameat2 link linkat symlink symlinkat chmod fchmod fchmodat chown
fchown fchownat lchown truncate ftruncate fallocate
fsync fdatasync umask statfs fstatfs dup dup2 dup3
pipe pipe2 sendfile copy_file_range getxattr lgetxattr fgetxattr listxattr llistxattr
flistxattr mknod mknodat
"""
MEMORY = "brk munmap mremap mprotect msync membarrier"
PROCESSES = """
fork vfork execve exit exit_group wait4 waitid kill tkill tgkill getpid getppid gettid
getpgid getpgrp getsid setpgid getuid geteuid getgid getegid getresuid getresgid
getgroups capget getrusage times getpriority set_tid_address arch_prctl rseq getcpu
set_robust_list get_robust_list futex sched_yield sched_getaffinity sched_getparam
sched_getscheduler sched_get_priority_max sched_get_priority_min getrlimit setrlimit
uname getrandom restart_syscall
"""
SIGNALS_AND_TIME = """
rt_sigprocmask rt_sigreturn rt_sigpending rt_sigsuspend rt_sigtimedwait
sigaltstack pause alarm getitimer setitimer signalfd4 eventfd eventfd2
time gettimeofday clock_gettime clock_getres nanosleep clock_nanosleep timerfd_create
timerfd_settime timerfd_gettime
select pselect6 poll ppoll epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait
epoll_pwait2
"""
# Socket pairs are the only sockets. Other sockets would keep what many processes send
# to their names, and options let a socket keep more; no limit counts this memory. With
# sendmsg, a process could pass on open files, which count for all processes of a user.
SOCKETS = "socketpair getsockname getpeername recvfrom recvmsg shutdown getsockopt"
ALLOWED = f"{FILES} {MEMORY} {PROCESSES} {SIGNALS_AND_TIME} {SOCKETS}".split()

# There is no call that sets times, because the nodes in /dev are the machine's own.

# Some calls have conditions. These requests ask for a terminal's settings and size, ask
# how much there is to read, and set whether a file blocks or is closed at exec.
DEVICES = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)
# About the signal at a parent's death, names, and what a process may do.
ABOUT_ONESELF = (1, 2, 3, 15, 16, 23, 39, 0x53564D41)
# PR_SET_DUMPABLE and PR_SET_THP_DISABLE, with the values that `supervisor` sets.
OF_THE_SUPERVISOR = ((4, 0), (41, 1))
# Copies and flags of an open file. With locks, leases and notifications on files that
# all hand-ins read, two hand-ins could communicate.
OF_AN_OPEN_FILE = (0, 1, 2, 3, 4, 1030)  # F_DUPFD, F_[GS]ETFD, F_[GS]ETFL, ..._CLOEXEC
# Memory that is shared without a file can stay in use when no process maps it, so
# looking at processes does not show it. Files in memory are limited and counted.
MAP_TYPE, MAP_PRIVATE, MAP_ANONYMOUS = 0x0F, 0x02, 0x20
# Large pages come from a reserve of the machine, which no limit counts, either.
MAP_HUGETLB = 0x40000
# The advice that allocators give, including guard pages. Other advice would let the
# kernel merge equal pages of two hand-ins, or move pages to the disk, uncounted.
ADVICE = (0, 1, 2, 3, 4, 8, 15, 102, 103)
NEW_NAMESPACES = 0x7E020080  # CLONE_NEW*, which would give a process more rights


def rules():
    """Yield the name of each allowed call with the conditions on its arguments."""
    # A condition has the form that libseccomp and OCI runtimes use: the number of the
    # argument, the comparison, the value, and a second value if the first is a mask.
    for name in ALLOWED:
        yield name, ()
    for request in DEVICES:
        yield "ioctl", ((1, "EQ", request),)
    for command in OF_AN_OPEN_FILE:
        yield "fcntl", ((1, "EQ", command),)
    for option in ABOUT_ONESELF:
        yield "prctl", ((0, "EQ", option),)
    for advice in ADVICE:
        yield "madvise", ((2, "EQ", advice),)
    for option, value in OF_THE_SUPERVISOR:
        yield "prctl", ((0, "EQ", option), (1, "EQ", value))
    yield "mmap", ((3, "MASKED_EQ", MAP_TYPE | MAP_HUGETLB, MAP_PRIVATE),)
    yield "mmap", ((3, "MASKED_EQ", MAP_ANONYMOUS, 0),)
    yield "prlimit64", ((0, "EQ", 0),)  # limits of the process itself
    yield "setpriority", ((0, "EQ", 0), (1, "EQ", 0))  # its own, which may only fall
    # The kernel does not count the time of children whose end is ignored, so no process
    # may change what SIGCHLD does. Every other signal's number differs in some bit.
    # With a rule for each number, libseccomp 2.5 would mix up the rules for prctl.
    yield "rt_sigaction", ((0, "EQ", signal.SIGCHLD), (1, "EQ", 0))  # this only asks
    for bit in (1, 2, 4, 8, 16, 32, 64):
        yield "rt_sigaction", ((0, "MASKED_EQ", bit, ~signal.SIGCHLD & bit),)
    yield "clone", ((0, "MASKED_EQ", NEW_NAMESPACES, 0),)
    yield "sendto", ((4, "EQ", 0),)  # to the other socket of the pair


@functools.cache
def program():
    """Return the filter as bytes for the kernel."""
    if seccomp is None:
        raise NoSandbox(
            "libseccomp is missing; it limits what students' code may ask of the "
            "kernel. Install libseccomp2, and run pip install pyseccomp"
        )
    filtered = seccomp.SyscallFilter(seccomp.ERRNO(errno.ENOSYS))
    for name, conditions in rules():
        if number(name) >= 0:  # not all processors have all calls
            arguments = [
                seccomp.Arg(argument, getattr(seccomp, comparison), *values)
                for argument, comparison, *values in conditions
            ]
            filtered.add_rule(seccomp.ALLOW, name, *arguments)
    with tempfile.TemporaryFile() as file:
        filtered.export_bpf(file)
        file.seek(0)
        return file.read()


def number(name):
    """Return a system call's number, which is negative if this processor has none."""
    number = seccomp.resolve_syscall(seccomp.Arch.NATIVE, name)
    return -1 if number is None else ctypes.c_int(number).value
