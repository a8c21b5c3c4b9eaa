"""The commands for lecturers: release, collect, mark, give back, and what helps them.

Use: ``sandmark --help``.
"""

import argparse
import concurrent.futures
import os
import pathlib
import sys

import sqlalchemy.exc

from sandmark.commands import STEPS, open_course, release_all
from sandmark.course import CourseError
from sandmark.export import PLATFORMS
from sandmark.material import load
from sandmark.new_course import new_course
from sandmark.report import plain
from sandmark.sandbox import NoSandbox

HELP = {
    "release": "make the students' version",
    "roster": "take the class's list: a CSV file",
    "collect": "take hand-ins out of an archive or a folder",
    "mark": "mark all hand-ins, and report on the class",
    "status": "tell who handed in when, who waits, what went wrong",
    "give-back": "write the pages for the students",
    "export": "write the points for a learning platform",
    "due": "set the deadline",
    "extend": "give one student more time",
    "alike": "write what JPlag reads, to find similar hand-ins",
    "demo": "make a class, mark it, open the report",
}


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
    main.add_argument(
        "--source", help="the folder with the assignments' sources, if not its own"
    )
    steps = main.add_subparsers(dest="step", required=True)
    fresh = steps.add_parser(
        "new-course", help="start a course with its own copy of the sources"
    )
    fresh.add_argument("folder", type=pathlib.Path)
    every = steps.add_parser(
        "release-all", help="write the students' versions of all assignments"
    )
    every.add_argument("--into", type=pathlib.Path, required=True, metavar="FOLDER")
    step = {name: steps.add_parser(name, help=HELP[name]) for name in STEPS}
    for name, arguments in step.items():
        if name not in ("roster", "demo"):
            arguments.add_argument("assignment", help="such as h3_the_formula")
    _add_options(step)
    for name in ("mark", "demo"):
        _add_options_of_marking(step[name])
    return main


def _add_options(step):
    """Give the commands, by name, the arguments that only one of them has."""
    step["roster"].add_argument(
        "file", type=pathlib.Path, help="columns name, id, email; or a platform's own"
    )
    step["collect"].add_argument("archive", help="as a learning platform makes it")
    step["export"].add_argument(
        "--for", dest="platform", choices=PLATFORMS, default="csv"
    )
    step["export"].add_argument("--column", help="the platform's name of the column")
    step["export"].add_argument(
        "--partial", action="store_true", help="also totals that wait for marks by hand"
    )
    step["export"].add_argument("--to", type=pathlib.Path, help="the file to write")
    step["alike"].add_argument(
        "--into", type=pathlib.Path, required=True, metavar="FOLDER"
    )
    step["due"].add_argument("time", help="'2026-11-30 23:59', or none")
    step["extend"].add_argument("student")
    step["extend"].add_argument("--days", type=float, default=0)
    step["extend"].add_argument("--hours", type=float, default=0)
    step["demo"].add_argument("--students", type=int, default=30)
    step["demo"].add_argument("--no-browser", action="store_true")
    step["mark"].add_argument(
        "--student", action="append", help="mark only this student, again"
    )
    step["mark"].add_argument(
        "--version", type=int, help="let this earlier version of --student count"
    )


def _add_options_of_marking(step):
    """Give a command that marks its options."""
    step.add_argument(
        "--jobs", type=int, default=os.cpu_count(), help="hand-ins at once"
    )
    walls = step.add_mutually_exclusive_group()
    constant = {"dest": "wall", "action": "store_const"}
    walls.add_argument(
        "--gvisor",
        **constant,
        const="gvisor",
        default="bubblewrap",
        help="put gVisor's own kernel between students' code and this machine's",
    )
    walls.add_argument(
        "--unsafe",
        **constant,
        const="none",
        help="run students' code with all that you may do yourself",
    )
    step.add_argument("--again", action="store_true", help="also those that are marked")


def main(arguments=None):
    """Do what the command line says."""
    options = parser().parse_args(arguments)
    try:
        if options.step == "new-course":
            made = new_course(options.folder.resolve(), load(options.exercises))
            print(plain(f"sources of your own: {made}"))
            return
        if options.step == "release-all":
            release_all(options)
            return
        STEPS[options.step](open_course(options), options)
        sys.stdout.flush()
    except (CourseError, NoSandbox) as error:
        sys.exit(plain(str(error)))
    except sqlalchemy.exc.SQLAlchemyError as error:
        reason = " ".join(str(error).split())[:200]
        sys.exit(plain(f"the gradebook cannot be used: {reason}"))
    except BrokenPipeError:
        # The reader, such as `head`, has seen enough.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        what = f"{error.strerror or error}: {error.filename or ''}".rstrip(": ")
        sys.exit(plain(f"{what}; what is marked stays marked: put it right, run again"))
    except KeyboardInterrupt:
        sys.exit("stopped; what is marked stays marked, and a next run goes on")
    except concurrent.futures.BrokenExecutor:
        sys.exit(
            "a marking process was ended from outside, perhaps for want of memory; "
            "what is marked stays marked: run the same command again"
        )


if __name__ == "__main__":
    main()
