"""Keep every version of a hand-in with its time, so that nothing is lost."""

import datetime

from sandmark.files import LARGEST, key, write


class Versions:
    """The folder ``versions`` of a course, created on first use.

    A file's name holds the version's key and the time (UTC) of the hand-in.
    """

    def __init__(self, folder):
        self.folder = folder

    def of(self, assignment, student):
        """Return the paths of all versions that are kept, the earliest first."""
        paths = (self.folder / assignment / student).glob("[!.]*.ipynb")
        # Those without a time come last, because letters come after digits.
        return sorted(paths, key=lambda it: (_words(it)[0], it.stat().st_mtime_ns))

    def keep(self, assignment, student, data, time):
        """Keep a version unless it has already been kept, and return its key."""
        name = key(data)
        if name not in self.keys(assignment, student) and len(data) <= LARGEST:
            utc = time and time.astimezone(datetime.UTC)
            told = f"{utc:%Y-%m-%d %H.%M.%S}" if utc else "no time"
            folder = self.folder / assignment / student
            write(folder / f"{told} {name}.ipynb", data)
        return name

    def position(self, assignment, student, name):
        """Return a version's place among all, such as "2 of 3", or an empty string."""
        keys = self.keys(assignment, student)
        return f"{keys.index(name) + 1} of {len(keys)}" if name in keys else ""

    def keys(self, assignment, student):
        """Return the keys of all versions that are kept, in the order of `of`."""
        return [_words(path)[1] for path in self.of(assignment, student)]


def _words(path):
    """Return the time and the key in a version's name."""
    time, _, name = path.stem.rpartition(" ")
    return time, name
