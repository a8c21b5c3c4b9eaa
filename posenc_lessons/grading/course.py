"""A course's folder: what is released, handed in, marked and given back.

nbgrader keeps the cells, the gradebook, marking by hand and the pages for students.
Only its step that runs students' notebooks is replaced: it takes over what `marking`
found.
"""

import concurrent.futures
import contextlib
import functools
import hashlib
import json
import logging
import os
import pathlib
import re
import secrets
import stat
import sys
import urllib.parse
import warnings
import zipfile

import jinja2
import nbformat
import sqlalchemy.exc
from nbconvert.exporters import HTMLExporter
from nbconvert.filters import clean_html
from nbgrader.api import Gradebook, InvalidEntry
from nbgrader.apps import NbGraderAPI
from nbgrader.converters import Autograde, GenerateFeedback
from nbgrader.preprocessors import (
    AssignLatePenalties,
    CheckCellMetadata,
    NbGraderPreprocessor,
    SaveAutoGrades,
)
from nbgrader.utils import capture_log, parse_utc, temp_attrs
from traitlets.config import Config

from posenc_lessons.grading.assignments import LARGEST
from posenc_lessons.grading.marking import TaskMarks, mark, refuse
from posenc_lessons.grading.sandbox import NoSandbox
from posenc_lessons.grading.values import storable

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None

SOURCE = pathlib.Path("notebooks/homework")
VERSION = 1  # of what is stored of a hand-in
LONGEST = 200  # bytes of a student's name
# For nbgrader's own commands and its pages for marking by hand. Its own marking would
# run students' code without walls: a setting that cannot be stops it before it starts,
# and stands in its message.
CONFIG = """\
c = get_config()  # noqa: F821
c.CourseDirectory.root = {root!r}
c.CourseDirectory.db_url = {database!r}
c.CourseDirectory.source_directory = {source!r}
c.CourseDirectory.submitted_directory = {rebuilt!r}
c.Autograde.permissions = "mark with: python -m posenc_lessons.grading mark ASSIGNMENT"
c.ClearSolutions.code_stub = {code_stub!r}
c.ClearSolutions.text_stub = {text_stub!r}
"""


