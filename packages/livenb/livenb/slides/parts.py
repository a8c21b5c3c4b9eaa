"""What stands on slides: blocks of text, printed numbers, code, as HTML with a height.

A height is a guess, in the pixels of a slide that is 1280 wide, from the number of
letters. It decides what stands together; a browser measures what is said here.
"""

import dataclasses
import re

from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin

from livenb.site.lines import whole_numbers
from livenb.site.mathematics import mathml

WIDE = 1184
"""So wide is what a slide shows, in pixels."""

ROOM = 588
"""So high is what a slide shows below its heading, in pixels."""

LINES = 15
"""So many lines of printed text stand on a slide, with room for a sentence below."""

COLUMNS = 96
"""Longer lines are broken: smaller letters could not be read from the last row."""

_SMALLEST, _USUAL, _LARGEST = 20, 21, 28  # letters of printed text and code
_LETTER, _LINE = 0.602, 1.35  # of their size: a letter's width, a line's height
_HIGH, _LONG = 43, 72  # of prose: a line's height, and letters in it


@dataclasses.dataclass
class Part:
    """Something that a slide shows.

    Attributes
    ----------
    kind : str
        ``claim``, ``formula``, ``list``, ``table``, ``text``, ``question``,
        ``predict``, ``try``, ``printed``, ``code``, ``said``, ``figure``, ``explorer``
        or ``next``.
    html : str
        How it is shown.
    height : int, optional
        About so high it is, in pixels.
    on_key : bool, optional
        Whether it comes on a key.
    """

    kind: str
    html: str
    height: int = 0
    on_key: bool = False


@dataclasses.dataclass
class Block:
    """A block of Markdown: its kind, as a part's or ``title``, ``section``, ``prose``.

    Attributes
    ----------
    kind : str
        What it is.
    html : str
        How it is shown.
    raw : str
        As it is written.
    """

    kind: str
    html: str
    raw: str

    def part(self):
        """Return the block as a part of a slide."""
        return Part(self.kind, self.html, high(self.kind, self.html))


def blocks(text):
    """Yield the blocks of a cell of Markdown."""
    parser = _parser()
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
        yield Block(kind, _inner(group[0], made), raw)


def _kind(token, raw):
    match token.type:
        case "heading_open":
            return {"h1": "title", "h2": "section"}.get(token.tag, "subsection")
        case "blockquote_open":
            return "claim"
        case "math_block" | "math_block_label":
            return "formula"
        case "table_open":
            return "table"
        case "bullet_list_open":
            return "list"
    for begin, kind in _BEGINNINGS.items():
        if raw.startswith(begin):
            return kind
    return "prose"


_BEGINNINGS = {
    "**Predict:**": "predict",
    "**Try it:**": "try",
    "**The question:**": "question",
    "**Next:**": "next",
}


def _inner(token, made):
    """Return a heading's text alone, an unfolded answer, and all else as it is."""
    if token.tag[:1] == "h":
        return re.sub(r"</?h\d>", "", made).strip()
    if token.type == "html_block":
        made = re.sub(r"</?details>", "", made)
        return re.sub(r"<summary>(.*?)</summary>", r"<p><b>\1:</b></p>", made)
    return made


def paragraph(text, kind):
    """Return a paragraph of Markdown as a part."""
    made = _parser().render(text)
    return Part(kind, made, high(kind, made))


def _parser():
    # What follows a formula or code seems to begin a sentence: of single quotes, the
    # course has apostrophes alone.
    told = {"html": True, "typographer": True, "quotes": "“”’’"}
    parser = MarkdownIt("commonmark", told).enable(["table", "smartquotes"])
    parser.core.ruler.push("numbers", _keep_numbers_whole)
    return parser.use(dollarmath_plugin, renderer=_formula)


def _keep_numbers_whole(state):
    for block in state.tokens:
        for token in block.children or []:
            if token.type == "text":
                token.content = whole_numbers(token.content)


def _formula(content, options):
    return mathml(content, bool(options.get("display_mode")))


def high(kind, made):
    """Return about how high a block is on a slide.

    Parameters
    ----------
    kind : str
        What it is.
    made : str
        The block as HTML.
    """
    if kind == "formula":
        return 120 if "<mtr" in made else 100
    if kind == "list":
        items = re.split(r"<li\b", made)[1:]
        return 24 + sum(_lines(item) * _HIGH + 10 for item in items)
    if kind == "table":
        rows = re.split(r"<tr\b", made)[1:]
        return 24 + sum(_lines(row) * 38 + 10 for row in rows)
    return _lines(made) * _HIGH + (44 if kind == "claim" else 20)


def _lines(made):
    letters = len(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", made)).strip())
    return max(1, -(-letters // _LONG))


def printed(text):
    """Return printed text as parts: several alike, if it has many lines."""
    lines = text.rstrip().splitlines()
    head = lines[:1] if len(lines) > LINES and "  " in lines[0] else []
    made, start = [], 0
    for left in range(-(-len(lines) // LINES), 0, -1):
        end = start - (start - len(lines)) // left
        # What has no columns is the heading of what follows.
        while start + 1 < end < len(lines) and "  " not in lines[end - 1].strip():
            end -= 1
        piece = lines[start:end]
        made.append(_letters("printed", [*head, *piece] if start else piece))
        start = end
    return made


def code(source):
    """Return code as a part."""
    return _letters("code", source.strip().splitlines())


def _letters(kind, lines):
    """Return lines of letters of one width, as large as the slide's width lets them.

    Where they are too high then, the page makes them smaller.
    """
    columns = max(map(len, lines))
    size = round(min(max(WIDE / (_LETTER * columns), _SMALLEST), _LARGEST), 1)
    long = " livenb-long" if columns > COLUMNS else ""
    rows = sum(-(-len(line) // COLUMNS) or 1 for line in lines)
    text = "\n".join(lines)
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    made = f'<pre class="livenb-{kind}{long}" data-size="{size}">{text}</pre>'
    return Part(kind, made, round(rows * min(size, _USUAL) * _LINE) + 24)


_STOP = re.compile(r"[.!?][*)\"”]*(?=\s+[A-Z0-9*$`\"(“])")
_SHORTENED = re.compile(r"\b(e\.g|i\.e|et al|cf|vs)\.$")


def sentences(text):
    """Return the sentences of a paragraph of Markdown.

    Parameters
    ----------
    text : str
        The paragraph. Formulas and what is set in bold stay whole.

    Examples
    --------
    >>> sentences("It is 0.5. **So far. And further.** That is $a. B$.")
    ['It is 0.5.', '**So far. And further.**', 'That is $a. B$.']
    """
    found, start = [], 0
    for stop in _STOP.finditer(text):
        piece = text[start : stop.end()]
        whole = piece.count("$") % 2 == 0 and piece.count("**") % 2 == 0
        if whole and piece.count("(") <= piece.count(")"):
            if not _SHORTENED.search(piece):
                found.append(piece.strip())
                start = stop.end()
    return [*found, text[start:].strip()] if text[start:].strip() else found
