"""The course's pages as a reader has them: no kernel, no network."""

import io
import json
import re

import nbformat
import numpy as np
import pytest
from livenb.site.explorers import explorers
from PIL import Image

from ..pages import LIVE, WHOLE
from .accessibility import check

PART = "site"


def begin(page, address, name="00_start_here"):
    page.goto(f"{address}{name}.html")
    place = page.locator("[data-explorer]").first
    place.scroll_into_view_if_needed()
    page.wait_for_selector("[data-explorer][data-ready]", timeout=30_000)
    return place


def painted(place):
    """Return the pixels of the picture that an Explorer shows."""
    image = place.locator(".drawahead-stage img")
    image.scroll_into_view_if_needed()
    return np.array(Image.open(io.BytesIO(image.screenshot())).convert("RGB"))


def is_seen(wanted, seen):
    """Tell whether a picture is what is seen, but for a row or column more."""
    height, width = wanted.shape[:2]
    more, wider = seen.shape[0] - height, seen.shape[1] - width
    assert 0 <= more <= 1 and 0 <= wider <= 1
    return any(
        (np.abs(seen[y : y + height, x : x + width].astype(int) - wanted) <= 1).all()
        for y in range(more + 1)
        for x in range(wider + 1)
    )


def moving_controls(page, path):
    """Go to a lesson's controls one after the other, with the Explorers they move.

    Each comes as its Explorer, the place of it in the page, the number of the control,
    and what it is.
    """
    notebook = nbformat.read(path, as_version=4)
    for name, explorer in explorers(notebook, path.parent).items():
        place = page.locator(f"[data-explorer$='/{name}.json']")
        place.scroll_into_view_if_needed()
        place.locator(".drawahead-stage").wait_for(timeout=30_000)
        described = zip(explorer.steps.counts(), explorer.steps.described())
        for n, (count, control) in enumerate(described):
            if (count or 1) > 1:
                yield explorer, place, n, control


def steps_of(page, place):
    """Return at which steps an Explorer's controls stand, as the page shows them."""
    return page.evaluate(STEPS, place.element_handle())


def wait_for_readout(page, place, text):
    """Wait until an Explorer tells a text."""
    page.wait_for_function(
        "([place, text]) => place.querySelector('.drawahead-readout')"
        ".dataset.text === text",
        arg=[place.element_handle(), text],
        timeout=10_000,
    )


def drawn(explorer, steps):
    """Return the pixels that the package draws."""
    (frame,) = explorer.frames_at([steps])
    return frame.readout, np.array(Image.open(io.BytesIO(frame.picture)).convert("RGB"))


SEEN = {"width": 1280, "height": 1000}


@pytest.mark.parametrize("page", [{"viewport": SEEN}], indirect=True)
@pytest.mark.parametrize("path", LIVE, ids=lambda path: path.stem)
def test_every_slider_shows_what_the_package_draws(page, address, path):
    page.goto(f"{address}{path.stem}.html")
    for explorer, place, n, control in moving_controls(page, path):
        place.get_by_label(control["label"], exact=True).focus()
        if control["kind"] == "tick":
            page.keyboard.press("Space")
        else:
            before = steps_of(page, place)[n]
            page.keyboard.press("End" if n % 2 else "ArrowRight")
            page.keyboard.press("ArrowLeft" if n % 2 else "ArrowRight")
            # Where it stood at its end; the stored picture there is a sharper one.
            if steps_of(page, place)[n] == before:
                page.keyboard.press("ArrowLeft")
        readout, wanted = drawn(explorer, as_given(steps_of(page, place), explorer))
        wait_for_readout(page, place, readout)
        page.wait_for_function(LOADED, arg=place.element_handle())
        assert is_seen(wanted, painted(place)), control["label"]


# Which steps the native controls show.
STEPS = """place => [...place.querySelectorAll(".livenb-control")].map(row => {
  const control = row.querySelector("input, select");
  if (!control) return null;
  if (control.type === "checkbox") return Number(control.checked);
  return control.tagName === "SELECT" ? control.selectedIndex : Number(control.value);
})"""
LOADED = """place => {
  const image = place.querySelector(".drawahead-stage img");
  return image.complete && image.naturalWidth > 0;
}"""


def as_given(steps, explorer):
    start = explorer.steps.now()
    return [begin if step is None else step for step, begin in zip(steps, start)]


@pytest.mark.parametrize("page", [{"viewport": SEEN}], indirect=True)
def test_other_controls_move_along_where_nothing_else_is_kept(page, address):
    place = begin(page, address)
    first, second = (place.locator("input[type=range]").nth(n) for n in (0, 1))
    before = second.input_value()
    second.focus()
    page.keyboard.press("ArrowRight")
    assert second.input_value() != before
    first.focus()
    page.keyboard.press("ArrowRight")
    assert second.input_value() == before, "only the start is kept here"
    assert "went to" in place.locator(".livenb-note").inner_text()
    place.get_by_role("button", name="reset").click()
    assert "went to" not in place.locator(".livenb-note").inner_text()


