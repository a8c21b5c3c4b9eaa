"""Archives of hand-ins, as learning platforms make them."""

import pathlib
import stat
import zipfile

from posenc_lessons.grading.assignments import LARGEST
from posenc_lessons.grading.files import write


def unpack_hand_ins(archive, assignment, submitted):
    """Take hand-ins out of a zip archive, one folder or file for each student.

    Parameters
    ----------
    archive : str or pathlib.Path
        The archive: ``STUDENT/anything.ipynb``, or ``STUDENT.ipynb``.
    assignment : str
        The assignment.
    submitted : pathlib.Path
        The folder with a folder for each student.

    Returns
    -------
    taken, refused : list of str
        The students, and the entries that were left out, each with the reason.

    Raises
    ------
    zipfile.BadZipFile, OSError
        If the archive cannot be read at all.
    """
    taken, refused = [], []
    with zipfile.ZipFile(archive) as entries:
        for entry in entries.infolist():
            student, reason = _student_of(entry)
            if student:
                name = pathlib.PurePosixPath(entry.filename).name
                own = "/" in entry.filename
                path = submitted / student / assignment
                name = name if own else f"{assignment}.ipynb"
                try:
                    path.mkdir(parents=True, exist_ok=True)
                    with entries.open(entry) as file:
                        write(path / name, file.read(LARGEST + 1))
                    taken.append(student)
                except Exception as error:
                    # One damaged or locked entry costs nobody else's.
                    refused.append(f"{entry.filename}: {error}")
            elif reason:
                refused.append(f"{entry.filename}: {reason}")
    return taken, refused


def _student_of(entry):
    """Return the student to whom an entry belongs, or the reason why to nobody."""
    path = pathlib.PurePosixPath(entry.filename.replace("\\", "/"))
    if entry.is_dir():
        return None, ""
    if path.is_absolute() or ".." in path.parts or ":" in path.parts[0]:
        return None, "its path leads out of the archive"
    if stat.S_ISLNK(entry.external_attr >> 16):
        return None, "it is a link"
    if path.suffix.lower() != ".ipynb":
        return None, "it is no notebook"
    if entry.file_size > LARGEST:
        return None, f"it is larger than {LARGEST / 1e6:.0f} MB"
    student = path.parts[0] if len(path.parts) > 1 else path.stem
    if student.startswith(".") or not student.isprintable() or not student.strip():
        return None, "its name is no student's"
    return student, ""
