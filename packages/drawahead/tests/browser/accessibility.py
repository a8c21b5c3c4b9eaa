"""What axe-core finds in the Explorers of a page."""

from axe_playwright_python.sync_playwright import Axe


def violations(page):
    """Return a line for each violation inside an Explorer, of any rule."""
    return [
        f"{rule['id']}: {node['target'][-1]}: {node['html'][:200]}"
        for rule in Axe()
        .run(page, context=".drawahead-explorer")
        .response["violations"]
        for node in rule["nodes"]
    ]
