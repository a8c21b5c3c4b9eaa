"""The pages from marking in a browser: formulas, accessibility, network, overflow."""

import types

import nbformat
import pytest

pytest.importorskip("nbgrader", reason="marking needs nbgrader")

from axe_playwright_python.sync_playwright import Axe
from posenc_checks import ASSIGNMENTS
from sandmark import report
from sandmark.marking import TaskMarks
from sandmark.pages import page
from sandmark.points import Points
from sandmark.report import Row

H3 = "h3_the_formula"
WIDTHS = [374, 800]
TASKS = [
    TaskMarks("a", "H3a", 4.0, 8.0, False, "H3a: not yet. " + "x" * 200, "M1"),
    TaskMarks("b", "H3b", 2.0, 2.0, True, "H3b: right.", None),
]


def students_page():
    """Return the page of a student who handed in the solutions, with a comment."""
    notebook = nbformat.read(ASSIGNMENTS / H3 / f"{H3}.ipynb", as_version=4)
    for cell in notebook.cells:
        info = cell.metadata.get("nbgrader", {})
        info.update(score=1.0, points=2.0, comment="Look at **$a<b$** again.")
    row = Row("Zoë", "marked", "", by_hand=True, tasks=tuple(TASKS))
    total = Points(7.5, 18.0, True, penalty=1.5)
    return page(notebook, H3, {}, row, total, ["version 2 of 2"])


def class_report():
    """Return the report on a class."""
    row = Row("Zoë", "in part", "a remark", 6.0, 18.0, True, tuple(TASKS), "2 of 2")
    return report.page(H3, [row])


PAGES = {"of a student": students_page, "of the class": class_report}


@pytest.fixture(scope="module", params=PAGES)
def shown(request, browser, tmp_path_factory):
    """Open a page; note what it requests, and what its console says."""
    path = tmp_path_factory.mktemp("pages") / "page.html"
    path.write_text(PAGES[request.param](), "utf-8")
    # axe-core is injected into the page, whose own policy would refuse it.
    context = browser.new_context(bypass_csp=True)
    page, asked, said = context.new_page(), [], []
    page.on("request", lambda asking: asked.append(asking.url))
    page.on("console", lambda message: said.append(message.text))
    page.goto(path.as_uri())
    yield types.SimpleNamespace(page=page, asked=asked, said=said, name=request.param)
    context.close()


@pytest.mark.parametrize("width", WIDTHS)
def test_a_page_of_the_marking_is_accessible_and_fits(shown, width):
    shown.page.set_viewport_size({"width": width, "height": 800})
    found = Axe().run(shown.page).response["violations"]
    assert [(rule["id"], rule["nodes"][0]["html"]) for rule in found] == []
    assert shown.page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_page_of_the_marking_asks_for_nothing_and_complains_of_nothing(shown):
    assert [url for url in shown.asked if not url.startswith(("file:", "data:"))] == []
    assert shown.said == []


def test_formulas_are_seen(shown):
    if shown.name != "of a student":
        assert shown.page.locator("math").count() == 0
        return
    sizes = shown.page.locator("math").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().width)"
    )
    assert len(sizes) > 10 and min(sizes) > 3
    text = shown.page.inner_text("body")
    assert "$" not in text and "\\frac" not in text and "<p>" not in text
