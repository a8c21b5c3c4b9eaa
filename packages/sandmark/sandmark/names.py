"""Names of students: whose a name is, which can be stored, what nbgrader calls them."""

import collections
import re
import unicodedata
import urllib.parse

from hintcheck import same_name

from sandmark.values import storable

LONGEST = 200  # bytes of a student's name


def identity(student):
    """Return what all spellings of a student's name have in common.

    Composed and decomposed letters, small and capital ones, blanks of every kind and
    characters that nobody sees make no difference: whoever has the same identity may be
    the same person, and has the same numbers of one's own.
    """
    return same_name(_seen(student))


def spelled(student):
    """Return a name as a folder gets it: composed letters, no blanks at its ends."""
    return " ".join(unicodedata.normalize("NFC", _seen(student)).split())


def _seen(text):
    """Return a text without the characters that nobody sees."""
    return "".join(c for c in str(text) if unicodedata.category(c) != "Cf")


def namesakes(students, roster=None):
    """Return, for each student who may be another one too, the others' names.

    Parameters
    ----------
    students : iterable of str
        Names of folders.
    roster : sandmark.roster.Roster, optional
        The class's list, by which several names are one person's.
    """
    groups = collections.defaultdict(list)
    for student in students:
        person = roster.find(student) if roster else None
        groups[identity(person.folder if person else student)].append(student)
    return {
        student: [other for other in group if other != student]
        for group in groups.values()
        for student in group
        if len(group) > 1
    }


def complaint(student):
    """Return why a folder's name cannot be a student's, or an empty text."""
    if student != storable(student):
        return "its folder's name cannot be stored: rename the folder"
    if not identity(student):
        return "its folder's name is blank: rename the folder"
    if _seen(student).strip().startswith("."):
        return "its folder's name begins with a dot: rename the folder"
    if len(book_name(student).encode()) > LONGEST:
        return "its folder's name is too long: rename the folder"
    return ""


def book_name(student):
    """Return nbgrader's name of a student.

    It takes some characters for patterns, and drops blanks at the ends, which would
    make one student of two.
    """
    inner = student.strip()
    start, _, end = student.partition(inner) if inner else (student, "", "")
    inner = re.sub(r"[%*?\[\]\n]", lambda found: f"%{ord(found[0]):02X}", inner)
    return urllib.parse.quote(start) + inner + urllib.parse.quote(end)


def folder_name(book_name):
    """Return the name of a student's folder, of nbgrader's name."""
    return urllib.parse.unquote(book_name)
