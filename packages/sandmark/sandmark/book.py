"""Use nbgrader's gradebook, with two of nbgrader's steps replaced.

nbgrader keeps the cells, the points and the marks by hand. Instead of running students'
notebooks itself, it gets the results of `marking`. `pages` writes students' pages.
"""

import contextlib
import pathlib
import re
import shutil
import tempfile
import warnings

import nbformat
import nbgrader.api
import sqlalchemy
import sqlalchemy.exc
from nbgrader.api import Gradebook, InvalidEntry
from nbgrader.apps import NbGraderAPI
from nbgrader.dbutil import ALEMBIC_DIR
from nbgrader.utils import temp_attrs
from traitlets import TraitError
from traitlets.config import Config
from traitlets.config.loader import ConfigFileNotFound, PyFileConfigLoader

from sandmark import points
from sandmark.files import CourseError, brief, write
from sandmark.hand_ins import put
from sandmark.names import book_name

# Settings for nbgrader's own commands and its pages for marking by hand. Its marking
# would run students' code outside the sandbox, so an impossible setting stops it at the
# start with a message that shows the right command.
CONFIG = """\
c = get_config()  # noqa: F821
c.CourseDirectory.update({directory!r})
c.Autograde.permissions = "mark with: sandmark --exercises MODULE mark ASSIGNMENT"
c.ClearSolutions.update({stubs!r})
# Put your own settings into {own}, which is never overwritten.
load_subconfig({own!r})  # noqa: F821
"""
OWN = "own_config.py"
STUBS = {
    "code_stub": {"python": "# your code here"},
    "text_stub": "*Your answer here.*",
}
ASSOCIATED = "submissions associated"  # what nbgrader says of a changed assignment
CHANGED = (
    ". Give the changed assignment another name. Or, if its marks by hand, deadline "
    "and extensions may be lost, run nbgrader db assignment remove {} --force in {}, "
    "and then release it and mark it with --again"
)
IGNORED = (".ipynb_checkpoints", "*.md", "*.pyc", "__pycache__")


