"""Hand-ins more similar than the release explains: a hint to look, no proof."""

import ast
import collections
import re

import nbformat
from hintcheck import OwnNumber, same_name
from rapidfuzz import fuzz, process

ALIKE = 96  # of 100: the share of characters that two texts have in common
SHORTEST = 150  # characters: shorter answers are similar by chance
# What a check says of a wrong number; the rest may be words of the student's.
_SAID = re.compile(
    r"\w+: not yet\. (-?\d+(?:\.\d+)?(?:e[-+]\d+)?) is (?:not it|near)\b.*", re.DOTALL
)


def own_code(notebook, release):
    """Return a student's own code, without the release's lines and without comments."""
    lines = "\n".join(cell.source for cell in release.cells).splitlines()
    given = {line.strip() for line in lines}
    lines = []
    for cell in notebook.cells:
        if cell.cell_type == "code":
            try:
                source = ast.unparse(_WithoutWords().visit(ast.parse(cell.source)))
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                source = cell.source
            lines += [line.strip() for line in source.splitlines()]
    return "\n".join(line for line in lines if line and line not in given)


class _WithoutWords(ast.NodeTransformer):
    """Takes texts that stand alone, as docstrings do, out of code."""

    def visit_Expr(self, node):
        """Replace a text that stands alone."""
        if isinstance(node.value, ast.Constant):
            return ast.copy_location(ast.Pass(), node)
        return node


def own_words(notebook, release):
    """Return a student's own words, in one form."""
    given = {cell.source for cell in release.cells}
    words = [
        " ".join(cell.source.split()).casefold()
        for cell in notebook.cells
        if cell.cell_type == "markdown" and cell.source not in given
    ]
    return "\n".join(words)


def groups(texts: dict):
    """Return groups of students whose texts are similar.

    Returns
    -------
    list of tuple
        The least likeness of those pairs that made the group, and its students.
    """
    texts = {name: text for name, text in texts.items() if len(text) >= SHORTEST}
    names = list(texts)
    scores = process.cdist(
        list(texts.values()),
        list(texts.values()),
        scorer=fuzz.ratio,
        score_cutoff=ALIKE,
    )
    pairs = [
        (float(scores[row, column]), names[row], names[column])
        for row, column in zip(*scores.nonzero())
        if row < column
    ]
    group = {name: frozenset([name]) for name in names}
    for _, one, other in pairs:
        joined = group[one] | group[other]
        group.update(dict.fromkeys(joined, joined))
    alike = [members for members in set(group.values()) if len(members) > 1]
    return [
        (
            round(min(score for score, one, _ in pairs if one in members)),
            sorted(members),
        )
        for members in sorted(alike, key=sorted)
    ]


def numbers_of_others(exercises, rows, name_of):
    """Return whose number a wrong number of one's own is.

    Parameters
    ----------
    exercises : hintcheck.Exercises
        The course's exercises.
    rows : list of sandmark.rows.Row
        One for each student.
    name_of : callable
        Returns the name from which a student's numbers are drawn.

    Returns
    -------
    list of tuple
        Student, exercise, number, and the students for whom it is right.
    """
    right = collections.defaultdict(dict)
    for row in rows:
        for task in row.tasks:
            table = exercises.get(task.exercise)
            if isinstance(table, OwnNumber):
                numbers = exercises.draw(task.exercise, same_name(name_of(row.student)))
                right[task.exercise][row.student] = table.reference(**numbers)
    hints = []
    for row in rows:
        for task in row.tasks:
            wrong = _SAID.fullmatch(task.text)
            own = isinstance(exercises.get(task.exercise), OwnNumber)
            if own and task.ok is False and not task.mistake and wrong:
                value = float(wrong[1])
                others = [
                    name
                    for name, number in right[task.exercise].items()
                    if name != row.student and abs(value - number) <= 1e-3 * abs(number)
                ]
                if others:
                    hints.append((row.student, task.exercise, wrong[1], others))
    return hints


def compare(release, notebooks):
    """Return the groups of a class by code and by words.

    Parameters
    ----------
    release : str
        The assignment as released, in JSON.
    notebooks : dict
        For each student, the rebuilt notebook in JSON.
    """
    released = nbformat.reads(release, as_version=4)
    code, words = {}, {}
    for student, text in notebooks.items():
        notebook = nbformat.reads(text, as_version=4)
        code[student] = own_code(notebook, released)
        words[student] = own_words(notebook, released)
    return {"code": groups(code), "words": groups(words)}


def for_jplag(release, notebooks, folder, write):
    """Write what JPlag reads: a folder for each student, and one of the release.

    Parameters
    ----------
    release : str
        The assignment as released, in JSON.
    notebooks : dict
        For each student, the rebuilt notebook in JSON.
    folder : pathlib.Path
        Where the folders go.
    write : callable
        Writes bytes to a path.
    """
    paths = {"base/release": release}
    paths |= {f"hand-ins/{name}": text for name, text in notebooks.items()}
    for path, text in paths.items():
        notebook = nbformat.reads(text, as_version=4)
        cells = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
        write(folder / path / "answers.py", "\n\n".join(cells).encode())
