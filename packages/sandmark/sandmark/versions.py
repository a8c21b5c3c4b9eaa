"""Every version of a hand-in, with its time: nothing that was handed in is lost."""

import contextlib
import dataclasses
import datetime
import pathlib
import re

from sandmark.assignments import LARGEST
from sandmark.files import key, write

_NAME = re.compile(
    r"(\d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d|no time) ([0-9a-f]{64}|[0-9a-f]{12})\.ipynb"
)
_FORM = "%Y-%m-%d %H.%M.%S"


@dataclasses.dataclass(frozen=True)
class Version:
    """A version of a hand-in."""

    key: str  # the digest of the file
    time: datetime.datetime | None  # when it was handed in, in UTC
    path: pathlib.Path  # where it is kept


class Versions:
    """The folder ``versions`` of a course, created at the first use."""

    def __init__(self, folder):
        self.folder = folder

    def of(self, assignment, student):
        """Return all versions that are kept, the earliest first."""
        found = []
        with contextlib.suppress(OSError):
            for path in (self.folder / assignment / student).iterdir():
                name = _NAME.fullmatch(path.name)
                if name:
                    found.append(Version(_digest(name[2], path), _read(name[1]), path))
        never = datetime.datetime.max.replace(tzinfo=datetime.UTC)
        found.sort(key=lambda one: (one.time or never, _written(one.path)))
        return found

    def keep(self, assignment, student, data, time):
        """Keep a version, unless it is kept already; return its key."""
        name = key(data)
        known = {version.key for version in self.of(assignment, student)}
        if name not in known and len(data) <= LARGEST:
            told = time.astimezone(datetime.UTC).strftime(_FORM) if time else "no time"
            folder = self.folder / assignment / student
            write(folder / f"{told} {name}.ipynb", data)
        return name

    def position(self, assignment, student, name):
        """Return which of all versions one is, such as "2 of 3", or an empty string."""
        names = [version.key for version in self.of(assignment, student)]
        place = next((n for n, one in enumerate(names) if is_same(name, one)), None)
        return "" if place is None else f"{place + 1} of {len(names)}"


def is_same(stored, name):
    """Whether what was stored of a version belongs to a key.

    Before version 0.3, the first twelve letters of the key were stored.
    """
    return stored in (name, name[:12])


def _digest(written, path):
    """Return the key of a version; its file's name may hold only a part of it."""
    with contextlib.suppress(OSError):
        return written if len(written) == 64 else key(path.read_bytes())
    return written


def _read(text):
    with contextlib.suppress(ValueError):
        return datetime.datetime.strptime(text, _FORM).replace(tzinfo=datetime.UTC)
    return None


def _written(path):
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0
