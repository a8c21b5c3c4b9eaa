"""Let a class of made-up students hand in, mark their work, and open the report.

Usage: ``python made_up_class.py --exercises text_checks --course /tmp/autumn`` in the
folder of the example ``strings``. ``DEMO``, a dict in a course's module, says what they
write:

``assignment``
    The assignment that they hand in.
``slips``
    Some lines of the right answer, what is written instead, and the probability.
``breaks``
    Some cells by nbgrader's name, what replaces the whole cell, and the probability.
``words``
    What they answer in words.
"""

import argparse
import importlib
import json
import pathlib
import webbrowser

import nbformat
import numpy as np
from sandmark.__main__ import main as sandmark
from sandmark.course import Course
from sandmark.material import load

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
    """Release an assignment, let students hand it in, and return its name.

    The last two students hand in badly, and the third from last hands in nothing.
    `seed` determines everything.
    """
    demo = importlib.import_module(course.material.name).DEMO
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
    return assignment


def main():
    """Do what the command line says."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--exercises", required=True, metavar="MODULE")
    parser.add_argument("--course", required=True, type=pathlib.Path)
    parser.add_argument("--students", type=int, default=30)
    parser.add_argument("--no-browser", action="store_true")
    chosen, marking = parser.parse_known_args()  # others are those of `sandmark mark`
    course = ["--exercises", chosen.exercises, "--course", str(chosen.course)]
    assignment = hand_in(Course(chosen.course, load(chosen.exercises)), chosen.students)
    sandmark([*course, "mark", assignment, *marking])
    if not chosen.no_browser:
        page = chosen.course.resolve() / "marks" / assignment / "class.html"
        webbrowser.open(page.as_uri())


if __name__ == "__main__":
    main()
