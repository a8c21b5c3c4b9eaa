"""Mark classes of made-up students: how long a hand-in takes, and whether it stays so.

Use: ``python tests/benchmarks/marking.py`` for a class of 30 and one of 1000, some ten
minutes; ``--students 100`` for another number in place of 1000.
"""

import argparse
import concurrent.futures
import itertools
import os
import pathlib
import resource
import statistics
import tempfile
import time

from tqdm import tqdm

from posenc_lessons.grading import demo
from posenc_lessons.grading.course import Course

SOURCE = pathlib.Path(__file__).parents[2] / "notebooks/homework"


def mark_class(students, jobs):
    """Mark a class; return the seconds for each hand-in, in order, and the rows."""
    with tempfile.TemporaryDirectory() as folder:
        course = Course(folder, SOURCE)
        demo.hand_in(course, students)
        ends = [time.monotonic()]

        def progress(done):
            for future in tqdm(done, total=len(done), unit="hand-in", leave=False):
                yield future
                ends.append(time.monotonic())

        with concurrent.futures.ProcessPoolExecutor(jobs) as pool:
            rows = course.mark(demo.ASSIGNMENT, pool, progress=progress, pages=pool)
        assert [row.student for row in rows] == course.students()
    return [later - earlier for earlier, later in itertools.pairwise(ends)], rows


def memory():
    """Return the most memory that this process took, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main():
    """Print the times of a class of 30, and of a large one."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--students", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=2)
    chosen = parser.parse_args()
    print(f"{os.cpu_count()} cores, --jobs {chosen.jobs}; with gradebook and pages")
    times, rows = mark_class(30, chosen.jobs)
    print(
        f"class of 30: {sum(times) / len(times):.2f} s for each hand-in, "
        f"median {statistics.median(times):.2f} s, {memory():.0f} MB"
    )
    times, rows = mark_class(chosen.students, chosen.jobs)
    states = {row.state for row in rows}
    lost = chosen.students - len(rows)
    print(
        f"class of {chosen.students}: {lost} lost; states: {', '.join(sorted(states))}"
    )
    quarter = len(times) // 4
    for number in range(4):
        part = times[number * quarter : (number + 1) * quarter]
        print(f"  quarter {number + 1}: {len(part) / sum(part):.2f} hand-ins a second")
    print(f"  {sum(times):.0f} s in all, {memory():.0f} MB")


if __name__ == "__main__":
    main()
