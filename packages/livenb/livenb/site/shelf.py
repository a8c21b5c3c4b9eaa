"""The pictures of notebooks, drawn once and kept until their sources change."""

import base64
import concurrent.futures
import functools
import hashlib
import io
import json
import multiprocessing
import os
import pathlib
import shutil
import sys
import tempfile

import nbformat
from drawahead.images import decode

from livenb.site import narrow, packs
from livenb.site.run import pictures_in, run

_FORMAT = 8  # the version of the files' format
_START = "forkserver" if sys.platform == "linux" else "spawn"  # how processes start
# These modules have nothing to do with pictures, and neither do exercises.
_APART = "hintcheck", "__mp_main__", "livenb.refresh", "livenb.serve", "livenb.settings"
_DATA = (".csv", ".json", ".mplstyle", ".txt", ".npy", ".npz")


class Shelf:
    """The pictures of a notebook, kept in a folder; `name` is the notebook's name.

    Without a folder, the shelf has the pictures that are stored in the notebook.
    """

    def __init__(self, name, folder=None):
        self.name, self.folder, self.stored = name, folder, {}
        self._shown = json.loads((folder / "shown.json").read_bytes()) if folder else {}

    def picture(self, cell, number, output):
        """Return the files of a picture in a cell, given its number in the cell.

        The wide picture comes first, followed by the narrow picture if there is one.
        Each file is given by its address in the site and its width and height in pixels
        of the page.
        """
        if cell.id in self._shown:
            drawn = self._shown[cell.id]["pictures"][number]
            return [(f"frames/{self.name}/{file}", *size) for file, *size in drawn]
        content = base64.b64decode(output.data["image/png"])
        address = f"pictures/{_digest(content)}.png"
        self.stored[address] = content
        size = output.metadata.get("image/png", {})
        height, width = (n // 2 for n in decode(content).shape[:2])
        return [(address, size.get("width", width), size.get("height", height))]

    def explorer(self, cell):
        """Return the address and the control names of a cell's Explorer, if any."""
        shown = self._shown.get(cell.id, {})
        if "index" not in shown:
            return "", []
        return f"frames/{self.name}/{shown['index']}", shown["controls"]

    def copy(self, files):
        """Copy all files into the folder of a site.

        A file's name depends on its content, so the files of other pages are kept.
        """
        target = files / "frames" / self.name
        if self.folder and target.resolve() != self.folder.resolve():
            own = shutil.ignore_patterns("shown.json", "follows.json")
            shutil.copytree(self.folder, target, ignore=own, dirs_exist_ok=True)
        for name, content in self.stored.items():
            (files / name).parent.mkdir(parents=True, exist_ok=True)
            (files / name).write_bytes(content)


def shelves(settings, paths, kept, room=packs.ROOM):
    """Draw the pictures that are not kept yet, and return the shelves by notebook."""
    missing = [path for path in paths if not _is_kept(path, kept / path.stem, room)]
    # The largest notebooks come first, so that no processor waits for the last one.
    missing.sort(key=lambda path: -path.stat().st_size)
    if missing:
        # There is a process for each processor, so more threads would only wait.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        apart = (*_APART, settings.exercises or "hintcheck")
        draw = functools.partial(_draw, kept=kept, room=room, apart=apart)
        context = multiprocessing.get_context(_START)
        context.set_forkserver_preload([__name__])
        with concurrent.futures.ProcessPoolExecutor(
            min(len(missing), os.cpu_count() or 1), context, max_tasks_per_child=1
        ) as pool:
            list(pool.map(draw, missing))
    return {path: Shelf(path.stem, kept / path.stem) for path in paths}


def _is_kept(path, folder, room):
    """Return whether the pictures exist and would be the same if drawn again."""
    try:
        follows, files = json.loads((folder / "follows.json").read_bytes())
        return follows == _follows(path, room) and all(
            _digest_of(file) == digest for file, digest in files.items()
        )
    except FileNotFoundError:
        return False


def _follows(path, room):
    """Return what the pictures of a notebook depend on in the notebook itself."""
    cells = [c for c in nbformat.read(path, 4).cells if c.cell_type == "code"]
    each = [[cell.id, cell.source, pictures_in(cell)] for cell in cells]
    return [_FORMAT, room, _digest(_text(each))]


def _files(apart):
    """Return digests of the files that the pictures of this process depend on.

    These are the files of all loaded modules except those in `apart`, and the data
    files beside them.
    """
    modules = [m for name, m in sys.modules.items() if not name.startswith(apart)]
    found = {getattr(module, "__file__", None) for module in modules} - {None}
    folders = {pathlib.Path(file).parent for file in found}
    data = [p for folder in folders for p in folder.iterdir() if p.suffix in _DATA]
    return {file: _digest_of(file) for file in sorted({*found, *map(str, data)})}


def _draw(path, kept, room, apart):
    """Draw the pictures of a notebook into the folder where they are kept."""
    notebook = nbformat.read(path, as_version=4)
    kept.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=kept) as folder:
        made = pathlib.Path(folder, "made")
        made.mkdir()
        shown = run(notebook, path.parent)
        pictures = {
            cell: {"pictures": [_both(figure, made) for figure in figures]}
            for cell, figures in shown.figures.items()
        }
        for cell, explorer in shown.explorers.items():
            index = packs.write(explorer, made, cell, room)
            still, text = index.pop("still"), _text(index)
            name = f"{cell}-{_digest(text)[:8]}.json"
            (made / name).write_bytes(text)
            controls = [one["name"] for one in index["described"]["controls"]]
            pictures[cell] = {"pictures": [still], "index": name, "controls": controls}
        (made / "shown.json").write_bytes(_text(pictures))
        follows = _follows(path, room), _files(apart)
        (made / "follows.json").write_bytes(_text(follows))
        shutil.rmtree(kept / path.stem, ignore_errors=True)
        made.rename(kept / path.stem)


def _both(figure, folder):
    made = []
    for is_narrow in (False, True):
        if is_narrow:
            narrow.make_narrow(figure)
        file = io.BytesIO()
        figure.savefig(file, format="png", dpi=packs.FINE_DPI)
        kind = packs.kind_of(figure, is_narrow)
        made.append(packs.save(decode(file.getvalue()), kind, folder))
    return made


def _digest(content):
    return hashlib.sha256(content).hexdigest()[:16]


@functools.cache
def _digest_of(file):
    return _digest(pathlib.Path(file).read_bytes())


def _text(made):
    return json.dumps(made, ensure_ascii=False, separators=(",", ":")).encode()
