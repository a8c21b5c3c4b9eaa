"""Blocks of Markdown, printed text and code as HTML for slides."""

import dataclasses
import html
import itertools
import re

from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin

from livenb.site.mathematics import mathml

ROWS = 8
"""The largest number of table rows that can be read from the back of a room."""

_LEAD = re.compile(r"\*\*[^*]+(:\*\*|\*\* [a-z])")
_KINDS = {
    "heading_open": "heading",
    "blockquote_open": "quote",
    "math_block": "formula",
    "math_block_label": "formula",
    "table_open": "table",
    "bullet_list_open": "list",
    "ordered_list_open": "list",
}


@dataclasses.dataclass
class Part:
    """Something that a slide shows, as HTML.

    Its kind is ``heading``, ``quote``, ``formula``, ``table``, ``list``, ``paragraph``,
    ``lead`` for a paragraph that begins in bold (a label such as **Predict:**, or the
    first words of a sentence), ``aside`` for a folded answer or a long table,
    ``printed``, ``code``, ``figure``, ``explorer`` or ``html``. It appears at key press
    number `key`, or immediately if `key` is 0.
    """

    kind: str
    html: str
    key: int = 0


def blocks(text):
    """Yield the blocks of a Markdown cell as parts."""
    parser = MarkdownIt("commonmark", _OPTIONS).enable(["table", "smartquotes"])
    parser.use(dollarmath_plugin, renderer=_formula)
    tokens = parser.parse(text)
    lines = text.splitlines()
    start, folded = 0, False
    for end in range(1, len(tokens) + 1):
        if tokens[end - 1].level or tokens[end - 1].nesting == 1:
            continue
        group, start = tokens[start:end], end
        first, last = group[0].map or [0, 0]
        raw = "\n".join(lines[first:last])
        folded |= raw.startswith("<details")
        kind = _KINDS.get(group[0].type, "lead" if _LEAD.match(raw) else "paragraph")
        if folded or (kind == "table" and raw.count("\n") > ROWS + 1):
            kind = "aside"
        for piece in _items(group):
            made = parser.renderer.render(piece, parser.options, {})
            yield Part(kind, _inner(kind, made))
        folded &= "</details>" not in raw


def _items(tokens):
    """Yield the tokens of a block; each item of a list becomes a separate list."""
    if _KINDS.get(tokens[0].type) != "list":
        yield tokens
        return
    starts = [n for n, token in enumerate(tokens) if token.level == 1 == token.nesting]
    for number, (start, end) in enumerate(itertools.pairwise([*starts, -1]), start=1):
        if tokens[0].tag == "ol":
            tokens[0].attrSet("start", str(number))
        yield [tokens[0], *tokens[start:end], tokens[-1]]


# After a formula or code, an apostrophe would become an opening quote, so all single
# quotes are treated as apostrophes.
_OPTIONS = {"html": True, "typographer": True, "quotes": "“”’’"}


def _inner(kind, made):
    """Return a heading's text, an answer without its fold, or the HTML as it is."""
    if kind == "heading":
        return re.sub(r"</?h\d>", "", made).strip()
    made = re.sub(r"</?details>", "", made)
    return re.sub(r"<summary>(.*?)</summary>", r"<p><b>\1:</b></p>", made)


def _formula(content, options):
    return mathml(content, bool(options.get("display_mode")))


def printed(kind, text):
    """Return text in a fixed-width font, whose size depends on the longest line."""
    columns = max(map(len, text.splitlines()))
    text = html.escape(text.rstrip(), quote=False)
    return Part(
        kind, f'<pre class="livenb-{kind}" style="--columns: {columns}">{text}</pre>'
    )
