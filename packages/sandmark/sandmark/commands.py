"""What each command of the lecturer's does."""

import concurrent.futures
import contextlib
import datetime
import difflib
import multiprocessing
import os
import pathlib
import sys
import tempfile
import threading

from tqdm import tqdm

from sandmark import demo, report
from sandmark.course import Course, CourseError
from sandmark.export import export
from sandmark.files import folders_in, write
from sandmark.likeness import for_jplag
from sandmark.material import load
from sandmark.names import identity
from sandmark.roster import store
from sandmark.rows import duration, status

MADE = "nbgrader_config.py"  # is in every course's folder
BEGINNINGS = ("release", "roster", "demo")  # steps that may make a course


def say(text):
    """Print a text without characters that steer a terminal."""
    print("\n".join(map(report.plain, str(text).splitlines())))


def open_course(chosen):
    """Return the course that is meant; ask, or stop, where there is none yet."""
    folder = pathlib.Path(chosen.course).resolve()
    material = load(chosen.exercises)
    source = chosen.source
    if not source and (folder / "source").is_dir():
        source = folder / "source"
    if not (folder / MADE).is_file():
        beside = [name for name in folders_in(folder.parent) if name != folder.name]
        courses = [name for name in beside if (folder.parent / name / MADE).is_file()]
        near = difflib.get_close_matches(folder.name, courses, 1, 0.5)
        meant = f": did you mean {folder.parent / near[0]}?" if near else ""
        if chosen.step not in BEGINNINGS:
            raise CourseError(f"there is no course in {folder}{meant}")
        # A folder that is there was made on purpose.
        asks = near and not chosen.new and not folder.exists()
        question = f"There is no course in {folder}{meant} Make a new one"
        if asks and not _agreed(question):
            raise CourseError(f"no course was made{meant}; with --new one is")
    return Course(folder, material, source, chosen.database)


def _agreed(question):
    """Ask a question; nobody there to answer says no."""
    if not sys.stdin or not sys.stdin.isatty():
        return False
    return input(f"{question}? [y/N] ").strip().casefold() in ("y", "yes")


