"""The browser of the tests: a Chromium that is already on this machine."""

import os
import pathlib
import shutil

# The first makes no windows, and needs a tenth less of the processor.
COMMANDS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "chrome",
    "msedge",
)
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
)
HOW_TO_GET_ONE = (
    "no browser found: install chromium or google-chrome, or set CHROMIUM to the path "
    "of one"
)

# Nothing that a browser does on its own account: no updates, no look-ups, no GPU.
ARGUMENTS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
WINDOW = {"width": 1280, "height": 1000}


def find():
    """Return the path of a browser, or None if this machine has none.

    Raises
    ------
    FileNotFoundError
        If the environment variable CHROMIUM names a file that does not exist.
    """
    named = os.environ.get("CHROMIUM")
    if named:
        path = shutil.which(named)
        if path is None:
            raise FileNotFoundError(f"CHROMIUM is {named!r}, which is not a program")
        return path
    found = [shutil.which(command) for command in COMMANDS]
    found += [place for place in PLACES if pathlib.Path(place).is_file()]
    return next(filter(None, found), None)


def launch(playwright):
    """Start the browser, without a window, and return it."""
    return playwright.chromium.launch(executable_path=find(), args=ARGUMENTS)
