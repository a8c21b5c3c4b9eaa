"""A course's folder: what is released, handed in, marked and given back."""

import concurrent.futures
import functools
import io
import pathlib
import secrets
import zipfile

import nbformat

from sandmark.archives import read_archive
from sandmark.book import Book
from sandmark.files import CourseError, folders_in, write
from sandmark.hand_ins import put, take
from sandmark.marking import mark, refuse
from sandmark.results import Results
from sandmark.rows import Row, brief, joined
from sandmark.sandbox import NoSandbox
from sandmark.store import key_of
from sandmark.variants import code_of, filled, name_for, table
from sandmark.versions import is_same

__all__ = ["Course", "CourseError", "Row"]

VERSION = 1  # of what is stored of a hand-in


class Course(Results):
    """A folder in nbgrader's layout, with its gradebook.

    Parameters
    ----------
    folder : str or pathlib.Path
        The course's folder; it is made if it is not there.
    material : sandmark.material.Material
        The course's exercises and assignments.
    source : str or pathlib.Path, optional
        The folder with the assignments' sources; the material's own by default.
    database : str, optional
        An address of SQLAlchemy, such as ``postgresql://user@host/name``; a file
        ``gradebook.db`` in the course's folder by default.
    """

    def __init__(self, folder, material, source=None, database=None):
        source = source or material.assignments
        if source is None:
            raise CourseError(
                f"{material.name!r} names no ASSIGNMENTS: say --source FOLDER, or put "
                f"the assignments' sources into {pathlib.Path(folder) / 'source'}"
            )
        self._made = (str(folder), material, str(source), database)
        folder = pathlib.Path(folder).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        super().__init__(folder, Book(folder, source, database), material)

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
        except (
            zipfile.BadZipFile,
            OSError,
            ValueError,  # a name in no letters
            NotImplementedError,
            RuntimeError,
        ) as error:
            raise CourseError(f"{archive} is no archive to read: {error}") from None
        place = self.folder / "submitted"
        return take(entries, place, assignment, self.versions), entries

    def restore(self, assignment, student, number):
        """Let an earlier version of a hand-in count again; `number` begins at 1."""
        there = self.hand_in(student, assignment)
        if there.data is not None:
            self.versions.keep(assignment, student, there.data, there.time)
        kept = self.versions.of(assignment, student)
        if not 1 <= number <= len(kept):
            raise CourseError(f"{student} has {len(kept)} versions; got {number}")
        data, time = kept[number - 1].path.read_bytes(), kept[number - 1].time
        put(self.folder / "submitted", student, assignment, data, time)

    def named(self, student, data, roster):
        """Return the name from which a student's own numbers are drawn."""
        coded = (self.store.folder / "variants.csv").is_file()
        return name_for(student, data, roster, self.store.secret(), coded)

    def variants(self, assignment):
        """Write a copy of the release for each student, with its own code.

        From then on, the numbers of one's own are drawn from the codes.

        Returns
        -------
        pathlib.Path
            An archive: ``STUDENT/ASSIGNMENT.ipynb`` for each of the class's list, or
            of those who have handed in.
        """
        self.released_or_raise(assignment)
        release = self.book.released(assignment).read_text("utf-8")
        secret, people = self.store.secret(), self.roster().people
        students = [person.folder for person in people] or self.students()
        if not students:
            raise CourseError("nobody is known yet: take the class's list with roster")
        codes = table(secret, self.roster(), self.students())
        write(self.store.folder / "variants.csv", codes.encode("utf-8-sig"))
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as copies:
            for student in students:
                text = filled(release, code_of(secret, student))
                copies.writestr(f"{student}/{assignment}.ipynb", text)
        path = self.store.folder / assignment / "variants.zip"
        write(path, file.getvalue())
        return path

    def mark(
        self,
        assignment,
        pool,
        unsafe=False,
        again=False,
        progress=iter,
        pages=None,
        students=None,
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
        students : iterable of str, optional
            Whose hand-ins are marked; all students' by default.

        Returns
        -------
        list of Row
            One for each student of the class.
        """
        self.released_or_raise(assignment)
        with self.store.alone(assignment):
            self._troubles = {}
            students = self.students() if students is None else students
            self._mark(assignment, students, pool, unsafe, again, progress, pages)
            return self.report(assignment)

    def _mark(self, assignment, students, pool, unsafe, again, progress, pages):
        """Mark what has not been marked, store it, and write the pages."""
        release = self.book.released(assignment).read_text("utf-8")
        secret, roster = self.store.secret(), self.roster()
        self._check_room()
        # Of this run alone: what came to be known of its cases is of no use later.
        number = secrets.token_hex(8)
        jobs, written = {}, {}
        for student in students:
            hand_in = self._read(student, assignment)
            data = hand_in.data
            if data is None:
                continue
            named = self.named(student, data, roster)
            parts = (data, named, secret, hand_in.remark, hand_in.time)
            key = key_of(VERSION, release, *parts)
            if again or self.store.read(assignment, student).get("key") != key:
                given = (release, data, named, secret, unsafe, number)
                future = pool.submit(mark, self.material, *given)
                jobs[future] = (student, key, hand_in)
            elif self._page_is_old(assignment, student):
                # The run before was ended in between.
                self._write_page(assignment, student, pages, written)
        try:
            for future in progress(_Completed(jobs)):
                # Kept no longer than needed: a class's notebooks take much memory.
                student, key, hand_in = jobs.pop(future)
                marks, key = _marks_of(future, release, key)
                given = (assignment, student, marks, hand_in.remark, key, hand_in)
                if self._try(student, self._store, *given):
                    self._write_page(assignment, student, pages, written)
            for future in progress(_Completed(written)):
                self._try(written[future], future.result)
        finally:
            for future in [*jobs, *written]:
                future.cancel()

    def _write_page(self, assignment, student, pages, written):
        """Write a page, here or in other processes; note what those were asked for."""
        if pages is None:
            self._try(student, self.write_page, assignment, student)
        else:
            future = pages.submit(write_page, self._made, assignment, student)
            written[future] = student

    def _store(self, assignment, student, marks, remark, key, hand_in=None):
        """Put marks into the gradebook; then note that this is done.

        What was given by hand for another version is noted, taken back, and asked for
        again.
        """
        hand_in = hand_in or self._read(student, assignment)
        data, time = hand_in.data or b"", hand_in.time
        version = self.versions.keep(assignment, student, data, time)
        before = self.store.read(assignment, student)
        given = self.book.by_hand(assignment, student) if before else []
        earlier, own = before.get("earlier", []), before.get("version", version)
        new = not is_same(own, version)
        if new and own not in [past["version"] for past in earlier[-1:]]:
            kept = {name: before[name] for name in ("version", "state", "tasks")}
            earlier = [*earlier, kept | {"by_hand": given}]
        stored = {
            "key": "",  # until the gradebook has it
            "state": marks.state,
            "why": joined([remark, marks.why]),
            "tasks": [vars(task) for task in marks.tasks],
            "named": self.named(student, data, self.roster()),
            "version": own,  # that of which the gradebook has marks by hand
            "time": time.isoformat() if time else "",
            "earlier": earlier,
        }
        if new:
            # What was given is noted before it is taken back.
            self.store.write(assignment, student, stored)
            self.book.by_hand(assignment, student, forget=True)
        marked = nbformat.reads(marks.notebook, as_version=4)
        self.book.enter(assignment, student, marked, time)
        if new:
            given = earlier[-1]["by_hand"]
        cells = {entry["cell"] for entry in given if new or entry["done"]}
        if cells:
            self.book.ask_for(assignment, student, cells, wanted=new)
        stored |= {"version": version, "key": key}
        self.store.write(assignment, student, stored)

    def _page_is_old(self, assignment, student):
        """Tell whether a student's page is missing, or older than the marks."""
        try:
            own = self.book.page(assignment, student).stat().st_mtime_ns
        except OSError:
            return True
        return own < self.store.file(assignment, student).stat().st_mtime_ns


def _marks_of(future, release, key):
    """Return the marks of a hand-in, and the key under which they are kept."""
    try:
        return future.result(), key
    except (NoSandbox, concurrent.futures.BrokenExecutor):
        raise
    except Exception as error:
        # Without a key, the next run tries it again.
        return refuse(release, f"it cannot be marked: {brief(error)}"), ""


def write_page(made, assignment, student):
    """Write a student's page, in a process of its own.

    Parameters
    ----------
    made : tuple
        What the `Course` was made of.
    assignment, student : str
        Whose page it is.
    """
    _course(made).write_page(assignment, student)


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
