"""The course as pages without a kernel: what `make site` does.

Nothing is executed but the cells that lead to Explorers, and these only if their frames
are not there from an earlier build.
"""

import concurrent.futures
import functools
import hashlib
import importlib.metadata
import json
import multiprocessing
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import nbformat
from drawahead import picture

import posenc_lessons
from livenb.site import (
    choice,
    explorers,
    homework,
    lessons,
    packs,
    questions,
)
from livenb.site.named import named
from livenb.site.words import glossary

HERE = pathlib.Path(__file__).parent
PACKAGE = pathlib.Path(posenc_lessons.__file__).parent
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
# Nothing is seen of the theme's bar above everything but that its buttons, the first
# of their kinds, are those to which scripts listen, in place of the page's own. The bar
# itself is looked for, too.
_HEADER = re.compile(r'<header id="pst-header".*?</header>', re.DOTALL)
_EMPTY_HEADER = '<header id="pst-header" class="bd-header" hidden></header>'
_FORMAT = 2  # of the frames' files


def build(notebooks, out, kept, room=ROOM, live=None):
    """Build the site.

    Parameters
    ----------
    notebooks : list of pathlib.Path
        The lessons, in their order.
    out : pathlib.Path
        The folder of the site; it is made anew.
    kept : pathlib.Path
        Where frames are kept between builds.
    room : int, optional
        How many frames an Explorer has room for.
    live : list of str, optional
        The lessons whose Explorers move, by the beginning of their names; by default
        all. Pictures of the others stay as they are stored.

    Raises
    ------
    livenb.site.explorers.CellFailed
        If a lesson's cell raises.
    RuntimeError
        If Sphinx complains.
    """
    read = {path.stem: nbformat.read(path, as_version=4) for path in notebooks}
    with tempfile.TemporaryDirectory() as folder:
        source, files = pathlib.Path(folder, "source"), pathlib.Path(folder, "files")
        source.mkdir()
        files.mkdir()
        starts = ("",) if live is None else tuple(live)
        moving = [path for path in notebooks if path.stem.startswith(starts)]
        add_frames(moving, files, kept, room)
        pictures = {}
        for path, (name, notebook) in zip(notebooks, read.items()):
            made = lessons.page(notebook, name, pictures, path in moving)
            nbformat.write(made, source / f"{name}.ipynb")
        first = notebooks[0]
        clock = lessons.first_explorer(
            read[first.stem], first.stem, pictures, first in moving
        )
        assignments = homework.students(first.parent / "homework")
        write(files, {f"homework/{n}": p.read_bytes() for n, p in assignments.items()})
        write(files, pictures)
        write(files, _tables(read))
        write(files, scripts())
        for path in notebooks:
            for image in _images(read[path.stem]):
                (source / image).parent.mkdir(exist_ok=True)
                shutil.copy(path.parent / image, source / image)
        own = _own_pages(read) | {
            "index.md": front(read, clock),
            "homework.md": homework.page(assignments),
        }
        for file, text in own.items():
            (source / file).write_text(text, "utf-8")
        words = glossary("\n".join(c.source for c in read[min(read)].cells))
        _sphinx(source, out, files, words)
    _lighten(out)


def add_frames(notebooks, files, kept, room):
    """Draw the frames that are not there yet, two lessons at a time, and copy all."""
    (files / "frames").mkdir()
    spawn = multiprocessing.get_context("spawn")
    missing = [path for path in notebooks if not _shelf(path, kept, room).exists()]
    if missing:
        with concurrent.futures.ProcessPoolExecutor(
            min(len(missing), os.cpu_count() or 1), spawn, max_tasks_per_child=1
        ) as pool:
            list(pool.map(functools.partial(_draw, kept=kept, room=room), missing))
    for path in notebooks:
        shutil.copytree(_shelf(path, kept, room), files / "frames" / path.stem)


def _draw(path, kept, room):
    """Draw the frames of a lesson's Explorers into the folder where they are kept."""
    notebook = nbformat.read(path, as_version=4)
    shelf = _shelf(path, kept, room)
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
    (at,) = [n for n, one in enumerate(cells) if one.id == cell]
    beside = [one for one in cells[at - 1 : at + 2] if one.cell_type == "markdown"]
    return "\n".join(one.source for one in beside)


def _shelf(path, kept, room):
    """Return the folder of a lesson's frames: its name tells what they follow from."""
    notebook = nbformat.read(path, as_version=4)
    cells = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    beside = [_beside(notebook, c.id) for c in notebook.cells if _moves(c)]
    versions = [importlib.metadata.version(name) for name in ("numpy", "matplotlib")]
    told = [_FORMAT, room, ROOM_BYTES, cells, beside, versions, _package()]
    told = json.dumps(told)
    return kept / f"{path.stem}-{hashlib.sha256(told.encode()).hexdigest()[:16]}"


