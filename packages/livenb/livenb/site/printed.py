"""All notebooks as one PDF, printed by the reader's own Chromium."""

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


def pdf(site, names):
    """Print the notebooks of a site, one after the other, as ``all.pdf`` in it.

    Parameters
    ----------
    site : pathlib.Path
        The folder of the site.
    names : list of str
        The names of the notebooks' pages, in their order.

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
    whole = site / "all.html"
    whole.write_text(joined(site, names), "utf-8")
    out = pathlib.Path(site, "all.pdf").resolve()
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


def joined(site, names):
    """Return one page with the articles of all notebooks, without scripts."""
    pages = [
        re.sub(r"<script\b.*?</script>", "", path.read_text("utf-8"), flags=re.S)
        for path in (site / f"{name}.html" for name in names)
    ]
    body = '<div style="break-before: page"></div>'.join(
        f'<article class="bd-article">{_part(page, "article")}</article>'
        for page in pages
    )
    body = _PLAIN.sub(r"\1", body.replace(' loading="lazy"', ""))
    start = '<!doctype html><html lang="en" data-theme="light">'
    return f"{start}<head>{_part(pages[0], 'head')}</head><body>{body}</body></html>"


def _part(page, tag):
    return re.search(rf"<{tag}\b[^>]*>(.*?)</{tag}>", page, re.S)[1]
