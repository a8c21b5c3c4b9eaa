"""Show the wrong answers that no hint explains.

Usage: ``python -m hintcheck unexplained --exercises MODULE FILE.jsonl ...``.
"""

import argparse
import importlib
import sys
from collections.abc import Sequence

from hintcheck.proposals import read_attempts, report


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command with the given arguments, or with those of the command line."""
    parser = argparse.ArgumentParser(prog="python -m hintcheck")
    parser.add_argument("step", choices=["unexplained"])
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="a file written by keep()"
    )
    parser.add_argument(
        "--exercises", required=True, metavar="MODULE", help="the module with EXERCISES"
    )
    asked = parser.parse_args(arguments)
    try:
        exercises = importlib.import_module(asked.exercises).EXERCISES
        attempts = [one for file in asked.files for one in read_attempts(file)]
        found = list(report(exercises, attempts))
    except (ImportError, AttributeError, OSError, ValueError) as error:
        sys.exit(str(error))
    print("\n\n".join(found) or f"{len(attempts)} answers; none needs a new slip.")


if __name__ == "__main__":
    main()
