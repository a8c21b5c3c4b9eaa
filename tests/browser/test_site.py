"""The course's pages as a reader sees them, without a kernel or a network."""

import re

import nbformat
import pytest
from axe_playwright_python.sync_playwright import Axe
from livenb.site.run import run

from packages.livenb.tests.test_browser import PHONE, explorer_on, wait_until_exact

from ..pages import LIVE, WHOLE

# Which steps the native controls show.
STEPS = """place => [...place.querySelectorAll(".drawahead-field")].map(row => {
  const control = row.querySelector("input, select");
  if (!control) return null;
  if (control.type === "checkbox") return Number(control.checked);
  return control.tagName === "SELECT" ? control.selectedIndex : Number(control.value);
})"""


def begin(page, address):
    page.goto(f"{address}00_start_here.html")
    return explorer_on(page)


def steps_of(page, place, explorer):
    """Return the steps of an Explorer's controls, as the page shows them."""
    shown = page.evaluate(STEPS, place.element_handle())
    controls = explorer.described()["controls"]
    return [c["start"] if s is None else s for s, c in zip(shown, controls)]


@pytest.mark.parametrize("page", [{}, PHONE], ids=["desk", "phone"], indirect=True)
@pytest.mark.parametrize("path", LIVE, ids=lambda path: path.stem)
def test_every_control_shows_what_the_package_says(page, address, path):
    page.goto(f"{address}{path.stem}.html")
    notebook = nbformat.read(path, as_version=4)
    for name, explorer in run(notebook, path.parent).explorers.items():
        place = page.locator(f"[data-explorer*='/{name}-']")
        place.scroll_into_view_if_needed()
        place.locator(".drawahead-stage").wait_for(timeout=30_000)
        readout = place.locator(".drawahead-readout")
        for n, control in enumerate(explorer.described()["controls"]):
            if (control["count"] or 1) == 1:
                continue
            found = place.get_by_label(control["label"], exact=True)
            before = steps_of(page, place, explorer)[n]
            if control["kind"] == "checkbox":
                found.click()
            elif control["kind"] == "select":
                found.select_option(index=0 if before else control["count"] - 1)
            else:
                at_end = before + 1 == control["count"]
                found.press("ArrowLeft" if at_end else "ArrowRight")
            wait_until_exact(page, place)
            steps = steps_of(page, place, explorer)
            assert steps[n] != before, control["label"]
            (frame,) = explorer.frames_at([steps])
            said = readout.get_attribute("data-text") or readout.inner_text()
            assert re.sub(r"\s|\W", "", said) or not frame.readout
            assert (
                place.locator(".drawahead-stage img").get_attribute("alt") == frame.alt
            )
    width = page.viewport_size["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_other_controls_move_along_where_nothing_else_is_kept(page, address):
    place = begin(page, address)
    first, second = (place.locator("input[type=range]").nth(n) for n in (0, 1))
    before = second.input_value()
    second.press("ArrowRight")
    assert second.input_value() != before
    first.press("ArrowRight")
    assert second.input_value() == before, "only the start is kept here"
    assert "nearest mark" in place.locator(".drawahead-note").inner_text()
    place.get_by_role("button", name="reset").click()
    assert place.locator(".drawahead-note").inner_text() == ""


def test_the_hand_can_be_dragged_and_it_plays(page, address):
    place = begin(page, address)
    slider = place.locator("input[type=range]").first
    before = slider.input_value()
    area = place.locator(".drawahead-area").first
    area.scroll_into_view_if_needed()
    box = area.bounding_box()
    page.mouse.move(box["x"] + box["width"] * 0.8, box["y"] + box["height"] * 0.6)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.3, box["y"] + box["height"] * 0.7)
    page.mouse.up()
    after = slider.input_value()
    assert after != before
    place.get_by_role("button", name="play").click()
    page.wait_for_function(
        "([slider, value]) => slider.value !== value",
        arg=[slider.element_handle(), after],
    )


SIZES = """() => [...document.querySelectorAll(
  "article button:not(.livenb-word), article select, article summary," +
  "article input[type=range]")]
  .filter((one) => one.offsetParent && one.getBoundingClientRect().height < 43)
  .map((one) => one.outerHTML.slice(0, 80))"""


@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_a_phone_has_the_narrow_pictures_and_room_for_fingers(page, address):
    place = begin(page, address)
    assert place.get_attribute("data-ready") == "narrow"
    slider = place.locator("input[type=range]").first
    box = slider.bounding_box()
    before = slider.input_value()
    page.touchscreen.tap(box["x"] + box["width"] * 0.8, box["y"] + box["height"] / 2)
    assert slider.input_value() != before
    assert page.evaluate(SIZES) == []


@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_a_phone_opens_the_contents_and_a_words_meaning(page, address):
    page.goto(f"{address}01_word_order.html")
    word = page.locator(".livenb-word").first
    word.tap()
    told = word.evaluate("one => getComputedStyle(one, '::after').position")
    assert told == "fixed", "it should be at the foot of the screen, not cut off"
    page.locator(".nav-overlay-icon").tap()
    page.locator(".sidebar-drawer a").filter(has_text="Glossary").tap()
    page.wait_for_url("**/glossary.html")


@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_a_lesson_is_at_most_twelve_phone_screens(page, address):
    longest = {}
    for path in LIVE:
        page.goto(f"{address}{path.stem}.html")
        height = page.evaluate("document.documentElement.scrollHeight")
        longest[path.stem] = round(height / 844, 1)
    assert max(longest.values()) <= 12, longest


@pytest.mark.parametrize("words", ["RoPE", "extrapolation", "heat map", "sinusoidal"])
def test_the_search_finds_lessons_by_the_words_people_use(page, address, words):
    page.goto(f"{address}search.html?q={words}")
    found = page.locator("#livenb-search div")
    found.first.wait_for()
    assert re.match(r"\d\d_", found.first.locator("a").get_attribute("href"))
    assert found.first.locator("mark").count()


SCHEMES = [
    {"color_scheme": "light"},
    {"color_scheme": "dark"},
    {"viewport": {"width": 390, "height": 844}, "color_scheme": "light"},
]


@pytest.mark.parametrize("page", SCHEMES, indirect=True)
def test_axe_finds_nothing_in_what_is_ours(page, address, course):
    names = ["00_start_here"]
    if WHOLE:
        pages = {path.stem for path in (course / "site").glob("*.html")}
        names = sorted(pages - {"genindex", "search"})
    found = []
    for name in names:
        page.goto(f"{address}{name}.html")
        if page.locator("[data-explorer]").count():
            explorer_on(page)
        light = not page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
        area = "article" if WHOLE or light else ".drawahead-explorer"
        found += [
            f"{name} {rule['id']}: {node['html'][:160]}"
            for rule in Axe().run(page, context=area).response["violations"]
            for node in rule["nodes"]
        ]
    assert found == []


@pytest.mark.parametrize("page", [SCHEMES[1]], indirect=True)
def test_a_dark_page_is_printed_as_a_light_one(page, address):
    page.goto(f"{address}02_integer_positions.html")
    color = "getComputedStyle(document.querySelector('article p')).color"
    dark = page.evaluate(color)
    page.emulate_media(media="print")
    printed = page.evaluate(color)
    assert max(map(int, re.findall(r"\d+", printed))) < 100
    assert min(map(int, re.findall(r"\d+", dark))) > 150