class CourseError(Exception):
    """Raised for what a lecturer can put right; the text says how."""


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
        config = Config()
        directory = config.CourseDirectory
        directory.root = str(self.folder)
        # Without a name nbgrader makes no row for the course, which PostgreSQL misses.
        # This is the name that nbgrader's own steps fall back to.
        directory.course_id = "default_course"
        directory.db_url = _address(database, self.folder)
        directory.source_directory = str(pathlib.Path(source).resolve())
        # What nbgrader reads is what was rebuilt, never a student's own file.
        directory.submitted_directory = str(self.folder / "marks" / "rebuilt")
        directory.ignore = [".ipynb_checkpoints", "*.md", "*.pyc", "__pycache__"]
        config.ClearSolutions.code_stub = {"python": "# your code here"}
        config.ClearSolutions.text_stub = "*Your answer here.*"
        self.api = NbGraderAPI(config=config)
        self._pages = _page_maker()
        settings = CONFIG.format(
            root=directory.root,
            database=directory.db_url,
            source=directory.source_directory,
            rebuilt=directory.submitted_directory,
            code_stub=config.ClearSolutions.code_stub,
            text_stub=config.ClearSolutions.text_stub,
        )
        _write(self.folder / "nbgrader_config.py", settings.encode())
        with _scripts_found(), _quiet(), self._gradebook():
            pass  # it is made at its first use

    def release(self, assignment):
        """Make the students' version of an assignment; return its path."""
        source = pathlib.Path(self.api.coursedir.source_directory, assignment)
        if not (source / f"{assignment}.ipynb").is_file():
            known = sorted(
                path.name for path in source.parent.glob("*") if path.is_dir()
            )
            raise CourseError(
                f"there is no assignment {assignment!r} in {source.parent}; "
                f"there are {', '.join(known) or 'none'}"
            )
        result = self.api.generate_assignment(assignment, force=True)
        if not result["success"]:
            raise CourseError(f"nbgrader could not release it: {_last_line(result)}")
        return self._released(assignment)

    def _released(self, assignment):
        """Return the path of a released notebook."""
        return self.folder / "release" / assignment / f"{assignment}.ipynb"

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
        taken, refused = [], []
        try:
            with zipfile.ZipFile(archive) as entries:
                for entry in entries.infolist():
                    student, reason = _student_of(entry)
                    if student:
                        name = pathlib.PurePosixPath(entry.filename).name
                        own = "/" in entry.filename
                        path = self.folder / "submitted" / student / assignment
                        name = name if own else f"{assignment}.ipynb"
                        try:
                            path.mkdir(parents=True, exist_ok=True)
                            with entries.open(entry) as file:
                                _write(path / name, file.read(LARGEST + 1))
                            taken.append(student)
                        except Exception as error:
                            # One damaged or locked entry costs nobody else's.
                            refused.append(f"{entry.filename}: {error}")
                    elif reason:
                        refused.append(f"{entry.filename}: {reason}")
        except (zipfile.BadZipFile, OSError) as error:
            raise CourseError(f"{archive} is no archive to read: {error}") from None
        return taken, refused

    def students(self):
        """Return the names of all students: of the gradebook, and who handed in."""
        with self._gradebook() as gradebook:
            names = {urllib.parse.unquote(student.id) for student in gradebook.students}
        return sorted(names | set(_folders(self.folder / "submitted")))

    def hand_in(self, student, assignment):
        """Find what a student handed in.

        Returns
        -------
        data : bytes or None
            The file, None if there is none.
        reason : str
            Why it cannot be used, or a remark on its name; empty if all is well.
        """
        if student != storable(student):
            return None, "its folder's name cannot be stored: rename the folder"
        if len(_id(student).encode()) > LONGEST:
            return None, "its folder's name is too long: rename the folder"
        folder = self.folder / "submitted" / student / assignment
        for path in (folder.parent, folder):
            if path.is_symlink():
                return None, "its folder is a link, which is not followed"
        try:
            found = sorted(path for path in folder.iterdir() if not path.is_dir())
        except OSError:
            return None, ""
        wanted = folder / f"{assignment}.ipynb"
        notebooks = [path for path in found if path.suffix.lower() == ".ipynb"]
        if wanted in notebooks:
            remark = ""
        elif notebooks:
            # Downloads of the same name get a number: the latest of them counts.
            wanted = max(notebooks, key=lambda path: (path.lstat().st_mtime, path.name))
            remark = f"it was called {wanted.name!r}, not {assignment + '.ipynb'!r}"
        elif found:
            return b"", f"there is no notebook, but {found[0].name!r}"
        else:
            return None, ""
        try:
            return _read(wanted), remark
        except OSError as error:
            return b"", f"{wanted.name!r} cannot be read: {error.strerror or error}"

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
        if not self._released(assignment).is_file():
            raise CourseError(
                f"{assignment!r} has not been released in {self.folder}: "
                f"python -m posenc_lessons.grading release {assignment}"
            )
        with self._alone(assignment):
            self._mark(assignment, pool, unsafe, again, progress, pages)
        return [self._row(assignment, student) for student in self.students()]

    def _mark(self, assignment, pool, unsafe, again, progress, pages):
        """Mark what has not been marked, store it, and write the pages."""
        release = self._released(assignment).read_text("utf-8")
        secret = self._secret()
        jobs, remarks, written = {}, {}, []

        def page(student):
            """Write a page, here or elsewhere."""
            if pages is None:
                self._write_page(assignment, student)
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
        marked = nbformat.reads(marks.notebook, as_version=4)
        own = self.folder / "marks" / "rebuilt" / _id(student) / assignment
        own.mkdir(parents=True, exist_ok=True)
        _write(own / f"{assignment}.ipynb", marks.notebook.encode())
        stamp = self.folder / "submitted" / student / assignment / "timestamp.txt"
        # nbgrader stops at a time that it cannot read.
        with contextlib.suppress(OSError, ValueError, OverflowError):
            time = parse_utc(_read(stamp)[:100].decode().strip())
            _write(own / "timestamp.txt", f"{time} UTC".encode())
        # A run that marks something else may be first with the same student.
        with (
            self._gradebook() as gradebook,
            _quiet(),
            temp_attrs(logging.getLogger("tornado.application"), disabled=True),
            contextlib.suppress(InvalidEntry),
        ):
            gradebook.update_or_create_student(_id(student))
        takes = [SaveAutoGrades, AssignLatePenalties, CheckCellMetadata]
        with self._for(assignment, student):
            autograde = Autograde(coursedir=self.api.coursedir, parent=self.api)
            autograde.force = autograde.create_student = True
            autograde.autograde_preprocessors = [_taking(marked), *takes]
            _done(capture_log(autograde), student)
        stored = {
            "key": key,
            "state": marks.state,
            "why": "; ".join(filter(None, [remark, marks.why])),
            "tasks": [vars(task) for task in marks.tasks],
        }
        _write(self._file(assignment, student), json.dumps(stored, indent=1).encode())

    def _page(self, assignment, student):
        """Return the path of a student's page."""
        folder = self.folder / "feedback" / _id(student) / assignment
        return folder / f"{assignment}.html"

    def _page_is_old(self, assignment, student):
        """Tell whether a student's page is missing, or older than the marks."""
        try:
            own = self._page(assignment, student).stat().st_mtime_ns
        except OSError:
            return True
        return own < self._file(assignment, student).stat().st_mtime_ns

    def _write_page(self, assignment, student):
        """Write the page on which a student sees points and hints."""
        config = Config()
        config.HTMLExporter.template_name = "feedback"
        with self._for(assignment, student):
            feedback = GenerateFeedback(
                coursedir=self.api.coursedir, parent=self.api, config=config
            )
            feedback.exporter_class = self._pages
            feedback.force = True
            _done(capture_log(feedback), student)

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
                self._write_page(assignment, student)
                path = self._page(assignment, student)
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

    @contextlib.contextmanager
    def _for(self, assignment, student):
        """Let nbgrader work on one student's hand-in."""
        with (
            temp_attrs(
                self.api.coursedir, assignment_id=assignment, student_id=_id(student)
            ),
            _quiet(),
        ):
            yield

    def _row(self, assignment, student):
        """Return a student's `Row`."""
        stored = self._stored(assignment, student)
        if not stored:
            _, reason = self.hand_in(student, assignment)
            name = storable(student)
            return Row(name, "not handed in", reason, None, None, False, ())
        with self._gradebook() as gradebook, _quiet():
            submission = gradebook.find_submission(assignment, _id(student))
            score, most = submission.score, submission.max_score
            by_hand = submission.needs_manual_grade
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
            _write(beside, secrets.token_hex(16).encode())
            beside.chmod(0o600)
            try:
                os.link(beside, path)
                beside.unlink()
            except FileExistsError:  # another run was first
                beside.unlink()
            except OSError:  # no links in this file system
                os.replace(beside, path)
        return path.read_text("ascii")

    def _gradebook(self):
        """Return the gradebook, to be used in a `with`."""
        return Gradebook(self.api.coursedir.db_url, self.api.coursedir.course_id)


