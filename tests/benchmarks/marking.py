"""Mark classes of made-up students, and measure how long each hand-in takes.

``python tests/benchmarks/marking.py`` marks a class of 30 and one of 1000, in about ten
minutes; ``--students 100`` sets another number instead of 1000.
"""

import argparse
import os
import pathlib
import sys
import tempfile
import time

from sandmark.commands import workers
from sandmark.course import Course
from sandmark.material import load

ROOT = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "packages/sandmark/examples"))
from made_up_class import hand_in  # noqa: E402


def mark_class(students, jobs):
    """Mark a class, write gradebook and pages, and print what it took."""
    with tempfile.TemporaryDirectory() as folder:
        course = Course(folder, load("posenc_checks"))
        assignment = hand_in(course, students)
        begun = time.monotonic()
        with workers(jobs) as pool:
            rows = course.mark(assignment, pool)
        seconds = time.monotonic() - begun
        assert [row.student for row in rows] == course.students()
    states = ", ".join(sorted({row.state for row in rows}))
    print(f"class of {students}: {seconds / students:.2f} s for each hand-in; {states}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--students", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=2)
    chosen = parser.parse_args()
    print(f"{os.cpu_count()} cores, --jobs {chosen.jobs}")
    for students in (30, chosen.students):
        mark_class(students, chosen.jobs)
