"""Pages and slides of the examples in Chromium, without a kernel."""

import io
import os
import shutil

import nbformat
import numpy as np
import pytest
from livenb.serve import served
from livenb.site.run import run
from PIL import Image
from playwright.sync_api import sync_playwright

from .conftest import EXAMPLES, NOTEBOOKS

COMMANDS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = os.environ.get("CHROMIUM") or next(
    filter(None, map(shutil.which, COMMANDS)), None
)
pytestmark = pytest.mark.skipif(
    not CHROMIUM, reason="no browser found: install chromium, or name one by CHROMIUM"
)
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
DESK = {"viewport": {"width": 1280, "height": 1000}}
# Whether the picture for the values is painted, so that nothing is awaited any more.
EXACT = """place => place.querySelector(".drawahead-stage img")?.complete
  && !place.querySelector(".drawahead[aria-busy]")"""


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


@pytest.fixture(params=[DESK], ids=["desk"])
def page(browser, request):
    """Open a page that must not complain or contact other servers."""
    context = browser.new_context(**request.param)
    page = context.new_page()
    complaints = page.complaints = []
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
    context.close()
    assert complaints == []


def explorer_on(page):
    place = page.locator("[data-explorer]").first
    place.scroll_into_view_if_needed()
    page.wait_for_selector("[data-explorer][data-ready]")
    return place


def readout(place):
    return place.locator(".drawahead-readout").inner_text()


def wait_until_exact(page, place):
    page.wait_for_function(EXACT, arg=place.element_handle())


def test_an_explorer_needs_no_word_about_playing(page, address):
    """Pyodide's kernel sends None as undefined."""

    def silenced(route):
        index = route.fetch().json()
        del index["described"]["play"]
        route.fulfill(json=index)

    page.route("**/frames/**/*.json", silenced)
    page.goto(f"{address}01_spring.html")
    place = explorer_on(page)
    assert place.get_by_role("button").all_inner_texts() == ["reset"]


@pytest.mark.parametrize("page", [DESK, PHONE], ids=["desk", "phone"], indirect=True)
def test_a_slider_moves_to_the_picture_that_the_explorer_draws(page, address):
    page.goto(f"{address}01_spring.html")
    place = explorer_on(page)
    is_phone = page.viewport_size["width"] < 600
    assert place.get_attribute("data-ready") == ("narrow" if is_phone else "wide")
    place.get_by_label("damping", exact=True).press("ArrowRight")
    wait_until_exact(page, place)
    (explorer,) = run(nbformat.read(NOTEBOOKS[0], 4), EXAMPLES).explorers.values()
    (frame,) = explorer.frames_at([[2, 1]])
    assert readout(place) == frame.readout
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= page.viewport_size["width"]
    if not is_phone:
        wanted = np.array(Image.open(io.BytesIO(frame.picture)).convert("RGB"))
        seen = place.locator(".drawahead-stage img").screenshot()
        seen = np.array(Image.open(io.BytesIO(seen)).convert("RGB").resize(
            wanted.shape[1::-1]))  # fmt: skip
        assert np.abs(seen.astype(int) - wanted).mean() < 3


def test_values_survive_a_reload_and_can_be_linked(page, address):
    page.goto(f"{address}01_spring.html#stiffness=9&damping=1.5")
    place = explorer_on(page)
    wait_until_exact(page, place)
    linked = readout(place)
    place.get_by_label("damping", exact=True).press("ArrowRight")
    wait_until_exact(page, place)
    moved = readout(place)
    assert moved != linked
    assert "stiffness=9" in page.url and "damping=1.5" not in page.url
    page.reload()
    place = explorer_on(page)
    wait_until_exact(page, place)
    assert readout(place) == moved


def test_offline_it_says_so_and_recovers_without_a_touch(page, address):
    page.goto(f"{address}01_spring.html")
    place = explorer_on(page)
    wait_until_exact(page, place)
    page.wait_for_load_state("networkidle")
    page.route("**/*.bin", lambda route: route.abort())
    page.context.set_offline(True)
    place.get_by_label("damping", exact=True).press("End")
    place.get_by_text("offline").wait_for()
    page.unroute("**/*.bin")
    page.context.set_offline(False)
    wait_until_exact(page, place)
    page.complaints.clear()  # about what could not be loaded


SAVES = """Object.defineProperty(
  navigator, "connection", { value: { saveData: true } })"""


def test_a_reader_who_saves_data_gets_what_is_near_and_not_the_rest(
    page, address, site
):
    every = {path.name for path in (site / "frames/01_spring").glob("*-w-*.bin")}

    def files_loaded(looks):
        """Return how many files a reader gets, and after how many looks."""
        asked = set()
        page.on("request", lambda one: asked.add(one.url))
        page.goto(f"{address}01_spring.html")
        slider = explorer_on(page).get_by_label("damping", exact=True)
        slider.hover()
        slider.press("ArrowRight")
        files, looked = set(), 0
        while looked < looks and len(files) < len(every):
            page.wait_for_timeout(100)
            files, looked = {url for url in asked if "-w-" in url}, looked + 1
        return len(files), looked

    loaded, looks = files_loaded(50)
    assert loaded == len(every)
    page.add_init_script(SAVES)
    assert 0 < files_loaded(2 * looks + 5)[0] < len(every)


def test_a_page_checks_answers_and_keeps_a_prediction(page, address):
    page.goto(f"{address}01_spring.html")
    number = page.locator("form[data-question]")
    for answer, reply in (("3", "Where is the 2"), ("6", "right"), ("six", "number")):
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
    indices = "JSON.stringify(Reveal.getIndices())"
    at = page.evaluate(indices)
    page.locator("section.present input[type=range]").first.press("ArrowRight")
    page.wait_for_function(
        "text => document.querySelector("
        "'section.present .drawahead-readout').innerText !== text",
        arg=before,
    )
    assert page.evaluate(indices) == at
    page.keyboard.press("PageDown")
    assert page.evaluate(indices) != at


def test_an_answer_waits_for_its_key(page, address):
    page.goto(f"{address}slides/01_spring.html")
    page.wait_for_function("window.Reveal && Reveal.isReady()")
    opacity, answers = "part => getComputedStyle(part).opacity", 0
    for number in range(page.evaluate("Reveal.getTotalSlides()")):
        page.evaluate(f"Reveal.slide({number})")
        waiting = page.locator("section.present .fragment:not(.visible)")
        while left := waiting.count():
            assert waiting.first.evaluate(opacity) == "0"
            page.keyboard.press("ArrowRight")
            assert waiting.count() < left
            assert page.evaluate("Reveal.getIndices().h") == number
            answers += 1
    assert answers > 0


def test_a_search_shows_the_sentence_that_it_found(page, address):
    page.goto(f"{address}search.html?q=stiffness")
    found = page.locator("#livenb-search div").first
    assert "stiffness" in found.locator("p").inner_text().lower()
    assert found.locator("mark").first.inner_text().lower() == "stiffness"
    found.locator("a").click()
    page.wait_for_url("**/01_spring.html#*")
