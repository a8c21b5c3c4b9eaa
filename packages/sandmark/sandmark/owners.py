"""Find the students of an archive's entries by paths and by the class list."""

import collections
import pathlib
import re
import unicodedata

from hintcheck import same_name

from sandmark.hand_ins import is_possible
from sandmark.names import spelled, split
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
    title = _title_of([entry.parts[above:] for entry in entries], roster)
    for entry in entries:
        _label(entry, above, assignment, title)
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


def _label(entry, above, assignment, title):
    """Set an entry's label: the student's name in the archive, without the title."""
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
            entry.label = _login(entry.label, title, assignment)
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


def _title_of(paths, roster):
    """Return what Blackboard writes before most logins if the list has them, or ""."""
    # A single label does not show where its title ends.
    named = [match("/".join(path)) for path in paths]
    labels = {it["name"] for it in named if it.get("platform") == "Blackboard"}
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


def _possible(entry, *times):
    """Return the first possible time, or None; add remarks on impossible times."""
    for time in filter(None, times):
        if is_possible(time):
            return time
        entry.tell(f"the time {time:%Y-%m-%d %H:%M} is impossible, so it is ignored")
    return None


def _name(entries, roster, numbers):
    """Set the entries' students: who has the number, or else the name."""
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
