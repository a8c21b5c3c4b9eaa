"""How learning platforms name the entries of their archives.

To add a platform, add a pattern for how its paths begin to `PLATFORMS`, with named
groups for what they say. tests/test_archives.py has an example of each platform.
"""

import re

# The group "name" is the student's name or key, "id" is the platform's number for the
# student, "time" is when the notebook was handed in, "attempt" counts the student's
# hand-ins, and "late" is a word in the names of those after the deadline. What students
# choose comes last, and may be a folder if an archive in the archive was unpacked.
PLATFORMS = {
    # Ada Lovelace_1042_assignsubmission_file_/h3.ipynb, or without the slash. Names
    # hold no underscore, and a team may have no number (downloader.php of mod/assign).
    "Moodle": re.compile(
        r"(?P<name>[^/_]+)(_(?P<id>\d+))?_assignsubmission_[a-z]+(_?/|_)[^/]"
    ),
    # rossbob_LATE_1043_56_h3-1.ipynb: the name, last name first and in letters only,
    # the student's number, the hand-in's number, and the file. Some versions write
    # everything except the file in lower case (lib/content_zipper.rb of canvas-lms).
    "Canvas": re.compile(
        r"(?P<name>[^/_]+)_(?P<late>(?i:LATE)_)?(?P<id>\d+)_(?P<attempt>\d{1,18})_"
    ),
    # Homework 3_alovelace_attempt_2026-11-20-10-15-00_h3.ipynb, after the login.
    "Blackboard": re.compile(r"(?P<name>[^/]+?)_attempt_(?P<time>\d{4}(-\d\d){5})_"),
    # Ada Lovelace - h3_the_formula.ipynb, the name of a student's copy.
    "Google Classroom": re.compile(r"(?P<name>[^/]+?) - [^/]+\Z"),
}


def platform_of(paths):
    """Return the platform that made an archive, and the paths that make it no other's.

    All but the last platform give every path their form, so an archive is from the
    first of them whose pattern fits all. There are such paths only if one fits most.
    """
    *strict, platform = PLATFORMS
    odd = paths
    for name in strict:
        others = [path for path in paths if not PLATFORMS[name].match(path)]
        if not others:
            return name, []
        odd = min(odd, others, key=len)
    return platform, odd * (2 * len(odd) < len(paths))
