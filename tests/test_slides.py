"""What stands on which slide; how it looks is tried in a browser, in another file."""

import re

import nbformat
import pytest
from bs4 import BeautifulSoup
from livenb.site.explorers import shows_explorer
from livenb.slides import parts
from livenb.slides.build import page
from livenb.slides.rule import slides

from .pages import NOTEBOOKS


@pytest.fixture(scope="module")
def pages():
    """Return the notebooks, and their slides as HTML."""
    names = [path.stem for path in NOTEBOOKS]
    read = {path.stem: nbformat.read(path, as_version=4) for path in NOTEBOOKS}
    return {
        name: (book, BeautifulSoup(page(book, name, {}, names), "html.parser"))
        for name, book in read.items()
    }


@pytest.mark.parametrize("name", [path.stem for path in NOTEBOOKS])
def test_slides_follow_the_rule(pages, name):
    notebook, deck = pages[name]
    made = deck.find_all(class_="livenb-slide")
    assert len(made) >= 5
    shown = " ".join(slide.get_text() for slide in made)
    text = "\n".join(c.source for c in notebook.cells if c.cell_type == "markdown")
    assert shown.count("Predict:") == text.count("**Predict:**")
    assert shown.count("Try it:") == text.count("**Try it:**")
    assert shown.count("The lecture says:") == text.count("**The lecture says:**")
    assert "The question:" in made[0].get_text()
    assert "not attempted" not in deck.get_text()
    assert all(heading.get_text(strip=True) for heading in deck.find_all("th"))
    assert not re.search(r"\\(frac|sqrt|text)\b|\*\*", deck.get_text())
    moving = sum("data-explorer" in str(slide) for slide in made)
    assert moving == sum(shows_explorer(c) for c in notebook.cells)
    for slide in made:
        assert slide.find(class_="livenb-body").get_text(strip=True) or slide.img
    files = {f"{path.stem}.html" for path in NOTEBOOKS}
    for link in deck.find_all("a"):
        assert link["href"] in files or link["href"].startswith("https:")


def test_no_prose_is_lost(pages):
    for name, (notebook, deck) in pages.items():
        told = re.sub(r"\W+", "", deck.get_text())
        for cell in notebook.cells:
            if cell.cell_type != "markdown" or "Glossary" in cell.source:
                continue
            for line in cell.source.splitlines():
                # A formula, a link or code would be written otherwise.
                if re.search(r"[$\[`<|&#]", line) or line.startswith("**You "):
                    continue
                assert re.sub(r"\W+", "", line) in told, (name, line)


def test_quotes_are_those_of_the_pages_and_numbers_whole():
    text = 'It\'s "10 000" of $n$\'s, `"a"`.'
    made = parts.paragraph(text, "prose").html
    assert "It’s “10\N{NO-BREAK SPACE}000” of" in made
    assert "</span>’s, <code>&quot;a&quot;</code>." in made


def notebook(*cells):
    """Return a notebook: texts are Markdown; pairs are code and what it prints."""
    made = []
    for cell in ("# T\n\n**The question:** why?", *cells):
        if isinstance(cell, str):
            made.append(nbformat.v4.new_markdown_cell(cell))
            continue
        code, *printed = cell
        made.append(nbformat.v4.new_code_cell(code))
        for data in printed:
            html = data.startswith("<")
            made[-1].outputs.append(
                nbformat.v4.new_output("display_data", {"text/html": data})
                if html
                else nbformat.v4.new_output("stream", text=data)
            )
    return nbformat.v4.new_notebook(cells=made)


def kinds(book):
    """Return for each slide but the first what it shows; + for what comes on a key."""
    return [
        [f"{'+' * part.on_key}{part.kind}" for part in slide.parts]
        for slide in slides(book)[1:]
    ]


CLAIM = "## 1. S\n\n> **The lecture says:** it is seven."
ASK = "**Predict:** what?"
SEVEN = ("print(7)", "7\n")
FIGURE = '<figure class="livenb-figure"><img></figure>'
LIVE = '<div class="livenb-live" data-explorer="x.json"><img></div>'
TRY = "**Try it:** which?\n\n<details><summary>Answer</summary>\n\nBoth.\n\n</details>"


