"""What axe-core finds in the parts of a page that are ours."""

from axe_playwright_python.sync_playwright import Axe

OURS = ".drawahead-explorer"


def violations(page, area=OURS):
    """Return one line for each violation inside an area; every rule is checked.

    A page without the area has none.
    """
    if page.locator(area).count() == 0:
        return []
    return [
        f"{rule['id']}: {node['target'][-1]}: {node['html'][:200]}"
        for rule in check(page, area)["violations"]
        for node in rule["nodes"]
    ]


def check(page, area):
    """Return all that axe-core has to say about an area."""
    return Axe().run(page, context=area).response
