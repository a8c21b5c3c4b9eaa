"""What a course keeps besides nbgrader's gradebook: marks, a secret and versions."""

import contextlib
import datetime
import json
import os
import secrets
import tempfile

from sandmark.files import LARGEST, CourseError, key, write

SHORTEST = 16  # the fewest characters of a secret
UNKNOWN = "no time"
UNSURE = "no time tells which version is later: check which one counts"


class Store:
    """The folder ``marks`` of a course, created on first use."""

    def __init__(self, folder):
        self.folder = folder

    def read(self, assignment, name, ending=".json"):
        """Return the dict that is stored under a student's name, or an empty one."""
        path = self.folder / assignment / f"{name}{ending}"
        try:
            found = json.loads(path.read_text("utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}

    def write(self, assignment, name, stored, ending=".json"):
        """Store a dict under a student's name; with no ending, it is another name."""
        data = json.dumps(stored, indent=1).encode()
        write(self.folder / assignment / f"{name}{ending}", data)

    @contextlib.contextmanager
    def alone(self, assignment):
        """Keep other processes away from an assignment, or raise `CourseError`."""
        import fcntl  # which Windows lacks, where nothing is marked

        path = self.folder / assignment / ".lock"
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path, "wb") as file:  # its lock ends with this process
            try:
                fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except (BlockingIOError, PermissionError):
                why = f"another run works on {assignment!r} in {self.folder.parent}"
                raise CourseError(f"{why}: wait until it has finished") from None
            yield

    def secret(self):
        """Return the course's secret, which is drawn on first use."""
        path = self.folder / "secret.txt"
        path.parent.mkdir(exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent) as file:  # only for us
            file.write(secrets.token_hex(16).encode())
            file.flush()
            with contextlib.suppress(FileExistsError):
                os.link(file.name, path)
        secret = path.read_text("latin-1").strip()
        if len(secret) < SHORTEST:
            again = "put back what was in it, or delete it and mark with --again"
            raise CourseError(f"{path} holds no secret: {again}")
        return secret


class Versions:
    """The folder ``versions``, which keeps every hand-in, so that nothing is lost.

    A file's name has the time (UTC) of the hand-in and the version's key.
    """

    def __init__(self, folder):
        self.folder = folder

    def of(self, assignment, student):
        """Return the paths of all versions that are kept, the earliest first."""
        paths = (self.folder / assignment / student).glob("[!.]*.ipynb")
        # Those without a time come last, because letters come after digits.
        return sorted(
            paths, key=lambda it: (it.stem.rpartition(" ")[0], it.stat().st_mtime_ns)
        )

    def keep(self, assignment, student, data, time):
        """Keep a version unless it has already been kept, and return its key."""
        name = key(data)
        if name not in self.keys(assignment, student) and 0 < len(data) <= LARGEST:
            utc = time and time.astimezone(datetime.UTC)
            told = f"{utc:%Y-%m-%d %H.%M.%S}" if utc else UNKNOWN
            folder = self.folder / assignment / student
            write(folder / f"{told} {name}.ipynb", data)
        return name

    def remark(self, assignment, student):
        """Return a remark if no time shows which version is the latest, or ""."""
        times = [it.stem.rpartition(" ")[0] for it in self.of(assignment, student)][-2:]
        return UNSURE * (len(times) > 1 and times[1] in (times[0], UNKNOWN))

    def position(self, assignment, student, name):
        """Return a version's place among all, such as "2 of 3", or an empty string."""
        keys = self.keys(assignment, student)
        return f"{keys.index(name) + 1} of {len(keys)}" if name in keys else ""

    def keys(self, assignment, student):
        """Return the keys of all versions that are kept, in the order of `of`."""
        return [path.stem.split()[-1] for path in self.of(assignment, student)]
