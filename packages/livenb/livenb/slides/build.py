"""Build slides from notebooks for ``livenb slides``."""

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
# This package from PyPI contains reveal.js.
_REVEAL = pathlib.Path(sphinx_revealjs.__file__).parent / "_static" / "revealjs"
_USED = ("dist/reveal.css", "dist/reveal.js", "plugin/notes/notes.js")


def build(notebooks, out, kept, room=ROOM):
    """Build the slides of some notebooks in a folder, and return the pages' paths.

    Slides of other notebooks stay as they are. Pictures go into the parent folder,
    because a site there shows the same pictures.
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
    return pages


def scripts():
    """Return the scripts and styles of slides by file name."""
    own = {f"_static/{name}": (HERE / name).read_bytes() for name in _OWN}
    return site.scripts() | own


def page(notebook, shelf, names=()):
    """Return the page of a notebook's slides; `names` are the notebooks with slides."""
    notebook = copy.deepcopy(notebook)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = outputs(cell, shelf, "../")
    made = slides(notebook)
    for slide in made:
        for part in slide.parts:
            part.html = _led(part.html.replace(' loading="lazy"', ""), names)
        slide.notes = [_led(note, names) for note in slide.notes]
    template = jinja2.Template((HERE / "slides.html").read_text("utf-8"))
    return template.render(slides=made, title=title(notebook.cells[0].source))


def _led(made, names):
    """Make links lead to other slides or to the web, and remove all other links."""

    def link(match):
        target, text = match.groups()
        name = target.partition("#")[0].removesuffix(".ipynb")
        if name in names:
            return f'<a href="{name}.html">{text}</a>'
        return match[0] if target.startswith("https:") else text

    return re.sub(r'<a href="([^"]*)">(.*?)</a>', link, made, flags=re.DOTALL)
