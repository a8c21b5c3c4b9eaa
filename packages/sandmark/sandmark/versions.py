"""Every version of a hand-in, with its time: nothing that was handed in is lost."""

import contextlib
import dataclasses
import datetime
import pathlib

from sandmark.assignments import LARGEST
from sandmark.files import key, write

_FORM = "%Y-%m-%d %H.%M.%S"
_NEVER = datetime.datetime.max.replace(tzinfo=datetime.UTC)


@dataclasses.dataclass(frozen=True)
class Version:
    """A version of a hand-in."""

    key: str  # the digest of the file
    time: datetime.datetime | None  # when it was handed in, in UTC
    path: pathlib.Path  # where it is kept


class Versions:
    """The folder ``versions`` of a course, created on first use."""

    def __init__(self, folder):
        self.folder = folder

    def of(self, assignment, student):
        """Return all versions that are kept, the earliest first."""
        found = []
        for path in (self.folder / assignment / student).glob("[!.]*.ipynb"):
            with contextlib.suppress(OSError):
                name = path.stem.rpartition(" ")[2]
                kept = Version(name, _time_in(path.name), path)
                found.append((kept.time or _NEVER, path.stat().st_mtime_ns, kept))
        return [kept for *_, kept in sorted(found, key=lambda one: one[:2])]

    def keep(self, assignment, student, data, time):
        """Keep a version, unless it has already been kept; return its key."""
        name = key(data)
        known = {version.key for version in self.of(assignment, student)}
        if name not in known and len(data) <= LARGEST:
            told = time.astimezone(datetime.UTC).strftime(_FORM) if time else "no time"
            folder = self.folder / assignment / student
            write(folder / f"{told} {name}.ipynb", data)
        return name

    def position(self, assignment, student, name):
        """Return a version's place among all, such as "2 of 3", or an empty string."""
        names = [version.key for version in self.of(assignment, student)]
        return f"{names.index(name) + 1} of {len(names)}" if name in names else ""


def _time_in(name):
    with contextlib.suppress(ValueError):
        time = datetime.datetime.strptime(name[: len("2026-11-20 12.00.00")], _FORM)
        return time.replace(tzinfo=datetime.UTC)
    return None
