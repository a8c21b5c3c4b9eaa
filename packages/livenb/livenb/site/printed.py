"""The course on paper: all lessons as one PDF, printed by the reader's own Chromium."""

import os
import pathlib
import re
import shutil
import subprocess

from livenb.serve import served

# On paper, code has the colours of keywords, strings and the like alone: each span of
# a page weighs some hundred bytes in a PDF that can be read aloud.
_PLAIN = re.compile(r'<span class="(?:n|p|o|w|mi|mf|nn|nb|si|kc)">([^<]*)</span>')

# The first makes no windows, and needs a tenth less of the processor.
COMMANDS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "chrome",
    "msedge",
)


def pdf(site):
    """Print the lessons of a site, one after the other, as ``course.pdf`` in it.

    Parameters
    ----------
    site : pathlib.Path
        The folder of the site.

    Returns
    -------
    pathlib.Path
        The file.

    Raises
    ------
    RuntimeError
        If there is no browser, or it does not print.
    """
    named = os.environ.get("CHROMIUM")
    browser = named or next(filter(None, map(shutil.which, COMMANDS)), None)
    if browser is None:
        raise RuntimeError(
            "a PDF is printed by Chromium or Chrome, and none was found: name one by "
            "CHROMIUM=/path/of/it"
        )
    whole = site / "course.html"
    whole.write_text(joined(site), "utf-8")
    out = pathlib.Path(site, "course.pdf").resolve()
    try:
        with served(site) as address:
            subprocess.run(
                [
                    browser,
                    "--headless",
                    "--no-sandbox",
                    "--disable-gpu",
                    "--no-pdf-header-footer",
                    "--virtual-time-budget=20000",
                    f"--print-to-pdf={out}",
                    address + whole.name,
                ],
                capture_output=True,
                timeout=300,
                check=True,
            )
    except (OSError, subprocess.SubprocessError) as error:
        raise RuntimeError(f"the browser did not print: {error}") from None
    finally:
        whole.unlink()
    return out


def joined(site):
    """Return one page with the articles of all lessons, without scripts."""
    lessons = [path.read_text("utf-8") for path in sorted(site.glob("[0-9]*_*.html"))]
    head = re.sub(r"<script\b.*?</script>", "", _part(lessons[0], "head"), flags=re.S)
    articles = [
        re.sub(r"<script\b.*?</script>", "", _part(page, "article"), flags=re.S)
        for page in lessons
    ]
    body = '<div style="break-before: page"></div>'.join(
        f'<article class="bd-article">{article}</article>' for article in articles
    )
    body = _PLAIN.sub(r"\1", body.replace(' loading="lazy"', ""))
    start = '<!doctype html><html lang="en" data-theme="light">'
    return f"{start}<head>{head}</head><body>{body}</body></html>"


def _part(page, tag):
    return re.search(rf"<{tag}\b[^>]*>(.*?)</{tag}>", page, re.S)[1]
