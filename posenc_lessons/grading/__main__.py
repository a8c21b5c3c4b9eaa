"""The commands for lecturers: release, collect, mark, give back.

Use: ``python -m posenc_lessons.grading --help``.
"""

import argparse
import concurrent.futures
import contextlib
import multiprocessing
import os
import pathlib
import sys
import threading

import sqlalchemy.exc
from tqdm import tqdm

from posenc_lessons.grading import demo, report
from posenc_lessons.grading.course import SOURCE, Course, CourseError
from posenc_lessons.grading.files import folders_in
from posenc_lessons.grading.roster import store
from posenc_lessons.grading.sandbox import NoSandbox


def parser():
    """Return the parser of the command line."""
    main = argparse.ArgumentParser(prog="python -m posenc_lessons.grading")
    main.add_argument("--course", default="course", help="the course's folder")
    main.add_argument(
        "--source", default=SOURCE, help="the folder with the assignments' sources"
    )
    main.add_argument(
        "--database", help="an address such as postgresql://user@host/name"
    )
    steps = main.add_subparsers(dest="step", required=True)
    release = steps.add_parser("release", help="make the students' version")
    collect = steps.add_parser("collect", help="take hand-ins out of a zip archive")
    mark = steps.add_parser("mark", help="mark all hand-ins, and report on the class")
    back = steps.add_parser("give-back", help="write the pages for the students")
    for step in (release, collect, mark, back):
        step.add_argument("assignment", help="such as h3_the_formula")
    collect.add_argument("archive", help="a zip archive of a platform, or a folder")
    roster = steps.add_parser("roster", help="take the class's list: a CSV file")
    roster.add_argument("file", type=pathlib.Path, help="columns name, id, email")
    example = steps.add_parser("demo", help="make a class, mark it, open the report")
    example.add_argument("--students", type=int, default=30)
    example.add_argument("--no-browser", action="store_true")
    for step in (mark, example):
        step.add_argument(
            "--jobs", type=int, default=os.cpu_count(), help="hand-ins at once"
        )
        step.add_argument("--scheduler", help="of a Dask cluster, tcp://host:8786")
        step.add_argument(
            "--unsafe",
            action="store_true",
            help="run students' code with all that you may do yourself",
        )
        step.add_argument(
            "--again", action="store_true", help="also those that are marked"
        )
    return main


@contextlib.contextmanager
def workers(jobs, scheduler):
    """Give an executor of this machine's processes, or of a cluster's."""
    if scheduler:
        try:
            from dask.distributed import Client
        except ImportError:
            raise CourseError(
                'a scheduler needs Dask: pip install -e ".[grading,cluster]"'
            ) from None
        try:
            client = Client(scheduler, timeout=10, set_as_default=False)
        except (OSError, ValueError) as error:
            raise CourseError(f"no scheduler answers at {scheduler}: {error}") from None
        with client, client.get_executor() as pool:
            yield pool
        return
    if jobs < 1:
        raise CourseError(f"--jobs must be 1 or more; got {jobs}")
    with concurrent.futures.ProcessPoolExecutor(jobs, initializer=_tie) as pool:
        yield pool


def _tie():
    """Let this process end with the one that started it, however that one ends."""

    def watch():
        multiprocessing.parent_process().join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def collect(course, chosen):
    """Take hand-ins out of an archive; print for every entry what became of it."""
    taken, entries = course.collect_entries(chosen.assignment, chosen.archive)
    for entry in entries:
        print(report.plain(f"{entry.path}: {entry.became}"))
    left = sum(bool(entry.reason) for entry in entries)
    print(f"{len(taken)} students' hand-ins taken; {left} of {len(entries)} left out")
    missing = {person.folder for person in course.roster().people}
    missing -= set(folders_in(course.folder / "submitted"))
    if missing:
        print(report.plain(f"nothing from: {', '.join(sorted(missing))}"))


def mark(course, chosen):
    """Mark, and write table, CSV file and report; return the report's path."""

    def progress(jobs):
        return tqdm(jobs, total=len(jobs), unit="hand-in", leave=False)

    with workers(chosen.jobs, chosen.scheduler) as pool:
        # A cluster's machines may not see the course's folder.
        pages = None if chosen.scheduler else pool
        rows = course.mark(
            chosen.assignment, pool, chosen.unsafe, chosen.again, progress, pages
        )
    folder = course.folder / "marks" / chosen.assignment
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "class.csv", "w", newline="", encoding="utf-8") as file:
        report.write_csv(file, rows)
    page = folder / "class.html"
    page.write_text(report.page(chosen.assignment, rows), "utf-8")
    print(report.table(rows) or "nobody is in the gradebook, and nobody handed in")
    print(f"\nreport: {page}\ntable: {folder / 'class.csv'}")
    print(f"pages for students: {course.folder / 'feedback'}")
    return page


def main(arguments=None):
    """Do what the command line says."""
    chosen = parser().parse_args(arguments)
    try:
        course = Course(chosen.course, chosen.source, chosen.database)
        if chosen.step == "release":
            print(course.release(chosen.assignment))
        elif chosen.step == "collect":
            collect(course, chosen)
        elif chosen.step == "mark":
            mark(course, chosen)
        elif chosen.step == "roster":
            people = store(chosen.file, course.folder / "roster.csv").people
            print(f"{len(people)} people in the class's list")
        elif chosen.step == "give-back":
            print(course.give_back(chosen.assignment))
        else:
            chosen.assignment = demo.ASSIGNMENT
            demo.hand_in(course, chosen.students)
            page = mark(course, chosen)
            if not chosen.no_browser:
                import webbrowser

                webbrowser.open(page.as_uri())
    except (CourseError, NoSandbox) as error:
        sys.exit(str(error))
    except sqlalchemy.exc.SQLAlchemyError as error:
        reason = " ".join(str(error).split())[:200]
        sys.exit(f"the gradebook cannot be used: {reason}")
    except KeyboardInterrupt:
        sys.exit("stopped; what is marked stays marked, and a next run goes on")
    except concurrent.futures.process.BrokenProcessPool:
        sys.exit(
            "a marking process was ended from outside, perhaps for want of memory; "
            "what is marked stays marked: run the same command again"
        )


if __name__ == "__main__":
    main()
