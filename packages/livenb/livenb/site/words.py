"""The glossary's words, explained where they stand: the first time on each page."""

import functools
import html
import re

from docutils import nodes

_ENTRY = re.compile(r"^- \*\*(.+?)\*\*: (.+?)(?: \((\[.*\]\(.*\))\))?$", re.MULTILINE)
_LEAVE = (
    nodes.title,
    nodes.reference,
    nodes.literal,
    nodes.literal_block,
    nodes.math,
    nodes.math_block,
    nodes.table,
    nodes.raw,
)
_SIGNS = {r"\\pi": "π", r"\\ln": "ln", r"\\sqrt\{(.+?)\}": r"√\1", r"_": ""}


def glossary(markdown, only_near=(), without=()):
    """Return what the words of a glossary mean.

    Parameters
    ----------
    markdown : str
        Entries of the form ``- **word, other form**: meaning. ([05](link), ...)``.
    only_near : list of str, optional
        Words that have other meanings, too: they are explained only on the pages to
        which their entry links.
    without : list of str, optional
        Words that are never explained.

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
            pages = re.findall(r"\[(\d+)\]", links) if form in only_near else []
            if not re.search(r"[$`]", form) and form not in without:
                meanings[form] = plain, pages
    return meanings


def _without_signs(formula):
    """Return a short formula without TeX's signs."""
    text = formula[1]
    for sign, plain in _SIGNS.items():
        text = re.sub(sign, plain, text)
    return text


def explain(app, tree, name):
    """Explain the words of the glossary where a page first uses them."""
    sections = tree.findall(nodes.section)
    if app.env.doc2path(name).suffix != ".ipynb" or any(
        "glossary" in section["ids"] for section in sections
    ):
        return
    config = app.config
    every = _meanings(config.livenb_glossary, tuple(config.livenb_only_near),
                      tuple(config.livenb_without))  # fmt: skip
    meanings = {
        word: meaning
        for word, (meaning, pages) in every.items()
        if not pages or name.startswith(tuple(pages))
    }
    if not meanings:
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


_meanings = functools.cache(glossary)


def _inside(text):
    """Whether a text stands in a heading, a link, code or the like."""
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
        f'<button type="button" class="livenb-word" aria-label="{html.escape(word)}: '
        f'{told}" data-means="{told}">{html.escape(word)}</button>',
        format="html",
    )
