"""Released assignments and what students hand in for them."""

import ast
import contextlib
import dataclasses
import json
import re
import textwrap

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from nbgrader.utils import is_grade, is_solution

from sandmark.files import LARGEST
from sandmark.values import storable

CELLS = 500
# The most characters in a cell and in all cells, because long cells take long to show.
LONGEST, ALL_CELLS = 20_000, 150_000

# Added to an unchanged answer in words if the words may be in another cell.
NOTE = "\n\n*This answer is unchanged. It may be in another cell of this hand-in.*"

_PICTURE = re.compile(r"\bdata:image/[\w.+-]+;base64,[\w+/=]*(\n[\w+/=]{40,})*")
_EMPTY = re.compile(r"^(?:[^\S\n]*\n){2,}", re.M)  # many such lines take long to show
_FENCE = r"(?m)^((\s|[>*+:-]|\d+[.)])*(`{3,}(?=[^`\n]*$)|~{3,}))(?=[^\S\n]*[^\s`~])"
_STUDENT = re.compile(r"""^student *= *("[^"\n]*"|'[^'\n]*') *$""", re.M)


class Unreadable(ValueError):
    """Raised if a hand-in cannot be read; the message says why."""


@dataclasses.dataclass(frozen=True)
class Task:
    """A test cell, with what it checks and how many points it gives."""

    cell: str  # nbgrader's name for the cell
    exercise: str | None  # the exercise, such as "H3a"; None if it is unclear
    expression: str  # the student's name for the answer, such as "positional_encoding"
    points: float  # the points for a right answer


def tasks_of(release):
    """Return the `Task` of each test cell in a released notebook or in its source."""
    tasks = []
    for cell in release.cells:
        if cell.cell_type == "code" and is_grade(cell) and not is_solution(cell):
            exercise, expression = _checked(cell.source)
            info = cell.metadata.nbgrader
            points = float(info.points)
            tasks.append(Task(info.grade_id, exercise, expression, points))
    return tasks


def _checked(source):
    """Return the exercise and the answer in a test cell that is a single check."""
    with contextlib.suppress(SyntaxError):
        match ast.parse(source).body:
            case [ast.Expr(ast.Call(_, [ast.Constant(str(exercise)), answer]))]:
                return exercise, ast.unparse(answer)
    return None, "None"


def read_hand_in(data: bytes):
    """Return a notebook with the cells of a student's file, or raise `Unreadable`.

    Each cell has its identifier, type, source and name, and nothing else.
    """
    written = _cells_in(data)
    if len(written) > CELLS:
        raise Unreadable(f"it has {len(written)} cells; at most {CELLS} are allowed")
    try:
        cells = [_plain_cell(cell) for cell in written]
    except (AttributeError, TypeError, ValueError, KeyError):
        raise Unreadable("the file is not a notebook: a cell is damaged") from None
    # Text outside the answers is shortened later.
    counted = [it for it in cells if it["metadata"] or it["cell_type"] == "code"]
    sizes = [len(cell["source"]) for cell in counted]
    if max(sizes, default=0) > LONGEST or sum(sizes) > ALL_CELLS:
        raise Unreadable(
            f"its longest cell has {max(sizes)} characters and all cells together "
            f"have {sum(sizes)}; at most {LONGEST} and {ALL_CELLS} are allowed"
        )
    return nbformat.from_dict({"cells": cells})


def _cells_in(data):
    """Return the list of cells in the bytes of a file, whatever the cells hold."""
    if not data.strip():
        raise Unreadable("the file is empty")
    if len(data) > LARGEST:
        raise Unreadable(
            f"the file is larger than {LARGEST / 1e6:.0f} MB: clear the outputs and "
            "save it again"
        )
    try:
        written = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):  # the latter if it is nested too deeply
        raise Unreadable("the file is not a notebook: it is not JSON") from None
    if not isinstance(written, dict) or not isinstance(written.get("cells"), list):
        raise Unreadable("the file is not a notebook of version 4: it has no cells")
    return written["cells"]


