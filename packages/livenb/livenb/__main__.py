"""The commands ``livenb site``, ``livenb slides`` and ``livenb refresh``."""

import argparse
import pathlib
import sys

from livenb import refresh, serve
from livenb.settings import Settings
from livenb.site.run import CellFailed

# Processes that draw import this module, too, and pictures are drawn anew when anything
# changes that is imported there: what writes pages is imported where it is called.


def main(arguments=None):
    """Do what the command line asks for, and say where the result is."""
    parser = argparse.ArgumentParser(prog="livenb", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="site | slides | refresh")

    site = commands.add_parser("site", help="make pages from a folder")
    site.add_argument("folder", type=pathlib.Path)
    site.add_argument("--into", type=pathlib.Path, default=pathlib.Path("build/site"))
    site.add_argument("--live", nargs="*", help="notebooks whose Explorers move: 05")
    site.add_argument("--lite", nargs="*", metavar="PACKAGE", type=pathlib.Path,
                      help="add JupyterLite, with these packages' folders")  # fmt: skip
    site.add_argument("--lock", type=pathlib.Path, help="Pyodide's lock, as a file")
    site.set_defaults(run=make_site)

    slides = commands.add_parser("slides", help="make slides from notebooks")
    slides.add_argument("notebooks", nargs="+", type=pathlib.Path)
    slides.add_argument("--into", type=pathlib.Path, default=pathlib.Path("build/site"),
                        help="a folder, or a site, which gets slides/")  # fmt: skip
    slides.set_defaults(run=make_slides)

    for command in (site, slides):
        command.add_argument("--open", action="store_true", help="show it in a browser")
        command.add_argument("--kept", type=pathlib.Path, metavar="FOLDER",
                             default=pathlib.Path("build/frames"),
                             help="where pictures are kept for next time")  # fmt: skip

    again = commands.add_parser("refresh", help="run notebooks and store their outputs")
    again.add_argument("notebooks", nargs="+", type=pathlib.Path)
    again.set_defaults(run=lambda given: refresh.refresh_all(given.notebooks))

    given = parser.parse_args(arguments)
    try:
        given.run(given)
    except (CellFailed, OSError, RuntimeError, ValueError) as error:
        sys.exit(str(error))


def make_site(given):
    """Build pages, and what else is asked for."""
    from livenb.site import build, lite

    notebooks = sorted(given.folder.glob("*.ipynb"))
    if not notebooks:
        raise FileNotFoundError(f"there is no notebook in {given.folder}")
    settings = Settings.read(given.folder)
    notebooks += settings.matching(settings.further.values())
    has_lite = given.lite is not None
    build.build(
        settings, notebooks, given.into, given.kept, live=given.live, has_lite=has_lite
    )
    print(f"{given.into}: {_megabytes(given.into):.1f} MB")
    if has_lite:
        lite.build(settings, given.lite, given.into / "lite", given.lock)
        print(f"{given.into / 'lite'}: {_megabytes(given.into / 'lite'):.1f} MB")
    if given.open:
        serve.show(given.into, "index.html")


def make_slides(given):
    """Build the slides of the notebooks that are named; others stay as they are."""
    from livenb.slides.build import build as build_slides

    missing = [path for path in given.notebooks if not path.exists()]
    if missing:
        raise FileNotFoundError(f"there is no notebook {missing[0]}")
    folder = given.into / "slides"
    pages = build_slides(given.notebooks, folder, given.kept)
    print(*pages, sep="\n")
    if given.open:
        page = pages[0] if len(pages) == 1 else folder / "index.html"
        serve.show(given.into, page.relative_to(given.into).as_posix())


def _megabytes(folder):
    return sum(p.stat().st_size for p in folder.rglob("*") if p.is_file()) / 1e6


if __name__ == "__main__":
    main()