def write_page(made, assignment, student):
    """Write a student's page, in a process of its own.

    Parameters
    ----------
    made : tuple
        What the `Course` was made of.
    assignment, student : str
        Whose page it is.
    """
    _course(made)._write_page(assignment, student)


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


def _address(database, folder):
    """Return the gradebook's address, with the driver that is installed."""
    if database and database.startswith("postgresql://"):
        # SQLAlchemy takes psycopg2 before version 2.1, and psycopg from there on.
        return database.replace("://", "+psycopg2://", 1)
    return database or f"sqlite:///{folder / 'gradebook.db'}"


def _id(student):
    """Return nbgrader's name of a student: it takes some characters otherwise."""
    return re.sub(r"[%*?\[\]\n]", lambda found: f"%{ord(found[0]):02X}", student)


@contextlib.contextmanager
def _scripts_found():
    """Let nbgrader find the command of its database, which is beside Python's."""
    before = os.environ.get("PATH", "")
    os.environ["PATH"] = os.pathsep.join([os.path.dirname(sys.executable), before])
    try:
        yield
    finally:
        os.environ["PATH"] = before


@contextlib.contextmanager
def _quiet():
    """Keep quiet what nbgrader's use of its database warns of."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", sqlalchemy.exc.SAWarning)
        warnings.simplefilter("ignore", DeprecationWarning)
        yield


class _Templates(jinja2.BytecodeCache):
    """Compiled templates, kept in memory: compiling takes longer than filling."""

    def __init__(self):
        self.compiled = {}

    def load_bytecode(self, bucket):
        """Take a template from memory, if it is there."""
        if bucket.key in self.compiled:
            bucket.bytecode_from_string(self.compiled[bucket.key])

    def dump_bytecode(self, bucket):
        """Keep a template."""
        self.compiled[bucket.key] = bucket.bytecode_to_string()


def _page_maker():
    """Return the class that makes nbgrader's pages for students."""
    templates = _Templates()

    class Page(HTMLExporter):
        """Makes pages, and compiles their templates only once."""

        def _create_environment(self):
            environment = super()._create_environment()
            environment.bytecode_cache = templates
            return environment

        @jinja2.pass_context
        def markdown2html(self, context, source):
            """Return a student's words as HTML that runs nothing."""
            return clean_html(super().markdown2html(context, source))

    return Page