def test_a_prediction_is_answered_on_a_key_and_then_in_words():
    book = notebook(CLAIM, ASK, SEVEN, "Seven. It is prime. " + "And so on. " * 30)
    assert kinds(book) == [["claim", "+predict", "+printed", "+said"]]
    said = slides(book)[1].parts[-1].html
    assert "Seven. It is prime." in said and said.count("And so on.") < 3
    assert slides(book)[1].notes[0].count("And so on.") == 30


def test_a_figure_has_its_slide_and_answers_there():
    book = notebook(CLAIM, ASK, ("show(fig)", FIGURE), "It rises. " + "On. " * 90)
    assert kinds(book) == [["claim", "+predict"], ["figure", "+said"]]


@pytest.mark.parametrize("before", [True, False])
def test_an_explorer_stands_below_its_question(before):
    cells = [TRY, ("Explorer(f)", LIVE)]
    book = notebook("## 1. S", *(cells if before else cells[::-1]))
    assert kinds(book) == [["try", "explorer"]]
    assert any("Both." in note for slide in slides(book) for note in slide.notes)


def test_what_does_not_fit_goes_on():
    lines = "".join(f"{n:6}  {n**2:8}\n" for n in range(40))
    book = notebook("## 1. S", ASK, ("print()", lines), "Many. And many more of them.")
    shown = kinds(book)
    assert [slide[0] for slide in shown] == ["predict"] + ["printed"] * 3
    assert shown[-1] == ["printed", "+said"]
    for slide in slides(book):
        assert slide.height <= parts.ROOM + 50
    assert all("     0         0" in slide.parts[0].html for slide in slides(book)[2:])


def test_numbers_that_nobody_asked_for_are_the_speakers():
    lone = notebook("## 1. S", "Some prose.", ("print()", "1\n2\n"))
    assert kinds(lone) == []
    assert any("1\n2" in note for note in slides(lone)[0].notes)
    asked = notebook("## 1. S", ("print()", "1\n2\n"), "**Predict:** and then?")
    assert kinds(asked) == [["printed", "+predict"]]
    after = notebook(CLAIM, ("print()", "1\n2\n"))
    assert kinds(after) == [["claim", "+printed"]]


def test_a_sentence_in_bold_is_shown():
    book = notebook(
        "## 1. S", "We saw much. So **this is what it is called for**. Yes."
    )
    assert "".join(p.html for p in slides(book)[1].parts) == (
        "<p>So <strong>this is what it is called for</strong>.</p>\n"
    )


def test_exercises_end_the_slides_with_their_beginnings():
    book = notebook(
        CLAIM,
        "## Exercises\n\n**1a.** How many? Count them.",
        ('answer = ...\n\ncheck("1a", answer)', "not attempted\n"),
        "## What you have\n\n**You have**\n\n- seen it.\n\n**Next:** lesson 02.",
    )
    assert kinds(book) == [["claim"], ["list"], ["list", "next"]]
    assert "How many? Count them." in slides(book)[2].parts[0].html


@pytest.mark.parametrize(
    ("cell", "tag", "shown"),
    [
        (0, "slide-notes", [["predict", "+printed"]]),
        (1, "slide-new", [["claim"], ["predict", "+printed"]]),
        (2, "slide-code", [["claim", "+predict", "+code", "+printed"]]),
        (2, "slide-notes", [["claim", "+predict"]]),
        (3, "slide-show", [["claim", "+predict", "+printed", "+text", "+printed"]]),
        (4, "slide-show", [["claim", "+predict", "+printed"], ["printed"]]),
        (4, "slide-code", [["claim", "+predict", "+printed"], ["code", "+printed"]]),
    ],
)
def test_marks_override_the_rule(cell, tag, shown):
    cells = [CLAIM, ASK, SEVEN, "x" * 300, ("print(8)\nprint(9)", "8\n9\n")]
    book = notebook(*cells)
    book.cells[cell + 1].metadata["tags"] = [tag]
    assert kinds(book) == shown


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("One. Two! Three?", 3),
        ("At 0.5 it is $a. B$. Then e.g. Two.", 2),
        ("**All. Of it.** More.", 2),
        ("So (says he. Twice) it is.", 1),
    ],
)
def test_sentences(text, count):
    found = parts.sentences(text)
    assert len(found) == count
    assert " ".join(found) == text


def test_a_heading_in_print_is_not_torn_from_what_it_heads():
    lines = "".join(f"{n:4}  {n:4}\n" for n in range(9)) + "second:\n"
    first, second = parts.printed(lines + lines)
    assert first.html.endswith("8     8</pre>")
    assert "second:" in second.html
