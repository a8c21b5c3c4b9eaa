"""A folder of notebooks as pages without a kernel: what ``livenb site`` does.

Nothing is executed but the cells that lead to pictures, and these only if their
pictures are not there from an earlier build.
"""

import io
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
    """Build the site of some notebooks into a folder, which is made anew.

    Parameters
    ----------
    settings : livenb.settings.Settings
        Title, further pages and the like.
    paths : list of pathlib.Path
        The notebooks, in their order.
    out, kept : pathlib.Path
        The folder of the site, and the one where pictures are kept between builds.
    room : int, optional
        How many frames an Explorer has room for.
    live : list of str, optional
        The notebooks whose Explorers move, by the beginning of their names; by default
        all. Pictures of the others stay as they are stored.
    has_lite : bool, optional
        Whether pages lead to JupyterLite in the folder ``lite``.

    Raises
    ------
    livenb.site.run.CellFailed
        If a notebook's cell raises.
    RuntimeError
        If Sphinx complains.
    """
    read = {path.stem: nbformat.read(path, as_version=4) for path in paths}
    if len(read) < len(paths):
        raise ValueError("two notebooks have the same name, so their pages would, too")
    starts = ("",) if live is None else tuple(live)
    moving = [path for path in paths if path.stem.startswith(starts)]
    drawn = shelves(settings, moving, kept, room)
    drawn = {path.stem: drawn.get(path, Shelf(path.stem)) for path in paths}
    with tempfile.TemporaryDirectory() as folder:
        source, files = pathlib.Path(folder, "source"), pathlib.Path(folder, "files")
        source.mkdir()
        files.mkdir()
        _write_notebooks(settings, paths, read, drawn, source)
        pages = _further_pages(settings, paths, read, drawn, has_lite)
        for name, text in pages.items():
            (source / f"{name}.md").write_text(text, "utf-8")
        for shelf in drawn.values():
            shelf.copy(files)
        for path in settings.matching(settings.downloads):
            name = path.relative_to(settings.folder).as_posix()
            write(files, {name: path.read_bytes()})
        write(files, _tables(read, settings.checks) | scripts())
        _run_sphinx(settings, source, out, files, pages.get(settings.glossary, ""))


def _write_notebooks(settings, paths, read, drawn, source):
    """Write the notebooks from which Sphinx makes pages, and what their texts show."""
    targets = _targets(settings, paths)
    for path in paths:
        page = notebooks.page(read[path.stem], drawn[path.stem], settings)
        for cell in page.cells:
            if cell.cell_type == "markdown":
                cell.source = linked(cell.source, path.parent, targets)
        nbformat.write(page, source / path.name)
        notebooks.copy_images(read[path.stem], path.parent, source)


def _further_pages(settings, paths, read, drawn, has_lite):
    """Return the texts of the pages that are not notebooks, by their names."""
    further = settings.matching(settings.further.values())

    values = {
        "notebooks": [settings.about(path) for path in paths if path not in further],
        "further": [settings.about(path) for path in paths if path in further],
        "downloads": [settings.about(p) for p in settings.matching(settings.downloads)],
        "explorer": lambda name: notebooks.first_explorer(read[name], drawn[name]),
        "lite": has_lite,
    }
    pages = {name: settings.rendered(name, **values) for name in settings.pages}
    front = settings.rendered("front", **values)
    front += _contents([path.stem for path in paths if path not in further])
    for caption, pattern in settings.further.items():
        front += _contents([p.stem for p in settings.matching([pattern])], caption)
    pages["index"] = front + _contents(settings.pages)
    targets = _targets(settings, paths)
    for name, text in pages.items():
        text = linked(text, settings.folder, targets)
        pages[name] = linked(text, settings.folder / "site", targets)
    return pages


def _targets(settings, paths):
    """Return the names in the site of the files that have a page."""
    written = [settings.folder / "site" / f"{name}.md" for name in settings.pages]
    return {path.resolve(): path.name for path in [*paths, *written]}


def _tables(read, checks):
    """Return the tables for the exercises that pages check."""
    text = "\n".join(cell.source for book in read.values() for cell in book.cells)
    asked = re.findall(r"^check\(\"(\w+)\"", text, re.MULTILINE)
    return {
        f"questions/{name}.txt": questions.written(questions.table(checks, name))
        for name in asked
        if questions.question_of(checks, name)
    }


def scripts():
    """Return the scripts and the styles of pages, by the names of their files."""
    page = {path.name: path.read_bytes() for path in STATIC.iterdir()}
    page["drawahead.js"] = drawahead.script().encode()
    page["page.css"] = drawahead.styles().encode() + b"\n" + page["page.css"]
    return {f"_static/{name}": content for name, content in page.items()}


def write(folder, files):
    """Write files into a folder, by their names."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def linked(text, folder, targets):
    """Return Markdown of a file in a folder, with links to the pages of other files.

    All pages lie in one folder, those of notebooks in folders below, too.
    """

    def link(match):
        return f"]({targets.get((folder / match[1]).resolve(), match[1])}"

    return re.sub(r"\]\((?!https?:)([^)#\s]+\.(?:ipynb|md))", link, text)


def _contents(names, caption=""):
    """Return what lists some pages beside each page, under a caption."""
    options = ":hidden:\n:maxdepth: 1\n" + f":caption: {caption}\n" * bool(caption)
    lines = "\n".join(names)
    return f"\n\n```{{toctree}}\n{options}\n{lines}\n```\n" if names else ""


def _options(settings, files, glossary):
    """Return Sphinx's settings."""
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
        "nb_merge_streams": True,
        # A process may build two sites; Sphinx then knows its parts from the first.
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
        "html_last_updated_fmt": None,
        "html_favicon": icon or None,
        "html_use_index": False,
        "pygments_style": "a11y-high-contrast-light",
        "html_css_files": ["page.css"],
        "html_js_files": [(n, {"type": "module"}) for n in ("page.js", "question.js")],
    }


def _run_sphinx(settings, source, out, files, glossary):
    """Let Sphinx write the pages: MyST-NB reads notebooks, Furo shows them."""
    made = files.parent / "made"  # MyST-NB leaves a folder of its own beside it
    complaints = io.StringIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        app = Sphinx(
            source, None, made, files.parent / "doctrees", "html",
            _options(settings, files, glossary),
            status=None, warning=complaints, warningiserror=True,
        )  # fmt: skip
        app.builder.search = False  # pages have a search of their own
        app.build()
    if app.statuscode or complaints.getvalue():
        raise RuntimeError(f"Sphinx complains:\n{complaints.getvalue()}")
    shutil.rmtree(out, ignore_errors=True)
    out.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(made, out)
