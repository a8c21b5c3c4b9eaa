"""The commands for lecturers: release, collect, mark, give back, and a few more.

Usage: ``sandmark --help``.
"""

import argparse
import concurrent.futures
import contextlib
import datetime
import logging
import os
import pathlib
import sys
import tempfile
import warnings

from hintcheck import same_name

from sandmark import points, sandbox
from sandmark.course import Course
from sandmark.export import FORMATS, export
from sandmark.files import CourseError, folders_in, write
from sandmark.material import load
from sandmark.platforms import PLATFORMS
from sandmark.report import clock, duration, status, table
from sandmark.roster import store
from sandmark.values import plain

CONFIG = "nbgrader_config.py"  # exists in every course's folder
FIRST_STEPS = ("release", "roster")  # may create a course and need no release
MOST_DAYS = 1000  # the most days by which a deadline may be extended
PATH = {"type": pathlib.Path}
FLAG = {"action": "store_true"}
JOBS = {"type": int, "default": os.cpu_count()}
ONES = {"action": "append", "default": []}
WALL = {"dest": "wall", "action": "store_const"}
WALL |= {"const": "gvisor", "default": "bubblewrap"}
PLATFORM = {"dest": "platform", "choices": FORMATS, "default": "csv"}
MADE_BY = {"dest": "platform", "choices": PLATFORMS, "default": "", "type": str.title}
# Options that only one command has.
OPTIONS = [
    ("roster", "file", "a CSV file", PATH),
    ("collect", "archive", "an archive, or a folder with a folder per student", {}),
    ("collect", "--from", "the platform that made the archive", MADE_BY),
    ("export", "--for", "the platform that imports it", PLATFORM),
    ("export", "--column", "the column's name on the platform", {}),
    ("export", "--partial", "include totals that still need marks by hand", FLAG),
    ("release-all", "--into", "the folder to write into", PATH | {"required": True}),
    ("due", "time", "such as '2026-11-30 23:59'", {}),
    ("extend", "student", "the student's name", {}),
    ("extend", "--days", "how many days", {"type": float, "default": 0}),
    ("mark", "--student", "mark only this student, again", ONES),
    ("mark", "--jobs", "how many hand-ins to mark at once", JOBS),
    ("mark", "--again", "mark all hand-ins again", FLAG),
    ("mark", "--gvisor", "run students' code on gVisor's own kernel", WALL),
]


def say(text):
    """Print a line without characters that control a terminal or end the line."""
    print(plain(str(text)))


@contextlib.contextmanager
def open_course(options):
    """Open the course that a command line names, or raise `CourseError`."""
    material = load(options.exercises)
    if options.step == "release-all":
        with tempfile.TemporaryDirectory() as folder:
            yield Course(folder, material)
        return
    folder = pathlib.Path(options.course).resolve()
    if not (folder / CONFIG).is_file() and options.step not in FIRST_STEPS:
        raise CourseError(f"there is no course in {folder}: name it with --course")
    course = Course(folder, material)
    name = None if options.step in FIRST_STEPS else options.assignment
    if name and not course.book.released(name).is_file():
        raise CourseError(f"{name!r} has not been released in {folder}: run release")
    yield course


@contextlib.contextmanager
def workers(jobs):
    """Open a pool of threads, each of which marks one hand-in at a time."""
    if jobs < 1:
        raise CourseError(f"--jobs must be 1 or more; got {jobs}")
    if sys.platform != "linux":
        raise CourseError("only Linux can isolate students' code: mark on Linux")
    fit = sandbox.share_memory(jobs)
    if fit < jobs:
        say(f"using --jobs {fit}, because too little memory is left for more")
    pool = concurrent.futures.ThreadPoolExecutor(fit)
    try:
        yield pool
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def release(course, options):
    """Create the students' version of an assignment."""
    say(course.release(options.assignment, say))


