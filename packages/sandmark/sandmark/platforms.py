"""How learning platforms name the entries of their archives.

To add a platform, add a pattern for an entry's path to `PLATFORMS`, with named groups
for what the path says. tests/test_archives.py has an example of each platform.
"""

import re

# The group "name" is the student's name or key, "id" is the platform's number for the
# student, "time" is when the notebook was handed in, "attempt" counts the student's
# hand-ins, and "late" is a word in the names of those after the deadline.
PLATFORMS = {
    # Ada Lovelace_1042_assignsubmission_file_/h3.ipynb, or without the slash.
    # If names are hidden: Participant_1042_assignsubmission...
    "Moodle": re.compile(
        r"(?P<name>[^/]+)_(?P<id>\d+)_assignsubmission_[a-z]+(_?/|_)[^/].*"
    ),
    # rossbob_LATE_1043_56_h3-1.ipynb: the name, last name first and in letters only,
    # the student's number, the hand-in's number, and the file. Some versions write
    # everything except the file in lower case (lib/content_zipper.rb of canvas-lms).
    "Canvas": re.compile(
        r"(?P<name>[^/_]+)_(?P<late>(?i:LATE)_)?(?P<id>\d+)_(?P<attempt>\d{1,18})_[^/]+"
    ),
    # Homework 3_alovelace_attempt_2026-11-20-10-15-00_h3.ipynb, after the login.
    "Blackboard": re.compile(
        r"(?P<name>[^/]+?)_attempt_(?P<time>\d{4}(-\d\d){5})_[^/]+"
    ),
    # Ada Lovelace - h3_the_formula.ipynb, the name of a student's copy.
    "Google Classroom": re.compile(r"(?P<name>[^/]+?) - [^/]+"),
}


def platform_of(paths):
    """Return the platform that made an archive with the given paths.

    It is the platform whose pattern fits the most paths, and more than half of them.
    Of several, it is the one that names the most students, and then the one with the
    shortest names, because students choose how the names of their files end. If no
    pattern fits, it is Google Classroom, where students choose the whole name.
    """
    fitting = {}
    for platform, pattern in PLATFORMS.items():
        names = [found["name"] for found in map(pattern.fullmatch, paths) if found]
        if 2 * len(names) > len(paths):
            fitting[platform] = len(names), len({*names}), -len("".join(names))
    return max(fitting, key=fitting.get, default="Google Classroom")
