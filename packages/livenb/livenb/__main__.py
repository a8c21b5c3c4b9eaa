"""The commands ``livenb site``, ``livenb slides`` and ``livenb refresh``."""

import argparse
import sys
from pathlib import Path

from livenb import refresh, serve
from livenb.settings import Settings
from livenb.site.run import CellFailed

# The processes that draw also import this module, and a change in any module that it
# imports makes them draw again. So modules that only write pages are imported where
# they are used.

LIVE = "notebooks whose Explorers move, by the beginning of the name, such as 05"
LITE = "add JupyterLite, with the packages in these folders"
INTO = "the folder in which slides/ is written, such as a site"
KEPT = "where pictures are kept for the next build"


def main(arguments=None):
    """Run a command with the given arguments, or with those of the command line."""
    parser = argparse.ArgumentParser(prog="livenb", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="site | slides | refresh")

    site = commands.add_parser("site", help="make pages from a folder")
    site.add_argument("folder", type=Path)
    site.add_argument("--into", type=Path, default=Path("build/site"))
    site.add_argument("--live", nargs="*", help=LIVE)
    site.add_argument("--lite", nargs="*", type=Path, metavar="PACKAGE", help=LITE)
    site.add_argument("--lock", type=Path, help="a copy of Pyodide's lock file")
    site.set_defaults(run=make_site)

    slides = commands.add_parser("slides", help="make slides from notebooks")
    slides.add_argument("notebooks", nargs="+", type=Path)
    slides.add_argument("--into", type=Path, default=Path("build/site"), help=INTO)
    slides.set_defaults(run=make_slides)

    for command in (site, slides):
        command.add_argument("--open", action="store_true", help="show it in a browser")
        command.add_argument(
            "--kept", type=Path, default=Path("build/frames"), help=KEPT
        )

    again = commands.add_parser("refresh", help="run notebooks and store their outputs")
    again.add_argument("notebooks", nargs="+", type=Path)
    again.set_defaults(run=lambda given: refresh.refresh(given.notebooks))

    given = parser.parse_args(arguments)
    try:
        given.run(given)
    except (CellFailed, OSError, RuntimeError, ValueError) as error:
        sys.exit(str(error))


def make_site(given):
    """Build the pages and, with ``--lite``, JupyterLite."""
    from livenb.site import build

    notebooks = sorted(given.folder.glob("*.ipynb"))
    if not notebooks:
        raise FileNotFoundError(f"there is no notebook in {given.folder}")
    settings = Settings.read(given.folder)
    notebooks += settings.matching(settings.further.values())
    has_lite = given.lite is not None
    build.build(
        settings, notebooks, given.into, given.kept, live=given.live, has_lite=has_lite
    )
    if has_lite:
        from livenb.site import lite

        lite.build(settings, given.lite, given.into / "lite", given.lock)
    size = sum(p.stat().st_size for p in given.into.rglob("*") if p.is_file())
    print(f"{given.into}: {size / 1e6:.1f} MB")
    if given.open:
        serve.show(given.into, "index.html")


def make_slides(given):
    """Build the slides of some notebooks; other slides stay as they are."""
    from livenb.slides.build import build as build_slides

    pages = build_slides(given.notebooks, given.into / "slides", given.kept)
    print(*pages, sep="\n")
    if given.open:
        page = f"slides/{pages[0].name}" if len(pages) == 1 else "slides/"
        serve.show(given.into, page)


if __name__ == "__main__":
    main()