def _taking(marked):
    """Return the step in place of nbgrader's run of a notebook: outputs are taken over.

    Parameters
    ----------
    marked : nbformat.NotebookNode
        The notebook as marked, with the same cells.
    """

    class TakeMarks(NbGraderPreprocessor):
        """Takes the outputs of a marked notebook over."""

        def preprocess(self, nb, resources):
            """Copy the outputs, cell by cell."""
            for cell, source in zip(nb.cells, marked.cells, strict=True):
                if cell.cell_type == "code":
                    cell.outputs = source.outputs
                    cell.execution_count = source.execution_count
            return nb, resources

    return TakeMarks


def _done(result, student):
    """Raise if a step of nbgrader failed."""
    if not result["success"]:
        raise CourseError(f"nbgrader stopped at {student!r}: {_last_line(result)}")


def _last_line(result):
    """Return the last line of what nbgrader said."""
    text = result.get("error") or result.get("log") or "it did not say why"
    return text.strip().splitlines()[-1][:300]


def _key(*parts):
    """Return a text that changes with any of its parts."""
    digest = hashlib.sha256()
    for part in parts:
        data = part if isinstance(part, bytes) else str(part).encode()
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()


def _folders(folder):
    """Return the names of the folders in a folder, but for hidden ones."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        return [
            entry.name
            for entry in entries
            if entry.is_dir() and not entry.name.startswith(".")
        ]
    return []


def _read(path):
    """Return the bytes of a plain file, and no more than are too many."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    with open(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError("it is no plain file")
        return file.read(LARGEST + 1)


def _write(path, data):
    """Write a file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    beside.write_bytes(data)
    os.replace(beside, path)


def _student_of(entry):
    """Return the student whose an entry of an archive is, or why it is nobody's."""
    path = pathlib.PurePosixPath(entry.filename.replace("\\", "/"))
    if entry.is_dir():
        return None, ""
    if path.is_absolute() or ".." in path.parts or ":" in path.parts[0]:
        return None, "its path leads out of the archive"
    if stat.S_ISLNK(entry.external_attr >> 16):
        return None, "it is a link"
    if path.suffix.lower() != ".ipynb":
        return None, "it is no notebook"
    if entry.file_size > LARGEST:
        return None, f"it is larger than {LARGEST / 1e6:.0f} MB"
    student = path.parts[0] if len(path.parts) > 1 else path.stem
    if student.startswith(".") or not student.isprintable() or not student.strip():
        return None, "its name is no student's"
    return student, ""
