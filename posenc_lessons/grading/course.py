"""A course's folder: what is released, handed in, marked and given back."""

import concurrent.futures
import contextlib
import functools
import hashlib
import json
import os
import pathlib
import secrets
import urllib.parse
import zipfile

import nbformat

from posenc_lessons.grading.archives import unpack_hand_ins
from posenc_lessons.grading.book import Book, CourseError
from posenc_lessons.grading.files import folders_in, write
from posenc_lessons.grading.hand_ins import find_hand_in
from posenc_lessons.grading.marking import TaskMarks, mark, refuse
from posenc_lessons.grading.sandbox import NoSandbox
from posenc_lessons.grading.values import storable

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None

SOURCE = pathlib.Path("notebooks/homework")
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
        """Take hand-ins out of a zip archive, one folder or file for each student.

        Parameters
        ----------
        assignment : str
            The assignment.
        archive : str or pathlib.Path
            The archive, as learning platforms make it: ``STUDENT/anything.ipynb``, or
            ``STUDENT.ipynb``.

        Returns
        -------
        taken, refused : list of str
            The students, and the entries that were left out, each with the reason.
        """
        try:
            return unpack_hand_ins(archive, assignment, self.folder / "submitted")
        except (zipfile.BadZipFile, OSError) as error:
            raise CourseError(f"{archive} is no archive to read: {error}") from None

    def students(self):
        """Return the names of all students: of the gradebook, and who handed in."""
        with self.book.open() as gradebook:
            names = {urllib.parse.unquote(student.id) for student in gradebook.students}
        return sorted(names | set(folders_in(self.folder / "submitted")))

    def hand_in(self, student, assignment):
        """Find what a student handed in.

        Returns
        -------
        data : bytes or None
            The file, None if there is none.
        reason : str
            Why it cannot be used, or a remark on its name; empty if all is well.
        """
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
        with self._alone(assignment):
            self._mark(assignment, pool, unsafe, again, progress, pages)
        return [self._row(assignment, student) for student in self.students()]

    def _mark(self, assignment, pool, unsafe, again, progress, pages):
        """Mark what has not been marked, store it, and write the pages."""
        release = self.book.released(assignment).read_text("utf-8")
        secret = self._secret()
        jobs, remarks, written = {}, {}, []

        def page(student):
            """Write a page, here or elsewhere."""
            if pages is None:
                self.book.write_page(assignment, student)
            else:
                written.append(
                    pages.submit(write_page, self._made, assignment, student)
                )

        for student in self.students():
            data, remarks[student] = self.hand_in(student, assignment)
            if data is None:
                continue
            key = _key(VERSION, release, data, student, secret, remarks[student])
            if again or self._stored(assignment, student).get("key") != key:
                future = pool.submit(mark, release, data, student, secret, unsafe)
                jobs[future] = (student, key)
            elif self._page_is_old(assignment, student):
                page(student)  # the run before was ended in between
        try:
            for future in progress(_Completed(jobs)):
                student, key = jobs[future]
                try:
                    marks = future.result()
                    self._store(assignment, student, marks, remarks[student], key)
                except (NoSandbox, concurrent.futures.BrokenExecutor):
                    raise
                except Exception as error:
                    # Without a key, the next run tries it again.
                    reason = f"it cannot be marked: {type(error).__name__}: {error}"
                    marks = refuse(release, " ".join(reason.split())[:300])
                    self._store(assignment, student, marks, remarks[student], "")
                page(student)
            for future in progress(_Completed(written)):
                future.result()
        finally:
            for future in [*jobs, *written]:
                future.cancel()

    def _store(self, assignment, student, marks, remark, key):
        """Put marks into the gradebook and onto a page; then note that this is done."""
        stamp = self.folder / "submitted" / student / assignment / "timestamp.txt"
        marked = nbformat.reads(marks.notebook, as_version=4)
        self.book.enter(assignment, student, marked, stamp)
        stored = {
            "key": key,
            "state": marks.state,
            "why": "; ".join(filter(None, [remark, marks.why])),
            "tasks": [vars(task) for task in marks.tasks],
        }
        write(self._file(assignment, student), json.dumps(stored, indent=1).encode())

    def _page_is_old(self, assignment, student):
        """Tell whether a student's page is missing, or older than the marks."""
        try:
            own = self.book.page(assignment, student).stat().st_mtime_ns
        except OSError:
            return True
        return own < self._file(assignment, student).stat().st_mtime_ns

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
        students = [name for name in self.students() if self._stored(assignment, name)]
        if not students:
            raise CourseError(
                f"nobody's {assignment!r} has been marked in {self.folder}: "
                f"python -m posenc_lessons.grading mark {assignment}"
            )
        with (
            self._alone(assignment),
            zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as pages,
        ):
            for student in students:
                self.book.write_page(assignment, student)
                path = self.book.page(assignment, student)
                pages.write(path, f"{student}/{path.name}")
        return archive

    @contextlib.contextmanager
    def _alone(self, assignment):
        """Keep other processes off an assignment; raise if one is at work on it."""
        path = self.folder / "marks" / assignment / ".lock"
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path, "wb") as file:
            try:
                if fcntl:
                    # It ends with this process. A lock by flock would be kept by
                    # processes of the pool, which may outlive it.
                    fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except (BlockingIOError, PermissionError):
                raise CourseError(
                    f"another run marks {assignment!r} in {self.folder} now: wait for "
                    "its end"
                ) from None
            yield

    def _row(self, assignment, student):
        """Return a student's `Row`."""
        stored = self._stored(assignment, student)
        if not stored:
            _, reason = self.hand_in(student, assignment)
            name = storable(student)
            return Row(name, "not handed in", reason, None, None, False, ())
        score, most, by_hand = self.book.points(assignment, student)
        tasks = tuple(TaskMarks(**task) for task in stored["tasks"])
        return Row(student, stored["state"], stored["why"], score, most, by_hand, tasks)

    def _file(self, assignment, student):
        """Return the path of what is stored of a hand-in."""
        return self.folder / "marks" / assignment / f"{student}.json"

    def _stored(self, assignment, student):
        """Return what is stored of a hand-in, or an empty dict."""
        try:
            return json.loads(self._file(assignment, student).read_text("utf-8"))
        except (OSError, ValueError):
            return {}

    def _secret(self):
        """Return the course's secret, drawn at the first use."""
        path = self.folder / "marks" / "secret.txt"
        if not path.exists():
            path.parent.mkdir(exist_ok=True)
            beside = path.with_name(f".{path.name}.{os.getpid()}.{id(self)}")
            write(beside, secrets.token_hex(16).encode())
            beside.chmod(0o600)
            try:
                os.link(beside, path)
                beside.unlink()
            except FileExistsError:  # another run was first
                beside.unlink()
            except OSError:  # no links in this file system
                os.replace(beside, path)
        return path.read_text("ascii")


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


class Row:
    """A line of the class's table.

    Parameters
    ----------
    student : str
        The student.
    state : str
        "marked", "in part", "could not run" or "not handed in".
    why : str
        A sentence on what could not run or was odd.
    score, most : float or None
        Points so far and at most, of the gradebook.
    by_hand : bool
        Whether answers wait for marks by hand.
    tasks : tuple of TaskMarks
        The tasks that were marked.
    """

    def __init__(self, student, state, why, score, most, by_hand, tasks):
        self.student, self.state, self.why = student, state, why
        self.score, self.most, self.by_hand, self.tasks = score, most, by_hand, tasks


class _Completed:
    """The jobs in the order in which they end, with a length for progress bars."""

    def __init__(self, jobs):
        self.jobs = jobs

    def __len__(self):
        return len(self.jobs)

    def __iter__(self):
        return concurrent.futures.as_completed(self.jobs)


def _key(*parts):
    """Return a text that changes with any of its parts."""
    digest = hashlib.sha256()
    for part in parts:
        data = part if isinstance(part, bytes) else str(part).encode()
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()
