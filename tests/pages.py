"""The course's pages and slides for tests to look at, built once for all."""

import os
import pathlib

from livenb.settings import Settings
from livenb.site import build, packs
from livenb.slides.build import build as build_slides

from packages.livenb.tests.conftest import made_once

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

    def make(folder):
        kept, live = frames(folder), [path.stem for path in LIVE]
        build.build(SETTINGS, NOTEBOOKS + CURIOUS, folder / "site", kept, ROOM, live)
        build_slides(LIVE, folder / "site" / "slides", kept, ROOM)

    return made_once(tmp_path_factory, "pages", make)
