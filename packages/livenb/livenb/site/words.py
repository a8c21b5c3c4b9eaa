"""The glossary's words, explained where they stand: the first time on each page."""

import html
import json
import os
import re

from docutils import nodes

_ENTRY = re.compile(r"^- \*\*(.+?)\*\*: (.+?)(?: \((\[.*\]\(.*\))\))?$", re.MULTILINE)
_LEAVE = (
    nodes.title,
    nodes.reference,
    nodes.literal,
    nodes.literal_block,
    nodes.math,
    nodes.table,
    nodes.raw,
)
_EVERYDAY = {"pair", "position", "score", "similarity", "value", "weights"}
"""Words that mean other things, too: explained in the lessons of their entry alone."""
_NEVER = {"mean", "median"}
"""Words that mostly stand for something else, as *it means that*."""
_SIGNS = {r"\\pi": "π", r"\\ln": "ln", r"\\sqrt\{(.+?)\}": r"√\1", r"_": ""}


def glossary(markdown):
    """Return what the words of a glossary mean.

    Parameters
    ----------
    markdown : str
        Entries of the form ``- **word, other form**: meaning. ([lesson](link))``.

    Returns
    -------
    dict of tuple
        By word: what it means, and the beginnings of the names of the pages that
        explain it; none if all do. The forms that stand together mean the same.
    """
    meanings = {}
    for forms, meaning, links in _ENTRY.findall(markdown):
        meaning = re.sub(r"\$(.+?)\$", _without_signs, meaning)
        plain = re.sub(r"[*`]|\[|\]\([^)]*\)", "", meaning).strip()
        for form in map(str.strip, re.split(r", | and ", forms)):
            pages = re.findall(r"\[(\d+)\]", links) if form in _EVERYDAY else []
            if not re.search(r"[$`]", form) and form not in _NEVER:
                meanings[form] = plain, pages
    return meanings


def _without_signs(formula):
    """Return a short formula without TeX's signs."""
    text = formula[1]
    for sign, plain in _SIGNS.items():
        text = re.sub(sign, plain, text)
    return text


def setup(app):
    """Tell Sphinx to look for the words once a page is read."""
    app.connect("doctree-resolved", _explain)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}


def _explain(app, tree, name):
    told = json.loads(os.environ.get("POSENC_SITE_WORDS", "{}"))
    meanings = {
        word: meaning
        for word, (meaning, pages) in told.items()
        if not pages or name.startswith(tuple(pages))
    }
    if not name[0].isdigit() or name.startswith("00_") or not meanings:
        return
    longest = sorted(meanings, key=len, reverse=True)
    pattern = re.compile(rf"\b({'|'.join(map(re.escape, longest))})s?\b", re.IGNORECASE)
    seen = set()
    for text in list(tree.findall(nodes.Text)):
        if _inside(text):
            continue
        parts, at, words = [], 0, text.astext()
        for match in pattern.finditer(words):
            word = next(w for w in longest if w.lower() == match[1].lower())
            if meanings[word] in seen:
                continue
            seen.add(meanings[word])
            parts += [
                nodes.Text(words[at : match.start()]),
                _term(match[0], meanings[word]),
            ]
            at = match.end()
        if parts:
            text.parent.replace(text, [*parts, nodes.Text(words[at:])])


def _inside(text):
    parent = text.parent
    while parent is not None:
        if isinstance(parent, _LEAVE) or _names_sources(parent):
            return True
        parent = parent.parent
    return False


def _names_sources(node):
    return isinstance(node, nodes.paragraph) and node.astext().startswith("Sources.")


def _term(word, meaning):
    told = html.escape(meaning, quote=True)
    return nodes.raw(
        "",
        f'<button type="button" class="posenc-word" aria-label="{html.escape(word)}: '
        f'{told}" data-means="{told}">{html.escape(word)}</button>',
        format="html",
    )
