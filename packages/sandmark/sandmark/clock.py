"""Measure the time and the memory that the processes of a hand-in use.

This file runs inside the sandbox for `supervisor`.
"""

import contextlib
import os
import re
import time

WAIT = 0.1  # seconds between two looks at what the processes use
PATIENCE = 10  # a step may last this many times its limit if it waits for a processor
SCRATCH = "/tmp", "/dev/shm", "/sandbox"
FILE = 2000  # bytes that the kernel keeps for each file
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
# The bytes of a note that the kernel keeps on a mapping, and the number of other notes.
NOTE, BESIDES = 64, 4
MAPPINGS = 65_530  # the most that the kernel allows in a process
# The priority of students' processes, which lets the supervisor run before them.
NICE = min(os.getpriority(os.PRIO_PROCESS, 0) + 5, 19)
PROC = "/proc"  # or another folder in which the kernel reports on processes


class Clock:
    """A measure of what a step uses: memory, and the time that it ran or could run."""

    last = 0.0  # when any step last looked at the processes

    def __init__(self):
        self.begun = time.monotonic()
        self.first = None  # processor time and waiting times at the first look
        self.counted = 0

    def late(self, seconds, memory):
        """Return why a step should end, or None."""
        now = time.monotonic()
        if now < Clock.last + WAIT:
            return None
        Clock.last = now
        cpu, waits, taken = look()
        passed = now - self.begun
        self.first = self.first or (cpu, waits)
        cpu_before, waits_before = self.first
        waited = max(waits[one] - waits_before.get(one, 0) for one in waits)
        self.counted = max(cpu - cpu_before, passed - waited, passed / PATIENCE)
        if taken > memory:
            return f"took more than {memory / 1e9:g} GB of memory"
        if self.counted > seconds:
            return f"ran for more than {seconds} seconds"
        return None

    def spent(self):
        """Return how many seconds of this step count toward its limit."""
        return self.counted + time.monotonic() - max(self.begun, Clock.last)


def look():
    """Return the processor time, the waiting times and the memory of all processes.

    The processor time is in seconds and includes processes that have ended. The waiting
    times are a dict with the seconds that each process waited for a processor. The
    memory is in bytes and includes files in memory and what the kernel keeps.
    """
    cpu, waits, memory, found = 0, {1: 0}, 0, processes()
    for process in found:
        with contextlib.suppress(OSError, ValueError, IndexError):
            words = read(process, "stat").rpartition(b")")[2].split()
            cpu += sum(map(int, words[11:15])) / TICKS
            memory += taken_by(process)
            # For a mapping, there is a note on each process that passed it on by fork.
            memory += mappings(process) * NOTE * (len(found) + BESIDES)
            if int(words[16]) <= NICE:  # unless it lowered its own priority
                waits[process] = wait_of(process)
    return cpu, waits, memory + files()


def wait_of(process):
    """Return the seconds for which a process waited for a processor.

    gVisor does not report this, so a process there may have waited all the time.
    """
    try:
        return int(read(process, "schedstat").split()[1]) / 1e9
    except FileNotFoundError:
        return time.monotonic()


def taken_by(process):
    """Return the bytes that a process takes, including its page tables and swap.

    Memory that several processes have shared since a fork is divided among them. If a
    process hides how much it shares, all its memory counts. All threads report the same
    memory, except that a thread that has ended, perhaps the first one, reports none.
    """
    for thread in [str(process), *os.listdir(f"{PROC}/{process}/task")]:
        with contextlib.suppress(OSError):
            _, resident, shared, *_ = map(int, read(thread, "statm").split())
            if resident:
                status = read(thread, "status")
                with contextlib.suppress(OSError):
                    parts = read(thread, "smaps_rollup")
                    if b"Pss_Anon" in parts:  # which older kernels do not report
                        return total(b"Pss_Anon|SwapPss|VmPTE", parts + status)
                return (resident - shared) * PAGE + total(b"VmSwap|VmPTE", status)
    return 0


def total(names, text):
    """Return the sum, in bytes, of the named sizes, which the kernel reports in kB."""
    return 1024 * sum(map(int, re.findall(rb"^(?:%s):\s*(\d+)" % names, text, re.M)))


def mappings(process):
    """Return how many mappings a process has, or may have if it hides them."""
    try:
        return read(process, "maps").count(b"\n")
    except PermissionError:
        return MAPPINGS


def files():
    """Return the bytes that files in memory take, with the kernel's data on each."""
    taken = 0
    for folder in SCRATCH:
        with contextlib.suppress(OSError):
            room = os.statvfs(folder)
            taken += (room.f_blocks - room.f_bfree) * room.f_frsize
            taken += (room.f_files - room.f_ffree) * FILE
    return taken


def read(process, name):
    """Return the content of a process's file in /proc."""
    with open(f"{PROC}/{process}/{name}", "rb") as file:
        return file.read()


def processes():
    """Return the numbers of all visible processes."""
    return [int(name) for name in os.listdir(PROC) if name.isdigit()]
