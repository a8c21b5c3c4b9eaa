"""A course of one's own: a private folder with the assignments' sources."""

import shutil

from sandmark.course import SOURCE
from sandmark.files import CourseError, write

IGNORED = """\
# Of students: no repository needs it.
.release/
autograded/
feedback/
gradebook.db
marks/
roster.csv
submitted/
versions/
"""
README = """\
# {name}

`source/` holds the assignments with solutions and rubrics: change them, and add your
own. Keep this folder private. What students hand in is left out of version control.

    python -m sandmark --course {folder} release {first}
"""


def new_course(folder):
    """Make a course's folder with sources of its own; return the sources' folder.

    Parameters
    ----------
    folder : pathlib.Path
        The course's folder, new or empty.
    """
    if folder.is_dir() and any(folder.iterdir()):
        raise CourseError(f"{folder} is not empty: name a new folder")
    sources = sorted(path.parent.name for path in SOURCE.glob("*/*.ipynb"))
    if not sources:
        raise CourseError(f"{SOURCE} holds no assignments: use the project's folder")
    ignored = shutil.ignore_patterns(".ipynb_checkpoints", "__pycache__")
    shutil.copytree(SOURCE, folder / "source", ignore=ignored)
    text = README.format(name=folder.name, folder=folder, first=sources[0])
    write(folder / "README.md", text.encode())
    write(folder / ".gitignore", IGNORED.encode())
    return folder / "source"
