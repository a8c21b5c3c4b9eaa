"""The tests' browser: a Chromium that is already on this machine."""

import os
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

# No updates, look-ups or GPU, so that a test depends on nothing outside.
ARGUMENTS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def launch(playwright):
    """Start the browser without a window and return it, or None if there is none."""
    named = os.environ.get("CHROMIUM")
    if named and shutil.which(named) is None:
        raise FileNotFoundError(f"CHROMIUM is {named!r}, which is not a program")
    downloaded = playwright.chromium.executable_path
    every = filter(None, [named, *COMMANDS, downloaded])
    for path in filter(None, map(shutil.which, every)):
        return playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
