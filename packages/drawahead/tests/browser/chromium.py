"""The browser of the tests: a Chromium that is already on this machine."""

import os
import pathlib
import shutil

COMMANDS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "chrome",
    "msedge",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
)

# No updates, look-ups or GPU: a test depends on nothing outside.
ARGUMENTS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def find(playwright):
    """Return the path of a browser, or None if this machine has none."""
    named = os.environ.get("CHROMIUM")
    if named and shutil.which(named) is None:
        raise FileNotFoundError(f"CHROMIUM is {named!r}, which is not a program")
    downloaded = playwright.chromium.executable_path
    return next(
        filter(None, map(shutil.which, filter(None, [named, *COMMANDS, downloaded]))),
        None,
    )


def launch(playwright):
    """Start the browser, without a window, and return it; None without a browser."""
    path = find(playwright)
    if path and pathlib.Path(path).is_file():
        return playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
    return None
