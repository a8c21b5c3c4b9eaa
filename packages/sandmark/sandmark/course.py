"""A course's folder: what is released, handed in, marked and given back."""

import concurrent.futures
import functools
import pathlib
import secrets
import zipfile

import nbformat
from tqdm import tqdm

from sandmark.archives import read_archive
from sandmark.book import Book
from sandmark.files import CourseError, folders_in
from sandmark.hand_ins import check_lateness, put, take
from sandmark.marking import mark, refuse
from sandmark.names import drawn_from, identity
from sandmark.results import Results
from sandmark.rows import Row, brief, joined
from sandmark.sandbox import NoSandbox
from sandmark.store import key_of

__all__ = ["Course", "CourseError", "Row"]

VERSION = 1  # of what is stored of a hand-in


class Course(Results):
    """A folder in nbgrader's layout, with its gradebook, created at the first use.

    The assignments' sources are those of `material`, unless `source` names a folder.
    """

    def __init__(self, folder, material, source=None):
        source = source or material.assignments
        if source is None:
            raise CourseError(
                f"{material.name!r} names no ASSIGNMENTS: say --source FOLDER, or put "
                f"the assignments' sources into {pathlib.Path(folder) / 'source'}"
            )
        self._arguments = (str(folder), material, str(source))
        folder = pathlib.Path(folder).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        super().__init__(folder, Book(folder, source), material)

    def release(self, assignment):
        """Create the students' version of an assignment and return its path."""
        sources = self.book.sources
        path = sources / assignment / f"{assignment}.ipynb"
        if path.parent.is_dir() and not path.is_file():
            there = sorted(other.name for other in path.parent.glob("*.ipynb"))
            rename = f" (rename {there[0]!r}?)" if there else ""
            raise CourseError(
                f"the assignment {assignment!r} needs its notebook in {path}, and "
                f"there is none: put it there{rename}"
            )
        if not path.is_file():
            known = ", ".join(sorted(folders_in(sources))) or "none"
            raise CourseError(
                f"there is no assignment {assignment!r} in {sources}, only {known}: "
                f"use one of these names, or create {path}"
            )
        return self.book.release(assignment)

    def collect(self, assignment, archive):
        """Take hand-ins from an archive or a folder: see `archives`.

        It returns the students whose hand-ins were taken, and an `archives.Entry` for
        each file, with what became of it.
        """
        numbers = self.store.noted(assignment, "numbers")
        others = set(folders_in(self.folder / "release")) - {assignment}
        try:
            entries = read_archive(archive, assignment, self.roster(), others, numbers)
        except (
            zipfile.BadZipFile,
            OSError,
            ValueError,  # a file name that cannot be decoded
            NotImplementedError,
            RuntimeError,
        ) as error:
            raise CourseError(f"{archive} is no archive to read: {error}") from None
        submitted = self.folder / "submitted"
        students = take(entries, submitted, assignment, self.versions)
        check_lateness(entries, self.book.due(assignment))
        self.store.note(assignment, "numbers", numbers)
        return students, entries

    def restore(self, assignment, student, number):
        """Let an earlier version of a hand-in count again; `number` begins at 1."""
        current = self.hand_in(student, assignment)
        if current.data is not None:
            self.versions.keep(assignment, student, current.data, current.time)
        versions = self.versions.of(assignment, student)
        if not 1 <= number <= len(versions):
            raise CourseError(f"{student} has {len(versions)} versions; got {number}")
        version = versions[number - 1]
        data = version.path.read_bytes()
        put(self.folder / "submitted", student, assignment, data, version.time)

    def mark(
        self, assignment, pool, wall="bubblewrap", again=False, students=None, bar=None
    ):
        """Mark hand-ins that have not been marked yet; return a `Row` for each student.

        Each result is stored immediately. A run that was interrupted continues where it
        stopped, and a second run changes nothing, unless `again` is true. `pool` is
        where hand-ins are marked and pages are written, `wall` is as for `sandbox.run`,
        `students` are those to mark, and `bar` shows progress as `tqdm.tqdm` does.
        """
        self.released_or_raise(assignment)
        with self.store.alone(assignment):
            self._troubles = {}
            students = self.students() if students is None else students
            self._mark(assignment, students, pool, wall, again, bar or progress_bar)
            return self.report(assignment)

    def _mark(self, assignment, students, pool, wall, again, bar):
        """Mark new hand-ins, store the results and write the pages."""
        release = self.book.released(assignment).read_text("utf-8")
        secret, roster = self.store.secret(), self.roster()
        self._check_room()
        jobs, pages = {}, {}
        # The cases of this run are not drawn again, so knowing them helps nobody later.
        run = secrets.token_hex(8)

        def begin(student):
            hand_in = self._read(student, assignment)
            if hand_in.data is None:
                return
            name = drawn_from(student, hand_in.data, roster)
            parts = (hand_in.data, name, secret, hand_in.remark, hand_in.time)
            key = key_of(VERSION, release, *parts)
            if again or self.store.read(assignment, student).get("key") != key:
                arguments = (release, hand_in.data, name, secret, wall, run)
                future = pool.submit(mark, self.material, *arguments)
                jobs[future] = (student, key, hand_in, name)
            elif self._page_is_old(assignment, student):
                pages[self._submit_page(pool, assignment, student)] = student

        try:
            for student in students:
                self._try(student, begin, student)
            for future in bar(concurrent.futures.as_completed(jobs), total=len(jobs)):
                # Forget each one at once: the notebooks of a class need much memory.
                student, key, hand_in, name = jobs.pop(future)
                marks, key = _marks_of(future, release, key)
                result = (assignment, student, marks, key, hand_in, name)
                if self._try(student, self._store, *result):
                    pages[self._submit_page(pool, assignment, student)] = student
            for future in bar(concurrent.futures.as_completed(pages), total=len(pages)):
                self._try(pages[future], future.result)
        finally:
            for future in [*jobs, *pages]:
                future.cancel()

    def _submit_page(self, pool, assignment, student):
        return pool.submit(write_page, self._arguments, assignment, student)

    def _store(self, assignment, student, marks, key, hand_in, name):
        """Put marks into the gradebook, then note that this is done.

        Marks by hand belong to one version. Those of an earlier version are noted,
        removed from the gradebook, and asked for again.
        """
        data = hand_in.data or b""
        version = self.versions.keep(assignment, student, data, hand_in.time)
        before = self.store.read(assignment, student)
        earlier, graded = before.get("earlier", []), before.get("version", version)
        is_new = not version.startswith(graded)  # which was shorter before 0.3
        if is_new and graded not in [past["version"] for past in earlier[-1:]]:
            by_hand = self.book.by_hand(assignment, student)
            earlier = [*earlier, {"version": graded, "by_hand": by_hand}]
        other_name = f"its numbers are drawn from the spelling {name[:60]!r}"
        remarks = [hand_in.remark, other_name * (identity(name) != identity(student))]
        stored = {
            "key": "",  # until the gradebook has it
            "state": marks.state,
            "why": joined([*remarks, marks.why]),
            "tasks": [vars(task) for task in marks.tasks],
            "version": graded,  # the one that the gradebook's marks by hand are for
            "time": hand_in.time.isoformat() if hand_in.time else "",
            "earlier": earlier,
        }
        if is_new:
            # Marks by hand are noted before they are removed.
            self.store.write(assignment, student, stored)
            self.book.forget_by_hand(assignment, student)
        notebook = nbformat.reads(marks.notebook, as_version=4)
        again = {mark["cell"] for past in earlier for mark in past["by_hand"]}
        self.book.enter(assignment, student, notebook, hand_in.time, again)
        stored |= {"version": version, "key": key}
        self.store.write(assignment, student, stored)

    def _page_is_old(self, assignment, student):
        try:
            written = self.book.page(assignment, student).stat().st_mtime_ns
        except OSError:
            return True
        return written < self.store.file(assignment, student).stat().st_mtime_ns


def progress_bar(futures, total):
    """Show on a terminal how many of some futures are done."""
    return tqdm(futures, total=total, unit="hand-in", leave=False, disable=None)


def _marks_of(future, release, key):
    """Return the marks of a hand-in and the key to store them under."""
    try:
        return future.result(), key
    except (NoSandbox, concurrent.futures.BrokenExecutor):
        raise
    except Exception as error:
        # Without a key, the next run tries it again.
        return refuse(release, f"it cannot be marked: {brief(error)}"), ""


def write_page(arguments, assignment, student):
    """Write a student's page, given the arguments of its `Course`."""
    _course(*arguments).write_page(assignment, student)


@functools.cache
def _course(*arguments):
    return Course(*arguments)
