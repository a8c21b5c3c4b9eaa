"""Pages and slides of the examples in Chromium, without a kernel."""

import io
import json
import os
import shutil

import nbformat
import numpy as np
import pytest
from livenb.serve import served
from livenb.site.explorers import explorers
from livenb.site.printed import COMMANDS
from PIL import Image
from playwright.sync_api import sync_playwright

from .conftest import EXAMPLES, NOTEBOOKS

CHROMIUM = os.environ.get("CHROMIUM") or next(
    filter(None, map(shutil.which, COMMANDS)), None
)
pytestmark = pytest.mark.skipif(
    not CHROMIUM, reason="no browser found: install chromium, or name one by CHROMIUM"
)
SHOWN = """([place, text]) =>
  place.querySelector(".drawahead-readout").dataset.text === text"""


@pytest.fixture(scope="module")
def browser():
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--disable-gpu", "--no-sandbox"]
        )
        yield started
        started.close()


@pytest.fixture(scope="module")
def address(site):
    with served(site) as address:
        yield address


@pytest.fixture
def page(browser):
    """Open a page that must not complain, nor ask anybody else."""
    page = browser.new_page(viewport={"width": 1280, "height": 1000})
    complaints = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda m: m.type == "error" and complaints.append(m.text))
    page.on(
        "request",
        lambda request: (
            request.url.startswith(("http://127.0.0.1", "blob:", "data:"))
            or complaints.append(request.url)
        ),
    )
    yield page
    page.close()
    assert complaints == []


def explorer_on(page):
    place = page.locator("[data-explorer]").first
    place.scroll_into_view_if_needed()
    page.wait_for_selector("[data-explorer][data-ready]")
    return place


def test_a_slider_moves_to_the_picture_that_the_explorer_draws(page, address):
    page.goto(f"{address}01_spring.html")
    place = explorer_on(page)
    place.get_by_label("damping", exact=True).press("ArrowRight")
    (explorer,) = explorers(nbformat.read(NOTEBOOKS[0], 4), EXAMPLES).values()
    (frame,) = explorer.frames_at([[2, 1]])
    assert "0.44" in frame.readout
    page.wait_for_function(SHOWN, arg=[place.element_handle(), frame.readout])
    wanted = np.array(Image.open(io.BytesIO(frame.picture)).convert("RGB"))
    for _ in range(50):  # the picture follows the readout once it is decoded
        if is_seen(wanted, place.locator(".drawahead-stage img")):
            return
        page.wait_for_timeout(100)
    raise AssertionError("the page shows another picture")


def is_seen(wanted, image):
    """Whether an image shows these pixels; it may begin between two of the screen's."""
    seen = np.array(Image.open(io.BytesIO(image.screenshot())).convert("RGB"))
    height, width = wanted.shape[:2]
    return any(
        part.shape == wanted.shape and np.abs(part.astype(int) - wanted).max() <= 1
        for part in (
            seen[y : y + height, x : x + width] for y in (0, 1) for x in (0, 1)
        )
    )


def test_the_front_page_has_a_slider_that_moves(page, address):
    page.goto(f"{address}index.html")
    place = explorer_on(page)
    before = place.locator(".drawahead-readout").inner_text()
    place.locator("input[type=range]").first.press("End")
    page.wait_for_function(
        "([place, text]) =>"
        " place.querySelector('.drawahead-readout').innerText !== text",
        arg=[place.element_handle(), before],
    )


def test_a_page_checks_answers_and_keeps_a_prediction(page, address):
    page.goto(f"{address}01_spring.html")
    number = page.locator("form[data-kind=number]")
    for answer, reply in (("3", "where is the 2"), ("6", "right"), ("six", "number")):
        number.locator("input").fill(answer)
        number.get_by_role("button", name="check").click()
        number.get_by_text(reply).wait_for()
    note = page.get_by_label("Your prediction")
    note.fill("four times <b>")
    page.reload()
    assert note.input_value() == "four times <b>"
    assert page.locator(".livenb-predicted").inner_text().endswith("four times <b>")


def test_slides_lead_on_by_keys_and_their_slider_moves(page, address):
    page.goto(f"{address}slides/01_spring.html")
    page.wait_for_function("window.Reveal && Reveal.isReady()")
    for _ in range(30):
        if page.locator("section.present [data-explorer]").count():
            break
        page.keyboard.press("PageDown")
    page.wait_for_selector("section.present [data-ready]")
    readout = page.locator("section.present .drawahead-readout")
    before = readout.inner_text()
    at = page.evaluate("Reveal.getIndices().h")
    page.locator("section.present input[type=range]").first.press("ArrowRight")
    page.wait_for_function(
        "text => document.querySelector("
        "'section.present .drawahead-readout').innerText !== text",
        arg=before,
    )
    assert page.evaluate("Reveal.getIndices().h") == at


def test_the_list_of_slides_leads_to_each(page, address):
    page.goto(f"{address}slides/index.html")
    links = page.locator("tbody a")
    assert links.all_inner_texts() == ["A damped spring", "Sums of dice"]
    links.nth(1).click()
    page.wait_for_function("window.Reveal && Reveal.isReady()")


def test_a_search_shows_the_sentence_that_it_found(page, address):
    page.goto(f"{address}search.html?q=stiffness")
    found = page.locator("#search-results .context").first
    assert "stiffness" in found.inner_text().lower()
    assert "System Settings" not in page.locator("#search-results").inner_text()


def test_an_index_names_no_address(site):
    for path in (site / "frames").rglob("*.json"):
        assert "http" not in json.dumps(json.loads(path.read_text("utf-8")))
