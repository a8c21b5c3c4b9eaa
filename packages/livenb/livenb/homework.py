"""The students' versions of the assignments, as the course's notebooks hold them.

``python -m livenb.homework`` makes them from the lecturer's sources.
"""

import pathlib
import tempfile

import nbformat
from sandmark.course import SOURCE, Course
from sandmark.files import folders_in

from livenb.refresh import refresh, tidy

FOLDER = pathlib.Path("notebooks/homework")


def students_versions(source=SOURCE):
    """Return what students get of each assignment, as it is before it runs.

    Parameters
    ----------
    source : str or pathlib.Path, optional
        The folder with the assignments' sources.

    Returns
    -------
    dict of nbformat.NotebookNode
        By the assignments' names.
    """
    with tempfile.TemporaryDirectory() as folder:
        course = Course(folder, source)
        return {
            name: tidy(nbformat.read(course.release(name), as_version=4))
            for name in sorted(folders_in(pathlib.Path(source)))
        }


def main():
    """Write them, with their outputs, and say so."""
    for name, notebook in students_versions().items():
        path = FOLDER / f"{name}.ipynb"
        nbformat.write(notebook, path)
        refresh(path)
        print(path)


if __name__ == "__main__":
    main()
