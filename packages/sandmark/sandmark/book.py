"""The gradebook: nbgrader's, with two of its steps replaced.

nbgrader keeps the cells, the points and marking by hand. Its step that runs students'
notebooks is another, which takes over what `marking` found, and the pages for students
are those of `pages`.
"""

import contextlib
import datetime
import logging
import os
import pathlib
import shutil
import warnings

import nbformat
import nbgrader.api
import sqlalchemy
import sqlalchemy.exc
from nbgrader.api import Gradebook, InvalidEntry, MissingEntry
from nbgrader.apps import NbGraderAPI
from nbgrader.dbutil import ALEMBIC_DIR
from nbgrader.utils import find_all_files, temp_attrs
from traitlets.config import Config
from traitlets.config.loader import ConfigFileNotFound, PyFileConfigLoader

from sandmark import points
from sandmark.files import CourseError, folders_in, write
from sandmark.names import book_name
from sandmark.pages import page

# For nbgrader's own commands and its pages for marking by hand. Its own marking would
# run students' code without walls: a setting that cannot be stops it before it starts,
# and stands in its message.
CONFIG = """\
c = get_config()  # noqa: F821
c.CourseDirectory.root = {root!r}
c.CourseDirectory.db_url = {database!r}
c.CourseDirectory.source_directory = {source!r}
c.CourseDirectory.submitted_directory = {rebuilt!r}
c.Autograde.permissions = "mark with: sandmark --exercises MODULE mark ASSIGNMENT"
c.ClearSolutions.code_stub = {code_stub!r}
c.ClearSolutions.text_stub = {text_stub!r}
# Settings of your own: {own}, which is never written over.
load_subconfig({own!r})  # noqa: F821
"""
OWN = "own_config.py"


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

    _ignored = (".ipynb_checkpoints", "*.md", "*.pyc", "__pycache__")

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
        directory.ignore = [*self._ignored]
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
        # nbgrader would start a Python of its own to be told one word.
        named = temp_attrs(nbgrader.api, get_alembic_version=_version_of_tables)
        with _said_in_a_sentence(), named, _quiet():
            # Its tables are made at its first use.
            self._gradebook = Gradebook(directory.db_url, directory.course_id)
            self._gradebook.close()

    @property
    def sources(self):
        """The folder with the assignments' sources."""
        return pathlib.Path(self.api.coursedir.source_directory)

    @contextlib.contextmanager
    def open(self):
        """Give nbgrader's gradebook; no connection to the database stays open."""
        with _said_in_a_sentence(), _quiet(), self._gradebook:
            yield self._gradebook

    def try_out(self):
        """Raise if nothing can be written into the gradebook."""
        with self.open() as gradebook:
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

    def _shown(self, assignment, student):
        """Return the folder in which Formgrader finds a hand-in."""
        return self.folder / "autograded" / book_name(student) / assignment

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
        stamp = ""
        if time:
            stamp = f"{time.astimezone(datetime.UTC):%Y-%m-%d %H:%M:%S} UTC"
        text = nbformat.writes(marked).encode()
        # The second is what Formgrader shows.
        path = self.rebuilt(assignment, student)
        for folder in (path.parent, self._shown(assignment, student)):
            write(folder / path.name, text)
            (folder / "timestamp.txt").unlink(missing_ok=True)
            if stamp:
                write(folder / "timestamp.txt", stamp.encode())
        source = self.sources / assignment
        for file in find_all_files(str(source), [*self._ignored, "*.ipynb"]):
            beside = self._shown(assignment, student) / pathlib.Path(file).relative_to(
                source
            )
            beside.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, beside)
        given = (assignment, student, marked.cells, stamp or None)
        with self.open() as gradebook, _rivals_kept_quiet():
            try:
                points.enter(gradebook, *given)
            except InvalidEntry:
                # A run that marks something else was first with the same student.
                points.enter(gradebook, *given)
            except MissingEntry as error:
                raise CourseError(f"nbgrader stopped at {student!r}: {error}") from None

    def points(self, assignment, student=None):
        """Return the `Points` of all students or of one, by the names of folders."""
        with self.open() as gradebook:
            return points.of_all(gradebook, assignment, self.api, student)

    def by_hand(self, assignment, student, forget=False):
        """Return what was given by hand, and take it back if that is wished."""
        with self.open() as gradebook:
            found = points.by_hand(gradebook, assignment, student)
            if forget:
                points.forget_by_hand(gradebook, assignment, student)
            return found

    def ask_for(self, assignment, student, cells, wanted=True):
        """Say of some cells whether they wait for marks by hand."""
        with self.open() as gradebook:
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
        with self.open() as gradebook:
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
            What stands above the notebook: see `pages.page`.
        """
        path = self.rebuilt(assignment, student)
        marked = nbformat.v4.reads(path.read_text("utf-8"))
        with self.open() as gradebook:
            own = points.shown(gradebook, assignment, student)
        text = page(marked, assignment, own, told)
        write(self.page(assignment, student), text.encode())


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


def _version_of_tables():
    """Return what nbgrader notes in a new gradebook, as alembic's command says it."""
    from alembic.script import ScriptDirectory  # a new gradebook alone needs it

    return ScriptDirectory(ALEMBIC_DIR).get_current_head()


def _rivals_kept_quiet():
    """Let nbgrader write no traceback where another run was first."""
    return temp_attrs(logging.getLogger("tornado.application"), disabled=True)


@contextlib.contextmanager
def _quiet():
    """Keep quiet what nbgrader's use of its database warns of."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", sqlalchemy.exc.SAWarning)
        warnings.simplefilter("ignore", DeprecationWarning)
        yield


def _last_line(result):
    """Return the last line of what nbgrader said."""
    text = result.get("error") or result.get("log") or "it did not say why"
    return text.strip().splitlines()[-1][:300]
