"""Archives of hand-ins: what becomes of each entry, and whose it is."""

import collections
import dataclasses
import datetime
import pathlib
import re
import stat
import zipfile

from posenc_lessons.grading.assignments import LARGEST
from posenc_lessons.grading.names import complaint, identity, spelled
from posenc_lessons.grading.platforms import left_by_a_system, match

AHEAD = datetime.timedelta(days=1)  # no clock of a platform is further ahead


@dataclasses.dataclass
class Entry:
    """An entry of an archive, and what became of it.

    Attributes
    ----------
    path : str
        Its path in the archive.
    time : datetime.datetime or None
        When it was handed in.
    read : callable
        Returns its bytes, and no more than are too many.
    reason : str
        Why it is left out; empty if it is a student's.
    platform : str
        The platform that calls its entries so; empty if none does.
    label, number : str
        What it calls the student, and the platform's number.
    attempt : int
        Which of a student's hand-ins it is, where the platform tells.
    student : str
        The name of the student's folder.
    data : bytes
        The file.
    became : str
        What became of it, in words.
    """

    path: str
    time: datetime.datetime | None = None
    read: object = None
    reason: str = ""
    platform: str = ""
    label: str = ""
    number: str = ""
    attempt: int = 0
    student: str = ""
    data: bytes = b""
    became: str = ""

    @property
    def parts(self):
        """The path's parts, by slashes of either kind."""
        return self.path.replace("\\", "/").split("/")


def read_archive(archive, assignment, roster, others=()):
    """Read the hand-ins of an archive or of a folder, and find whose they are.

    Parameters
    ----------
    archive : str or pathlib.Path
        A zip archive, or a folder, as `platforms` names their entries; or
        ``STUDENT/anything.ipynb``, or ``STUDENT.ipynb``.
    assignment : str
        The assignment.
    roster : posenc_lessons.grading.roster.Roster
        Who is in the class.
    others : iterable of str
        Names of other assignments.

    Returns
    -------
    list of Entry
        All files of the archive, in its order.

    Raises
    ------
    zipfile.BadZipFile, OSError
        If the archive cannot be read at all.
    """
    archive = pathlib.Path(archive)
    if archive.is_dir():
        entries = [_of_file(archive, path) for path in sorted(archive.rglob("*"))]
        _fill([entry for entry in entries if entry], assignment, roster, others)
        return [entry for entry in entries if entry]
    with zipfile.ZipFile(archive) as file:
        entries = [_of_zip(file, info) for info in file.infolist() if not info.is_dir()]
        _fill(entries, assignment, roster, others)
        return entries


def _of_file(folder, path):
    """Return the entry of a file in a folder, or None."""
    if path.is_dir() and not path.is_symlink():
        return None
    entry = Entry(path.relative_to(folder).as_posix())
    if path.is_symlink() or not path.is_file():
        entry.reason = "it is a link or no plain file"
        return entry
    about = path.stat()
    entry.time = datetime.datetime.fromtimestamp(about.st_mtime, datetime.UTC)

    def read():
        with open(path, "rb") as file:
            return file.read(LARGEST + 1)

    entry.read = read
    entry.reason = _too_large(about.st_size)
    return entry


def _of_zip(file, info):
    """Return the entry of a zip archive's own."""
    entry = Entry(info.filename)
    if info.date_time[0] > 1980:  # the first year stands for none
        try:
            entry.time = datetime.datetime(*info.date_time).astimezone()
        except (ValueError, OverflowError):
            entry.time = None
    if stat.S_ISLNK(info.external_attr >> 16):
        entry.reason = "it is a link"
    entry.reason = entry.reason or _too_large(info.file_size)

    def read():
        with file.open(info) as opened:
            return opened.read(LARGEST + 1)

    entry.read = read
    return entry


def _too_large(size):
    """Return the reason why an entry of a size is left out, or an empty text."""
    return f"it is larger than {LARGEST / 1e6:.0f} MB" if size > LARGEST else ""


def _fill(entries, assignment, roster, others):
    """Say of all entries whose they are, and read them."""
    for entry in entries:
        entry.reason = _reason(entry, others) or entry.reason
    usable = [entry for entry in entries if not entry.reason]
    above = _folders_above([entry.parts for entry in usable], assignment, roster)
    for entry in usable:
        _label(entry, above, assignment)
    _name([entry for entry in usable if not entry.reason], assignment, roster)
    for entry in usable:
        entry.reason = entry.reason or complaint(entry.student)
        if not entry.reason:
            try:
                entry.data = entry.read()
            except Exception as error:
                # One damaged or locked entry costs nobody else's.
                entry.reason = str(error) or type(error).__name__


def _reason(entry, others):
    """Return why an entry is nobody's hand-in, or an empty text."""
    parts = entry.parts
    if not parts[0] or ".." in parts or ":" in parts[0]:
        return "its path leads out of the archive"
    if left_by_a_system("/".join(parts)):
        return "a computer's own file, not a student's"
    if parts[-1].lower().endswith((".zip", ".7z", ".rar", ".gz")):
        return "it is an archive in the archive: unpack it, and collect the folder"
    if not parts[-1].lower().endswith(".ipynb"):
        return "it is no notebook"
    named = set(parts[:-1]) & set(others)
    return f"it is of {named.pop()}" if named else ""