def release_all(course, options):
    """Write the students' versions of all assignments into a folder."""
    for name in sorted(folders_in(course.book.sources)):
        path = options.into / f"{name}.ipynb"
        write(path, course.release(name, say).read_bytes())
        say(path)


def roster(course, options):
    """Import a platform's class list, or one with the columns name, id and email."""
    listed = store(options.file, course.folder / "roster.csv")
    whose = f"{listed.platform}'s" if listed.platform else "the class"
    say(f"{len(listed.people)} people in {whose} list")
    one = listed.people[0]
    about = f"number: {one.id or 'none'}; email: {one.email or 'none'}"
    say(f"for example: {one.folder!r} ({about})")


def collect(course, options):
    """Take hand-ins from an archive or a folder; say what happened to each entry."""
    entries = course.collect(options.assignment, options.archive, options.platform)
    for entry in entries:
        say(f"{entry.path!r}: {entry.told}")
    if options.platform == "Classroom":
        say("in Classroom's archives, a file named after others counts as theirs")
    taken = [entry for entry in entries if not entry.reason]
    if unknown := [entry.student for entry in taken if not entry.time]:
        names = ", ".join(map(repr, dict.fromkeys(unknown)))
        whose = f" ({names})" if len(unknown) < len(taken) else ""
        say(
            f"without a known time: {len(unknown)} of {len(entries)}{whose}. The times "
            "of downloads and copies are ignored, so these never count as late"
        )
    new = sum(entry.became.startswith("taken") for entry in taken)
    left = len(entries) - len(taken)
    say(f"hand-ins taken: {new}; entries left out: {left} of {len(entries)}")
    roster = course.roster(options.assignment)
    if missing := {person.folder for person in roster.people} - roster.handed_in:
        say(f"nothing from: {', '.join(map(repr, sorted(missing)))}")


def student_of(course, assignment, name):
    """Return the folder of the only student with a name, or raise `CourseError`."""
    students, roster = course.students(), course.roster(assignment)
    person = roster.find(name)
    if several := roster.which(name):
        raise CourseError(several)
    if name in roster.handed_in and person in (None, roster.owner(name)):
        return name
    if person:
        return person.folder  # even if nothing has been handed in yet
    same = [student for student in students if same_name(student) == same_name(name)]
    same = [name] if name in same else same
    if len(same) == 1:
        return same[0]
    ways = f"choose one of {', '.join(map(repr, same))}" if same else "see status"
    raise CourseError(f"no student is called {name!r}: {ways}")


def mark(course, options):
    """Mark all hand-ins and report on the class."""
    named = [student_of(course, options.assignment, it) for it in options.student]
    students, again = named or None, options.again or bool(named)
    with workers(options.jobs) as pool:
        rows = course.mark(options.assignment, pool, options.wall, again, students)
    shown = [row for row in rows if students is None or row.student in students]
    folder = course.folder / "marks" / options.assignment
    print(table(shown) or "nothing has been handed in")
    print()
    say(f"report: {folder / 'class.html'}")
    say(f"table: {folder / 'class.csv'}")
    say(f"pages for students: {course.folder / 'feedback'}")


def give_back(course, options):
    """Write the pages for the students."""
    say(course.give_back(options.assignment))
    rows = course.rows(options.assignment)
    if unmarked := ", ".join(repr(row.student) for row in rows if row.unmarked):
        say(f"pages that are missing or out of date: {unmarked}")
    roster = course.roster(options.assignment)
    for row in rows:
        if remark := roster.remark(row.student, roster.owner(row.student)):
            say(f"{row.student!r}: {remark}")


def rows_now(course, assignment):
    """Return the class's rows, and write the report unless the course is read-only."""
    try:
        return course.report(assignment)
    except OSError:
        return course.rows(assignment)


def show_status(course, options):
    """Show who handed in when, who is waiting, and what went wrong."""
    rows = rows_now(course, options.assignment)
    due = course.book.ask(points.due, options.assignment)
    print(status(options.assignment, rows, course.roster(options.assignment), due))


