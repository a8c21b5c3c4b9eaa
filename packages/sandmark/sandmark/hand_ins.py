"""Store what students hand in, and find it again."""

import contextlib
import dataclasses
import datetime
import re

from nbgrader.utils import parse_utc

from sandmark import names
from sandmark.files import key, read, write
from sandmark.platforms import NO_TIMES
from sandmark.store import UNSURE

IN_UTC = r"\d{4}-\d\d-\d\d[ T][\d:.]+ ?(UTC|Z)?"  # other zones are not read reliably
SLACK = 60  # seconds by which a notebook may be written after its time was noted
AHEAD = datetime.timedelta(days=1)  # no platform's clock is further ahead than this
DOWNLOAD = datetime.timedelta(minutes=5)  # the longest time to pack an archive
FOREIGN = "it is not a notebook of this assignment, and another one is"
REPEATED = (
    "it was there before, and another one has counted since. If it should count again, "
    "copy it from versions over the one in submitted, and delete timestamp.txt there"
)
OLDER = "the notebook is newer than timestamp.txt, so the time in it is ignored"
MOST = 20  # the most notebooks of a student that are taken from one archive


@dataclasses.dataclass(frozen=True)
class HandIn:
    """What a student handed in."""

    data: bytes | None  # the file's content; None if there is no file
    remark: str = ""  # why the file cannot be used, or what is unusual about it
    time: datetime.datetime | None = None  # when it was handed in, if that is known


def is_possible(time):
    """Return whether a time may be that of a hand-in."""
    return time.year >= 2000 and time <= datetime.datetime.now(datetime.UTC) + AHEAD


def find_hand_in(submitted, student, assignment):
    """Return a student's `HandIn` from the folder `submitted`."""
    if reason := names.complaint(student):
        return HandIn(None, reason)
    folder = submitted / student / assignment
    if folder.is_symlink() or folder.parent.is_symlink():
        return HandIn(None, "its folder is a link, which is not followed")
    try:
        files = sorted(path for path in folder.iterdir() if not path.is_dir())
    except (FileNotFoundError, NotADirectoryError):
        return HandIn(None)
    notebooks = [path for path in files if path.suffix.lower() == ".ipynb"]
    others = [path.name for path in files if path.name != "timestamp.txt"]
    if not notebooks:
        reason = f"there is no notebook, only {others[0]!r}" if others else ""
        return HandIn(b"" if others else None, reason)
    wanted, remark = folder / f"{assignment}.ipynb", ""
    latest = max(notebooks, key=lambda path: (path.lstat().st_mtime, path.name))
    if wanted not in notebooks:
        # Downloads with the same name get a number, and the latest one counts.
        wanted = latest
        remark = f"it was called {wanted.name!r}, not {assignment + '.ipynb'!r}"
    elif latest.lstat().st_mtime > wanted.lstat().st_mtime + SLACK:
        remark = f"{latest.name!r} is later, but was not marked: check which one counts"
    time, said = _time(folder, wanted)
    remark = "; ".join(filter(None, [remark, said]))
    try:
        return HandIn(read(wanted), remark, time)
    except OSError as error:
        return HandIn(b"", f"{wanted.name!r} cannot be read: {error.strerror or error}")


def _time(folder, notebook):
    """Return the time that nbgrader noted beside a hand-in, or None, and a remark."""
    stamp, written = folder / "timestamp.txt", ""
    # nbgrader itself stops at a time that it cannot read.
    with contextlib.suppress(OSError, ValueError, OverflowError):
        if notebook.lstat().st_mtime > stamp.lstat().st_mtime + SLACK:
            return None, OLDER  # the time may belong to an older hand-in
        written = read(stamp)[:100].decode("latin-1").strip()
        time = parse_utc(written).replace(tzinfo=datetime.UTC)
        if is_possible(time) and re.fullmatch(IN_UTC, written):
            return time, ""
    said = f"its time is impossible or not in UTC, so it is ignored: {written[:40]!r}"
    return None, said * stamp.exists()


