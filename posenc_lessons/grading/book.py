"""The gradebook: nbgrader's, with one of its steps replaced.

nbgrader keeps the cells, the points, marking by hand and the pages for students. Only
its step that runs students' notebooks is another: it takes over what `marking` found.
"""

import contextlib
import datetime
import functools
import logging
import os
import pathlib
import shutil
import sys
import warnings

import nbformat
import nbgrader.api
import sqlalchemy
import sqlalchemy.exc
from nbgrader.api import Gradebook, InvalidEntry
from nbgrader.apps import NbGraderAPI
from nbgrader.converters import Autograde, GenerateFeedback
from nbgrader.preprocessors import (
    AssignLatePenalties,
    GetGrades,
    SaveAutoGrades,
)
from nbgrader.utils import capture_log, temp_attrs
from traitlets.config import Config
from traitlets.config.loader import ConfigFileNotFound, PyFileConfigLoader

from posenc_lessons.grading import points
from posenc_lessons.grading.files import CourseError, folders_in, write
from posenc_lessons.grading.names import book_name
from posenc_lessons.grading.pages import page_maker

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
# Settings of your own: {own}, which is never written over.
load_subconfig({own!r})  # noqa: F821
"""
OWN = "own_config.py"


# nbgrader makes an engine at each opening, some ten times a student, and each compiles
# all queries anew; one that is kept does it once. Its connections are closed each time.
nbgrader.api.create_engine = functools.lru_cache(maxsize=8)(nbgrader.api.create_engine)


class _Autograde(Autograde):
    """nbgrader's step in one half.

    Its first half puts the cells of the release back into a student's notebook; here
    this is done already, where the notebook is rebuilt.
    """

    sanitize_preprocessors = (SaveAutoGrades, AssignLatePenalties)

    def convert_single_notebook(self, notebook_filename):
        """Enter the points of a notebook."""
        self._init_preprocessors()
        super(Autograde, self).convert_single_notebook(notebook_filename)


class Book:
    """nbgrader's gradebook, with its folders for releases and pages.

    Parameters
    ----------
    folder : pathlib.Path
        The course's folder.
    source : str or pathlib.Path
        The folder with the assignments' sources.
    database : str or None
        An address of SQLAlchemy; a file in the course's folder if None.
    """

    def __init__(self, folder, source, database):
        self.folder = folder
        config = _own_settings(folder)
        directory = config.CourseDirectory
        directory.root = str(folder)
        # Without a name nbgrader makes no row for the course, which PostgreSQL misses.
        # This is the name that nbgrader's own steps fall back to.
        directory.course_id = "default_course"
        directory.db_url = _address(database, folder)
        directory.source_directory = str(pathlib.Path(source).resolve())
        # What nbgrader reads is what was rebuilt, never a student's own file.
        directory.submitted_directory = str(folder / "marks" / "rebuilt")
        directory.ignore = [".ipynb_checkpoints", "*.md", "*.pyc", "__pycache__"]
        config.ClearSolutions.code_stub = {"python": "# your code here"}
        config.ClearSolutions.text_stub = "*Your answer here.*"
        self.api = NbGraderAPI(config=config)
        settings = CONFIG.format(
            root=directory.root,
            database=directory.db_url,
            source=directory.source_directory,
            rebuilt=directory.submitted_directory,
            code_stub=config.ClearSolutions.code_stub,
            text_stub=config.ClearSolutions.text_stub,
            own=OWN,
        )
        write(folder / "nbgrader_config.py", settings.encode())
        self._put_back()
        with _said_in_a_sentence(), _scripts_found(), _quiet(), self.open():
            pass  # it is made at its first use

    @property
    def sources(self):
        """The folder with the assignments' sources."""
        return pathlib.Path(self.api.coursedir.source_directory)

    def open(self):
        """Return nbgrader's gradebook, to be used in a `with`."""
        with _said_in_a_sentence():
            directory = self.api.coursedir
            return Gradebook(directory.db_url, directory.course_id)

    def try_out(self):
        """Raise if nothing can be written into the gradebook."""
        with _said_in_a_sentence(), self.open() as gradebook, _quiet():
            gradebook.db.execute(sqlalchemy.text("UPDATE course SET id = id"))
            gradebook.db.commit()

    def released(self, assignment):
        """Return the path of a released notebook."""
        return self.folder / "release" / assignment / f"{assignment}.ipynb"

    def release(self, assignment):
        """Make the students' version of an assignment, and return its path."""
        # nbgrader deletes what is there before it makes the new one.
        self._put_back()
        shutil.rmtree(self._aside, ignore_errors=True)
        made, before = self._aside / "new", self._aside / "before" / assignment
        with temp_attrs(self.api.coursedir, release_directory=str(made)), _quiet():
            result = self.api.generate_assignment(assignment, force=True)
        if not result["success"]:
            shutil.rmtree(self._aside, ignore_errors=True)
            kept = self.released(assignment).is_file()
            raise CourseError(
                f"nbgrader could not release it: {_last_line(result)}"
                + "; what was released before is as it was" * kept
            )
        place = self.released(assignment).parent
        place.parent.mkdir(exist_ok=True)
        before.parent.mkdir(parents=True)
        if place.exists():
            os.rename(place, before)
        os.rename(made / assignment, place)
        shutil.rmtree(self._aside, ignore_errors=True)
        return self.released(assignment)

    @property
    def _aside(self):
        """The folder in which a release is made."""
        return self.folder / ".release"

    def _put_back(self):
        """Put back what a release that was ended in between had put aside."""
        for name in folders_in(self._aside / "before"):
            place = self.folder / "release" / name
            if not place.exists():
                os.rename(self._aside / "before" / name, place)

    def rebuilt(self, assignment, student):
        """Return the path of a hand-in as it was marked."""
        folder = self.folder / "marks" / "rebuilt" / book_name(student) / assignment
        return folder / f"{assignment}.ipynb"

    def enter(self, assignment, student, marked, time=None):
        """Enter the points of a marked notebook.

        Parameters
        ----------
        assignment, student : str
            Whose hand-in of what.
        marked : nbformat.NotebookNode
            The notebook as marked: nbgrader reads the points in its cells.
        time : datetime.datetime or None
            When it was handed in.
        """
        path = self.rebuilt(assignment, student)
        write(path, nbformat.writes(marked).encode())
        stamp = path.with_name("timestamp.txt")
        stamp.unlink(missing_ok=True)
        if time:
            told = time.astimezone(datetime.UTC)
            write(stamp, f"{told:%Y-%m-%d %H:%M:%S} UTC".encode())
        # A run that marks something else may be first with the same student.
        with (
            self.open() as gradebook,
            _quiet(),
            temp_attrs(logging.getLogger("tornado.application"), disabled=True),
            contextlib.suppress(InvalidEntry),
        ):
            gradebook.update_or_create_student(book_name(student))
        with self._for(assignment, student):
            autograde = _Autograde(coursedir=self.api.coursedir, parent=self.api)
            autograde.force = autograde.create_student = True
            _done(capture_log(autograde), student)

    def points(self, assignment, student=None):
        """Return the `Points` of all students or of one, by the names of folders."""
        with self.open() as gradebook, _quiet(), _said_in_a_sentence():
            return points.of_all(gradebook, assignment, self.api, student)

    def by_hand(self, assignment, student, forget=False):
        """Return what was given by hand, and take it back if that is wished."""
        with self.open() as gradebook, _quiet():
            found = points.by_hand(gradebook, assignment, student)
            if forget:
                points.forget_by_hand(gradebook, assignment, student)
            return found

    def ask_for(self, assignment, student, cells, wanted=True):
        """Say of some cells whether they wait for marks by hand."""
        with self.open() as gradebook, _quiet():
            points.ask_for(gradebook, assignment, student, cells, wanted)

    def due(self, assignment):
        """Return an assignment's deadline, or None."""
        with self.open() as gradebook:
            return points.due(gradebook, assignment)

    def set_due(self, assignment, time):
        """Set an assignment's deadline, or take it away."""
        with self.open() as gradebook:
            points.set_due(gradebook, assignment, time)

    def extend(self, assignment, student, hours):
        """Give a student more time."""
        with self.open() as gradebook, _quiet():
            points.extend(gradebook, assignment, student, hours)

    def page(self, assignment, student):
        """Return the path of a student's page."""
        folder = self.folder / "feedback" / book_name(student) / assignment
        return folder / f"{assignment}.html"

    def write_page(self, assignment, student, told=None):
        """Write the page on which a student sees points and hints.

        Parameters
        ----------
        assignment, student : str
            Whose page of what.
        told : dict, optional
            What stands above the notebook: see `pages.page_maker`.
        """
        with self._for(assignment, student):
            feedback = GenerateFeedback(coursedir=self.api.coursedir, parent=self.api)
            feedback.preprocessors = [GetGrades]
            feedback.exporter_class = page_maker(told)
            feedback.force = True
            _done(capture_log(feedback), student)

    @contextlib.contextmanager
    def _for(self, assignment, student):
        """Let nbgrader work on one student's hand-in."""
        with (
            temp_attrs(
                self.api.coursedir,
                assignment_id=assignment,
                student_id=book_name(student),
            ),
            _quiet(),
        ):
            yield


