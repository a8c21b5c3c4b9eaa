"""Read the entries of archives of hand-ins; `owners` finds their students."""

import contextlib
import dataclasses
import datetime
import pathlib
import re
import stat
import zipfile

from sandmark import owners
from sandmark.files import LARGEST
from sandmark.names import complaint

LINK = "it is a link, or not a plain file"
TOO_LARGE = f"it is larger than {LARGEST / 1e6:.0f} MB: clear its outputs"


@dataclasses.dataclass
class Entry:
    """An entry of an archive, and what happens to it."""

    path: str  # its path in the archive
    time: datetime.datetime | None = None  # when it was handed in
    open: object = None  # opens the entry to read its bytes
    reason: str = ""  # why it is left out; empty if it is a student's hand-in
    platform: str = ""  # the platform that names entries in this way, if any
    label: str = ""  # the platform's name for the student
    number: str = ""  # the platform's number for the student
    download: int = 0  # the place of its time among those that are far apart
    student: str = ""  # the name of the student's folder
    became: str = ""  # what happened to it, in words
    remarks: list = dataclasses.field(default_factory=list)

    def tell(self, what):
        """Add a remark about the entry, unless it is empty or there already."""
        self.remarks += [what] * (bool(what) and what not in self.remarks)

    def read(self):
        """Return the entry's bytes; if that fails, set `reason` and return None."""
        try:
            with self.open() as opened:
                data = opened.read(LARGEST + 1)
        except Exception as error:  # a damaged or locked entry affects no other
            self.reason = str(error) or type(error).__name__
            return None
        self.reason = TOO_LARGE * (len(data) > LARGEST)
        return None if self.reason else data

    @property
    def told(self):
        """What happened to the entry, followed by any remarks."""
        became = f"left out: {self.reason}" if self.reason else self.became
        return "; ".join([became, *self.remarks])

    @property
    def parts(self):
        """The parts of the path between slashes or backslashes."""
        return self.path.replace("\\", "/").split("/")


@contextlib.contextmanager
def read_archive(archive, why_not, assignment, roster, numbers, platform=""):
    """Open an archive or a folder; yield a list with an `Entry` for each file in it.

    Entries are named as in `platforms` or, without a `platform`,
    ``STUDENT/anything.ipynb`` or ``STUDENT.ipynb``. `owners.find` adds to `numbers`.
    `why_not` returns why an entry's bytes are left out, or an empty string.
    """
    archive = pathlib.Path(archive)
    with contextlib.ExitStack() as opened:
        if archive.is_dir():
            files = [_of_file(archive, path) for path in sorted(archive.rglob("*"))]
            entries = [entry for entry in files if entry]
        else:
            file = opened.enter_context(zipfile.ZipFile(archive))
            infos = [info for info in file.infolist() if not info.is_dir()]
            entries = [_of_zip(file, info) for info in infos]
        for entry in entries:
            entry.reason = _reason(entry) or entry.reason
            data = None if entry.reason else entry.read()
            entry.reason = entry.reason or why_not(data)
        usable = [entry for entry in entries if not entry.reason]
        owners.find(usable, assignment, roster, numbers, platform)
        for entry in usable:
            entry.reason = entry.reason or complaint(entry.student)
        yield entries


def _of_file(folder, path):
    """Return the entry of a file in a folder, or None for a folder."""
    entry = Entry(path.relative_to(folder).as_posix(), open=lambda: open(path, "rb"))
    try:
        about = path.lstat()
        if stat.S_ISDIR(about.st_mode):
            return None
        entry.reason = LINK * (not stat.S_ISREG(about.st_mode))
        with contextlib.suppress(ValueError, OverflowError):  # a year that no clock has
            entry.time = datetime.datetime.fromtimestamp(about.st_mtime, datetime.UTC)
    except OSError as error:  # a folder that may not be entered, or such a year
        entry.reason = entry.reason or error.strerror or str(error)
    return entry


def _of_zip(file, info):
    entry = Entry(info.filename, open=lambda: file.open(info))
    if not info.flag_bits & 0x800:
        # Some systems, such as macOS, write UTF-8 without marking it.
        with contextlib.suppress(UnicodeError):
            entry.path = info.filename.encode("cp437").decode("utf-8")
    with contextlib.suppress(ValueError, OverflowError):
        if utc := re.search(rb"UT.\0[\1\3\5\7](.{4})", info.extra, re.DOTALL):
            seconds = int.from_bytes(utc[1], "little")
            entry.time = datetime.datetime.fromtimestamp(seconds, datetime.UTC)
        elif info.date_time[0] > 1980:  # 1980 means that there is no time
            entry.time = datetime.datetime(*info.date_time).astimezone()
    entry.reason = LINK * stat.S_ISLNK(info.external_attr >> 16)
    return entry


def _reason(entry):
    """Return why an entry is nobody's hand-in, or an empty string."""
    parts = entry.parts
    if not parts[0] or ".." in parts or ":" in parts[0]:
        return "its path leads out of the archive"
    left = "__MACOSX", ".ipynb_checkpoints", "._", ".~"
    if any(part.startswith(left) for part in parts):
        return "it is a file that a computer left, not a student's"
    if parts[-1].lower().endswith((".zip", ".7z", ".rar", ".gz")):
        return (
            "unpack it and collect again: put the notebook beside it if this is a "
            "student's folder, and otherwise into a folder with its name"
        )
    if not parts[-1].lower().endswith(".ipynb"):
        return "it is not a notebook"
    return ""
