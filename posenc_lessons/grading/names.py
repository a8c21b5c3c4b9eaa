"""Names of students: which can be stored, and what nbgrader calls them."""

import re

from posenc_lessons.grading.values import storable

LONGEST = 200  # bytes of a student's name


def complaint(student):
    """Return why a folder's name cannot be a student's, or an empty text."""
    if student != storable(student):
        return "its folder's name cannot be stored: rename the folder"
    if len(identity(student).encode()) > LONGEST:
        return "its folder's name is too long: rename the folder"
    return ""


def identity(student):
    """Return nbgrader's name of a student: it takes some characters otherwise."""
    return re.sub(r"[%*?\[\]\n]", lambda found: f"%{ord(found[0]):02X}", student)
