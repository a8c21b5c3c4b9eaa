"""A class of made-up students, to try the marking on and to measure it.

A course says in its ``DEMO`` what they write, a dict:

``assignment``
    The assignment that they hand in.
``slips``
    Some lines of the right answer, what is written instead, and how likely that is.
``breaks``
    Some cells by nbgrader's name, what becomes of the whole cell, and how likely.
``words``
    What they answer in words.
"""

import json
import pathlib

import nbformat
import numpy as np

from sandmark.files import CourseError

NAMES = (
    "Ada Aylin Björn Chidi Dana Emeka Fatima Goran Hana Ines Jonas Kenji Lucía Mehmet "
    "Nadia Oluwaseun Priya Quentin Rosa Samir Tomasz Uma Viktor Wanja Ximena Yusuf Zoë"
).split()


def answers(demo: dict, source: nbformat.NotebookNode, random: np.random.Generator):
    """Return a student's notebook, made from the right answers."""
    notebook = nbformat.from_dict(json.loads(json.dumps(source)))
    for cell in notebook.cells:
        name = cell.metadata.get("nbgrader", {}).get("grade_id")
        cell.source = "\n".join(
            line for line in cell.source.splitlines() if " SOLUTION" not in line
        )
        if cell.cell_type == "code":
            for right, wrong, chance in demo["slips"]:
                if random.random() < chance:
                    cell.source = cell.source.replace(right, wrong)
            for broken, instead, chance in demo["breaks"]:
                if name == broken and random.random() < chance:
                    cell.source = instead
        elif name:
            cell.source = demo["words"]
    return notebook


def hand_in(course, students, seed=0):
    """Release an assignment and let made-up students hand in, the last two badly.

    The third last of them hands in nothing. `seed` decides on everything.
    """
    demo = course.material.demo
    if not demo:
        raise CourseError(f"{course.material.name!r} has no DEMO: see sandmark.demo")
    assignment = demo["assignment"]
    release = course.release(assignment)
    path = pathlib.Path(course.book.sources, assignment)
    source = nbformat.read(path / f"{assignment}.ipynb", as_version=4)
    random = np.random.default_rng(seed)
    for number in range(students):
        name = NAMES[number % len(NAMES)] + (
            f" {number}" if number >= len(NAMES) else ""
        )
        folder = course.folder / "submitted" / name / assignment
        folder.mkdir(parents=True, exist_ok=True)
        data = nbformat.writes(answers(demo, source, random)).encode()
        if number == students - 3:
            continue
        if number == students - 2:
            data = data[: len(data) // 2]
        if number == students - 1:
            data = release.read_bytes()
        (folder / f"{assignment}.ipynb").write_bytes(data)
