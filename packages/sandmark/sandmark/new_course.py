"""Creates a course with its own, private copy of the assignments' sources."""

import shutil

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

    sandmark --exercises {module} --course {folder} release {first}
"""


def new_course(folder, material):
    """Create a course's folder, new or empty; return the folder of its sources."""
    if folder.is_dir() and any(folder.iterdir()):
        raise CourseError(f"{folder} is not empty: name a new folder")
    place = material.assignments
    sources = (
        sorted(path.parent.name for path in place.glob("*/*.ipynb")) if place else []
    )
    if not sources:
        raise CourseError(
            f"{material.name!r} brings no assignments that could be copied"
        )
    ignored = shutil.ignore_patterns(".ipynb_checkpoints", "__pycache__")
    shutil.copytree(place, folder / "source", ignore=ignored)
    names = {"name": folder.name, "folder": folder, "module": material.name}
    text = README.format(**names, first=sources[0])
    write(folder / "README.md", text.encode())
    write(folder / ".gitignore", IGNORED.encode())
    return folder / "source"
