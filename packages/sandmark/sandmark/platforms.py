"""How learning platforms name the entries of their archives.

To add a platform, add a pattern for how its paths begin to `PLATFORMS`, with named
groups for what they say. tests/test_archives.py has an example of each platform.
"""

import re

# The group "name" is the student's name or key, "id" is the platform's number for the
# student, "time" is when the notebook was handed in, and "late" is a word in the names
# of those after the deadline. What students choose comes last, and may be a folder if
# an archive in the archive was unpacked.
PLATFORMS = {
    # Ada Lovelace_1042_assignsubmission_file_/h3.ipynb, or without the slash. Names
    # hold no underscore. A team may have no number, and then it is unclear who it is
    # (mod/assign/classes/downloader.php).
    "Moodle": re.compile(
        r"(?P<name>[^/_]+)(_(?P<id>\d+)_|(?P<unclear>_))"
        r"assignsubmission_[a-z]+(_?/|_)[^/]"
    ),
    # rossbob_LATE_1043_56_h3-1.ipynb: the name, last name first and without spaces, the
    # student's number, the file's number, and the file (lib/content_zipper.rb of
    # canvas-lms). Names may hold "_" and numbers, so more pairs of numbers are unclear.
    "Canvas": re.compile(
        r"(?P<name>[^/_]+)_(?P<late>(?i:LATE)_)?(?P<id>\d+)_\d+_"
        r"(?=(?P<unclear>\d+_|[^/]*_\d+_\d+_)?)"
    ),
    # Homework 3_alovelace_attempt_2026-11-20-10-15-00_h3.ipynb, after the login.
    "Blackboard": re.compile(r"(?P<name>[^/]+?)_attempt_(?P<time>\d{4}(-\d\d){5})_"),
    # Ada Lovelace - h3_the_formula.ipynb, the name of a student's copy.
    "Classroom": re.compile(r"(?P<name>[^/]+?) - [^/]+\Z"),
}
# These platforms note the time of the download with each notebook, according to their
# sources (content_zipper.rb, downloader.php).
NO_TIMES = ("Moodle", "Canvas")


def named_by(platform, parts):
    """Return a match for the first folder or file that a platform named, or None.

    `parts` are the parts of a path. Folders above may have been added when the archive
    was unpacked or packed again; what is below may be a student's choice.
    """
    paths = ("/".join(parts[above:]) for above in range(len(parts)))
    return next(filter(None, map(PLATFORMS[platform].match, paths)), None)
