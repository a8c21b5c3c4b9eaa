"""Lessons as slides: what `make slides` does."""

import copy
import pathlib
import re
import shutil
import tempfile

import jinja2
import nbformat
import sphinx_revealjs

from livenb.site import build as site
from livenb.site import lessons
from livenb.slides.rule import slides

HERE = pathlib.Path(__file__).parent
_OWN = ("slides.css", "fit.js")
# The package brings reveal.js, which is on no other index of Python's.
_REVEAL = pathlib.Path(sphinx_revealjs.__file__).parent / "_static" / "revealjs"
_USED = ("dist/reveal.css", "dist/reveal.js", "dist/reset.css", "plugin/notes/notes.js")


def build(notebooks, out, kept, room=site.ROOM):
    """Build the slides of some lessons.

    Parameters
    ----------
    notebooks : list of pathlib.Path
        The lessons.
    out : pathlib.Path
        The folder of the slides; it is made anew.
    kept : pathlib.Path
        Where frames are kept between builds.
    room : int, optional
        How many frames an Explorer has room for.
    """
    with tempfile.TemporaryDirectory() as folder:
        made = pathlib.Path(folder, "slides")
        made.mkdir()
        site.add_frames(notebooks, made, kept, room)
        pictures = {}
        names = [path.stem for path in notebooks]
        rows = []
        for path in notebooks:
            notebook = nbformat.read(path, as_version=4)
            text = page(notebook, path.stem, pictures, names)
            (made / f"{path.stem}.html").write_text(text, "utf-8")
            rows.append((path.stem, site.title(notebook), text.count("<section>")))
        index = _template("index.html").render(rows=rows)
        (made / "index.html").write_text(index, "utf-8")
        site.write(made, pictures)
        site.write(made, scripts())
        site.write(made, {f"reveal/{n}": (_REVEAL / n).read_bytes() for n in _USED})
        if out.exists():
            shutil.rmtree(out)
        out.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(made, out)


def share(slides):
    """Let slides in a folder of a site show the site's pictures, without their own.

    Parameters
    ----------
    slides : pathlib.Path
        The folder of the slides, in that of the site.

    Raises
    ------
    FileNotFoundError
        If the site lacks one of the pictures: it was built before a lesson changed.
    """
    shared = ("frames", "pictures")
    for name in shared:
        for path in (slides / name).rglob("*"):
            there = slides.parent / path.relative_to(slides)
            if not there.exists():
                raise FileNotFoundError(f"{there} is missing: build the site anew")
    for page in slides.glob("*.html"):
        text = page.read_text("utf-8")
        text = re.sub(rf'"({"|".join(shared)})/', r'"../\1/', text)
        page.write_text(text, "utf-8")
    for name in shared:
        shutil.rmtree(slides / name)


def scripts():
    """Return the scripts and the styles of slides: those of pages, and their own."""
    own = {f"_static/{name}": (HERE / name).read_bytes() for name in _OWN}
    return site.scripts() | own


def page(notebook, name, pictures, names=()):
    """Return the page with the slides of a lesson.

    Parameters
    ----------
    notebook : nbformat.NotebookNode
        The lesson.
    name : str
        Its file's name, without the ending.
    pictures : dict
        Gets the files of its pictures, by their names.
    names : list of str, optional
        The lessons that have slides, to which links may lead.
    """
    notebook = copy.deepcopy(notebook)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = lessons.outputs(cell, name, pictures)
    made = slides(notebook)
    for slide in made:
        for part in slide.parts:
            shown = part.html.replace(' loading="lazy"', "")
            # A heading without a word is none.
            part.html = _led(shown.replace("<th></th>", "<td></td>"), names)
        slide.notes = [_led(note, names) for note in slide.notes]
    return _template("slides.html").render(slides=made, title=site.title(notebook))


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
