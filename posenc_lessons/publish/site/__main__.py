"""Build the course's pages: ``python -m posenc_lessons.publish.site``."""

import argparse
import pathlib
import sys

from posenc_lessons.publish import serve
from posenc_lessons.publish.site import build, explorers, printed


def main(arguments=None):
    """Build, and say where the pages are."""
    parser = argparse.ArgumentParser(prog="python -m posenc_lessons.publish.site")
    parser.add_argument("--live", nargs="*", help="lessons whose Explorers move")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("build/site"))
    parser.add_argument(
        "--kept", type=pathlib.Path, default=pathlib.Path("build/frames")
    )
    parser.add_argument("--open", action="store_true", help="show it in a browser")
    parser.add_argument("--pdf", action="store_true", help="print it as one PDF, too")
    parser.add_argument("--room", type=int, default=build.ROOM)
    told = parser.parse_args(arguments)
    notebooks = sorted(pathlib.Path("notebooks").glob("*.ipynb"))
    try:
        build.build(notebooks, told.out, told.kept, told.room, told.live)
    except (explorers.CellFailed, RuntimeError) as error:
        sys.exit(str(error))
    size = sum(path.stat().st_size for path in told.out.rglob("*") if path.is_file())
    print(f"{told.out}: {size / 1e6:.1f} MB")
    if told.pdf:
        print(printed.pdf(told.out))
    if told.open:
        serve.show(told.out, "index.html")


if __name__ == "__main__":
    main()
