"""Files of a course's folder: read safely, written whole or not at all."""

import contextlib
import os
import stat

from posenc_lessons.grading.assignments import LARGEST


def read(path):
    """Return the bytes of a plain file, and no more than are too many."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    with open(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError("it is no plain file")
        return file.read(LARGEST + 1)


def write(path, data):
    """Write a file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    beside.write_bytes(data)
    os.replace(beside, path)


def folders_in(folder):
    """Return the names of the folders in a folder, but for hidden ones."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        return [
            entry.name
            for entry in entries
            if entry.is_dir() and not entry.name.startswith(".")
        ]
    return []
