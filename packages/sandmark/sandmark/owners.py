"""Whose the entries of an archive are: by a platform's names, folders and a list."""

import collections
import datetime
import pathlib
import re

from sandmark.names import identity, spelled
from sandmark.platforms import match

AHEAD = datetime.timedelta(days=1)  # no clock of a platform is further ahead
GUESSED = (
    "only its path says whose it is: see whether that is the name, or give "
    "the class's list"
)


def find(entries, assignment, roster):
    """Say of all entries whose they are, or why they are nobody's.

    Parameters
    ----------
    entries : list of sandmark.archives.Entry
        Notebooks; their `student`, `reason` and `became` are filled in.
    assignment : str
        The assignment.
    roster : sandmark.roster.Roster
        Who is in the class.
    """
    above = _folders_above([entry.parts for entry in entries], assignment, roster)
    for entry in entries:
        _label(entry, above, assignment)
    named = [entry for entry in entries if not entry.reason]
    _name(named, assignment, roster)
    # Folders are told from names by what they hold, and a single one tells nothing.
    alone = len({entry.student for entry in named}) == 1 and not roster.people
    for entry in named if alone else ():
        if not entry.platform and len(entry.parts) > 1:
            _tell(entry, GUESSED)


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
