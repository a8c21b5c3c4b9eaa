"""A course's folder: what is released, handed in, marked and given back."""

import concurrent.futures
import functools
import pathlib
import zipfile

import nbformat

from posenc_lessons.grading.archives import read_archive
from posenc_lessons.grading.book import Book
from posenc_lessons.grading.files import CourseError, folders_in
from posenc_lessons.grading.hand_ins import HandIn, find_hand_in, take
from posenc_lessons.grading.marking import mark, refuse
from posenc_lessons.grading.names import folder_name, namesakes
from posenc_lessons.grading.roster import load
from posenc_lessons.grading.rows import Row, brief, row_of
from posenc_lessons.grading.sandbox import NoSandbox
from posenc_lessons.grading.store import Store, key_of
from posenc_lessons.grading.values import storable
from posenc_lessons.grading.versions import Versions

__all__ = ["SOURCE", "Course", "CourseError", "Row"]

SOURCE = pathlib.Path(__file__).parent / "sources"
VERSION = 1  # of what is stored of a hand-in


class Course:
    """A folder in nbgrader's layout, with its gradebook.

    Parameters
    ----------
    folder : str or pathlib.Path
        The course's folder; it is made if it is not there.
    source : str or pathlib.Path, optional
        The folder with the assignments' sources.
    database : str, optional
        An address of SQLAlchemy, such as ``postgresql://user@host/name``; a file
        ``gradebook.db`` in the course's folder by default.
    """

    def __init__(self, folder, source=SOURCE, database=None):
        self._made = (str(folder), str(source), database)
        self.folder = pathlib.Path(folder).resolve()
        self.folder.mkdir(parents=True, exist_ok=True)
        self.book = Book(self.folder, source, database)
        self.store = Store(self.folder / "marks")
        self.versions = Versions(self.folder / "versions")
        self._troubles = {}  # of this run, by student

    def release(self, assignment):
        """Make the students' version of an assignment; return its path."""
        source = self.book.sources / assignment
        if not (source / f"{assignment}.ipynb").is_file():
            known = sorted(
                path.name for path in source.parent.glob("*") if path.is_dir()
            )
            raise CourseError(
                f"there is no assignment {assignment!r} in {source.parent}; "
                f"there are {', '.join(known) or 'none'}"
            )
        return self.book.release(assignment)

    def collect(self, assignment, archive):
        """Take hand-ins out of an archive or a folder.

        Parameters
        ----------
        assignment : str
            The assignment.
        archive : str or pathlib.Path
            The archive, as learning platforms make it: see `archives`.

        Returns
        -------
        taken, refused : list of str
            The students, and the entries that were left out, each with the reason.
        """
        taken, entries = self.collect_entries(assignment, archive)
        refused = [f"{entry.path}: {entry.reason}" for entry in entries if entry.reason]
        return taken, refused

    def collect_entries(self, assignment, archive):
        """Do as `collect`; return the students, and what became of each entry."""
        try:
            entries = read_archive(
                archive,
                assignment,
                self.roster(),
                set(folders_in(self.folder / "release")) - {assignment},
            )
        except (zipfile.BadZipFile, OSError) as error:
            raise CourseError(f"{archive} is no archive to read: {error}") from None
        place = self.folder / "submitted"
        return take(entries, place, assignment, self.versions), entries

    def roster(self):
        """Return the class's list, which names nobody if there is none."""
        return load(self.folder / "roster.csv")

    def students(self):
        """Return the names of all students: of the gradebook, and who handed in."""
        with self.book.open() as gradebook:
            names = {folder_name(student.id) for student in gradebook.students}
        return sorted(names | set(folders_in(self.folder / "submitted")))

    def hand_in(self, student, assignment):
        """Return the `HandIn` of a student."""
        return find_hand_in(self.folder / "submitted", student, assignment)

    def mark(
        self, assignment, pool, unsafe=False, again=False, progress=iter, pages=None
    ):
        """Mark all hand-ins of an assignment that have not been marked yet.

        Each is stored as soon as it is marked, so a run that was ended goes on where it
        stopped, and a second run changes nothing.

        Parameters
        ----------
        assignment : str
            An assignment that has been released.
        pool : concurrent.futures.Executor
            Where the hand-ins are marked: processes of this machine, or of a cluster.
        unsafe : bool
            Whether to run students' code without walls.
        again : bool
            Whether to mark those again that have been marked.
        progress : callable
            Takes an iterable with a length and returns it, showing how far it is.
        pages : concurrent.futures.Executor, optional
            Processes that see the course's folder, to write the pages for students.

        Returns
        -------
        list of Row
            One for each student.
        """
        if not self.book.released(assignment).is_file():
            raise CourseError(
                f"{assignment!r} has not been released in {self.folder}: "
                f"python -m posenc_lessons.grading release {assignment}"
            )
        with self.store.alone(assignment):
            self._troubles = {}
            self._mark(assignment, pool, unsafe, again, progress, pages)
        return self.rows(assignment)

    def _mark(self, assignment, pool, unsafe, again, progress, pages):
        """Mark what has not been marked, store it, and write the pages."""
        release = self.book.released(assignment).read_text("utf-8")
        secret = self.store.secret()
        self._check_room()
        jobs, written = {}, {}

        def page(student):
            """Write a page, here or elsewhere."""
            if pages is None:
                self._try(student, self.book.write_page, assignment, student)
            else:
                future = pages.submit(write_page, self._made, assignment, student)
                written[future] = student

        for student in self.students():
            found = self._read(student, assignment)
            data, remark = found.data, found.remark
            if data is None:
                continue
            key = key_of(VERSION, release, data, student, secret, remark)
            if again or self.store.read(assignment, student).get("key") != key:
                future = pool.submit(mark, release, data, student, secret, unsafe)
                jobs[future] = (student, key, remark)
            elif self._page_is_old(assignment, student):
                page(student)  # the run before was ended in between
        try:
            for future in progress(_Completed(jobs)):
                student, key, remark = jobs[future]
                try:
                    marks = future.result()
                except (NoSandbox, concurrent.futures.BrokenExecutor):
                    raise
                except Exception as error:
                    # Without a key, the next run tries it again.
                    marks, key = (
                        refuse(release, f"it cannot be marked: {brief(error)}"),
                        "",
                    )
                given = (assignment, student, marks, remark, key)
                if self._try(student, self._store, *given):
                    page(student)
            for future in progress(_Completed(written)):
                self._try(written[future], future.result)
        finally:
            for future in [*jobs, *written]:
                future.cancel()

    def _read(self, student, assignment):
        """Find what a student handed in, whatever is wrong with it."""
        try:
            return self.hand_in(student, assignment)
        except Exception as error:
            return HandIn(b"", f"it cannot be read: {brief(error)}")

    def _try(self, student, step, *arguments):
        """Take a step for one student; return whether it succeeded.

        A failure is told in the student's row and stops nobody else, unless nothing can
        be stored at all.
        """
        try:
            step(*arguments)
        except concurrent.futures.BrokenExecutor:
            raise
        except Exception as error:
            self._check_room()
            self._troubles[student] = (
                f"its marks or its page cannot be stored: {brief(error)}: the next "
                "run tries again"
            )
            return False
        return True

    def _check_room(self):
        """Raise if the gradebook or the folder take nothing: that is nobody's fault."""
        try:
            self.store.try_out()
        except OSError as error:
            raise CourseError(
                f"nothing can be written into {self.store.folder}: "
                f"{error.strerror or error}; what is marked stays marked"
            ) from None
        self.book.try_out()

    def _store(self, assignment, student, marks, remark, key):
        """Put marks into the gradebook; then note that this is done."""
        stamp = self.folder / "submitted" / student / assignment / "timestamp.txt"
        marked = nbformat.reads(marks.notebook, as_version=4)
        stored = {
            "key": "",  # until the gradebook has it
            "state": marks.state,
            "why": "; ".join(filter(None, [remark, marks.why])),
            "tasks": [vars(task) for task in marks.tasks],
        }
        self.store.write(assignment, student, stored)
        self.book.enter(assignment, student, marked, stamp)
        self.store.write(assignment, student, stored | {"key": key})

    def _page_is_old(self, assignment, student):
        """Tell whether a student's page is missing, or older than the marks."""
        try:
            own = self.book.page(assignment, student).stat().st_mtime_ns
        except OSError:
            return True
        return own < self.store.file(assignment, student).stat().st_mtime_ns

    def give_back(self, assignment):
        """Write all students' pages anew, with the marks by hand, into an archive.

        Parameters
        ----------
        assignment : str
            An assignment that has been marked.

        Returns
        -------
        pathlib.Path
            The archive: a page ``STUDENT/ASSIGNMENT.html`` for each of them.
        """
        archive = self.folder / "marks" / assignment / "feedback.zip"
        students = [
            name for name in self.students() if self.store.read(assignment, name)
        ]
        if not students:
            raise CourseError(
                f"nobody's {assignment!r} has been marked in {self.folder}: "
                f"python -m posenc_lessons.grading mark {assignment}"
            )
        with (
            self.store.alone(assignment),
            zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as pages,
        ):
            for student in students:
                self.book.write_page(assignment, student)
                path = self.book.page(assignment, student)
                pages.write(path, f"{student}/{path.name}")
        return archive

    def rows(self, assignment):
        """Return the class's table as it is now, a `Row` for each student."""
        students = self.students()
        alike = namesakes(students)
        return [self._row(assignment, name, alike.get(name, ())) for name in students]

    def _row(self, assignment, student, others):
        """Return a student's `Row`."""
        stored = self.store.read(assignment, student)
        remarks = [self._troubles.get(student, "")]
        if not stored:
            remarks.append(self._read(student, assignment).remark)
        if others:
            listed = ", ".join(repr(storable(other)) for other in others)
            remarks.append(f"the name may be the same as {listed}: see whose is whose")
        return row_of(
            student, stored, lambda: self.book.points(assignment, student), remarks
        )


def write_page(made, assignment, student):
    """Write a student's page, in a process of its own.

    Parameters
    ----------
    made : tuple
        What the `Course` was made of.
    assignment, student : str
        Whose page it is.
    """
    _course(made).book.write_page(assignment, student)


@functools.cache
def _course(made):
    """Return a course, made once for each process."""
    return Course(*made)


class _Completed:
    """The jobs in the order in which they end, with a length for progress bars."""

    def __init__(self, jobs):
        self.jobs = jobs

    def __len__(self):
        return len(self.jobs)

    def __iter__(self):
        return concurrent.futures.as_completed(self.jobs)
