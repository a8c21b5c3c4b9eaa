"""Find the students of an archive's entries by paths and by the class list."""

import collections
import contextlib
import datetime
import itertools
import pathlib
import re
import unicodedata

from hintcheck import same_name

from sandmark.hand_ins import is_possible
from sandmark.names import spelled, split
from sandmark.platforms import PLATFORMS, named_by

UNSEEN = "spaces at its ends and invisible characters do not count in a name"
NAMESAKE = (
    "somebody else has the same name: check which hand-in is whose, or give roster the "
    "platform's own list"
)
OTHER_PAGE = (
    "its page goes to Moodle's number {}. If that is somebody else's, delete this "
    "folder in submitted, give roster Moodle's own list, and collect all archives again"
)
LATE = "Canvas calls it late, but gives no time, so it does not count as late"
NAMELESS = "it gives no student's name: put it into a folder that does"
UNLIKE = (
    "it is not named as {} names a student's hand-in. If it is one, put it into a "
    "folder with the student's name, like one that came by email"
)
DEEP = "it is not directly in a student's folder: put it into one"
TOGETHER = (
    "all are in one folder, which is not in the class list: give everybody a folder, "
    "name the platform with --from, or add the student to the list"
)


def find(entries, assignment, roster, numbers, platform=""):
    """Set each entry's `student` or `reason`, and add remarks.

    Entries are named as `platform` names them, or, without a platform, after students.
    Folders are added to the platforms' `numbers`. Two people may share a name on a
    platform, but not a number.
    """
    if platform:
        _read_all(entries, assignment, roster, platform)
    else:
        _label_all(entries, assignment, roster)
    for entry in entries:
        _check(entry)
    _name([entry for entry in entries if not entry.reason], roster, numbers)


def _label_all(entries, assignment, roster):
    """Set the labels of entries in students' folders, and of files named after them."""
    above = _folders_above([entry.parts for entry in entries], roster)
    paths = [entry.parts[above:] for entry in entries]
    together = len(paths) > 1 and len({path[0] for path in paths}) == 1
    for entry, path in zip(entries, paths, strict=True):
        *folders, file = path
        entry.label = folders[0] if folders else pathlib.PurePosixPath(file).stem
        known = roster.whose(entry.label)
        of = [it for it in PLATFORMS if PLATFORMS[it].match("/".join(path))]
        if of and not known:
            entry.reason = f"it has a name from {of[0]}: add --from {of[0].lower()}"
        elif together and not known:
            entry.reason = TOGETHER
        elif folders[1:] not in ([], [assignment]):
            entry.reason = DEEP
        elif not known and not folders and _is_titled(entry.label, assignment):
            entry.reason = NAMELESS


def _folders_above(paths, roster):
    """Return how many levels of folders are above the students' folders."""
    levels = itertools.takewhile(lambda level: len({*level}) == 1, zip(*paths))
    shared = [level[0] for level in levels]
    deep = all(len(path) > len(shared) + 1 for path in paths)
    return len(shared) if deep and not any(map(roster.whose, shared)) else 0


def _read_all(entries, assignment, roster, platform):
    """Set what a platform's names for entries say."""
    found = [named_by(platform, entry.parts) for entry in entries]
    title = _title_of({it["name"] for it in found if it}, roster)
    for entry, it in zip(entries, found, strict=True):
        entry.platform = platform
        if it and not it.groupdict().get("unclear"):
            _read(entry, it.groupdict(), title, assignment)
        else:
            entry.reason = UNLIKE.format(platform)


def _is_titled(stem, assignment):
    """Return whether a file is named after the assignment, not after a student."""
    stem, name = stem.casefold(), assignment.casefold()
    short = rf"{re.escape(name.partition('_')[0])}(?![a-z0-9])"
    titled = re.match(rf"{short}|untitled|homework|copy of|assignment", stem)
    return name in stem or bool(titled)


def _read(entry, named, title, assignment):
    """Set what a platform's name for an entry says: the groups of its pattern."""
    entry.label, entry.number = named["name"], named.get("id") or ""
    entry.tell(LATE * bool(named.get("late")))
    if entry.platform == "Blackboard":
        entry.label = entry.number = _login(entry.label, title, assignment)
        entry.time = None
        with contextlib.suppress(ValueError, OverflowError):
            time = datetime.datetime.strptime(named["time"], "%Y-%m-%d-%H-%M-%S")
            entry.time = time.astimezone()
    elif entry.platform == "Classroom" and _is_titled(entry.label, assignment):
        entry.reason = NAMELESS


def _check(entry):
    """Ignore an impossible time; leave out an entry whose label cannot be a name."""
    if entry.time and not is_possible(entry.time):
        time = f"{entry.time:%Y-%m-%d %H:%M}"
        entry.tell(f"the time {time} is impossible, so it is ignored")
        entry.time = None
    name = spelled(entry.label)
    entry.tell(UNSEEN * (unicodedata.normalize("NFC", entry.label) != name))
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
    people, shared = [], collections.defaultdict(set)
    for entry in entries:
        there = _there(entry, numbers)
        about = entry.label, entry.number, entry.platform
        people.append(roster.owner(there) if there else roster.whose(*about))
        if entry.number or not people[-1]:
            name = people[-1] or same_name(entry.label)
            shared[name].add(entry.number or spelled(entry.label))
    for entry, person in zip(entries, people, strict=True):
        number, owner, mine = entry.number, roster.owner, (None, person)
        if not number and (several := roster.which(entry.label)):
            entry.reason = several
            continue
        known = numbers.setdefault(entry.platform, {}) if number else {}
        there, name = _there(entry, numbers), spelled(entry.label)
        if there and not person and name not in (there, split(there)[0]):
            entry.tell(f"the platform's number shows that it is {there}'s")
        else:
            entry.tell(roster.remark(entry.label, person))
        folder = person.folder if person else name
        namesake = len(shared[person or same_name(entry.label)]) > 1
        if namesake and number:
            folder += f" ({number})"
        sure = person and entry.platform in roster.deciding
        others = {*known} if sure else {*known, *roster.handed_in}
        while number and not there and (folder in others or owner(folder) not in mine):
            folder += f" ({number})"
            namesake = True
        entry.tell(NAMESAKE * namesake)
        entry.student = there or folder
        if number:
            known[entry.student] = number
        elif "Moodle" not in roster.deciding:
            theirs = numbers.get("Moodle", {}).get(entry.student, "")
            entry.tell(OTHER_PAGE.format(theirs) * bool(theirs))


def _there(entry, numbers):
    """Return the folder that has an entry's number on its platform, or ""."""
    known = numbers.get(entry.platform, {}) if entry.number else {}
    return next((it for it in known if known[it] == entry.number), "")
