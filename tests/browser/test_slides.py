"""Slides as an audience sees them: in a browser, at two sizes, and on paper."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe

from ..pages import LESSONS, LIVE, WHOLE

SHOWN = [path.stem for path in (LESSONS if WHOLE else LIVE)]
SMALL = {"width": 1280, "height": 720}
LARGE = {"width": 1920, "height": 1080}
PROSE, LEAST = 24, 20
"""The least size of letters at 1280 x 720, in pixels: in sentences, and elsewhere."""


def begin(page, address, name, query=""):
    page.goto(f"{address}slides/{name}.html{query}")
    page.wait_for_function("window.Reveal && Reveal.isReady()")


# Shows every slide with all that keys bring up; reports what leaves it or is small.
MEASURED = """async ([prose, least]) => {
  const found = [], scale = Reveal.getScale();
  const soon = () => new Promise((resolve) => setTimeout(resolve, 20));
  for (const [number, section] of Reveal.getSlides().entries()) {
    Reveal.slide(number);
    for (const one of section.querySelectorAll(".fragment")) {
      one.classList.add("visible");
    }
    const ready = () => [...section.querySelectorAll("[data-explorer]")]
      .every((one) => "ready" in one.dataset)
      && [...section.querySelectorAll("img")].every((one) => one.complete);
    for (let waited = 0; waited < 30000 && !ready(); waited += 20) await soon();
    if (!ready()) found.push(`${number}: its Explorer does not start`);
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    const slide = section.querySelector(".livenb-slide");
    const whole = section.closest(".slides").getBoundingClientRect();
    const [right, bottom] = [whole.right - 40 * scale, whole.bottom - 40 * scale];
    const told = (why, text) => found.push(
      `${number}: ${why}: ${text.trim().replace(/\\s+/g, " ").slice(0, 60)}`);
    for (const one of slide.querySelectorAll("*")) {
      if (one.closest("math") && one.localName !== "math") continue;
      const box = one.getBoundingClientRect();
      if (!box.width || getComputedStyle(one).visibility === "hidden") continue;
      if (box.right > right + 1 || box.bottom > bottom + 1) {
        told(`a ${one.localName} leaves it`, one.textContent);
      }
    }
    const walker = document.createTreeWalker(slide, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode, one = text.parentElement;
      const range = document.createRange();
      range.selectNodeContents(text);
      const box = range.getBoundingClientRect();
      if (!text.data.trim() || box.width < 2 || one.closest("math")) continue;
      if (box.right > right + 1) told("a line leaves it", text.data);
      const zoom = Number(slide.style.zoom || 1);
      const size = parseFloat(getComputedStyle(one).fontSize) * zoom * scale;
      const small = one.closest("p, li, h1, h2") && !one.closest(
        ".livenb-live, code");
      if (size < (small ? prose : least) * scale) told(`${size} px`, text.data);
    }
    const parts = [...slide.querySelectorAll(
      ".drawahead-bar, .drawahead-readout, .drawahead-note, .drawahead-figure")];
    for (const [n, one] of parts.entries()) {
      for (const other of parts.slice(n + 1)) {
        const [a, b] = [one, other].map((part) => part.getBoundingClientRect());
        const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (width > 1 && height > 1) told("it lies on another part", one.textContent);
      }
    }
    for (const one of slide.querySelectorAll("img")) {
      if (one.clientHeight < 300) told("a small picture", one.alt);
    }
  }
  return found;
}"""


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["1280", "1920"])
@pytest.mark.parametrize("name", SHOWN)
def test_slides_fit_and_can_be_read_from_the_last_row(page, address, name, size):
    page.set_viewport_size(size)
    begin(page, address, name)
    assert page.evaluate(MEASURED, [PROSE, LEAST]) == []


def test_the_speaker_has_notes(page, address):
    begin(page, address, SHOWN[0])
    page.keyboard.press("ArrowRight")
    with page.expect_popup() as opened:
        page.keyboard.press("s")
    notes = opened.value.locator(".speaker-controls-notes .value")
    notes.get_by_text(re.compile(r"\w+")).first.wait_for()


@pytest.mark.parametrize("name", SHOWN)
def test_a_page_for_each_slide_on_paper(page, address, name, tmp_path):
    begin(page, address, name)
    count = page.evaluate("Reveal.getTotalSlides()")
    begin(page, address, name, "?print-pdf")
    page.wait_for_function("document.querySelector('.pdf-page')")
    page.wait_for_function("[...document.images].every(one => one.complete)")
    file = tmp_path / "slides.pdf"
    page.pdf(path=file, prefer_css_page_size=True, print_background=True)
    assert len(re.findall(rb"/Type ?/Page\b", file.read_bytes())) == count
    page.emulate_media(media="print")
    assert page.evaluate(CUT) == []
    shown = "[...document.querySelectorAll('.fragment')].map(one => one.className)"
    assert all("visible" in name for name in page.evaluate(shown))


# Slides on paper that are taller or wider than their page.
CUT = """() => [...document.querySelectorAll(".pdf-page")].flatMap((one, n) => {
  const [page, slide] = [one, one.querySelector(".livenb-slide")]
    .map((part) => part.getBoundingClientRect());
  const body = one.querySelector(".livenb-body");
  const cut = slide.bottom > page.bottom || body.scrollWidth > body.clientWidth + 1;
  return cut ? [`${n}: ${body.innerText.slice(0, 60)}`] : [];
})"""


@pytest.mark.parametrize("name", SHOWN)
def test_axe_finds_nothing(page, address, name):
    begin(page, address, name)
    kinds = set()
    for number in range(page.evaluate("Reveal.getTotalSlides()")):
        kind = page.evaluate(
            "n => Reveal.getSlide(n).querySelector('.livenb-slide').className"
            " + [...Reveal.getSlide(n).querySelectorAll('[class^=livenb-is]')]"
            ".map(one => one.className)",
            number,
        )
        if kind in kinds:
            continue
        kinds.add(kind)
        page.evaluate(f"Reveal.slide({number}, 0, 9)")
        if "explorer" in kind:
            page.wait_for_selector("section.present [data-ready]")
        said = Axe().run(page, context="section.present").response
        found = [
            f"{number} {rule['id']}: {node['html'][:160]}"
            for rule in said["violations"]
            for node in rule["nodes"]
        ]
        assert found == []
