"""A folder of notebooks as pages without a kernel: what ``livenb site`` does.

Nothing is executed but the cells that lead to Explorers, and these only if their frames
are not there from an earlier build.
"""

import ast
import concurrent.futures
import functools
import hashlib
import importlib.machinery
import importlib.metadata
import importlib.util
import io
import json
import multiprocessing
import os
import pathlib
import re
import shutil
import sysconfig
import tempfile
import warnings

import nbformat
from drawahead import picture
from sphinx.application import Sphinx

from livenb.site import choice, explorers, notebooks, packs, questions
from livenb.site.named import named

STATIC = pathlib.Path(__file__).with_name("static")
ROOM = 400
"""So many frames an Explorer has room for; each control alone is kept in any case."""

ROOM_BYTES = 1_500_000
"""About so many bytes they may take, if they are more than a few."""

_FEW = 150
_TRIED = 8

_SCRIPTS = ("mathematics.js", "shelf.js", "hand.js", "picture.js")
# A word that is looked for opens the page of the search, which alone needs these.
_SEARCHING = (
    r'<script src="[^"]*(searchtools|language_data|searchindex)\.js[^>]*></script>'
)
# Nothing is seen of the theme's bar above everything except that its buttons, the first
# of their kinds, are those to which scripts listen, instead of the page's own. The bar
# itself is looked for, too.
_HEADER = re.compile(r'<header id="pst-header".*?</header>', re.DOTALL)
_EMPTY_HEADER = '<header id="pst-header" class="bd-header" hidden></header>'
_FORMAT = 3  # of the frames' files
_DATA = (".py", ".csv", ".json", ".mplstyle", ".txt", ".npy", ".npz")


def build(settings, paths, out, kept, room=ROOM, live=None, lite=False):
    """Build the site.

    Parameters
    ----------
    settings : livenb.settings.Settings
        Title, further pages and the like.
    paths : list of pathlib.Path
        The notebooks, in their order.
    out : pathlib.Path
        The folder of the site; it is made anew.
    kept : pathlib.Path
        Where frames are kept between builds.
    room : int, optional
        How many frames an Explorer has room for.
    live : list of str, optional
        The notebooks whose Explorers move, by the beginning of their names; by default
        all. Pictures of the others stay as they are stored.
    lite : bool, optional
        Whether JupyterLite will stand in the folder ``lite`` of the site.

    Raises
    ------
    livenb.site.explorers.CellFailed
        If a notebook's cell raises.
    RuntimeError
        If Sphinx complains.
    """
    read = {path.stem: nbformat.read(path, as_version=4) for path in paths}
    if len(read) < len(paths):
        raise ValueError("two notebooks have the same name, so their pages would, too")
    with tempfile.TemporaryDirectory() as folder:
        source, files = pathlib.Path(folder, "source"), pathlib.Path(folder, "files")
        source.mkdir()
        files.mkdir()
        starts = ("",) if live is None else tuple(live)
        moving = [path for path in paths if path.stem.startswith(starts)]
        add_frames(settings, moving, files, kept, room)
        pictures = {}
        written = [settings.folder / "site" / f"{name}.md" for name in settings.pages]
        for path in paths:
            page = notebooks.page(
                read[path.stem], path.stem, pictures, settings, path in moving
            )
            for cell in page.cells:
                if cell.cell_type == "markdown":
                    cell.source = linked(cell.source, path.parent, [*paths, *written])
            nbformat.write(page, source / path.name)
            for image in notebooks.images(read[path.stem]):
                (source / image).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path.parent / image, source / image)
        downloads = settings.matching(settings.downloads)
        further = settings.matching(settings.further.values())

        def explorer(name):
            is_moving = any(path.stem == name for path in moving)
            return notebooks.first_explorer(read[name], name, pictures, is_moving)

        values = {
            "notebooks": [settings.about(p) for p in paths if p not in further],
            "further": [settings.about(path) for path in paths if path in further],
            "downloads": [settings.about(path) for path in downloads],
            "explorer": explorer,
            "section": functools.partial(_section, read),
            "lite": lite,
        }
        pages = {name: settings.rendered(name, **values) for name in settings.pages}
        front = settings.rendered("front", **values)
        front += _contents([path.stem for path in paths if path not in further])
        for caption, pattern in settings.further.items():
            names = [path.stem for path in settings.matching([pattern])]
            front += _contents(names, caption)
        front += _contents(settings.pages)
        for name, text in (pages | {"index": front}).items():
            for folder in (settings.folder, settings.folder / "site"):
                text = linked(text, folder, [*paths, *written])
            (source / f"{name}.md").write_text(text, "utf-8")
        for path in downloads:
            name = path.relative_to(settings.folder).as_posix()
            write(files, {name: path.read_bytes()})
        write(files, pictures)
        write(files, _tables(read, settings.checks))
        write(files, scripts())
        _sphinx(settings, source, out, files, pages.get(settings.glossary, ""))
    _lighten(out)


