"""What a student has handed in: how it is found, and how it gets there."""

import contextlib
import dataclasses
import datetime

from nbgrader.utils import parse_utc

from sandmark import names
from sandmark.files import key, read, write

SLACK = 60  # seconds by which a notebook may be written after its time was noted


@dataclasses.dataclass(frozen=True)
class HandIn:
    """What a student handed in.

    Attributes
    ----------
    data : bytes or None
        The file, None if there is none.
    remark : str
        Why it cannot be used, or what is odd; empty if all is well.
    time : datetime.datetime or None
        When it was handed in, where that is known.
    """

    data: bytes | None
    remark: str = ""
    time: datetime.datetime | None = None


def find_hand_in(submitted, student, assignment):
    """Find what a student handed in.

    Parameters
    ----------
    submitted : pathlib.Path
        The folder with a folder for each student.
    student, assignment : str
        Whose hand-in of what.

    Returns
    -------
    HandIn
        What is there.
    """
    reason = names.complaint(student)
    if reason:
        return HandIn(None, reason)
    folder = submitted / student / assignment
    for path in (folder.parent, folder):
        if path.is_symlink():
            return HandIn(None, "its folder is a link, which is not followed")
    try:
        found = sorted(path for path in folder.iterdir() if not path.is_dir())
    except OSError:
        return HandIn(None)
    wanted = folder / f"{assignment}.ipynb"
    notebooks = [path for path in found if path.suffix.lower() == ".ipynb"]
    if wanted in notebooks:
        remark = _later(wanted, notebooks)
    elif notebooks:
        # Downloads of the same name get a number: the latest of them counts.
        wanted = max(notebooks, key=lambda path: (path.lstat().st_mtime, path.name))
        remark = f"it was called {wanted.name!r}, not {assignment + '.ipynb'!r}"
    elif found:
        others = [path for path in found if path.name != "timestamp.txt"]
        if not others:
            return HandIn(None)
        return HandIn(b"", f"there is no notebook, but {others[0].name!r}")
    else:
        return HandIn(None)
    try:
        return HandIn(read(wanted), remark, _time(folder, wanted))
    except OSError as error:
        return HandIn(b"", f"{wanted.name!r} cannot be read: {error.strerror or error}")


def _later(wanted, notebooks):
    """Return a remark if another notebook was written after the one that counts."""
    with contextlib.suppress(OSError):
        own = wanted.lstat().st_mtime + SLACK
        later = [path for path in notebooks if path.lstat().st_mtime > own]
        if later:
            return f"{later[-1].name!r} is later, and was not marked: see which counts"
    return ""


def _time(folder, notebook):
    """Return when a notebook was handed in, as nbgrader notes it beside it, or None."""
    stamp = folder / "timestamp.txt"
    # nbgrader itself stops at a time that it cannot read.
    with contextlib.suppress(OSError, ValueError, OverflowError):
        if notebook.lstat().st_mtime > stamp.lstat().st_mtime + SLACK:
            return None  # it is of an older hand-in
        time = parse_utc(read(stamp)[:100].decode().strip())
        return time.replace(tzinfo=datetime.UTC)
    return None


def put(submitted, student, assignment, data, time):
    """Put a hand-in where it is found.

    Parameters
    ----------
    submitted : pathlib.Path
        The folder with a folder for each student.
    student, assignment : str
        Whose hand-in of what.
    data : bytes
        The file.
    time : datetime.datetime or None
        When it was handed in.
    """
    folder = submitted / student / assignment
    stamp = folder / "timestamp.txt"
    # In this order, no older time is ever taken for the file's own.
    stamp.unlink(missing_ok=True)
    write(folder / f"{assignment}.ipynb", data)
    if time:
        told = time.astimezone(datetime.UTC)
        write(stamp, f"{told:%Y-%m-%d %H:%M:%S} UTC".encode())


def take(entries, submitted, assignment, versions):
    """Put what an archive holds where it is found; say what became of each entry.

    The latest of a student's hand-ins counts; all others are kept as versions, as the
    latest is when it is marked, or when a later one comes.

    Parameters
    ----------
    entries : list of sandmark.archives.Entry
        The entries; their `became` is filled in.
    submitted : pathlib.Path
        The folder with a folder for each student.
    assignment : str
        The assignment.
    versions : sandmark.versions.Versions
        Where versions are kept.

    Returns
    -------
    list of str
        The students of whom something was taken.
    """
    students = {}
    for entry in entries:
        if entry.reason:
            entry.became = f"left out: {entry.reason}"
        else:
            students.setdefault(entry.student, []).append(entry)
    for student, own in list(students.items()):
        try:
            _take(student, own, submitted, assignment, versions)
        except OSError as error:
            del students[student]
            for entry in own:
                entry.reason = error.strerror or str(error)
                entry.became = f"left out: {entry.reason}"
    return list(students)


def _take(student, own, submitted, assignment, versions):
    """Put a student's entries where they are found."""
    first = datetime.datetime.min.replace(tzinfo=datetime.UTC)

    def order(pair):
        number, entry = pair
        return (entry.time or first, entry.attempt, number)

    own = [entry for _, entry in sorted(enumerate(own), key=order)]
    there = find_hand_in(submitted, student, assignment)
    if there.data:
        versions.keep(assignment, student, there.data, there.time)
    *earlier, last = own
    for entry in earlier:
        versions.keep(assignment, student, entry.data, entry.time)
        _say(entry, f"an earlier version of {student!r}, kept: {last.path} is later")
    if there.data is not None and key(there.data) == key(last.data):
        _say(last, f"is what {student!r} has handed in already")
        if there.time is None and last.time:
            put(submitted, student, assignment, last.data, last.time)
        return
    if there.time and last.time and there.time > last.time:
        versions.keep(assignment, student, last.data, last.time)
        _say(last, f"an earlier version of {student!r}, kept: what is there is later")
        return
    put(submitted, student, assignment, last.data, last.time)
    again = ", instead of an earlier version, which is kept" if there.data else ""
    _say(last, f"taken as the hand-in of {student!r}{again}")


def _say(entry, what):
    """Add to what became of an entry."""
    entry.became = "; ".join(filter(None, [what, entry.became]))