def put(submitted, student, assignment, data, time):
    """Store a hand-in, with its time if it is known, below the folder `submitted`."""
    folder = submitted / student / assignment
    stamp = folder / "timestamp.txt"
    stamp.unlink(missing_ok=True)
    if time:
        utc = time.astimezone(datetime.UTC)
        write(stamp, f"{utc:%Y-%m-%d %H:%M:%S} UTC".encode())
    write(folder / f"{assignment}.ipynb", data)


def take(entries, submitted, assignment, versions, fits):
    """Store the hand-ins of an archive.

    A student's latest hand-in counts, and up to `MOST` hand-ins are kept as `versions`.
    `fits` says whether bytes are a notebook of the assignment; no other file replaces
    such a notebook. Each entry's `became` or `reason` says what happened to it.
    """
    students = {}
    for entry in entries:
        if not entry.reason:
            students.setdefault(entry.student, []).append(entry)
    for student, theirs in students.items():
        try:
            _take(student, theirs, submitted, assignment, versions, fits)
        except OSError as error:
            for entry in theirs:
                entry.reason = error.strerror or str(error)


def _take(student, entries, submitted, assignment, versions, fits):
    """Store the hand-ins of a student."""
    entries = _in_order(entries, assignment)
    many = f"{student!r} has {len(entries)} notebooks; only the latest {MOST} are kept"
    for entry in entries[:-MOST]:
        entry.reason = many
    there = find_hand_in(submitted, student, assignment)
    if there.data:
        versions.keep(assignment, student, there.data, there.time)
    kept = versions.keys(assignment, student)
    read, last, data = [], None, None
    for entry in entries[-MOST:]:
        found = entry.read()
        if found is None:
            continue
        read.append(entry)
        if last and fits(data) and not fits(found):
            entry.tell(FOREIGN)
            versions.keep(assignment, student, found, entry.time)
        elif found != data:
            if last:
                versions.keep(assignment, student, data, last.time)
            last, data = entry, found
    if not last:
        return
    why = _why_not(last, data, there, kept, fits)
    for entry in read:
        entry.became = f"another version by {student!r}, kept"
        entry.became += f": {last.path!r} counts" * (not why)
    if why:
        last.became = f"another version by {student!r}, kept: {why}"
    elif there.data == data:
        last.became = f"the same as {student!r} has already handed in"
    else:
        again = ", replacing another version, which is kept" if there.data else ""
        last.became = f"taken as the hand-in of {student!r}{again}"
        put(submitted, student, assignment, data, last.time)
    # It is kept last: if this is interrupted, collecting it again does it all.
    versions.keep(assignment, student, data, last.time)
    if not why and there.data != data:
        unsure = UNSURE * (bool(there.data) and not there.time)
        last.tell(versions.remark(assignment, student) or unsure)


def _in_order(entries, assignment):
    """Return a student's entries in the order of their times, the latest one last."""
    # If nothing else decides, the assignment's own name does. Whatever the platform
    # writes before a name, the shortest path has only this name.
    title = re.compile(rf"{re.escape(assignment)}(-\d+| \(\d+\))?\.ipynb\Z")

    def place(entry):
        length = len(entry.path) if title.search(entry.path) else float("inf")
        return entry.download, bool(entry.time), entry.time, -length

    return sorted(entries, key=place)


def _why_not(last, data, there, kept, fits):
    """Return why the latest entry of an archive does not replace what is `there`."""
    if there.data in (None, b"", data):
        return ""
    if fits(data) != fits(there.data):
        return FOREIGN if fits(there.data) else ""
    if there.time and last.time and there.time != last.time:
        return "a later one is there" if there.time > last.time else ""
    return REPEATED if key(data) in kept else ""


def forget_downloads(entries, platform=""):
    """Forget the times of entries if these are the times of downloads or of copying."""
    taken = [entry for entry in entries if entry.time and not entry.reason]
    groups = []
    for entry in sorted(taken, key=lambda entry: entry.time):
        if not groups or entry.time - groups[-1][-1].time >= DOWNLOAD:
            groups.append([])
        groups[-1].append(entry)
    for number, group in enumerate(groups, start=1):
        several = len({entry.student for entry in group}) > 1
        forgotten = platform in NO_TIMES or (several and platform != "Blackboard")
        for entry in group:
            entry.time, entry.download = None if forgotten else entry.time, number
