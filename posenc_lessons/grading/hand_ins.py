"""What a student has handed in."""

from posenc_lessons.grading import names
from posenc_lessons.grading.files import read


def find_hand_in(submitted, student, assignment):
    """Find what a student handed in.

    Parameters
    ----------
    submitted : pathlib.Path
        The folder with a folder for each student.
    student, assignment : str
        Whose hand-in of what.

    Returns
    -------
    data : bytes or None
        The file, None if there is none.
    reason : str
        Why it cannot be used, or a remark on its name; empty if all is well.
    """
    reason = names.complaint(student)
    if reason:
        return None, reason
    folder = submitted / student / assignment
    for path in (folder.parent, folder):
        if path.is_symlink():
            return None, "its folder is a link, which is not followed"
    try:
        found = sorted(path for path in folder.iterdir() if not path.is_dir())
    except OSError:
        return None, ""
    wanted = folder / f"{assignment}.ipynb"
    notebooks = [path for path in found if path.suffix.lower() == ".ipynb"]
    if wanted in notebooks:
        remark = ""
    elif notebooks:
        # Downloads of the same name get a number: the latest of them counts.
        wanted = max(notebooks, key=lambda path: (path.lstat().st_mtime, path.name))
        remark = f"it was called {wanted.name!r}, not {assignment + '.ipynb'!r}"
    elif found:
        return b"", f"there is no notebook, but {found[0].name!r}"
    else:
        return None, ""
    try:
        return read(wanted), remark
    except OSError as error:
        return b"", f"{wanted.name!r} cannot be read: {error.strerror or error}"
