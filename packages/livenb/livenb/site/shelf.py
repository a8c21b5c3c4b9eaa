"""The pictures of notebooks, drawn once and kept until their sources change."""

import ast
import base64
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

import nbformat

from livenb.site import narrow, packs
from livenb.site.run import pictures_in, run, shows_explorer

FINE_DPI = 192
"""Dots per inch of a picture that does not move: two to each pixel of the page."""

_FORMAT = 5  # of the files
_DATA = (".py", ".csv", ".json", ".mplstyle", ".txt", ".npy", ".npz")
_DRAWING = ("choice.py", "narrow.py", "packs.py", "run.py")
_SAID = re.compile(r"\w+(?: \w+)?[ $=]*\d[\d,.]*")


class Shelf:
    """The pictures of one notebook.

    Parameters
    ----------
    name : str
        The notebook's name.
    folder : pathlib.Path or None
        Where they are kept; None for a notebook whose stored pictures are shown.
    """

    def __init__(self, name, folder=None):
        self.name, self.folder = name, folder
        listed = folder and (folder / "pictures.json").read_text("utf-8")
        self._pictures = json.loads(listed or "{}")
        self.stored = {}

    def picture(self, cell, number, encoded):
        """Return what is known of a picture of a cell, by its number there.

        Parameters
        ----------
        cell : nbformat.NotebookNode
            The cell.
        number : int
            Which of its pictures.
        encoded : str
            The picture as it is stored, which is shown if none was drawn.

        Returns
        -------
        list of tuple
            For the wide picture, and the narrow one if there is one: the address of the
            file in the site, the width and the height in pixels of the page.
        """
        if cell.id in self._pictures:
            drawn = self._pictures[cell.id][number]
            return [(f"frames/{self.name}/{file}", *size) for file, *size in drawn]
        array = packs.pixels(base64.b64decode(encoded))
        content = packs.webp(array)
        address = f"pictures/{hashlib.sha256(content).hexdigest()[:16]}.webp"
        self.stored[address] = content
        size = cell.outputs and _stored_size(cell, number)
        return [(address, *(size or (array.shape[1] // 2, array.shape[0] // 2)))]

    def explorer(self, cell):
        """Return the address of a cell's Explorer, and its controls' names.

        Both are empty if none moves.
        """
        if not self.folder or not (self.folder / f"{cell.id}.json").exists():
            return "", []
        index = json.loads((self.folder / f"{cell.id}.json").read_text("utf-8"))
        names = [control["name"] for control in index["described"]["controls"]]
        return f"frames/{self.name}/{cell.id}.json", names

    def copy(self, files):
        """Copy all its files into the folder of a site."""
        if self.folder:
            target = files / "frames" / self.name
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree(self.folder, target)
        for name, content in self.stored.items():
            path = files / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)


def shelves(settings, paths, kept, room=packs.ROOM):
    """Draw the pictures of notebooks that are not there yet, some notebooks at a time.

    Parameters
    ----------
    settings : livenb.settings.Settings
        The settings.
    paths : list of pathlib.Path
        The notebooks.
    kept : pathlib.Path
        Where pictures are kept between builds.
    room : int
        How many frames an Explorer has room for.

    Returns
    -------
    dict of Shelf
        By the paths.
    """
    folders = {path: _folder(settings, path, kept, room) for path in paths}
    missing = [path for path in paths if not folders[path].exists()]
    if missing:
        missing.sort(key=lambda path: -path.stat().st_size)
        with concurrent.futures.ProcessPoolExecutor(
            min(len(missing), os.cpu_count() or 1),
            multiprocessing.get_context("spawn"),
            max_tasks_per_child=1,
        ) as pool:
            each = [(path, folders[path], room) for path in missing]
            list(pool.map(_draw, *zip(*each)))
    return {path: Shelf(path.stem, folder) for path, folder in folders.items()}


def _draw(path, kept, room):
    """Draw the pictures of a notebook into the folder where they are kept."""
    notebook = nbformat.read(path, as_version=4)
    kept.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=kept.parent) as folder:
        made = pathlib.Path(folder, "made")
        made.mkdir()
        shown = run(notebook, path.parent)
        pictures = {
            cell: [_both(figure, made) for figure in figures]
            for cell, figures in shown.figures.items()
        }
        for cell, explorer in shown.explorers.items():
            text = _beside(notebook, cell)
            index = packs.write(explorer, text, made, cell, room)
            written = json.dumps(index, ensure_ascii=False, separators=(",", ":"))
            (made / f"{cell}.json").write_text(written, "utf-8")
            pictures[cell] = [_first(explorer, made)]
        (made / "pictures.json").write_text(json.dumps(pictures), "utf-8")
        made.rename(kept)


def _both(figure, folder):
    """Write a figure in both widths."""
    wide = _save(_rgb(figure), packs.kind_of(figure), folder)
    narrow.make_narrow(figure)
    return [wide, _save(_rgb(figure), packs.kind_of(figure, True), folder)]


def _first(explorer, folder):
    """Write the first picture of an Explorer in both widths."""
    start = [control["start"] for control in explorer.described()["controls"]]
    made = []
    for is_narrow in (False, True):
        writer = packs.Writer(explorer, folder, "", is_narrow)
        writer.how["dpi"] = FINE_DPI
        (frame,) = explorer.frames_at([start], **writer.how)
        made.append(_save(packs.pixels(frame.picture), writer.kind, folder))
    return made


def _rgb(figure):
    file = io.BytesIO()
    figure.savefig(file, format="png", dpi=FINE_DPI)
    return packs.pixels(file.getvalue())


def _save(array, kind, folder):
    """Write pixels as a file; return its name, and width and height on the page."""
    content = packs.webp(array, kind)
    file = f"{hashlib.sha256(content).hexdigest()[:16]}.webp"
    (folder / file).write_bytes(content)
    return file, array.shape[1] // 2, array.shape[0] // 2


def _stored_size(cell, number):
    """Return the size that is stored with a picture, or None."""
    shown = [o for o in cell.outputs if "image/png" in o.get("data", {})]
    about = shown[number].metadata.get("image/png", {})
    return (about["width"], about["height"]) if "width" in about else None


def _beside(notebook, cell):
    """Return the texts before and after a cell."""
    cells = notebook.cells
    (at,) = [n for n, other in enumerate(cells) if other.id == cell]
    beside = cells[max(at - 1, 0) : at + 2]
    return "\n".join(c.source for c in beside if c.cell_type == "markdown")


def _folder(settings, path, kept, room):
    """Return the folder of a notebook's pictures: its name tells what they follow from.

    These are its code, the numbers beside its Explorers, and the modules it imports.
    """
    notebook = nbformat.read(path, as_version=4)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    code = [cell.source for cell in cells]
    shown = [pictures_in(cell) for cell in cells]
    moving = [cell.id for cell in cells if shows_explorer(cell)]
    said = [_SAID.findall(_beside(notebook, cell)) for cell in moving]
    modules = _imported(code) - {settings.exercises} if any(shown) else set()
    modules = sorted(modules | {"drawahead", "matplotlib"})
    states = [_state_of(module, path.parent) for module in modules]
    states += [
        pathlib.Path(__file__).with_name(name).read_text("utf-8") for name in _DRAWING
    ]
    follows = [_FORMAT, room, code, shown, said, states]
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
    if spec is None or not spec.has_location or _is_in(spec.origin, "stdlib"):
        return module
    if _is_in(spec.origin, "purelib"):
        names = importlib.metadata.packages_distributions().get(module, [])
        return [module, *map(importlib.metadata.version, sorted(set(names)))]
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