def _folders_above(paths, assignment, roster):
    """Return how many folders stand above those of the students.

    Files beside a folder that holds the folders of all students are strays: their
    paths have no more parts than that.
    """
    above = _folders_above_all(paths, assignment, roster)
    least = min(map(len, paths), default=1)
    deeper = [path for path in paths if len(path) > least]
    beside = [pathlib.PurePosixPath(path[-1]) for path in paths if len(path) == least]
    if above != least - 1 or len({path[above] for path in deeper}) != 1:
        return above
    if any(roster.find(path.stem) or match(path.name) for path in beside):
        return above
    under = _folders_above(deeper, assignment, roster)
    students = {path[under] for path in deeper if len(path) > under + 1}
    if under > above and (len(students) > 1 or roster.find(*students)):
        return under
    return above


def _folders_above_all(paths, assignment, roster):
    """Return how many folders stand above those of the students, if no file strays."""
    for above in range(min(map(len, paths), default=1) - 1):
        here = {path[above] for path in paths}
        below = ["/".join(path[above + 1 :]) for path in paths]
        if len(here) > 1 or roster.find(*here):
            return above
        if any(match("/".join(path[above:])) for path in paths):
            return above
        folders = {text.split("/")[0] for text in below if "/" in text}
        if folders == {assignment}:
            return above
        if len(folders) < len(set(below)) and not folders:
            stems = [pathlib.PurePosixPath(text).stem for text in below]
            known = any(roster.find(stem) or match(stem + ".ipynb") for stem in stems)
            own = any(_is_titled(stem, assignment) for stem in stems)
            if not known and (own or len(stems) == 1):
                return above
    return max(min(map(len, paths), default=1) - 1, 0)


def _is_titled(stem, assignment):
    """Tell whether a file is called as the assignment, not as a student."""
    stem = stem.casefold()
    short = assignment.partition("_")[0].casefold()
    return bool(
        assignment.casefold() in stem
        or re.match(rf"{re.escape(short)}(?![a-z0-9])", stem)
        or re.match(r"(untitled|homework|copy of|assignment)", stem)
    )


def _label(entry, above, assignment):
    """Say what an entry calls its student."""
    parts = entry.parts[above:]
    if not parts:
        entry.reason = "it lies beside the folder of all others: put it into a folder"
        return
    told = match("/".join(parts))
    if told:
        entry.platform = told["platform"]
        entry.label, entry.number = told["name"], told["id"]
        entry.attempt = told["attempt"]
        if told["time"] and told["time"] > datetime.datetime.now(datetime.UTC) + AHEAD:
            entry.became = "the time in its name lies ahead, and is passed over"
        else:
            entry.time = told["time"] or entry.time
        title = pathlib.PurePosixPath(parts[-1]).stem.rpartition(" - ")[2]
        if told["platform"] == "Google Classroom" and _is_titled(
            entry.label, assignment
        ):
            entry.label = title  # the other way round
        if told["platform"] == "Moodle":
            entry.label = re.sub(r"^Participant_\d*$", "Participant", entry.label)
    elif len(parts) > 1:
        entry.label = parts[0]
    else:
        entry.label = pathlib.PurePosixPath(parts[0]).stem
        if _is_titled(entry.label, assignment):
            entry.reason = "it tells no student's name: put it into a folder"
    if entry.label.startswith(".") or not spelled(entry.label).isprintable():
        entry.reason = "its name is no student's"
    if not identity(entry.label):
        entry.reason = "its name is no student's"


def _name(entries, assignment, roster):
    """Say who the students are: by the class's list, or as the archive calls them."""
    groups = collections.defaultdict(dict)
    logins = _logins(entries, assignment, roster)
    for entry in entries:
        called = entry.label
        if entry.platform == "Blackboard":
            called = logins[entry.label]
        person = _person(entry, called, roster)
        if person:
            entry.student = person.folder
            continue
        if roster.people:
            _tell(entry, "not in the class's list")
        own = (entry.number, entry.label, called)
        groups[identity(called)].setdefault(own, []).append(entry)
    for group in groups.values():
        taken = set()
        for (number, _, label), own in group.items():
            # Two of one name are two: by the platform's numbers, or counted.
            if len(group) > 1 and number:
                name = f"{spelled(label)} ({number})"
            else:
                name, count = spelled(label), 1
                while name in taken:
                    count += 1
                    name = f"{spelled(label)} ({count})"
            taken.add(name)
            for entry in own:
                entry.student = name
                if len(group) > 1:
                    _tell(entry, "another has the same name: see whose is whose")


def _tell(entry, what):
    """Add to what is told of an entry."""
    entry.became = "; ".join(filter(None, [entry.became, what]))


def _logins(entries, assignment, roster):
    """Return the login in each label of Blackboard's, which begins with a title.

    Titles and logins may have a "_" in them. What all labels share is the title, if
    the list then knows most logins; or else it is the assignment's name, or ends at
    the first "_". The end of a login is never taken for a login.
    """
    labels = {entry.label for entry in entries if entry.platform == "Blackboard"}

    def known(start):
        return sum(bool(roster.find(label[start:])) for label in labels)

    one = min(labels, default="")
    ends = [found.end() for found in re.finditer("_", one)] if len(labels) > 1 else []
    shared = [n for n in ends if all(label.startswith(one[:n]) for label in labels)]
    title = max(shared, key=known, default=0)
    if 2 * known(title) <= len(labels):
        title = 0
    own = f"{assignment}_".casefold()
    logins = {}
    for label in labels:
        first = len(own) if label.casefold().startswith(own) else label.find("_") + 1
        logins[label] = label[title or first :] or label
    return logins


def _person(entry, called, roster):
    """Return who of the class's list handed in an entry, or None."""
    person = roster.find(called)
    if person:
        return person
    by_number = roster.find(entry.number)
    if by_number and (
        entry.label == "Participant" or identity(called) in by_number.spellings()
    ):
        return by_number
    return None