def add_frames(settings, paths, files, kept, room):
    """Draw the frames that are not there yet, some notebooks at a time, and copy all.

    Parameters
    ----------
    settings : livenb.settings.Settings
        The settings.
    paths : list of pathlib.Path
        The notebooks.
    files : pathlib.Path
        The folder that gets ``frames/NAME`` for each notebook.
    kept : pathlib.Path
        Where frames are kept between builds.
    room : int
        How many frames an Explorer has room for.
    """
    shelves = {path: _shelf(settings, path, kept, room) for path in paths}
    missing = [path for path in paths if not shelves[path].exists()]
    if missing:
        with concurrent.futures.ProcessPoolExecutor(
            min(len(missing), os.cpu_count() or 1),
            multiprocessing.get_context("spawn"),
            max_tasks_per_child=1,
        ) as pool:
            each = [(path, shelves[path], room) for path in missing]
            list(pool.map(_draw, *zip(*each)))
    for path, shelf in shelves.items():
        target = files / "frames" / path.stem
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(shelf, target)


def _draw(path, shelf, room):
    """Draw the frames of a notebook's Explorers into the folder where they are kept."""
    notebook = nbformat.read(path, as_version=4)
    shelf.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=shelf.parent) as folder:
        made = pathlib.Path(folder, "made")
        made.mkdir()
        for cell, explorer in explorers.explorers(notebook, path.parent).items():
            chosen = _chosen(explorer, room, _beside(notebook, cell))
            index = packs.write_packs(explorer, chosen, made, cell)
            text = json.dumps(index, ensure_ascii=False, separators=(",", ":"))
            (made / f"{cell}.json").write_text(text, "utf-8")
        made.rename(shelf)