def _plain_cell(cell):
    if cell["cell_type"] not in ("code", "markdown", "raw"):
        raise ValueError
    info = (cell.get("metadata") or {}).get("nbgrader") or {}
    name, source = info.get("grade_id"), storable("".join(cell["source"]))
    source = re.sub("\r\n?", "\n", source)
    source = _EMPTY.sub(lambda found: "\n" * min(50, found[0].count("\n")), source)
    if cell["cell_type"] != "code":
        source = _PICTURE.sub("data:", source)  # pictures are not shown
    return {
        "id": str(cell.get("id")),
        "cell_type": cell["cell_type"],
        "source": source,
        "metadata": {"nbgrader": {"grade_id": name}} if isinstance(name, str) else {},
    }


def rebuild(release: nbformat.NotebookNode, hand_in: nbformat.NotebookNode):
    """Return the release with the answers filled in, the missing answers, and remarks.

    The student's own cells are included. Everything else comes from the release. If an
    answer cell was split or copied, further code stays where it is, further text is
    added to the first cell, and a remark says so. An unchanged answer in words gets a
    note if other cells may hold the words, so that it waits for marks by hand.
    Raises `Unreadable` for another assignment, or if an answer is too long.
    """
    _require_this_assignment(release, hand_in)
    for number, cell in enumerate(release.cells):
        cell.setdefault("id", f"cell-{number}")  # older formats have no identifiers
    answers, own_cells, elsewhere, remarks = _written_by_the_student(release, hand_in)
    room = LONGEST
    for cell in [own for _, own in own_cells if own.cell_type == "markdown"]:
        text = cell.source[:room]
        cell.source, room = _harmless(text), room - len(text)
    cells, missing, blank = [own for place, own in own_cells if not place], [], []
    for released in release.cells:
        cell = nbformat.from_dict(released)
        name = name_of(cell) or cell.id
        in_words = is_solution(cell) and cell.cell_type == "markdown"
        if is_solution(cell) and name not in answers:
            missing.append(name)
        elif in_words:
            cell.source = _harmless("\n\n".join(answers[name]))
        elif is_solution(cell) or _is_plain(cell):
            cell.source = answers.get(name, [cell.source])[0]
        unwritten = "", released.source.strip()
        if in_words and cell.source.strip() in unwritten:
            cell.source += NOTE * elsewhere
            blank.append(name)
        cells += [cell, *[own for place, own in own_cells if place == name]]
    told = "look for the words of {} in other cells" if elsewhere else "no words in {}"
    remarks += [told.format(", ".join(blank))] * bool(blank)
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return new_notebook(cells=cells), missing, remarks


def alike(release, data):
    """Return how many cells a hand-in shares with a release, or 0 for another's."""
    try:
        pair = release, read_hand_in(data)
        _require_this_assignment(*pair)
    except Unreadable:
        return 0
    both = [{(name_of(it), _compared(it)) for it in one.cells} for one in pair]
    return 1 + len(set.intersection(*both))


def _require_this_assignment(release, hand_in):
    names = {name_of(cell) for cell in release.cells} - {None}
    answers = {name_of(cell) for cell in release.cells if is_solution(cell)}
    there = {name_of(cell) for cell in hand_in.cells} - {None}
    if len(there - names) > len(there & names) or not there & answers:
        raise Unreadable("it is not this assignment's notebook")


