"""The command that shows the wrong answers that no hint explains.

Use: ``python -m hintcheck unexplained --exercises MODULE FILE.jsonl ...``.
"""

import argparse
import importlib
import sys
from collections.abc import Sequence

from hintcheck.proposals import read_attempts, report


def main(arguments: Sequence[str] | None = None) -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(prog="python -m hintcheck")
    parser.add_argument("step", choices=["unexplained"])
    parser.add_argument("files", nargs="+", metavar="FILE", help="as keep() writes it")
    parser.add_argument(
        "--exercises", required=True, metavar="MODULE", help="a module with EXERCISES"
    )
    asked = parser.parse_args(arguments)
    try:
        exercises = importlib.import_module(asked.exercises).EXERCISES
        attempts = [one for file in asked.files for one in read_attempts(file)]
        found = list(report(exercises, attempts))
    except (ImportError, AttributeError, OSError, ValueError) as error:
        sys.exit(str(error))
    print("\n\n".join(found) or f"{len(attempts)} answers: none needs a new line")


if __name__ == "__main__":
    main()
