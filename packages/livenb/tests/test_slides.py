"""Which slide a cell is on, according to its marks, and what is shown of it."""

import shutil

import pytest
from livenb.slides import parts
from livenb.slides.build import build
from livenb.slides.deck import slides
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from .conftest import NOTEBOOKS, missing_in, parsed

FIGURE = '<figure class="livenb-figure"><img></figure>'
LIVE = '<div class="livenb-live" data-explorer="x.json"><img></div>'
LEAD = "**Predict:** what?"


def text(kind, source):
    return new_markdown_cell(source, metadata={"slideshow": {"slide_type": kind}})


def code(kind, source, shown="", tags=()):
    cell = new_code_cell(source)
    cell.metadata = {"slideshow": {"slide_type": kind}, "tags": list(tags)}
    if shown.startswith("<"):
        cell.outputs = [new_output("display_data", {"text/html": shown})]
    elif shown:
        cell.outputs = [new_output("stream", text=shown)]
    return cell


def deck_of(*cells):
    return slides(new_notebook(cells=list(cells)))


def shown(*cells):
    """Return what each slide shows, with the key press that brings it up."""
    return [
        [f"{part.kind}{part.key or ''}" for part in slide.parts]
        for slide in deck_of(*cells)
    ]


def test_marks_say_where_slides_begin_and_what_comes_on_a_key():
    cells = [
        text("slide", "# T"),
        text("-", "Why?"),
        text("slide", f"## S\n\n{LEAD}"),
        code("fragment", "print(7)", "7\n"),
        text("fragment", "Seven.\n\nIt is prime."),
        text("subslide", "> Said."),
        text("skip", "Never."),
        text("notes", "Spoken."),
    ]
    lead = ["lead", "printed1", "paragraph2"]
    assert shown(*cells) == [["paragraph"], lead, ["quote"]]
    deck = deck_of(*cells)
    assert [slide.title for slide in deck] == ["T", "S", "S"]
    assert "Spoken." in "".join(deck[2].notes)
    assert "Never." not in "".join(deck[2].notes)


def test_plain_paragraphs_are_spoken_beside_anything_else():
    answer = "<details><summary>Answer</summary>\n\nBoth.\n\n</details>"
    cell = text("slide", f"{LEAD}\n\nA paragraph.\n\n{answer}")
    assert shown(cell) == [["lead"]]
    notes = "".join(deck_of(cell)[0].notes)
    assert "A paragraph." in notes and "<b>Answer:</b>" in notes and "Both." in notes
    assert shown(text("slide", "One.\n\nTwo.")) == [["paragraph"]]
    assert shown(text("slide", "One."), code("-", "print(7)", "7\n")) == [["printed"]]


def test_an_answer_above_a_heading_belongs_to_the_slide_before():
    cells = text("slide", f"# T\n\n{LEAD}"), text("slide", "Seven.\n\n## S\n\nNow.")
    first, second = deck_of(*cells)
    assert "Seven." in "".join(first.notes) and "Seven." not in "".join(second.notes)
    assert second.title == "S"
    assert [part.html for part in second.parts] == ["<p>Now.</p>\n"]


def test_a_question_above_a_heading_stays_with_its_picture():
    cells = [
        text("slide", "# T"),
        code("-", "Explorer(draw)", LIVE),
        text("slide", "**Try it:** move.\n\n$$x$$\n\n## S\n\nNow."),
    ]
    assert shown(*cells) == [["explorer", "lead"], ["formula"], ["paragraph"]]
    assert [slide.title for slide in deck_of(*cells)] == ["T", "T", "S"]


@pytest.mark.parametrize(
    ("rows", "kind"), [(parts.ROWS, "table"), (parts.ROWS + 1, "aside")]
)
def test_a_long_table_is_the_speakers(rows, kind):
    table = "| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * rows
    assert [part.kind for part in parts.blocks(table)] == [kind]


def test_code_is_shown_if_it_is_tagged_or_has_no_output():
    assert shown(code("slide", "f()", "1\n")) == [["printed"]]
    assert shown(code("slide", "f()", "1\n", ["slide-code"])) == [["code", "printed"]]
    assert shown(code("slide", "x = 1")) == [["code"]]
    (slide,) = deck_of(text("slide", LEAD), code("notes", "f()", "1\n"))
    assert "1</pre>" in slide.notes[-1]


@pytest.mark.parametrize(
    ("made", "kind"), [(FIGURE, "figure"), (LIVE, "explorer"), ("<b>x</b>", "plain")]
)
def test_a_picture_decides_how_a_slide_is_laid_out(made, kind):
    (slide,) = deck_of(text("slide", LEAD), code("-", "draw()", made))
    assert slide.kind == kind


def test_a_cell_without_a_mark_goes_on():
    cells = [text("slide", LEAD), new_markdown_cell("> Said."), text("none", "> No.")]
    assert shown(*cells) == [["lead", "quote", "quote"]]


def test_quotes_are_those_of_the_pages():
    (part,) = parts.blocks('It\'s "so" for $n$\'s, `"a"`.')
    assert "It’s “so” for" in part.html
    assert "’s, <code>&quot;a&quot;</code>." in part.html


def test_a_list_of_many_words_goes_on_with_another_slide():
    items = "".join(f"{n}. {'word ' * 25}\n" for n in (1, 2, 3))
    first, second = deck_of(text("slide", f"# T\n\n{items}"))
    assert [len(first.parts), len(second.parts)] == [2, 1]
    assert '<ol start="3">' in second.parts[0].html


def test_other_slides_and_the_pages_stay(built, site, tmp_path):
    """If a notebook has changed since, its old page keeps its old pictures, too."""
    shutil.copytree(site, tmp_path / "site")
    shutil.copytree(NOTEBOOKS[0].parent, tmp_path / "books")
    book = tmp_path / "books" / NOTEBOOKS[0].name
    changed = book.read_text("utf-8").replace("draw_spring", "draw_it")
    book.write_text(changed, "utf-8")
    folder = tmp_path / "site" / "slides"
    deck = (folder / "01_spring.html").read_bytes()
    before = {
        path: path.read_bytes()
        for path in (tmp_path / "site").rglob("*")
        if path.is_file() and path != folder / "01_spring.html"
    }
    (made,) = build([book], folder, tmp_path / "frames", room=0)
    assert made == folder / "01_spring.html" and made.read_bytes() != deck
    assert all(path.read_bytes() == content for path, content in before.items())


def test_slides_show_the_pictures_of_the_pages(site):
    decks = parsed(site / "slides")
    assert missing_in(site / "slides", decks) == []
    for path in NOTEBOOKS:
        assert decks[f"{path.stem}.html"].select("img, [data-explorer]")