@contextlib.contextmanager
def workers(jobs, scheduler):
    """Give an executor of this machine's processes, or of a cluster's."""
    if scheduler:
        try:
            from dask.distributed import Client
        except ImportError:
            raise CourseError(
                'a scheduler needs Dask: pip install "sandmark[cluster]"'
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


def release(course, chosen):
    """Make the students' version."""
    say(course.release(chosen.assignment))


def release_all(chosen):
    """Write the students' versions of all assignments into a folder."""
    material = load(chosen.exercises)
    with tempfile.TemporaryDirectory() as folder:
        course = Course(folder, material, chosen.source)
        for name in sorted(folders_in(course.book.sources)):
            path = chosen.into / f"{name}.ipynb"
            write(path, course.release(name).read_bytes())
            say(path)


def roster(course, chosen):
    """Take the class's list."""
    people = store(chosen.file, course.folder / "roster.csv").people
    say(f"{len(people)} people in the class's list")


def collect(course, chosen):
    """Take hand-ins out of an archive; print for every entry what became of it."""
    taken, entries = course.collect_entries(chosen.assignment, chosen.archive)
    for entry in entries:
        say(f"{entry.path}: {entry.became}".replace("\n", "?"))
    left = sum(bool(entry.reason) for entry in entries)
    say(f"{len(taken)} students' hand-ins taken; {left} of {len(entries)} left out")
    missing = {person.folder for person in course.roster().people}
    missing -= set(folders_in(course.folder / "submitted"))
    if missing:
        say(f"nothing from: {', '.join(sorted(missing))}")


def student_of(course, name):
    """Return the student who is called by a name; raise if nobody or several are."""
    students = course.students()
    if name in students:
        return name
    person = course.roster().find(name)
    wanted = person.folder if person else name
    found = [one for one in students if identity(one) == identity(wanted)]
    if len(found) == 1:
        return found[0]
    near = found or difflib.get_close_matches(name, students, 3, 0.5)
    listed = ", ".join(map(repr, near))
    meant = f": did you mean {listed}?" if near else ""
    raise CourseError(f"no student is called {name!r}{meant}")


def mark(course, chosen):
    """Mark, and write table, CSV file and report; return the report's path."""

    def progress(jobs):
        return tqdm(jobs, total=len(jobs), unit="hand-in", leave=False)

    names = getattr(chosen, "student", None)
    students = [student_of(course, name) for name in names] if names else None
    if getattr(chosen, "version", None) is not None:
        if not students or len(students) > 1:
            raise CourseError("--version needs the one --student whose it is")
        course.restore(chosen.assignment, students[0], chosen.version)
    with workers(chosen.jobs, chosen.scheduler) as pool:
        # A cluster's machines may not see the course's folder.
        pages = None if chosen.scheduler else pool
        rows = course.mark(
            chosen.assignment,
            pool,
            chosen.unsafe,
            chosen.again or bool(students),
            progress,
            pages,
            students,
        )
    shown = [row for row in rows if students is None or row.student in students]
    folder = course.folder / "marks" / chosen.assignment
    print(report.table(shown) or "nobody is in the gradebook, and nobody handed in")
    say(f"\nreport: {folder / 'class.html'}\ntable: {folder / 'class.csv'}")
    say(f"pages for students: {course.folder / 'feedback'}")
    return folder / "class.html"


def give_back(course, chosen):
    """Write the pages for the students into an archive."""
    say(course.give_back(chosen.assignment))
    left = [
        row for row in course.rows(chosen.assignment) if row.state in ("not marked",)
    ]
    if left:
        names = ", ".join(row.student for row in left)
        say(f"not in it, for want of marks: {names}")


def show_status(course, chosen):
    """Print who handed in when, who waits for what, and what went wrong."""
    course.released_or_raise(chosen.assignment)
    points = course.book.points(chosen.assignment)
    longer = {name: own.extension for name, own in points.items() if own.extension}
    rows = course.report(chosen.assignment)
    due = course.book.due(chosen.assignment)
    print(status(chosen.assignment, rows, course.roster(), due, longer))


def write_export(course, chosen):
    """Write the points in a platform's form."""
    course.released_or_raise(chosen.assignment)
    rows = course.report(chosen.assignment)
    text, remarks = export(
        chosen.assignment, rows, course.roster(), chosen.platform, chosen.column
    )
    folder = course.folder / "marks" / chosen.assignment
    path = chosen.to or folder / f"{chosen.platform}.csv"
    write(path, text.encode("utf-8-sig" if chosen.platform == "csv" else "utf-8"))
    for line in remarks:
        say(line)
    say(path)


def due(course, chosen):
    """Set an assignment's deadline."""
    course.released_or_raise(chosen.assignment)
    if chosen.time == "none":
        course.book.set_due(chosen.assignment, None)
        say("no deadline")
        return
    try:
        time = datetime.datetime.fromisoformat(chosen.time).astimezone()
    except (ValueError, OverflowError):
        raise CourseError(
            f"a time is written as '2026-11-30 23:59', or as none; got {chosen.time!r}"
        ) from None
    course.book.set_due(chosen.assignment, time)
    say(f"deadline {time:%A, %d %B %Y, %H:%M} of this machine's clock ({time:%z})")


def extend(course, chosen):
    """Give a student more time."""
    course.released_or_raise(chosen.assignment)
    hours = chosen.hours + 24 * chosen.days
    student = student_of(course, chosen.student)
    course.book.extend(chosen.assignment, student, hours)
    say(f"{student}: {duration(hours)} longer" if hours else f"{student}: no longer")


def variants(course, chosen):
    """Write a copy for each student, with its own code."""
    say(course.variants(chosen.assignment))
    say(f"codes: {course.store.folder / 'variants.csv'}")


def alike(course, chosen):
    """List similar hand-ins, and write what JPlag reads."""
    course.released_or_raise(chosen.assignment)
    found = course.find_alike(chosen.assignment)
    for what in ("code", "words"):
        for share, names in found[what]:
            say(f"{what}, at least {share} % the same: {', '.join(names)}")
    for name, exercise, number, others in found["numbers"]:
        say(
            f"{name} has {number} in {exercise}, which is right for {', '.join(others)}"
        )
    if not any(found.values()):
        say("no two hand-ins are more similar than the release explains")
    if chosen.jplag:
        release = course.book.released(chosen.assignment).read_text("utf-8")
        for_jplag(release, course.rebuilt(chosen.assignment), chosen.jplag, write)
        base, folder = chosen.jplag / "base/release", chosen.jplag / "hand-ins"
        say(f"java -jar jplag.jar -l python3 -bc {base} {folder}")


def demonstrate(course, chosen):
    """Let a made-up class hand in, mark it, and open the report."""
    demo.hand_in(course, chosen.students)
    chosen.assignment = course.material.demo["assignment"]
    page = mark(course, chosen)
    if not chosen.no_browser:
        import webbrowser

        webbrowser.open(page.as_uri())


STEPS = {
    "release": release,
    "roster": roster,
    "collect": collect,
    "mark": mark,
    "status": show_status,
    "give-back": give_back,
    "export": write_export,
    "due": due,
    "extend": extend,
    "variants": variants,
    "alike": alike,
    "demo": demonstrate,
}
