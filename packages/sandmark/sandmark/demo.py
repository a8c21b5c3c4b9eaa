"""A class of made-up students, to try the marking on and to measure it."""

import json
import pathlib

import nbformat
import numpy as np

ASSIGNMENT = "h3_the_formula"

NAMES = (
    "Ada Aylin Björn Chidi Dana Emeka Fatima Goran Hana Ines Jonas Kenji Lucía Mehmet "
    "Nadia Oluwaseun Priya Quentin Rosa Samir Tomasz Uma Viktor Wanja Ximena Yusuf Zoë"
).split()

# Lines of the right answer, what some students write in their place, and how likely.
SLIPS = [
    ("np.sin(angles), np.cos(angles)", "np.cos(angles), np.sin(angles)", 0.1),
    ("10000 ** (2 * pairs / d_model)", "10000 ** (pairs / d_model)", 0.1),
    ("10000 ** (2 * pairs / d_model)", "1000 ** (2 * pairs / d_model)", 0.05),
    ("positions[:, None] /", "(positions[:, None] + 1) /", 0.1),
    ("    return table", "    return table.astype(int)", 0.05),
    ("2 * np.pi * 10000", "10000", 0.15),
    ("[[cosine, sine], [-sine, cosine]]", "[[cosine, sine], [sine, cosine]]", 0.15),
    ("angles = positions[:, None]", "angles = np.float32(positions)[:, None]", 0.05),
]
# Whole cells, and what becomes of them.
BREAKS = [
    ("encoding", "def positional_encoding(positions, d_model)\n    return 1", 0.04),
    ("encoding", "def positional_encoding(positions, d_model):\n    pass", 0.06),
    ("matrix", "def shift_matrix(k, d_model):\n    return unknown", 0.06),
    ("wavelength", "answer_b = ...", 0.1),
    (
        "encoding",
        "def positional_encoding(*sizes):\n    while True:\n        pass",
        0.02,
    ),
]
WORDS = "The similarity is a sum of cosines, and the fast ones come back after a turn."


def answers(source, random):
    """Return a student's notebook, made from the right answers.

    Parameters
    ----------
    source : nbformat.NotebookNode
        The assignment with its solutions.
    random : numpy.random.Generator
        Decides what the student gets wrong.
    """
    notebook = nbformat.from_dict(json.loads(json.dumps(source)))
    for cell in notebook.cells:
        name = cell.metadata.get("nbgrader", {}).get("grade_id")
        cell.source = "\n".join(
            line for line in cell.source.splitlines() if " SOLUTION" not in line
        )
        if cell.cell_type == "code":
            for right, wrong, chance in SLIPS:
                if random.random() < chance:
                    cell.source = cell.source.replace(right, wrong)
            for broken, instead, chance in BREAKS:
                if name == broken and random.random() < chance:
                    cell.source = instead
        elif name:
            cell.source = WORDS
    return notebook


def hand_in(course, students, seed=0):
    """Release an assignment and let made-up students hand in, the last two badly.

    Parameters
    ----------
    course : sandmark.course.Course
        Where they hand in.
    students : int
        How many there are; one of them hands in nothing.
    seed : int
        Decides on everything.
    """
    release = course.release(ASSIGNMENT)
    path = pathlib.Path(course.book.sources, ASSIGNMENT)
    source = nbformat.read(path / f"{ASSIGNMENT}.ipynb", as_version=4)
    random = np.random.default_rng(seed)
    for number in range(students):
        name = NAMES[number % len(NAMES)] + (
            f" {number}" if number >= len(NAMES) else ""
        )
        folder = course.folder / "submitted" / name / ASSIGNMENT
        folder.mkdir(parents=True, exist_ok=True)
        data = nbformat.writes(answers(source, random)).encode()
        if number == students - 3:
            continue
        if number == students - 2:
            data = data[: len(data) // 2]
        if number == students - 1:
            data = release.read_bytes()
        (folder / f"{ASSIGNMENT}.ipynb").write_bytes(data)
