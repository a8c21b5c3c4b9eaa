"""Build pages that need no kernel from a folder of notebooks: ``livenb site``.

Only the cells up to the last picture are run, and only if an earlier build has not kept
the pictures.
"""

import base64
import io
import json
import pathlib
import re
import shutil
import tempfile
import warnings

import nbformat
from drawahead import scripts as drawahead
from sphinx.application import Sphinx

from livenb.site import notebooks, packs, questions, words
from livenb.site.shelf import Shelf, shelves

HERE = pathlib.Path(__file__).parent
STATIC, TEMPLATES = HERE / "static", HERE / "templates"


def build(settings, paths, out, kept, room=packs.ROOM, live=None, has_lite=False):
    """Build the site of some notebooks in a folder, and replace what is there.

    `kept` is the folder where pictures are kept between builds, and `room` is the
    number of frames to keep for an Explorer. `live` holds the beginnings of the names
    of the notebooks whose Explorers move; by default, all of them do. The other
    notebooks show stored pictures. `has_lite` says whether pages link to JupyterLite in
    the folder ``lite``. Raises `RuntimeError` if a notebook's cell fails or Sphinx
    complains, and `ValueError` if two notebooks have the same name.
    """
    names = [path.stem for path in paths]
    if len(set(names)) < len(names):
        raise ValueError("two notebooks have the same name, and so would their pages")
    starts = ("",) if live is None else tuple(live)
    moving = [path for path in paths if path.stem.startswith(starts)]
    drawn = shelves(settings, moving, kept, room)
    with tempfile.TemporaryDirectory() as folder:
        source, files = pathlib.Path(folder, "source"), pathlib.Path(folder, "files")
        source.mkdir()
        explorers, led = {}, {f"{n}.ipynb" for n in names}
        led |= {f"{n}.md" for n in settings.pages}
        for path in paths:
            book, shelf = nbformat.read(path, 4), drawn.get(path, Shelf(path.stem))
            page = notebooks.page(book, shelf, settings)
            for cell in page.cells:
                if cell.cell_type == "markdown":
                    cell.source = linked(cell.source, led)
            explorers[path.stem] = _first_explorer(page)
            nbformat.write(page, source / path.name)
            notebooks.copy_images(book, path.parent, source)
            shelf.copy(files)
        pages = _further_pages(settings, paths, explorers, has_lite)
        for name, text in pages.items():
            (source / f"{name}.md").write_text(linked(text, led), "utf-8")
        write(files, _tables(settings.checks) | scripts())
        for path in settings.matching(settings.downloads):
            write(files, {path.relative_to(settings.folder): path.read_bytes()})
        _run_sphinx(settings, source, out, files, pages.get(settings.glossary, ""))


def _first_explorer(page):
    outputs = [output for cell in page.cells for output in cell.get("outputs", [])]
    shown = [output.get("data", {}).get("text/html", "") for output in outputs]
    return next((one for one in shown if "data-explorer" in one), "")


def _further_pages(settings, paths, explorers, has_lite):
    """Return the texts of the pages that are not notebooks, by page name."""
    further = settings.matching(settings.further.values())
    values = {
        "notebooks": [settings.about(path) for path in paths if path not in further],
        "downloads": [settings.about(p) for p in settings.matching(settings.downloads)],
        "explorer": explorers.__getitem__,
        "lite": has_lite,
    }
    pages = {name: settings.rendered(name, **values) for name in settings.pages}
    front = settings.rendered("front", **values)
    front += _contents([path.stem for path in paths if path not in further])
    for caption, pattern in settings.further.items():
        front += _contents([p.stem for p in settings.matching([pattern])], caption)
    return pages | {"index": front + _contents(settings.pages)}


def _tables(checks):
    return {
        f"questions/{name}.txt": base64.b64encode(
            json.dumps(questions.table(checks, name)).encode()
        )
        for name in checks
        if questions.is_checked(checks, name)
    }


def scripts():
    """Return the scripts and styles of pages by file name."""
    page = {path.name: path.read_bytes() for path in STATIC.iterdir()}
    page["drawahead.js"] = drawahead.script().encode()
    page["page.css"] = drawahead.styles().encode() + b"\n" + page["page.css"]
    return {f"_static/{name}": content for name, content in page.items()}


def write(folder, files):
    """Write files, given by name, into a folder."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def linked(text, names):
    """Return Markdown in which links to some files lead to their pages.

    All pages are in one folder. The anchors of headings differ from those in
    JupyterLab: ``#2.-The-wishes`` becomes ``#2-the-wishes``.
    """

    def link(match):
        name = match[1].rpartition("/")[2]
        heading = re.sub(r"[^\w#-]", "", match[2].lower())
        return f"]({name if name in names else match[1]}{heading})"

    file = r"[^)#\s]+\.(?:ipynb|md)|(?=#)"
    return re.sub(rf"\]\((?!https?:)({file})(#[^)\s]+|)\)", link, text)


def _contents(names, caption=""):
    """Return a list of pages for the sidebar under a caption."""
    options = ":hidden:\n:maxdepth: 1\n" + f":caption: {caption}\n" * bool(caption)
    lines = "\n".join(names)
    return f"\n\n```{{toctree}}\n{options}\n{lines}\n```\n" if names else ""


def _options(settings, files, glossary):
    icon = settings.icon and str((settings.folder / "site" / settings.icon).resolve())
    return {
        "project": settings.title,
        "author": settings.author,
        "copyright": settings.author,
        "extensions": ["myst_nb", "livenb.site.sphinx"],
        "templates_path": [str(TEMPLATES)],
        "livenb": {
            "meanings": words.glossary(
                glossary, settings.glossary_only_near, settings.glossary_without
            ),
            "same": settings.search,
        },
        "myst_enable_extensions": ["dollarmath"],
        "myst_heading_anchors": 3,
        "nb_execution_mode": "off",
        # If a process builds two sites, Sphinx warns that it already knows its parts.
        "suppress_warnings": ["myst.header", "app"],
        "html_theme": "furo",
        "html_title": settings.title,
        "html_copy_source": False,
        "html_show_sourcelink": False,
        "html_show_sphinx": False,
        "html_show_copyright": bool(settings.author),
        "html_math_renderer": "mathml",
        "html_additional_pages": {"search": "search.html"},
        "html_extra_path": [str(files)],
        "html_favicon": icon or None,
        "html_use_index": False,
        "pygments_style": "a11y-high-contrast-light",
        "pygments_dark_style": "a11y-high-contrast-dark",
        "html_css_files": ["page.css"],
        "html_js_files": [(n, {"type": "module"}) for n in ("page.js", "question.js")],
    }


def _run_sphinx(settings, source, out, files, glossary):
    """Let Sphinx write the pages: MyST-NB reads notebooks, and Furo shows them."""
    made = files.parent / "made"  # MyST-NB leaves other files next to it
    complaints = io.StringIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        app = Sphinx(
            source, None, made, files.parent / "doctrees", "html",
            _options(settings, files, glossary),
            status=None, warning=complaints, warningiserror=True,
        )  # fmt: skip
        app.builder.search = False  # the pages have their own search
        app.build()
    if app.statuscode or complaints.getvalue():
        raise RuntimeError(f"Sphinx complains:\n{complaints.getvalue()}")
    shutil.rmtree(out, ignore_errors=True)
    out.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(made, out)
