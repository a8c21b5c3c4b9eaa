"""Build slides: ``python -m livenb.slides 05``."""

import argparse
import pathlib
import sys

from livenb import serve
from livenb.site.explorers import CellFailed
from livenb.slides.build import build, share


def main(arguments=None):
    """Build, and say where the slides are."""
    parser = argparse.ArgumentParser(prog="python -m livenb.slides")
    parser.add_argument("lessons", nargs="*", help="as 05; all without")
    parser.add_argument(
        "--out", type=pathlib.Path, default=pathlib.Path("build/slides")
    )
    parser.add_argument(
        "--kept", type=pathlib.Path, default=pathlib.Path("build/frames")
    )
    parser.add_argument(
        "--into", type=pathlib.Path, help="a site that they become a part of"
    )
    parser.add_argument("--open", action="store_true", help="show them in a browser")
    told = parser.parse_args(arguments)
    every = sorted(pathlib.Path("notebooks").glob("*.ipynb"))
    wanted = [p for p in every if p.stem.startswith(tuple(told.lessons or [""]))]
    if not wanted:
        sys.exit(f"there is no lesson {' '.join(told.lessons)}")
    out = told.into / "slides" if told.into else told.out
    try:
        build(wanted, out, told.kept)
        if told.into:
            share(out)
    except (CellFailed, FileNotFoundError) as error:
        sys.exit(str(error))
    for path in wanted:
        print(out / f"{path.stem}.html")
    if told.open:
        first = f"{wanted[0].stem}.html" if told.lessons else "index.html"
        folder, within = (told.into, "slides/") if told.into else (out, "")
        serve.show(folder, within + first)


if __name__ == "__main__":
    main()