def _chosen(explorer, room, text):
    """Choose frames of an Explorer beside which a text stands."""
    steps = explorer.steps
    counts, start = steps.counts(), steps.now()
    alone = choice.choose(counts, start, 0).frames()
    tried = alone[:: -(-len(alone) // _TRIED)]
    each = packs.size(explorer, tried) if room > _FEW else ROOM_BYTES
    room = min(room, max(_FEW, ROOM_BYTES // each))
    return choice.choose(counts, start, room, named(steps.described(), text))


def _beside(notebook, cell):
    """Return the texts before and after a cell."""
    cells = notebook.cells
    (at,) = [n for n, other in enumerate(cells) if other.id == cell]
    beside = cells[max(at - 1, 0) : at + 2]
    return "\n".join(c.source for c in beside if c.cell_type == "markdown")


def _shelf(settings, path, kept, room):
    """Return the folder of a notebook's frames: its name tells what they follow from.

    These are its code, the texts beside its Explorers, and the modules that it imports.
    """
    notebook = nbformat.read(path, as_version=4)
    cells = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    shown = [c.id for c in notebook.cells if explorers.shows_explorer(c)]
    beside = [_beside(notebook, cell) for cell in shown]
    modules = _imported(cells) - {settings.exercises} if shown else set()
    follows = [_FORMAT, room, ROOM_BYTES, cells, beside]
    modules = sorted(modules | {"matplotlib"})
    follows += [_state_of(module, path.parent) for module in modules]
    digest = hashlib.sha256(json.dumps(follows).encode()).hexdigest()
    return kept / f"{path.stem}-{digest[:16]}"


def _imported(cells):
    """Return the names of the modules that cells import, without their submodules."""
    names = set()
    for cell in cells:
        try:
            tree = ast.parse(cell)
        except SyntaxError:  # a cell with a magic
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                names |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                names.add((node.module or "").split(".")[0])
    return names


@functools.cache
def _state_of(module, folder):
    """Return what stands for a module's code: its version, or a checksum of its files.

    A module that is not among the installed ones may change without a new version.
    """
    spec = importlib.machinery.PathFinder.find_spec(module, [str(folder)])
    spec = spec or importlib.util.find_spec(module)
    if spec is None or not spec.has_location:
        return module
    if _is_in(spec.origin, "purelib"):
        names = importlib.metadata.packages_distributions().get(module, [])
        return [module, *map(importlib.metadata.version, sorted(set(names)))]
    if _is_in(spec.origin, "stdlib"):
        return module
    source = pathlib.Path(spec.origin)
    whole = source.name == "__init__.py"
    digest = hashlib.sha256()
    for path in sorted(source.parent.rglob("*")) if whole else [source]:
        if path.suffix in _DATA:
            name = path.relative_to(source.parent)
            digest.update(str(name).encode() + path.read_bytes())
    return digest.hexdigest()


def _is_in(file, kind):
    return pathlib.Path(file).is_relative_to(sysconfig.get_path(kind))


def _tables(read, checks):
    """Return the tables of the exercises that pages check."""
    text = "\n".join(cell.source for book in read.values() for cell in book.cells)
    asked = re.findall(r"^check\(\"(\w+)\"", text, re.MULTILINE)
    return {
        f"questions/{name}.json": json.dumps(questions.table(checks, name)).encode()
        for name in asked
        if questions.question_of(checks, name)
    }


def scripts():
    """Return the scripts and the style of the pages, by the names of their files."""
    page = {path.name: path.read_bytes() for path in STATIC.iterdir()}
    notebook = pathlib.Path(picture.__file__).parent
    page |= {f"notebook/{name}": (notebook / name).read_bytes() for name in _SCRIPTS}
    page["page.css"] += b"\n" + (notebook / "picture.css").read_bytes()
    return {f"_static/{name}": content for name, content in page.items()}


def write(folder, files):
    """Write files into a folder, by their names."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def linked(text, folder, paths):
    """Return Markdown whose links to notebooks and written pages lead to their pages.

    All pages lie in one folder, those of notebooks in folders below, too.

    Parameters
    ----------
    text : str
        The Markdown.
    folder : pathlib.Path
        The folder of the file that it is from.
    paths : list of pathlib.Path
        The notebooks, and the files of other pages.
    """
    pages = {path.resolve(): path.name for path in paths}

    def link(match):
        return f"]({pages.get((folder / match[1]).resolve(), match[1])}"

    return re.sub(r"\]\((?!https?:)([^)#\s]+\.(?:ipynb|md))", link, text)


def _section(read, title):
    """Return the text below a heading of some notebook, for a page of its own."""
    for notebook in read.values():
        for cell in notebook.cells:
            found = re.search(rf"^## (\d+\. )?{title}\n", cell.source, re.MULTILINE)
            if cell.cell_type == "markdown" and found:
                return re.sub("^###", "##", cell.source[found.end() :], flags=re.M)
    raise ValueError(f"no notebook has a section {title!r}")


def _contents(names, caption=""):
    """Return what lists some pages beside each page, under a caption."""
    options = ":hidden:\n:maxdepth: 1\n" + f":caption: {caption}\n" * bool(caption)
    lines = "\n".join(names)
    return f"\n\n```{{toctree}}\n{options}\n{lines}\n```\n" if names else ""


def _lighten(out):
    """Take away what no page needs: icons, above all, and headings without a word."""
    used = set()
    for path in out.rglob("*.html"):
        page = path.read_text("utf-8")
        page = re.sub(r"<script[^>]*fontawesome[^>]*></script>", "", page)
        page = _HEADER.sub(_EMPTY_HEADER, page)
        page = re.sub(r'<th class="[^"]*"><p></p></th>', "<td></td>", page)
        if path.name != "search.html":
            page = re.sub(_SEARCHING, "", page)
        used |= set(re.findall(r"\bfa-[\w-]+", page))
        path.write_text(page, "utf-8")
    for path in out.rglob("*.css"):
        style = path.read_text("utf-8")
        path.write_text(without_icons(style, used), "utf-8")
    # What a search shows of a page is its text, not the theme's buttons above it.
    search = out / "_static/searchtools.js"
    script = search.read_text("utf-8").replace('[role="main"]', "article.bd-article")
    search.write_text(script, "utf-8")
    # One file less to wait for: it only asks for the other.
    shutil.copy(out / "_static/basic.css", out / "_static/styles/theme.css")
    for waste in ("_static/scripts/fontawesome.js", ".buildinfo", "objects.inv"):
        (out / waste).unlink(missing_ok=True)
    for waste in ("_static/locales", "_sources"):
        shutil.rmtree(out / waste, ignore_errors=True)
    for pattern in ("*.map", "*.LICENSE.txt"):
        for path in out.rglob(pattern):
            path.unlink()


def without_icons(style, used):
    """Return a style without the rules of icons that are not used."""

    def rule(match):
        names = set(re.findall(r"\.(fa-[\w-]+)", match[0]))
        return match[0] if names & used else ""

    return re.sub(r"\.fa-[^{}]*\{--fa:[^}]*\}", rule, style)


def _sphinx(settings, source, out, files, glossary):
    """Let Sphinx write the pages: MyST-NB reads notebooks, a theme shows them."""
    icon = settings.icon and str((settings.folder / "site" / settings.icon).resolve())
    options = {
        "project": settings.title,
        "author": settings.author,
        "copyright": settings.author,
        "extensions": ["myst_nb", "livenb.site.sphinx"],
        "livenb_glossary": glossary,
        "livenb_only_near": settings.glossary_only_near,
        "livenb_without": settings.glossary_without,
        "myst_enable_extensions": ["dollarmath"],
        "myst_heading_anchors": 3,
        "nb_execution_mode": "off",
        "nb_merge_streams": True,
        "nb_code_prompt_show": "Show the code that draws",
        "nb_code_prompt_hide": "Hide the code",
        # A process may build two sites; Sphinx then knows its parts from the first.
        "suppress_warnings": ["myst.header", "app"],
        "html_theme": "sphinx_book_theme",
        "html_title": settings.title,
        "html_copy_source": False,
        "html_show_sourcelink": False,
        "html_show_sphinx": False,
        "html_show_copyright": bool(settings.author),
        "html_math_renderer": "mathml",
        "html_extra_path": [str(files)],
        "html_last_updated_fmt": None,
        "html_favicon": icon or None,
        "html_context": {"default_mode": "auto"},
        "html_theme_options": {
            "use_download_button": False,
            "use_fullscreen_button": False,
            "use_source_button": False,
            "use_sidenotes": False,
            "show_navbar_depth": 1,
            "show_toc_level": 2,
            "home_page_in_toc": True,
            "search_as_you_type": False,
        },
        "html_css_files": ["page.css"],
        "html_js_files": [
            (name, {"type": "module"})
            for name in ("explorer.js", "question.js", "paper.js")
        ],
    }
    made = files.parent / "made"  # MyST-NB leaves a folder of its own beside it
    complaints = io.StringIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        app = Sphinx(
            source, None, made, files.parent / "doctrees", "html", options,
            status=None, warning=complaints, warningiserror=True,
        )  # fmt: skip
        app.build()
    if app.statuscode or complaints.getvalue():
        raise RuntimeError(f"Sphinx complains:\n{complaints.getvalue()}")
    shutil.rmtree(out, ignore_errors=True)
    out.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(made, out)
