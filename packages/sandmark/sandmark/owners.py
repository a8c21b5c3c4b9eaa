"""Find the students of an archive's entries by paths and by the class list."""

import collections
import pathlib
import re
import unicodedata

from hintcheck import same_name

from sandmark.hand_ins import is_possible
from sandmark.names import spelled
from sandmark.platforms import match, time_of

GUESSED = "only its path says whose it is: check the name, or give the class list"
UNSEEN = "spaces at its ends and invisible characters do not count in a name"
NAMESAKE = "somebody else has the same name: check which is whose"


def find(entries, assignment, roster, numbers):
    """Find the student of each entry, or the reason why there is none.

    This sets each entry's `student` or `reason`, adds remarks, and adds folders to the
    platforms' `numbers`. Two people may share a name on a platform, but not a number.
    """
    above = _folders_above([entry.parts for entry in entries], assignment, roster)
    for entry in entries:
        _label(entry, above, assignment)
    named = [entry for entry in entries if not entry.reason]
    _name(named, roster, numbers)
    # A single folder does not show whether it is a student's.
    alone = len({entry.student for entry in named}) == 1 and not roster.people
    for entry in named:
        if alone and not entry.platform and len(entry.parts) > 1:
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
        if roster.find(*folders) or any(match("/".join(p[above:])) for p in deeper):
            break
        if _is_a_student_s([path[above + 1 :] for path in deeper], assignment, roster):
            break
        if files and strays is None:
            strays = above
        paths, above = deeper, above + 1
    certain = strays is None or len(folders) > 1 or roster.find(*folders)
    return above if certain else strays


def _is_somebody_s(file, roster):
    return bool(roster.find(pathlib.PurePosixPath(file).stem) or match(file))


def _is_a_student_s(below, assignment, roster):
    """Return whether a folder is a student's, judging by the paths below it."""
    folders = {path[0] for path in below if len(path) > 1}
    if folders:
        return folders == {assignment}
    if any(_is_somebody_s(file, roster) for (file,) in below):
        return False
    stems = {pathlib.PurePosixPath(file).stem for (file,) in below}
    return len(below) == 1 or any(_is_titled(stem, assignment) for stem in stems)


def _is_titled(stem, assignment):
    """Return whether a file is named after the assignment, not after a student."""
    stem = stem.casefold()
    short = assignment.partition("_")[0].casefold()
    return bool(
        assignment.casefold() in stem
        or re.match(rf"{re.escape(short)}(?![a-z0-9])", stem)
        or re.match(r"(untitled|homework|copy of|assignment)", stem)
    )


def _label(entry, above, assignment):
    """Set an entry's label: the student's name in the archive."""
    parts = entry.parts[above:]
    if not parts:
        entry.reason = (
            "it is beside the folder with all others: put it into a folder of its own"
        )
        return
    named = match("/".join(parts))
    if named:
        entry.platform, entry.label = named["platform"], named["name"]
        entry.number, entry.late = named.get("id", ""), bool(named.get("late"))
        entry.attempt = int(named.get("attempt", 0))
        is_titled = _is_titled(entry.label, assignment)
        if entry.platform == "Google Classroom" and is_titled:
            title = pathlib.PurePosixPath(parts[-1]).stem
            entry.label = title.rpartition(" - ")[2]  # the title comes first
        if entry.platform == "Blackboard":
            entry.label = _login(entry.label, assignment)
        if entry.platform == "Moodle":
            entry.label = re.sub(r"^Participant_\d*$", "Participant", entry.label)
            numbers = re.findall(r"_\d+_assignsubmission_", parts[0])
            if len(parts) == 1 and len(numbers) > 1:
                entry.reason = (
                    "it has two of Moodle's numbers: download folders instead"
                )
    elif len(parts) > 1:
        entry.label = parts[0]
    else:
        entry.label = pathlib.PurePosixPath(parts[0]).stem
        if _is_titled(entry.label, assignment):
            entry.reason = "it gives no student's name: put it into a folder"
    entry.time = _possible(entry, time_of(named.get("time", "")), entry.time)
    name = spelled(entry.label)
    if entry.label.startswith(".") or not name.isprintable() or not same_name(name):
        entry.reason = "its name is not a student's"


def _login(label, assignment):
    """Return the login after Blackboard's title, which may be the assignment's name."""
    titled = label.casefold().startswith(f"{assignment}_".casefold())
    title = assignment if titled else label.partition("_")[0]
    return label[len(title) + 1 :] or label


def _possible(entry, *times):
    """Return the first possible time, or None; add remarks on impossible times."""
    for time in filter(None, times):
        if is_possible(time):
            return time
        entry.tell(f"the time {time:%Y-%m-%d %H:%M} is impossible, so it is ignored")
    return None


def _name(entries, roster, numbers):
    """Set the entries' students, by the class list or by the names in the archive."""
    people = [_person(entry, roster) for entry in entries]
    namesakes = collections.defaultdict(set)
    for entry, person in zip(entries, people, strict=True):
        if not person:
            who = entry.number or spelled(entry.label)
            namesakes[same_name(entry.label)].add(who)
    for entry, person in zip(entries, people, strict=True):
        name = person.folder if person else spelled(entry.label)
        if not person and (same := roster.called(entry.label)):
            entry.tell(
                f"the class list has {same}: put it into a folder of one of these names"
            )
        elif not person and roster.people:
            entry.tell("not in the class list")
        if not person and len(namesakes[same_name(entry.label)]) > 1:
            entry.tell(NAMESAKE)
            known = numbers.get(entry.platform, {}).get(name)
            if entry.number not in ("", known):
                name = f"{name} ({entry.number})"
        entry.student = _apart(entry, name, numbers)


def _apart(entry, folder, numbers):
    """Return the folder for an entry, with a number if somebody else has the folder."""
    if not entry.number:
        return folder
    known = numbers.setdefault(entry.platform, {})
    while known.get(folder, entry.number) != entry.number:
        entry.tell(NAMESAKE)
        folder = f"{folder} ({entry.number})"
    known[folder] = entry.number
    return folder


def _person(entry, roster):
    """Return the person in the class list who handed in an entry, or None.

    On many platforms, students choose the name that is shown, but not the platform's
    number. So if the platform gives a number and its own list says whose it is,
    somebody else's number, address or login does not count as a name.
    """
    called = entry.label
    person, by_number = roster.find(called), roster.find(entry.number)
    sure = entry.number and entry.platform == roster.platform
    if sure and entry.number in roster.by_number:
        by_number = roster.by_number[entry.number]
    elif by_number in (None, person):
        posing = entry.number and not by_number and person
        if posing and same_name(called) not in person.shown_names():
            entry.tell(
                f"its name is {person.name}'s number or login in the list, not a name"
            )
            return None
        return person
    else:
        shown = not person or same_name(called) in person.shown_names()
        if shown and same_name(called) not in by_number.spellings():
            return person
    if person not in (None, by_number):
        entry.tell(f"the platform's number shows that it is {by_number.name}'s")
    return by_number