def write_export(course, options):
    """Write the points for a learning platform."""
    rows = rows_now(course, options.assignment)
    roster = course.roster(options.assignment)
    chosen = options.platform, options.column, options.partial
    text, remarks = export(options.assignment, rows, roster, *chosen)
    numbers = course.store.read(options.assignment, "numbers", "").get("Moodle", {})
    listed = {person.number for person in roster.people}
    if options.platform == "moodle" and listed.isdisjoint(numbers.values()):
        why = "none of the hand-ins' numbers is in the class list"
        remarks.append(f"{why}: give roster this assignment's own worksheet")
    path = course.folder / "marks" / options.assignment / f"{options.platform}.csv"
    write(path, text.encode("utf-8-sig" if options.platform == "csv" else "utf-8"))
    for line in remarks:
        say(line)
    say(path)


def due(course, options):
    """Set the deadline."""
    try:
        if ":" not in options.time:  # a date alone would mean its first minute
            raise ValueError
        time = datetime.datetime.fromisoformat(options.time).astimezone()
    except (ValueError, OverflowError):
        why = f"write the time as '2026-11-30 23:59'; got {options.time!r}"
        raise CourseError(why) from None
    course.book.ask(points.set_due, options.assignment, time)
    say(f"deadline {time:%A, %d %B %Y, %H:%M} by this machine's clock ({time:%z})")


def extend(course, options):
    """Give one student more time."""
    if not 0 <= options.days <= MOST_DAYS:
        raise CourseError(f"--days must be from 0 to {MOST_DAYS}; got {options.days}")
    student = student_of(course, options.assignment, options.student)
    time = course.book.ask(points.extend, options.assignment, student, options.days)
    more = f"{duration(24 * options.days)} more" if options.days else "no extra time"
    say(f"{student}: {more}, until {clock(time)}")


STEPS = {"release": release, "release-all": release_all, "roster": roster}
STEPS |= {"collect": collect, "mark": mark, "status": show_status, "due": due}
STEPS |= {"give-back": give_back, "export": write_export, "extend": extend}


def parser():
    """Return a parser for the command line."""
    main = argparse.ArgumentParser(prog="sandmark")
    main.add_argument(
        "--exercises",
        required=True,
        metavar="MODULE",
        help="the course's module, such as mycourse.checks: see sandmark.material",
    )
    main.add_argument("--course", default="course", help="the course's folder")
    steps = main.add_subparsers(dest="step", required=True)
    # The first line of a command's docstring is its help.
    step = {
        name: steps.add_parser(name, help=command.__doc__.partition("\n")[0])
        for name, command in STEPS.items()
    }
    for name in {*STEPS} - {"roster", "release-all"}:
        step[name].add_argument("assignment", help="such as h3_the_formula")
    for name, flag, said, more in OPTIONS:
        step[name].add_argument(flag, help=said, **more)
    return main


def main(arguments=None):
    """Run a command with the given arguments, or with those of the command line."""
    options = parser().parse_args(arguments)
    # nbgrader logs an error when two runs enter a student at once; a retry succeeds.
    logging.getLogger("tornado.application").disabled = True
    # Numbers in wrong answers may overflow when they are compared.
    warnings.filterwarnings("ignore", category=RuntimeWarning)
    try:
        with open_course(options) as course:
            STEPS[options.step](course, options)
        sys.stdout.flush()
    except CourseError as error:
        sys.exit(plain(str(error)))
    except BrokenPipeError:
        # The program that reads the output, such as `head`, has finished.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        what = f"{error.strerror or error}: {error.filename or ''}".rstrip(": ")
        again = "Fix this and run the command again; what has been marked stays marked"
        sys.exit(plain(f"{what}. {again}"))
    except KeyboardInterrupt:
        said = "Stopped. What has been marked stays marked, and the next run continues."
        print(said, file=sys.stderr, flush=True)
        # Hand-ins that are being marked end with this process.
        os._exit(1)


if __name__ == "__main__":
    main()