@pytest.mark.parametrize("page", [{"viewport": SEEN}], indirect=True)
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


PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}


@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_a_phone_moves_it_by_touch(page, address):
    place = begin(page, address)
    slider = place.locator("input[type=range]").first
    box = slider.bounding_box()
    assert box["height"] >= 24
    before = slider.input_value()
    page.touchscreen.tap(box["x"] + box["width"] * 0.8, box["y"] + box["height"] / 2)
    assert slider.input_value() != before
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390


@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_a_phone_opens_the_contents_and_a_words_meaning(page, address):
    page.goto(f"{address}01_word_order.html")
    word = page.locator(".livenb-word").first
    word.tap()
    told = word.evaluate("one => getComputedStyle(one, '::after').position")
    assert told == "fixed", "at the foot of the screen, where none of it is cut"
    page.locator("button.primary-toggle").tap()
    page.locator("dialog a").filter(has_text="Glossary").tap()
    page.wait_for_url("**/glossary.html")


TAP = """([control, share]) => {
  const box = control.getBoundingClientRect();
  return [box.left + box.width * share, box.top + box.height / 2];
}"""


@pytest.mark.parametrize("page", [PHONE], indirect=True)
@pytest.mark.parametrize("path", LIVE, ids=lambda path: path.stem)
def test_a_finger_moves_every_control(page, address, path):
    page.goto(f"{address}{path.stem}.html")
    for explorer, place, n, control in moving_controls(page, path):
        found = place.get_by_label(control["label"], exact=True)
        before, last = steps_of(page, place)[n], explorer.steps.counts()[n] - 1
        found.scroll_into_view_if_needed()
        if found.evaluate("one => one.tagName") == "SELECT":
            found.select_option(index=last - (before == last))
        else:
            high = before >= last / 2
            share = 0.5 if control["kind"] == "tick" else 0.04 if high else 0.96
            page.touchscreen.tap(*page.evaluate(TAP, [found.element_handle(), share]))
        steps = steps_of(page, place)
        assert steps[n] != before, control["label"]
        wait_for_readout(page, place, drawn(explorer, as_given(steps, explorer))[0])
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("page", [{"viewport": SEEN}], indirect=True)
def test_questions_are_checked_and_predictions_kept(page, address):
    page.goto(f"{address}05_sine_cosine_pairs.html")
    form = page.locator("form[data-kind=number]").first
    form.locator("input").fill("25")
    form.get_by_role("button", name="check").click()
    page.wait_for_function("document.querySelector('.livenb-verdict').textContent")
    assert "right" in form.locator(".livenb-verdict").inner_text()
    form.locator("input").fill("many")
    form.get_by_role("button", name="check").click()
    assert "number" in form.locator(".livenb-verdict").inner_text()
    note = page.locator(".livenb-predict textarea").first
    note.fill("about two <b>")
    page.reload()
    assert page.locator(".livenb-predict textarea").first.input_value() == (
        "about two <b>"
    )
    reminder = page.locator(".livenb-predicted").first
    assert reminder.inner_text() == "You predicted: about two <b>"


SCHEMES = [
    {"viewport": SEEN, "color_scheme": "light"},
    {"viewport": SEEN, "color_scheme": "dark"},
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
            page.locator("[data-explorer]").first.scroll_into_view_if_needed()
            page.wait_for_selector("[data-explorer][data-ready]", timeout=30_000)
        light = page.evaluate("document.documentElement.dataset.theme") == "light"
        area = "article.bd-article" if WHOLE or light else ".drawahead-explorer"
        found += [
            f"{name} {rule['id']}: {node['html'][:160]}"
            for rule in check(page, area)["violations"]
            for node in rule["nodes"]
        ]
    assert found == []


@pytest.mark.parametrize("page", [SCHEMES[1]], indirect=True)
def test_a_dark_page_is_printed_as_a_light_one(page, address):
    page.goto(f"{address}02_integer_positions.html")
    colour = "getComputedStyle(document.querySelector('article p')).color"
    page.evaluate(
        f"addEventListener('beforeprint', () => {{ window.printed = {colour}; }})"
    )
    dark = page.evaluate(colour)
    page.pdf()
    printed = page.evaluate("window.printed")
    assert max(map(int, re.findall(r"\d+", printed))) < 100
    assert min(map(int, re.findall(r"\d+", dark))) > 150
    assert page.evaluate(colour) == dark


def test_an_index_names_no_address(course):
    for path in (course / "site" / "frames").rglob("*.json"):
        assert "http" not in json.dumps(json.loads(path.read_text("utf-8")))
