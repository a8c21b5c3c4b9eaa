"""Which part of a lesson stands on which slide, by a rule that needs no marks.

A section's heading stands above its slides. What the lecture says, what is to be
predicted or tried, formulas, short tables, printed numbers, figures and Explorers are
shown; all other prose becomes the speaker's notes, and exercises are left out. What
answers a prediction comes on a key. A cell's tag overrides the rule: ``slide-notes``
for a cell that is not to be shown, ``slide-show`` for prose that is.
"""

import dataclasses
import re

from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin

from posenc_lessons.grading.formulas import mathml

LINES = 14
"""So many lines of printed text stand on a slide."""

ROWS = 7
"""A table with more rows is left to the notes."""

_LEFT_OUT = ("Exercises", "Glossary")
# A paragraph whose point is set in bold: five words or more.
_MORAL = re.compile(r"\*\*[^*\s]+( [^*\s]+){4,}\*\*")
_CHECKED = re.compile(r"^check\(", re.MULTILINE)
_SHOWN = ("**Predict:**", "**Try it:**", "**The question:**")


@dataclasses.dataclass
class Slide:
    """A slide.

    Attributes
    ----------
    title : str
        The heading above it, as HTML.
    parts : list of str
        What it shows, as HTML; each after the first comes on a key.
    notes : list of str
        What the speaker reads, as HTML.
    """

    title: str
    parts: list = dataclasses.field(default_factory=list)
    notes: list = dataclasses.field(default_factory=list)


def slides(notebook):
    """Return the slides of a lesson.

    Parameters
    ----------
    notebook : nbformat.NotebookNode
        The lesson, with outputs whose pictures are HTML.

    Returns
    -------
    list of Slide
        In their order.
    """
    made, title, left_out, waits = [], "", False, False
    for cell in notebook.cells:
        tags = cell.metadata.get("tags", [])
        if cell.cell_type == "markdown":
            for kind, text, raw in blocks(cell.source):
                if kind == "title":
                    made.append(Slide(text))
                    title = text
                elif kind == "section":
                    title, left_out = text, raw.strip("# ") in _LEFT_OUT
                elif left_out:
                    continue
                elif "slide-notes" in tags or (
                    kind == "prose" and "slide-show" not in tags
                ):
                    made[-1].notes.append(text)
                elif kind == "predict":
                    made.append(Slide(title, [text]))
                    waits = True
                    continue
                elif made and made[-1].title == title and _joins(made[-1], kind):
                    made[-1].parts[-1:] = ["".join([*made[-1].parts[-1:], text])]
                else:
                    made.append(Slide(title, [text]))
            continue
        if left_out or "slide-notes" in tags or _CHECKED.search(cell.source):
            continue
        for text in outputs(cell):
            if waits and made and len(made[-1].parts) == 1 and _short(text):
                made[-1].parts.append(text)
            else:
                made.append(Slide(title, [text]))
            waits = False
    return [slide for slide in made if slide.parts or slide.title]


def blocks(text):
    """Yield the blocks of a cell of Markdown: their kind, as HTML, as written."""
    parser = MarkdownIt("commonmark", {"html": True}).enable("table")
    parser.use(dollarmath_plugin, renderer=_formula)
    tokens = parser.parse(text)
    lines = text.splitlines()
    start, folded = 0, False
    for end in range(1, len(tokens) + 1):
        if tokens[end - 1].level or tokens[end - 1].nesting == 1:
            continue
        group, start = tokens[start:end], end
        made = parser.renderer.render(group, parser.options, {})
        where = group[0].map or [0, 0]
        raw = "\n".join(lines[where[0] : where[1]])
        folded |= raw.startswith("<details")
        # An answer that is folded in the lesson is the speaker's.
        kind = "prose" if folded else _kind(group[0], raw)
        folded &= "</details>" not in raw
        yield kind, _inner(group[0], made), raw


def _kind(token, raw):
    match token.type:
        case "heading_open":
            return "title" if token.tag == "h1" else "section"
        case "blockquote_open":
            return "claim"
        case "math_block" | "math_block_label":
            return "formula"
        case "table_open":
            return "table" if raw.count("\n") <= ROWS else "prose"
        case "bullet_list_open":
            return "list"
        case "html_block":
            return "prose"
    if raw.startswith("**Predict:**"):
        return "predict"
    if raw.startswith(_SHOWN) or _MORAL.search(raw):
        return "shown"
    return "prose"


def _inner(token, made):
    """Return a heading's text alone, and all else as it is."""
    return re.sub(r"</?h\d>", "", made).strip() if token.tag[:1] == "h" else made


def _joins(slide, kind):
    """Tell whether a block stands on the slide before it: a formula after a claim."""
    return kind in ("formula", "list") and len("".join(slide.parts)) < 500


def _formula(content, options):
    return mathml(content, bool(options.get("display_mode")))


def outputs(cell):
    """Yield what a code cell shows, as HTML; long texts in several pieces."""
    for output in cell.outputs:
        data = output.get("data", {})
        if "text/html" in data:
            yield data["text/html"]
            continue
        text = output.get("text", data.get("text/plain", ""))
        lines = text.rstrip().splitlines()
        head = lines[:1] if len(lines) > LINES and "  " in lines[0] else []
        while lines:
            piece, lines = lines[:LINES], lines[LINES:]
            yield f"<pre>{_escaped(piece)}</pre>"
            if lines:
                lines = [*head, *lines]


def _escaped(lines):
    text = "\n".join(lines)
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _short(text):
    """Tell whether an output has room below a prediction."""
    return text.startswith("<pre>") and text.count("\n") < LINES // 2
