"""Names of students, and how folders and nbgrader write them."""

import ast
import collections
import contextlib
import re
import unicodedata
import urllib.parse

from hintcheck import same_name
from hintcheck.own_numbers import visible

from sandmark.assignments import Unreadable, read_hand_in
from sandmark.values import storable

# nbgrader or its Formgrader takes these for patterns, line ends, HTML or strings.
_SPECIAL = re.compile(r"""[%*?\[\]\r\n<>"&\\]""")
LONGEST = 200  # bytes in a student's name
LINE = 300  # characters of a line that states a student's name


def spelled(student):
    """Return a name as a folder's name, with composed letters and single spaces."""
    return " ".join(unicodedata.normalize("NFC", visible(student)).split())


def split(folder):
    """Return the name and the number in a folder's name such as "Kim Lee (7004)"."""
    name, _, number = folder.removesuffix(")").rpartition(" (")
    return name, number


def namesakes(students, roster=None):
    """Return, for students who may be the same person as others, the others' names."""
    # The class list shows who has several names.
    groups = collections.defaultdict(list)
    for student in students:
        person = roster.owner(student) if roster else None
        name = person.folder if person else split(student)[0] or student
        groups[same_name(name)].append(student)
    return {
        student: [other for other in group if other != student]
        for group in groups.values()
        for student in group
        if len(group) > 1
    }


def complaint(student):
    """Return why a folder's name cannot be a student's, or an empty string."""
    if student != storable(student):
        return "its folder's name cannot be stored: rename the folder"
    if not same_name(student):
        return "its folder's name is blank: rename the folder"
    if visible(student).strip().startswith("."):
        return "its folder's name begins with a dot: rename the folder"
    if len(book_name(student).encode()) > LONGEST:
        return "its folder's name is too long: rename the folder"
    return ""


def book_name(student):
    """Return the name that nbgrader gets for a student."""
    # Spaces at the ends are encoded, too: without them, two students could be one.
    inner = student.strip()
    start, _, end = student.partition(inner) if inner else (student, "", "")
    inner = _SPECIAL.sub(lambda found: f"%{ord(found[0]):02X}", inner)
    return urllib.parse.quote(start) + inner + urllib.parse.quote(end)


def folder_name(book_name):
    """Return the name of a student's folder from the name that nbgrader got."""
    return urllib.parse.unquote(book_name)


def drawn_from(student, data, roster):
    """Return the name from which the student's own numbers are drawn.

    This is the folder's name, or the name in the file if that means the same person or
    the class list does not name the person, as where Moodle hides names.
    """
    typed, person = typed_name(data), roster.owner(student)
    # Two students who share a name may both write it.
    names = {same_name(name) for name in (student, split(student)[0]) if name}
    names |= person.shown_names() if person else set()
    known = same_name(typed) in names or (person and roster.find(typed) == person)
    known = known or (typed and person and person.name == person.id)
    return typed if known else student


def typed_name(data):
    """Return the student's name as typed in a notebook, or an empty string."""
    # Nothing in the notebook is run. Of the lines such as ``student = "..."``, the
    # first one that is filled in counts, because a later one may be a test. An indented
    # one counts only if there is no other. If a line assigns more than a constant, the
    # assigned code is returned. Long lines are not parsed, because that may take long.
    try:
        cells = read_hand_in(data).cells
    except Unreadable:
        return ""
    code = "\n".join(cell.source for cell in cells if cell.cell_type == "code")
    start = r"^([ \t]*)(?:\w+ *= *)*student[ \t]*(?::[^=\n]*)?"
    lines = re.findall(rf"{start}=(?!=)(.{{,{LINE}}})$", code, re.M)
    lines.sort(key=lambda line: len(line[0]))
    return next(filter(None, (_value(line) for _, line in lines)), "")


def _value(written):
    """Return the value of a constant in Python as a string, or else the code."""
    with contextlib.suppress(Exception):  # Python raises many kinds of errors
        return str(ast.literal_eval(ast.parse(f"it = {written}").body[0].value))
    return written.strip()
