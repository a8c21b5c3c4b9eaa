"""Words of the glossary, explained where a page first uses them."""

import html
import re

from docutils import nodes
from drawahead.frames import plain

_ENTRY = re.compile(r"^- \*\*(.+?)\*\*: (.+?)(?: \((\[.*\]\(.*\))\))?$", re.MULTILINE)
_LEAVE = {"title", "reference", "literal", "literal_block", "math", "math_block"}
_LEAVE |= {"table", "raw"}


def glossary(markdown, only_near=(), without=()):
    """Return the meanings of the words in a glossary.

    An entry has the form ``- **word, other form**: meaning. ([05](link), ...)``. The
    words in `without` are left out. Each meaning comes with a list of the beginnings of
    page names. For a word in `only_near`, they name the pages that its entry links to,
    and only those pages explain it. For any other word, the list is empty, and all
    pages explain it.
    """
    meanings = {}
    for forms, meaning, links in _ENTRY.findall(markdown):
        meaning = plain(meaning.replace(r"\pi", "π").replace(r"\sqrt", "√"))
        meaning = re.sub(r"[*`_]|\[|\]\([^)]*\)", "", meaning).strip()
        for form in map(str.strip, re.split(r", | and ", forms)):
            pages = re.findall(r"\[(\d+)\]", links) if form in only_near else []
            if not re.search(r"[$`]", form) and form not in without:
                meanings[form] = meaning, pages
    return meanings


def explain(app, tree, name):
    """Explain the words of the glossary on a notebook's page."""
    meanings = {
        word: meaning
        for word, (meaning, pages) in app.config.livenb["meanings"].items()
        if not pages or name.startswith(tuple(pages))
    }
    if not meanings or app.env.doc2path(name).suffix != ".ipynb":
        return
    longest = sorted(meanings, key=len, reverse=True)
    pattern = re.compile(rf"\b({'|'.join(map(re.escape, longest))})s?\b", re.IGNORECASE)
    lower = {word.lower(): meaning for word, meaning in meanings.items()}
    seen = set()
    for text in list(tree.findall(nodes.Text)):
        if _is_inside(text):
            continue
        parts, at, words = [], 0, text.astext()
        for match in pattern.finditer(words):
            meaning = lower[match[1].lower()]
            if meaning not in seen:
                seen.add(meaning)
                before = nodes.Text(words[at : match.start()])
                parts += [before, _term(match[0], meaning)]
                at = match.end()
        if parts:
            text.parent.replace(text, [*parts, nodes.Text(words[at:])])


def _is_inside(node):
    """Return whether a text is part of a heading, a link, code or the like."""
    while node.parent is not None and node.tagname not in _LEAVE:
        node = node.parent
    return node.tagname in _LEAVE


def _term(word, meaning):
    told = html.escape(meaning, quote=True)
    return nodes.raw(
        "",
        f'<button type="button" class="livenb-word" aria-label="{html.escape(word)}: '
        f'{told}" data-means="{told}">{html.escape(word)}</button>',
        format="html",
    )
