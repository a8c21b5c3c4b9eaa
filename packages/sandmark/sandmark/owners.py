"""Find the students of an archive's entries by paths and by the class list."""

import collections
import contextlib
import datetime
import pathlib
import re
import unicodedata

from hintcheck import same_name

from sandmark.hand_ins import is_possible
from sandmark.names import spelled, split
from sandmark.platforms import PLATFORMS, platform_of

GUESSED = "only its path says whose it is: check the name, or give the class list"
UNSEEN = "spaces at its ends and invisible characters do not count in a name"
MIXED = "it lacks the form that most others have, so none is read as a platform's"
NAMESAKE = "somebody else has the same name: check which hand-in is whose"


def find(entries, assignment, roster, numbers):
    """Set each entry's `student` or `reason`, and add remarks.

    Folders are added to the platforms' `numbers`. Two people may share a name on a
    platform, but not a number.
    """
    paths = [entry.parts for entry in entries]
    above = _folders_above(paths, assignment, roster)
    paths = ["/".join(parts[above:]) for parts in paths]
    platform, odd = platform_of([*filter(None, paths)])
    found = [PLATFORMS[platform].match(path) for path in paths]
    title = _title_of({it["name"] for it in found if it}, roster)
    for entry, path, it in zip(entries, paths, found, strict=True):
        if it:
            entry.platform = platform
            _read(entry, path, it.groupdict(), title, assignment)
        else:
            _label(entry, path, assignment)
        entry.tell(MIXED * (path in odd))
        _check(entry)
    named = [entry for entry in entries if not entry.reason]
    _name(named, roster, numbers)
    # A single folder does not show whether it is a student's.
    alone = len({entry.student for entry in named}) == 1 and not roster.people
    for entry in named:
        if alone and len(entry.parts) > 1 and (above or not entry.platform):
            entry.tell(GUESSED)
        if unicodedata.normalize("NFC", entry.label) != spelled(entry.label):
            entry.tell(UNSEEN)


def _folders_above(paths, assignment, roster):
    """Return how many levels of folders are above the students' folders.

    A stray file beside the folder with all students' folders has a shorter path.
    """
    above, strays = 0, None
    while True:
        deeper = [path for path in paths if len(path) > above + 1]
        folders = {path[above] for path in deeper}
        files = [path[above] for path in paths if len(path) == above + 1]
        if len(folders) != 1 or any(_is_somebody_s(file, roster) for file in files):
            break
        moodle = PLATFORMS["Moodle"].match("/".join(deeper[0][above:]))
        if moodle or roster.find(*folders):  # others give no names to folders
            break
        if _is_a_student_s([path[above + 1 :] for path in deeper], assignment, roster):
            break
        if files and strays is None:
            strays = above
        paths, above = deeper, above + 1
    certain = strays is None or len(folders) > 1 or roster.find(*folders)
    return above if certain else strays


def _is_somebody_s(file, roster):
    named = any(pattern.match(file) for pattern in PLATFORMS.values())
    return named or bool(roster.find(pathlib.PurePosixPath(file).stem))


def _is_a_student_s(below, assignment, roster):
    """Return whether a folder is a student's, judging by the paths below it."""
    folders = {path[0] for path in below if len(path) > 1}
    if folders:
        return folders == {assignment}
    if any(_is_somebody_s(file, roster) for (file,) in below):
        return False
    stems = [pathlib.PurePosixPath(file).stem for (file,) in below]
    titled = sum(_is_titled(stem, assignment) for stem in stems)
    return len(below) == 1 or 2 * titled >= len(below)


def _is_titled(stem, assignment):
    """Return whether a file is named after the assignment, not after a student."""
    stem, name = stem.casefold(), assignment.casefold()
    short = rf"{re.escape(name.partition('_')[0])}(?![a-z0-9])"
    titled = re.match(rf"{short}|untitled|homework|copy of|assignment", stem)
    return name in stem or bool(titled)


def _read(entry, path, named, title, assignment):
    """Set what a platform's name for an entry says: the groups of its pattern."""
    entry.label, entry.number = named["name"], named.get("id") or ""
    entry.late, entry.attempt = bool(named.get("late")), int(named.get("attempt", 0))
    if len(re.findall(r"_\d+_assignsubmission_", path.partition("/")[0])) > 1:
        entry.reason = "it has two of Moodle's numbers: put it into a student's folder"
    if entry.platform == "Blackboard":
        entry.label = _login(entry.label, title, assignment)
        entry.time = None
        with contextlib.suppress(ValueError, OverflowError):
            time = datetime.datetime.strptime(named["time"], "%Y-%m-%d-%H-%M-%S")
            entry.time = time.astimezone()
    elif entry.platform == "Google Classroom" and _is_titled(entry.label, assignment):
        # The assignment's title comes first.
        entry.label = pathlib.PurePosixPath(path).stem.rpartition(" - ")[2]


def _label(entry, path, assignment):
    """Set an entry's label from a path that no platform named."""
    folder, _, file = path.partition("/")
    entry.label = folder if file else pathlib.PurePosixPath(path).stem
    if not path:
        entry.reason = "it is beside the folder with the others: give it its own folder"
    elif not file and _is_titled(entry.label, assignment):
        entry.reason = "it gives no student's name: put it into a folder that does"


def _check(entry):
    """Ignore an impossible time; leave out an entry whose label cannot be a name."""
    if entry.time and not is_possible(entry.time):
        time = f"{entry.time:%Y-%m-%d %H:%M}"
        entry.tell(f"the time {time} is impossible, so it is ignored")
        entry.time = None
    name = spelled(entry.label)
    if entry.label.startswith(".") or not name.isprintable() or not same_name(name):
        entry.reason = entry.reason or "its name is not a student's"


def _title_of(labels, roster):
    """Return what Blackboard writes before logins, if most are in the list, or ""."""
    # A single label does not show where its title ends.
    places = [(label, it) for label in labels for it in re.finditer("_", label)]
    titles = collections.Counter(
        label[: it.start()] for label, it in places if roster.find(label[it.end() :])
    )
    title = max(titles, key=lambda it: (titles[it], -len(it)), default="")
    return title if 2 * titles[title] > len(labels) > 1 else ""


def _login(label, *titles):
    """Return the login after one of the titles, or else after the first "_"."""
    for title in [*titles, label.partition("_")[0]]:
        if label.casefold().startswith(f"{title}_".casefold()):
            return label[len(title) + 1 :] or label
    return label


def _name(entries, roster, numbers):
    """Set each entry's student: the person with the number or else with the name."""
    shared = collections.defaultdict(set)
    for entry in entries:
        shared[same_name(entry.label)].add(entry.number or spelled(entry.label))
    for entry in entries:
        known = numbers.setdefault(entry.platform, {}) if entry.number else {}
        there = next((it for it in known if known[it] == entry.number), "")
        name, about = spelled(entry.label), (entry.label, entry.number, entry.platform)
        person = roster.owner(there) if there else roster.whose(*about)
        if there and not person and name not in (there, split(there)[0]):
            entry.tell(f"the platform's number shows that it is {there}'s")
        else:
            entry.tell(roster.remark(entry.label, person))
        folder = person.folder if person else name
        if not person and len(shared[same_name(entry.label)]) > 1:
            entry.tell(NAMESAKE)
            folder += f" ({entry.number})" * bool(entry.number)
        while not there and folder in known:
            entry.tell(NAMESAKE)
            folder = f"{folder} ({entry.number})"
        entry.student = there or folder
        if entry.number:
            known[entry.student] = entry.number
