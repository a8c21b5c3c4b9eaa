"""The lessons' slides: every cell is marked, and nothing that a lesson says is lost."""

import re

import nbformat
import pytest
from bs4 import BeautifulSoup
from livenb.site.shelf import Shelf
from livenb.slides.build import page
from livenb.slides.deck import mark, slides, words

from . import LESSONS


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.name)
def test_slides_show_or_say_all_that_a_lesson_says(path):
    book = nbformat.read(path, as_version=4)
    names = [path.stem for path in LESSONS]
    deck = BeautifulSoup(page(book, Shelf(path.stem), names), "html.parser")
    made = deck.find_all(class_="livenb-slide")
    shown = " ".join(slide.get_text() for slide in made)
    text = "\n".join(c.source for c in book.cells if c.cell_type == "markdown")
    for label in ("Predict:", "Try it:", "The lecture says:"):
        assert shown.count(label) == text.count(f"**{label}**"), label
    assert "The question:" in made[0].get_text()
    assert "not attempted" not in deck.get_text()
    assert not re.search(r"\\(frac|sqrt|text)\b|\*\*", deck.get_text())
    explorers = sum("Explorer(" in cell.source for cell in book.cells)
    assert len(deck.find_all("img")) >= explorers
    for slide in made:
        assert slide.find(class_="livenb-body").get_text(strip=True) or slide.img
    files = {f"{name}.html" for name in names}
    for link in deck.find_all("a"):
        assert link["href"] in files or link["href"].startswith("https:")
    said = re.sub(r"\W+", "", deck.get_text())  # with the speaker's notes
    for cell in book.cells:
        if cell.cell_type == "markdown" and mark(cell) != "skip":
            for line in cell.source.splitlines():
                # A formula, a link or code is written differently on the slides.
                if not re.search(r"[$\[`<|&#]", line):
                    assert re.sub(r"\W+", "", line) in said, line


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.name)
def test_slides_are_few_and_short(path):
    book = nbformat.read(path, as_version=4)
    hint = "choose a slide type in JupyterLab's property inspector"
    assert all(map(mark, book.cells)), hint
    made = slides(book)
    assert len(made) <= 20
    for slide in made:
        texts = [
            p.html for p in slide.parts if p.kind not in ("table", "printed", "code")
        ]
        assert words(" ".join(texts)) <= 60, (slide.title, texts)