class Book:
    """The nbgrader gradebook of a course's folder; `sources` has the assignments."""

    def __init__(self, folder, sources):
        self.folder, self.sources = folder, pathlib.Path(sources).resolve()
        # nbgrader takes these characters in a path for a pattern or the pattern's end.
        if odd := re.findall(r"[][()+?*{}^$|]", f"{self.sources}{folder}"):
            raise CourseError(
                f"nbgrader cannot work in {self.sources} and {folder}: rename the "
                f"folder with {odd[0]!r} in its name"
            )
        directory = {
            "root": str(folder),
            "db_url": f"sqlite:///{folder / 'gradebook.db'}",
            "source_directory": str(self.sources),
            # nbgrader reads only what was rebuilt and marked, never a student's file.
            "submitted_directory": str(folder / "autograded"),
        }
        config = _own_settings(folder)
        name = "default_course"  # which nbgrader's own commands use
        config.CourseDirectory.update(directory, course_id=name, ignore=[*IGNORED])
        config.ClearSolutions.update(STUBS)
        self.api = NbGraderAPI(config=config)
        settings = CONFIG.format(directory=directory, stubs=STUBS, own=OWN)
        with contextlib.suppress(OSError):  # a read-only copy can still be viewed
            write(folder / "nbgrader_config.py", settings.encode())
        # nbgrader would run the command alembic, which may not be on the PATH.
        version = temp_attrs(nbgrader.api, get_alembic_version=_version_of_tables)
        with _database(), version:
            # The first use creates the tables.
            self._gradebook = Gradebook(directory["db_url"], name)
            self._gradebook.close()

    @contextlib.contextmanager
    def open(self):
        """Open nbgrader's gradebook, and close its connection afterwards."""
        with _database(), self._gradebook:
            yield self._gradebook

    def ask(self, question, *arguments):
        """Call a function of `points` with the open gradebook and return its result."""
        with self.open() as gradebook:
            return question(gradebook, *arguments)

    def try_out(self):
        """Raise `CourseError` if the gradebook cannot be written."""
        with self.open() as gradebook:
            gradebook.db.execute(sqlalchemy.text("UPDATE course SET id = id"))
            gradebook.db.commit()

    def released(self, assignment):
        """Return the path of a released notebook."""
        return self.folder / "release" / assignment / f"{assignment}.ipynb"

    def release(self, assignment):
        """Create the students' version of an assignment and return its path."""
        # nbgrader deletes the old version before it creates the new one.
        with tempfile.TemporaryDirectory(prefix=".release", dir=self.folder) as new:
            try:
                with temp_attrs(self.api.coursedir, release_directory=new), _database():
                    result = self.api.generate_assignment(assignment, force=True)
            except TraitError as error:  # raised for the assignment's name
                result = {"success": False, "log": f"Error: {error}"}
            if not result["success"]:
                # Further errors in the log follow from the first one.
                errors = r"^\s*[\w.]*(?:Error|Exception): (.*)"
                errors = re.findall(errors, result["log"], re.M)
                why = (errors or ["it gave no reason"])[0][:300]
                why += CHANGED.format(assignment, self.folder) * (ASSOCIATED in why)
                again = "release it again before you mark anybody"
                raise CourseError(f"nbgrader could not release it: {why}. Then {again}")
            for path in pathlib.Path(new, assignment).rglob("*"):
                if path.is_file():
                    place = self.folder / "release" / path.relative_to(new)
                    write(place, path.read_bytes())
        return self.released(assignment)

    def rebuilt(self, assignment, student):
        """Return the path of a hand-in as it was marked and as Formgrader shows it."""
        folder = self.folder / "autograded" / book_name(student) / assignment
        return folder / f"{assignment}.ipynb"

    def enter(self, assignment, student, notebook, time=None, again=()):
        """Enter a marked notebook's points; cells in `again` wait for marks by hand."""
        folder, data = self.folder / "autograded", nbformat.writes(notebook).encode()
        put(folder, book_name(student), assignment, data, time)
        folder = self.rebuilt(assignment, student).parent
        source, ignored = self.sources / assignment, [*IGNORED, "*.ipynb"]
        if source.is_dir():
            ignore = shutil.ignore_patterns(*ignored)
            shutil.copytree(source, folder, ignore=ignore, dirs_exist_ok=True)
        arguments = (points.enter, assignment, student, notebook.cells, time, again)
        try:
            self.ask(*arguments)
        except InvalidEntry:  # another run has just entered the same student
            self.ask(*arguments)
        except KeyError as cell:
            why = f"the gradebook has no cell {cell}: release {assignment} again"
            raise CourseError(why) from None

    def page(self, assignment, student):
        """Return the path of a student's page."""
        folder = self.folder / "feedback" / book_name(student) / assignment
        return folder / f"{assignment}.html"


def _own_settings(folder):
    try:
        return PyFileConfigLoader(OWN, path=str(folder)).load_config()
    except ConfigFileNotFound:
        return Config()
    except Exception as error:
        raise CourseError(f"{folder / OWN} cannot be used: {brief(error)}") from None


@contextlib.contextmanager
def _database():
    """Hide warnings about nbgrader's use of its database, and explain errors."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", sqlalchemy.exc.SAWarning)
        warnings.simplefilter("ignore", DeprecationWarning)
        try:
            yield
        except sqlalchemy.exc.SQLAlchemyError as error:
            reason = " ".join(str(getattr(error, "orig", error)).split())[:200]
            raise CourseError(
                f"the gradebook cannot be used: {reason}. Fix this and run the "
                "same command again; what has been marked stays marked"
            ) from None


def _version_of_tables():
    """Return the version that nbgrader notes in a new gradebook, as alembic does."""
    from alembic.script import ScriptDirectory  # only a new gradebook needs it

    return ScriptDirectory(ALEMBIC_DIR).get_current_head()
