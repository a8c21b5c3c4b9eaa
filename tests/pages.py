"""The course's pages and slides for tests to look at, built once for all."""

import os
import pathlib
import time

from livenb.settings import Settings
from livenb.site import build, packs
from livenb.slides.build import build as build_slides

ROOT = pathlib.Path(__file__).parents[1]
SETTINGS = Settings.read(ROOT / "notebooks")
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
CURIOUS = SETTINGS.matching(SETTINGS.further.values())
WHOLE = os.environ.get("SITE") == "whole"
"""Whether all Explorers move, as in `make test-site`, or only the first lesson's."""

LIVE = [path for path in NOTEBOOKS if WHOLE or path.stem.startswith("00")]
ROOM = packs.ROOM if WHOLE else 0


def frames(folder):
    """Return where frames are kept; those of all lessons stay for the next build."""
    return ROOT / "build" / "frames" if WHOLE else folder / "kept"


def made(tmp_path_factory):
    """Return the folder with the site and its slides; the first call builds it."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    folder = folder / "pages"
    done, failed = folder / "done", folder / "failed"
    try:
        folder.mkdir()
    except FileExistsError:
        while not (done.exists() or failed.exists()):
            time.sleep(0.2)
        assert done.exists(), failed.read_text("utf-8")
        return folder
    kept = frames(folder)
    try:
        live = [path.stem for path in LIVE]
        build.build(SETTINGS, NOTEBOOKS + CURIOUS, folder / "site", kept, ROOM, live)
        build_slides(LIVE, folder / "site" / "slides", kept, ROOM)
    except BaseException as error:
        failed.write_text(repr(error), "utf-8")
        raise
    done.touch()
    return folder