def _written_by_the_student(release, hand_in):
    """Return answers, own cells, whether words may be elsewhere, and remarks."""
    # Answers are lists of texts by name, or by identifier for cells that nbgrader does
    # not know. Each of the student's own cells comes with the released cell before it,
    # or None. Empty, unchanged and repeated cells add nothing. Changed copies of locked
    # cells, code from other assignments, and text outside answers count as own cells.
    kinds = {
        name_of(cell): cell.cell_type for cell in release.cells if is_solution(cell)
    }
    plain = _plain_cells(release)
    released = {name_of(cell) for cell in release.cells} - {None} | {*plain.values()}
    given = {_compared(cell) for cell in release.cells} | {""}
    unchanged = {name_of(cell) for cell in hand_in.cells if _compared(cell) in given}
    answers, own_cells, further, edited, before = {}, [], [], [], None
    for cell in hand_in.cells:
        name, source = name_of(cell), cell.source
        place = name or plain.get(cell.id, plain.get(_compared(cell)))
        is_new, is_code = _compared(cell) not in given, cell.cell_type == "code"
        is_copy = is_new and name and name not in kinds and name in unchanged
        is_text = is_new and not is_code and kinds.get(name) != "markdown"
        if is_text and (name not in kinds or name in answers):  # outside the answers
            own_cells.append((before, new_markdown_cell(source)))
        elif place in released and place not in answers and not is_copy:
            answers[place], before = [source], place
            if is_new and name not in kinds:
                edited.append(name)
                if name:  # it is locked, so its text is shown, but does not run
                    shown = new_markdown_cell(textwrap.indent(source, "    "))
                    own_cells.append((place, shown))
        elif is_new and is_code:
            own_cells.append((before, new_code_cell(source)))
            further.append(name)
        elif is_new and kinds[name] == "markdown" and source not in answers[name]:
            answers[name].append(source)
            further.append(name)
    remarks = _remarks(answers, kinds, released, further, edited)
    return answers, own_cells, bool(own_cells or edited), remarks


def _plain_cells(release):
    """Map the texts of cells without names, and identifiers of code, to identifiers."""
    # Colab keeps only the texts. Cells that are not code are not known by identifiers,
    # because a student may have written something else into a question's cell.
    return {
        known: cell.id
        for cell in release.cells
        if "nbgrader" not in cell.metadata
        for known in [_compared(cell)] + [cell.id] * _is_plain(cell)
    }


def _compared(cell):
    """Return a cell's text without what every student's notebook may change."""
    text = _PICTURE.sub("data:", cell.source.replace("\r\n", "\n").strip())
    return _STUDENT.sub("student =", text)


def _remarks(answers, kinds, released, further, edited):
    """Return remarks on edited and further cells; `kinds` has answer cells' types."""
    remarks = []
    if locked := ", ".join(map(repr, filter(None, edited))):
        told = "locked cells must not be changed, so the released text counts"
        remarks.append(f"{told}: {locked}")
    for name in dict.fromkeys(filter(None, further)):
        if name not in kinds:
            copied = f"a copy of cell {name!r}"
            what = copied if name in released else "a cell from another assignment"
            remarks.append(f"{what} was run as the student's own code")
            continue
        size, times = sum(map(len, answers[name])), f"{1 + further.count(name)} times"
        if len(answers[name]) > 1 and size > LONGEST:
            raise Unreadable(
                f"cell {name!r} occurs {times}, with {size} characters in all; at most "
                f"{LONGEST} characters are allowed"
            )
        what = "run" if kinds[name] == "code" else "read"
        remarks.append(f"cell {name!r} occurs {times}; all of them were {what}")
    return [*dict.fromkeys(remarks)]


def name_of(cell):
    """Return nbgrader's name for a cell, or None."""
    return cell.metadata.get("nbgrader", {}).get("grade_id")


def _is_plain(cell):
    """Return whether a cell is code that nbgrader does not know, such as imports."""
    return cell.cell_type == "code" and "nbgrader" not in cell.metadata


def _harmless(words):
    """Return Markdown without HTML, pictures, addresses of scripts or languages."""
    # nbgrader shows HTML as it is, stops at a missing attachment, and loads pictures
    # from other servers, which then learn who reads the answer. A space where HTML, a
    # picture or an address begins prevents this. Some languages of code take very long
    # to color; with a dot before its name, none is known.
    words = re.sub(_FENCE, r"\1·", words)
    words = re.sub(r"<(?=[A-Za-z/!?])", "< ", words)
    words = re.sub(r"&(?=#?\w)", "& ", words).replace("![", "! [")
    return re.sub(r"(?i)(script|data|file|attachment)(?=[\s\\]*:)", r"\1 ", words)