def _moves(cell):
    return cell.cell_type == "code" and explorers.shows_explorer(cell)


@functools.cache
def _package():
    """Return what stands for the package's code and data, as far as they can draw."""
    found = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*")):
        inner = path.relative_to(PACKAGE)
        if inner.parts[0] not in ("grading", "exercises", "publish") and (
            path.suffix in (".py", ".csv", ".mplstyle")
        ):
            found.update(str(inner).encode() + path.read_bytes())
    return found.hexdigest()


def _tables(read):
    """Return the tables of the exercises that pages check."""
    text = "\n".join(cell.source for book in read.values() for cell in book.cells)
    asked = re.findall(r"^check\(\"(\w+)\"", text, re.MULTILINE)
    return {
        f"questions/{name}.json": json.dumps(questions.table(name)).encode()
        for name in asked
        if questions.question_of(name)
    }


def scripts():
    """Return the scripts and the style of the pages."""
    page = {path.name: path.read_bytes() for path in (HERE / "page").iterdir()}
    notebook = pathlib.Path(picture.__file__).parent
    page |= {f"notebook/{name}": (notebook / name).read_bytes() for name in _SCRIPTS}
    page["page.css"] += b"\n" + (notebook / "picture.css").read_bytes()
    return {f"_static/{name}": content for name, content in page.items()}


def _images(notebook):
    """Return the image files that a notebook's texts name."""
    text = "\n".join(c.source for c in notebook.cells if c.cell_type == "markdown")
    return re.findall(r"!\[[^\]]*\]\((images/[^)]+)\)", text)


def write(folder, files):
    """Write files into a folder, by their names."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _own_pages(read):
    """Return the pages that are no lessons, by their files' names."""
    return {
        "verdicts.md": _section(read, "What became of the lecture"),
        "glossary.md": _section(read, "Glossary"),
        "ways.md": lessons.of_this_repository((HERE / "ways.md").read_text("utf-8")),
    }


def _section(read, title):
    """Return a section of some lesson as a page of its own."""
    for notebook in read.values():
        for cell in notebook.cells:
            found = re.search(rf"^## (\d+\. )?{title}\n", cell.source, re.MULTILINE)
            if cell.cell_type == "markdown" and found:
                text = cell.source[found.end() :]
                return f"# {title}\n{re.sub('^###', '##', text, flags=re.MULTILINE)}"
    raise ValueError(f"no lesson has a section {title!r}")


def front(read, clock):
    """Return the first page: what this is, a clock, the lessons' questions."""
    rows = [
        f"| [{title(book)}]({name}.ipynb) | {_question(book)} | {_minutes(book)} |"
        for name, book in read.items()
    ]
    page = (HERE / "front.md").read_text("utf-8")
    return page.format(rows="\n".join(rows), names="\n".join(read), clock=clock)


def title(notebook):
    """Return the title of a lesson."""
    return notebook.cells[0].source.splitlines()[0].lstrip("# ")


def _question(notebook):
    found = re.search(r"\*\*The question:\*\* (.)(.+)", notebook.cells[0].source)
    return found[1].upper() + found[2] if found else ""


def _minutes(notebook):
    found = re.search(r"About (\d+) minutes", notebook.cells[0].source)
    return found[1] if found else ""


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
    # One file less to wait for: it only asks for the other.
    shutil.copy(out / "_static/basic.css", out / "_static/styles/theme.css")
    for waste in ("_static/scripts/fontawesome.js", ".buildinfo", "objects.inv"):
        (out / waste).unlink(missing_ok=True)
    shutil.rmtree(out / "_static/locales", ignore_errors=True)
    for pattern in ("*.map", "*.LICENSE.txt"):
        for path in out.rglob(pattern):
            path.unlink()


def without_icons(style, used):
    """Return a style without the rules of icons that are not used."""

    def rule(match):
        names = set(re.findall(r"\.(fa-[\w-]+)", match[0]))
        return match[0] if names & used else ""

    return re.sub(r"\.fa-[^{}]*\{--fa:[^}]*\}", rule, style)


def _sphinx(source, out, files, words):
    told = {"POSENC_SITE_FILES": str(files), "POSENC_SITE_WORDS": json.dumps(words)}
    options = ["-q", "-W", "--keep-going", "-d", str(files.parent / "doctrees")]
    made = files.parent / "made"  # MyST-NB leaves a folder of its own beside it
    command = [sys.executable, "-m", "sphinx", *options, "-c", str(HERE)]
    run = subprocess.run(
        [*command, str(source), str(made)],
        env={**os.environ, **told},
        capture_output=True,
        text=True,
    )
    if run.returncode:
        raise RuntimeError(f"Sphinx complains:\n{run.stderr}")
    if out.exists():
        shutil.rmtree(out)
    out.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(made, out)
