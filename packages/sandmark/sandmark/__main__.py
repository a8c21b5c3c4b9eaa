"""The commands for lecturers: release, collect, mark, give back, and a few more.

Usage: ``sandmark --help``.
"""

import argparse
import logging
import os
import pathlib
import sys
import warnings

from sandmark.commands import STEPS, open_course
from sandmark.export import PLATFORMS
from sandmark.files import CourseError
from sandmark.values import plain

PATH = {"type": pathlib.Path}
FLAG = {"action": "store_true"}
WALL = {"dest": "wall", "action": "store_const"}
WALL |= {"const": "gvisor", "default": "bubblewrap"}
PLATFORM = {"dest": "platform", "choices": PLATFORMS, "default": "csv"}
# Options that only one command has.
OPTIONS = [
    ("roster", "file", "a CSV file", PATH),
    ("collect", "archive", "the archive that a platform made, or a folder", {}),
    ("export", "--for", "the platform that imports it", PLATFORM),
    ("export", "--column", "the column's name on the platform", {}),
    ("release-all", "--into", "the folder to write into", PATH | {"required": True}),
    ("due", "time", "such as '2026-11-30 23:59'", {}),
    ("extend", "student", "the student's name", {}),
    ("extend", "--days", "how many more", {"type": float, "default": 0}),
    ("mark", "--student", "mark only this student, again", {"action": "append"}),
    ("mark", "--jobs", "hand-ins at once", {"type": int, "default": os.cpu_count()}),
    ("mark", "--again", "mark all hand-ins again", FLAG),
    ("mark", "--gvisor", "run students' code on gVisor's own kernel", WALL),
]


def parser():
    """Return the parser of the command line."""
    main = argparse.ArgumentParser(prog="sandmark")
    main.add_argument(
        "--exercises",
        required=True,
        metavar="MODULE",
        help="the course's module, such as mycourse.checks: see sandmark.material",
    )
    main.add_argument("--course", default="course", help="the course's folder")
    steps = main.add_subparsers(dest="step", required=True)
    # The first line of a command's docstring is its help.
    step = {
        name: steps.add_parser(name, help=command.__doc__.partition("\n")[0])
        for name, command in STEPS.items()
    }
    for name in {*STEPS} - {"roster", "release-all"}:
        step[name].add_argument("assignment", help="such as h3_the_formula")
    for name, flag, said, more in OPTIONS:
        step[name].add_argument(flag, help=said, **more)
    return main


def main(arguments=None):
    """Run a command with the given arguments, or with those of the command line."""
    options = parser().parse_args(arguments)
    # nbgrader would print a traceback when two runs enter a student at the same time,
    # although the second run succeeds when it tries again.
    logging.getLogger("tornado.application").disabled = True
    # Wrong answers may overflow when they are compared.
    warnings.filterwarnings("ignore", category=RuntimeWarning)
    try:
        with open_course(options) as course:
            STEPS[options.step](course, options)
        sys.stdout.flush()
    except CourseError as error:
        sys.exit(plain(str(error)))
    except BrokenPipeError:
        # The program that reads the output, such as `head`, has ended.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        what = f"{error.strerror or error}: {error.filename or ''}".rstrip(": ")
        again = "What has been marked stays marked: fix this, and run the command again"
        sys.exit(plain(f"{what}. {again}"))
    except KeyboardInterrupt:
        said = "Stopped. What has been marked stays marked, and the next run goes on."
        print(said, file=sys.stderr, flush=True)
        # Do not wait for hand-ins that are being marked, because they end with this
        # process.
        os._exit(1)


if __name__ == "__main__":
    main()
