"""Mark classes of made-up students, and measure how long each hand-in takes.

``python tests/benchmarks/marking.py`` marks a class of 30 and one of 1000, in about ten
minutes; ``--students 100`` marks 100 students instead of 1000.
"""

import argparse
import contextlib
import itertools
import os
import pathlib
import statistics
import sys
import tempfile
import threading
import time

from sandmark.__main__ import workers
from sandmark.course import Course
from sandmark.material import load

ROOT = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "packages/sandmark/examples"))
from made_up_class import hand_in  # noqa: E402

MATERIAL = load("posenc_checks")


def mark_class(students, jobs):
    """Mark a class; return the seconds per hand-in and in total, the rows, and the MB.

    The seconds include the gradebook and the pages, and the MB include all processes.
    """
    with tempfile.TemporaryDirectory() as folder, watched() as most:
        course = Course(folder, MATERIAL)
        assignment = hand_in(course, students)
        begun = time.monotonic()
        with workers(jobs) as pool:
            rows = course.mark(assignment, pool)
        assert [row.student for row in rows] == course.students()
        seconds = time.monotonic() - begun
        pages = course.folder.glob(f"feedback/*/{assignment}/*.html")
        ends = sorted(page.stat().st_mtime for page in pages)
    times = [later - earlier for earlier, later in itertools.pairwise(ends)]
    return times, seconds, rows, max(most)


@contextlib.contextmanager
def watched():
    """Yield a list to which the memory of all processes together is added, in MB."""
    sums, ended = [memory()], threading.Event()

    def watch():
        while not ended.wait(0.2):
            sums.append(memory())

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        yield sums
    finally:
        ended.set()
        thread.join()


def memory():
    """Return the memory of this process and all that it has started, in MB.

    Memory that several processes share is divided among them (PSS).
    """
    parents, sizes = {}, [0]
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            words = (folder / "stat").read_bytes().rpartition(b")")[2].split()
            parents[int(folder.name)] = int(words[1])
    found, more = set(), {os.getpid()}
    while more:
        found |= more
        more = {one for one, parent in parents.items() if parent in more}
    own = pathlib.Path("/proc/self/cmdline").read_bytes()
    for process in found:
        folder = pathlib.Path(f"/proc/{process}")
        with contextlib.suppress(OSError, IndexError):
            # Until it starts a different program, a child shares its parent's memory.
            if process == os.getpid() or (folder / "cmdline").read_bytes() != own:
                text = (folder / "smaps_rollup").read_text()
                sizes.append(int(text.partition("\nPss:")[2].split()[0]))
    return sum(sizes) / 1024


def main():
    """Print the times for a class of 30, and for a large one."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--students", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=2)
    chosen = parser.parse_args()
    print(f"{os.cpu_count()} cores, --jobs {chosen.jobs}; with gradebook and pages")
    times, seconds, rows, most = mark_class(30, chosen.jobs)
    print(
        f"class of 30: {seconds / 30:.2f} s for each hand-in; between two hand-ins "
        f"{statistics.median(times):.2f} s (median); {most:.0f} MB"
    )
    times, seconds, rows, most = mark_class(chosen.students, chosen.jobs)
    states = {row.state for row in rows}
    lost = chosen.students - len(rows)
    print(
        f"class of {chosen.students}: {lost} lost; states: {', '.join(sorted(states))}"
    )
    quarter = len(times) // 4
    for number in range(4):
        part = times[number * quarter : (number + 1) * quarter]
        print(f"  quarter {number + 1}: {len(part) / sum(part):.2f} hand-ins a second")
    print(f"  {seconds:.0f} s in all, {most:.0f} MB")


if __name__ == "__main__":
    main()
