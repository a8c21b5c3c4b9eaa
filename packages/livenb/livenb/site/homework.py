"""The homework on the site: what students get, and how they work on it."""

import pathlib
import re

import nbformat

from livenb.site.lessons import REPOSITORY, binder

HERE = pathlib.Path(__file__).parent

_FIRST = re.compile(r"# (?P<title>.+)\n\n\*\*From lessons (?P<lessons>.+?)\.\*\* About "
                    r"(?P<minutes>\d+) minutes\. (?P<points>\d+) points")  # fmt: skip


def students(folder):
    """Return the students' versions of the assignments, by their files' names.

    Parameters
    ----------
    folder : pathlib.Path
        Where they lie; the sources with solutions lie elsewhere, and stay there.
    """
    return {path.name: path for path in sorted(folder.glob("h*.ipynb"))}


def page(assignments):
    """Return the page on the homework.

    Parameters
    ----------
    assignments : dict of pathlib.Path
        As `students` returns them.
    """
    rows = [_row(name, path) for name, path in assignments.items()]
    text = (HERE / "homework.md").read_text("utf-8")
    return text.format(rows="\n".join(rows), repository=REPOSITORY)


def _row(name, path):
    """Return an assignment's line of the table."""
    first = nbformat.read(path, as_version=4).cells[0].source
    told = _FIRST.match(first)
    if told is None:
        raise ValueError(f"{name} does not begin as assignments do")
    title = told["title"].removeprefix("Homework ")
    ways = (
        f'<a href="{binder(f"homework/{path.stem}")}">Binder</a>, '
        f'<a href="homework/{name}" download>file</a>'
    )
    told = [title, told["lessons"], told["minutes"], told["points"], ways]
    return f"| {' | '.join(told)} |"
