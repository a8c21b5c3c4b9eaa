"""The sentences of all pages, for the search page."""

import json
import re
from pathlib import Path

from docutils import nodes

_SENTENCE = re.compile(r"(?<=[.!?:])\s+(?=[A-Z“\"(0-9])")
_TEXTS = (nodes.paragraph, nodes.term)


def collect(app, tree, name):
    """Collect the sentences of a page under the headings above them."""
    found = app.env.__dict__.setdefault("livenb_sentences", {})
    found[name] = {"title": "", "parts": []}
    for section in tree.findall(nodes.section):
        title = section.next_node(nodes.title)
        heading = title.astext() if title else ""
        found[name]["title"] = found[name]["title"] or heading
        texts = [
            _plain(text)
            for part in section
            if not isinstance(part, nodes.section)
            for text in part.findall(lambda node: isinstance(node, _TEXTS))
        ]
        sentences = [one for text in texts for one in _SENTENCE.split(text) if one]
        found[name]["parts"].append([heading, section["ids"][0], sentences])


def write(app, error):
    """Write a file with all sentences and the synonyms from the settings."""
    if error:
        return
    pages = app.env.__dict__.get("livenb_sentences", {})
    order = sorted(pages, key=lambda name: (not name[0].isdigit(), name))
    data = {"same": app.config.livenb["same"], "pages": [[n, pages[n]] for n in order]}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    Path(app.outdir, "search.json").write_text(text, "utf-8")


def _plain(text):
    """Return a paragraph on one line, without TeX markup."""
    words = text.astext()
    for formula in text.findall(nodes.math):
        words = words.replace(formula.astext(), re.sub(r"[\\{}]", "", formula.astext()))
    return " ".join(words.split())
