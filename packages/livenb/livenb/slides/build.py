"""Notebooks as slides: what ``livenb slides`` does."""

import copy
import pathlib
import re

import jinja2
import nbformat
import sphinx_revealjs

from livenb.settings import Settings, title
from livenb.site import build as site
from livenb.site.notebooks import outputs
from livenb.site.packs import ROOM
from livenb.site.shelf import shelves
from livenb.slides.deck import slides

HERE = pathlib.Path(__file__).parent
_OWN = ("slides.css", "fit.js")
# The package brings reveal.js, which is on no other index of Python's.
_REVEAL = pathlib.Path(sphinx_revealjs.__file__).parent / "_static" / "revealjs"
_USED = ("dist/reveal.css", "dist/reveal.js", "dist/reset.css", "plugin/notes/notes.js")


def build(notebooks, out, kept, room=ROOM):
    """Build the slides of some notebooks; those of others stay as they are.

    They go into a folder, and pictures into the folder that it is in, since a site
    there shows the same ones. The pages of the slides are returned.
    """
    pages = []
    out.mkdir(parents=True, exist_ok=True)
    names = {path.stem for path in [*notebooks, *out.glob("*.html")]}
    settings = Settings.read(notebooks[0].parent)
    for path, shelf in shelves(settings, notebooks, kept, room).items():
        pages.append(out / f"{path.stem}.html")
        made = page(nbformat.read(path, as_version=4), shelf, names)
        pages[-1].write_text(made, "utf-8")
        shelf.copy(out.parent)
    site.write(out, scripts())
    site.write(out, {f"reveal/{n}": (_REVEAL / n).read_bytes() for n in _USED})
    decks = [path for path in sorted(out.glob("*.html")) if path.stem != "index"]
    index = _template("index.html").render(rows=[_row(path) for path in decks])
    (out / "index.html").write_text(index, "utf-8")
    return pages


def _row(page):
    """Return a page's file, its title and how many slides it has."""
    text = page.read_text("utf-8")
    return page.name, re.search("<title>(.*)</title>", text)[1], text.count("<section>")


def scripts():
    """Return the scripts and the styles of slides: those of pages, and their own."""
    own = {f"_static/{name}": (HERE / name).read_bytes() for name in _OWN}
    return site.scripts() | own


def page(notebook, shelf, names=()):
    """Return the page with a notebook's slides; links lead to slides of these names."""
    notebook = copy.deepcopy(notebook)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = outputs(cell, shelf, "../")
    made = slides(notebook)
    for slide in made:
        for part in slide.parts:
            part.html = _led(part.html.replace(' loading="lazy"', ""), names)
        slide.notes = [_led(note, names) for note in slide.notes]
    heading = title(notebook.cells[0].source)
    return _template("slides.html").render(slides=made, title=heading)


def _led(made, names):
    """Let links lead to other slides, or nowhere: slides have no other files."""

    def link(match):
        target, text = match.groups()
        name = target.partition("#")[0].removesuffix(".ipynb")
        if name in names:
            return f'<a href="{name}.html">{text}</a>'
        return match[0] if target.startswith("https:") else text

    return re.sub(r'<a href="([^"]*)">(.*?)</a>', link, made, flags=re.DOTALL)


def _template(name):
    return jinja2.Template((HERE / name).read_text("utf-8"))
