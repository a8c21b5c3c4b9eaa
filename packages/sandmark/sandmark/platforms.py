"""How learning platforms name the entries of their archives.

To add a platform, add a pattern for an entry's path to `PLATFORMS`, with named groups
for what the path says. tests/test_archives.py has an example of each platform.
"""

import contextlib
import datetime
import re

# The group "name" is the student's name or key, "id" is the platform's number for the
# student, "time" is when the notebook was handed in, "attempt" is which of several
# hand-ins it is, and "late" is a word in those after the deadline.
PLATFORMS = {
    # Ada Lovelace_1042_assignsubmission_file_/h3.ipynb, or without the slash.
    # If names are hidden: Participant_1042_assignsubmission...
    # Students use such file names on other platforms, too. There, what Canvas or
    # Blackboard writes before a file's name is not a student's name.
    "Moodle": re.compile(
        r"(?![^/_]+_(?i:LATE_)?\d+_\d+_(?!assignsubmission_)[^/]+$)"
        r"(?P<name>(?:(?!_attempt_\d{4}-)[^/])+?)"
        r"_(?P<id>\d+)_assignsubmission_[a-z]+"
        # Moodle chooses a folder's name, so no student has chosen its end.
        r"(?:_/|/|_(?!(?:[^/]*_)?\d+_assignsubmission_[a-z]+_?/))[^/].*"
    ),
    # rossbob_LATE_1043_56_h3-1.ipynb: the name as it is sorted, in letters only, the
    # student's number, the hand-in's number, and the file. Some versions write
    # everything except the file in lower case (lib/content_zipper.rb of canvas-lms).
    # Blackboard's names may look the same before the time.
    "Canvas": re.compile(
        r"(?!.*_attempt_\d{4}(?:-\d\d){5}[_.])"
        r"(?P<name>[^/_]+)_(?P<late>(?i:LATE)_)?(?P<id>\d+)_(?P<attempt>\d{1,18})_[^/]+"
    ),
    # Homework 3_alovelace_attempt_2026-11-20-10-15-00_h3.ipynb, after the login. The
    # first such time is Blackboard's, whatever the student's file is called.
    "Blackboard": re.compile(
        r"(?P<name>(?:(?!_attempt_\d{4}-)[^/])+)"
        r"_attempt_(?P<time>\d{4}(?:-\d\d){5})(?:_[^/]+|\.txt)"
    ),
    # Ada Lovelace - h3_the_formula.ipynb, the name of a student's copy.
    "Google Classroom": re.compile(r"(?P<name>[^/]+?) - [^/]+"),
}


def match(path):
    """Return a dict of what a path says if a platform named it, or an empty dict.

    `path` does not include the folders that contain all entries.
    """
    for platform, pattern in PLATFORMS.items():
        if matched := pattern.fullmatch(path):
            return {"platform": platform, **matched.groupdict()}
    return {}


def time_of(text):
    """Return the time that Blackboard writes into a name, or None."""
    with contextlib.suppress(ValueError, OverflowError):
        return datetime.datetime.strptime(text, "%Y-%m-%d-%H-%M-%S").astimezone()
    return None


def left_by_a_system(path):
    """Return whether a notebook is one that systems and editors leave behind."""
    left = "__MACOSX", ".ipynb_checkpoints", "._", ".~"
    return any(part.startswith(left) for part in path.split("/"))
