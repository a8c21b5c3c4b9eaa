"""The course's pages and slides for tests to look at, built once for all."""

import os
import zipfile

import nbformat
from livenb.settings import Settings
from livenb.site import build, packs
from livenb.slides.build import build as build_slides

from packages.livenb.tests.conftest import made_once

from . import CURIOUS, HOMEWORK, LESSONS, ROOT

SETTINGS = Settings.read(ROOT / "notebooks")
WHOLE = os.environ.get("SITE") == "whole"
"""Whether all Explorers move, as in `make test-site`, or only the first lesson's."""

LIVE = [path for path in LESSONS if WHOLE or path.stem.startswith("00")]
ROOM = packs.ROOM if WHOLE else 0


def made(tmp_path_factory):
    """Return the folder with the site and its slides; the first call builds it."""

    def make(folder):
        # The frames of all lessons stay for the next build.
        kept = ROOT / "build" / "frames" if WHOLE else folder / "kept"
        live = [path.stem for path in LIVE]
        build.build(SETTINGS, LESSONS + CURIOUS, folder / "site", kept, ROOM, live)
        build_slides(LIVE, folder / "site" / "slides", kept, ROOM)

    return made_once(tmp_path_factory, "pages", make)


def texts_in(folder):
    """Return the texts of all files in a folder, including those inside wheels."""
    found = {}
    for path in folder.rglob("*"):
        name = path.relative_to(folder).as_posix()
        if path.suffix == ".whl":
            with zipfile.ZipFile(path) as wheel:
                for inner in wheel.namelist():
                    text = wheel.read(inner).decode("utf-8", "ignore")
                    found[f"{name}/{inner}"] = text
        elif path.is_file():
            found[name] = path.read_text("utf-8", "ignore")
    return found


def secrets_in(texts):
    """Return the lines of the assignments' solutions that are in a text, with its name.

    Short lines are left out, and those that a notebook shows. Students who have
    posenc_checks also have the code that their answers are compared with.
    """
    shown, solved = (
        [cell.source for path in paths for cell in nbformat.read(path, 4).cells]
        for paths in ((ROOT / "notebooks").rglob("*.ipynb"), HOMEWORK)
    )
    shown, lines = "\n".join(shown), set()
    for source in solved:
        for part in source.split("### BEGIN SOLUTION")[1:]:
            part = part.partition("### END SOLUTION")[0]
            lines |= {line.strip() for line in part.splitlines()}
    lines = {line for line in lines if len(line) > 25 and line not in shown}
    assert len(lines) > 10
    return [
        (name, line)
        for name, text in texts.items()
        for line in lines
        if line in text and "posenc_checks/" not in name
    ]
