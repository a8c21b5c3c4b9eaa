"""What axe-core says about a part of a page."""

from axe_playwright_python.sync_playwright import Axe


def check(page, area):
    """Return all that axe-core has to say about an area."""
    return Axe().run(page, context=area).response
