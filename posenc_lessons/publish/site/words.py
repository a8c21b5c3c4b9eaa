"""The glossary's words, explained where they stand: the first time on each page."""

import html
import json
import os
import re

from docutils import nodes

_ENTRY = re.compile(r"^- \*\*(.+?)\*\*: (.+?)(?: \(\[.*\]\(.*\)\))*$", re.MULTILINE)
_LEAVE = (
    nodes.title,
    nodes.reference,
    nodes.literal,
    nodes.math,
    nodes.table,
    nodes.raw,
)


def glossary(markdown):
    """Return what the words of a glossary mean.

    Parameters
    ----------
    markdown : str
        Entries of the form ``- **word, other form**: meaning. ([lesson](link))``.

    Returns
    -------
    dict of str
        By word; the forms that stand together mean the same.
    """
    meanings = {}
    for forms, meaning in _ENTRY.findall(markdown):
        meaning = re.sub(r"\\sqrt\{(.+?)\}", r"√\1", meaning)
        plain = re.sub(r"[*`$]|\[|\]\([^)]*\)", "", meaning).strip()
        for form in re.split(r", | and ", forms):
            if "$" not in form and "`" not in form:
                meanings[form.strip()] = plain
    return meanings


def setup(app):
    """Tell Sphinx to look for the words once a page is read."""
    app.connect("doctree-resolved", _explain)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}


def _explain(app, tree, name):
    meanings = json.loads(os.environ.get("POSENC_SITE_WORDS", "{}"))
    if (
        name.startswith(("00_", "index", "glossary", "genindex", "search"))
        or not meanings
    ):
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
        if isinstance(parent, _LEAVE):
            return True
        parent = parent.parent
    return False


def _term(word, meaning):
    told = html.escape(meaning, quote=True)
    return nodes.raw(
        "",
        f'<button type="button" class="posenc-word" aria-label="{html.escape(word)}: '
        f'{told}" data-means="{told}">{html.escape(word)}</button>',
        format="html",
    )
