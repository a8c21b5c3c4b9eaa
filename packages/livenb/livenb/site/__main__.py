"""Build the course's pages: ``python -m livenb.site``."""

import argparse
import pathlib
import sys

from livenb import serve
from livenb.site import build, explorers, lite, printed


def main(arguments=None):
    """Build, and say where the pages are."""
    parser = argparse.ArgumentParser(prog="python -m livenb.site")
    parser.add_argument("--live", nargs="*", help="lessons whose Explorers move")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("build/site"))
    parser.add_argument(
        "--kept", type=pathlib.Path, default=pathlib.Path("build/frames")
    )
    parser.add_argument("--open", action="store_true", help="show it in a browser")
    parser.add_argument("--pdf", action="store_true", help="print it as one PDF, too")
    parser.add_argument(
        "--lite", action="store_true", help="add JupyterLite, which takes a network"
    )
    parser.add_argument("--lock", type=pathlib.Path, help="Pyodide's lock, as a file")
    parser.add_argument("--room", type=int, default=build.ROOM)
    told = parser.parse_args(arguments)
    notebooks = sorted(pathlib.Path("notebooks").glob("*.ipynb"))
    try:
        build.build(notebooks, told.out, told.kept, told.room, told.live)
        print(f"{told.out}: {_megabytes(told.out):.1f} MB")
        if told.lite:
            lite.build(pathlib.Path.cwd(), told.out / "lite", told.lock)
            print(f"{told.out / 'lite'}: {_megabytes(told.out / 'lite'):.1f} MB")
    except (explorers.CellFailed, OSError, RuntimeError) as error:
        sys.exit(str(error))
    if told.pdf:
        print(printed.pdf(told.out))
    if told.open:
        serve.show(told.out, "index.html")


def _megabytes(folder):
    return sum(p.stat().st_size for p in folder.rglob("*") if p.is_file()) / 1e6


if __name__ == "__main__":
    main()
