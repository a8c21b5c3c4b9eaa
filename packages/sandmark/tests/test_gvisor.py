"""The stronger wall gives the same marks, and has its own kernel."""

import concurrent.futures
import functools
import os
import shutil

import pytest
from made_up_class import hand_in
from sandmark import gvisor, sandbox
from sandmark.__main__ import parser
from sandmark.course import Course
from sandmark.files import NoSandbox

from .letters import LETTERS, MATERIAL, NAMED
from .letters import ran as ran_behind

STUDENTS = 4
LOOK = """
import os, socket
for path in ("/proc/1/environ", "/proc/1/fd/1", "/etc/shadow"):
    try:
        print(os.open(path, os.O_RDWR))
    except OSError:
        pass
for ask in (socket.socket, lambda: os.memfd_create("x"), lambda: os.mkdir("/new"),
            lambda: os.mkdir("/dev/new")):
    try:
        print(ask())
    except OSError:
        pass
print(os.uname().release)
"""
THREAD = """
import threading
started = []
thread = threading.Thread(target=started.append, args=[1])
thread.start()
thread.join()
print(started)
"""
CROWD = """
import os, time
number = 0
try:
    while number < 500:
        if not os.fork():
            time.sleep(60)
            os._exit(0)
        number += 1
except OSError:
    print(number)
"""
FILL = """
filled = []
while True:
    filled.append(b"x" * 50_000_000)
"""


ran = functools.partial(ran_behind, wall="gvisor")
installed = pytest.mark.skipif(not shutil.which("runsc"), reason="needs gVisor")


@installed
def test_code_meets_another_kernel_and_may_start_threads():
    threads, looked, crowd, end = ran(THREAD, LOOK, CROWD, cell_seconds=60)
    assert threads["printed"] == "[1]\n"
    assert looked["printed"].split() != [os.uname().release]
    assert len(looked["printed"].split()) == 1
    assert int(crowd["printed"]) <= sandbox.LIMITS["RLIMIT_NPROC"]
    assert end == {"kind": "end"}


@installed
def test_memory_has_an_end_and_the_next_cell_runs():
    filled, last, _ = ran(FILL, "print(6 * 7)", memory=400_000_000)
    assert filled["ended"] == "took more than 0.4 GB of memory"
    assert last["printed"] == "42\n"


# Memory that is given back, and what gVisor keeps for many mappings in many processes.
ZEROS = """
import mmap
held = mmap.mmap(os.open("/dev/zero", os.O_RDWR), 1_500_000_000)
for start in range(0, 1_500_000_000, 50_000_000):
    held[start : start + 50_000_000] = b"x" * 50_000_000
    held.madvise(mmap.MADV_DONTNEED)
"""
PIECES = """
import ctypes, mmap
held = mmap.mmap(-1, 30_000 * 4096, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
start = ctypes.addressof(ctypes.c_char.from_buffer(held))
for number in range(0, 30_000, 2):
    ctypes.CDLL(None).mprotect(ctypes.c_void_p(start + 4096 * number), 4096, 1)
for _ in range(5):
    os.fork() or time.sleep(60)
"""


@installed
@pytest.mark.parametrize("code", [ZEROS, PIECES])
def test_what_gvisor_itself_takes_has_an_end(monkeypatch, code):
    monkeypatch.setattr(sandbox, "MEMORY", 1_000_000_000)
    monkeypatch.setattr(gvisor, "OWN", 60_000_000)
    code = f"import os, time\n{code}\nprint('never ended')"
    events = ran(code, memory=8_000_000_000)
    assert not [event for event in events[:1] if event.get("printed")]


@installed
def test_marks_are_the_same(tmp_path):
    made = []
    for wall in ("bubblewrap", "gvisor"):
        course = Course(tmp_path / wall, MATERIAL)
        hand_in(course, STUDENTS)
        with concurrent.futures.ThreadPoolExecutor(3) as pool:  # several at once
            rows = course.mark(LETTERS, pool, wall)
        made.append([(row.student, row.state, row.why, row.score) for row in rows])
    assert made[0] == made[1]
    assert len({score for *_, score in made[0]}) > 2


def test_nobody_is_root_in_there_whoever_marks(monkeypatch):
    for user in (0, 1500):
        monkeypatch.setattr(os, "getuid", lambda user=user: user)
        assert gvisor._bundle([], [], MATERIAL, {})["process"]["user"]["uid"] >= 60_000


def test_without_gvisor_it_refuses_and_says_what_to_do(monkeypatch):
    found = shutil.which
    monkeypatch.setattr(
        shutil, "which", lambda name: None if name == "runsc" else found(name)
    )
    with pytest.raises(NoSandbox, match="runsc is missing: install gVisor"):
        ran()


def test_one_option_chooses_the_wall():
    words = [*NAMED, "mark", LETTERS]
    assert parser().parse_args(words).wall == "bubblewrap"
    assert parser().parse_args([*words, "--gvisor"]).wall == "gvisor"