def _address(database, folder):
    """Return the gradebook's address, with the driver that is installed."""
    if database and database.startswith("postgresql://"):
        # SQLAlchemy takes psycopg2 before version 2.1, and psycopg from there on.
        return database.replace("://", "+psycopg2://", 1)
    return database or f"sqlite:///{folder / 'gradebook.db'}"


def _own_settings(folder):
    """Return a lecturer's own settings of nbgrader, such as penalties."""
    try:
        return PyFileConfigLoader(OWN, path=str(folder)).load_config()
    except ConfigFileNotFound:
        return Config()
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise CourseError(f"{folder / OWN} cannot be used: {reason}") from None


@contextlib.contextmanager
def _said_in_a_sentence():
    """Let a gradebook that cannot be used say why."""
    try:
        yield
    except sqlalchemy.exc.SQLAlchemyError as error:
        reason = " ".join(str(getattr(error, "orig", error)).split())[:200]
        raise CourseError(
            f"the gradebook cannot be used: {reason}; what is marked stays marked: run "
            "the same command again when this is put right"
        ) from None


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


def _done(result, student):
    """Raise if a step of nbgrader failed."""
    if not result["success"]:
        raise CourseError(f"nbgrader stopped at {student!r}: {_last_line(result)}")


def _last_line(result):
    """Return the last line of what nbgrader said."""
    text = result.get("error") or result.get("log") or "it did not say why"
    return text.strip().splitlines()[-1][:300]
