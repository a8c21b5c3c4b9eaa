"""What a notebook shows when its cells run: Explorers and figures."""

import contextlib
import dataclasses
import io
import os
import sys

import matplotlib as mpl
import matplotlib.pyplot as plt
from drawahead import Explorer
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
from traitlets.config import Config

_made = []  # the figures of pyplot in the order in which a cell makes them


class CellFailed(RuntimeError):
    """Raised if a cell of a notebook fails."""


@dataclasses.dataclass
class Run:
    """What the cells of a notebook have shown, by their ids: Explorers, and figures.

    Figures are those of pyplot, as many as the cell's stored outputs have pictures.
    """

    explorers: dict = dataclasses.field(default_factory=dict)
    figures: dict = dataclasses.field(default_factory=dict)


def run(notebook, folder):
    """Run a notebook's cells up to the last that shows an Explorer or a picture.

    It runs in a folder, and its stored outputs stay as they are. `CellFailed` is raised
    if a cell raises and is not tagged "raises-exception".
    """
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    shown = [n for n, cell in enumerate(cells) if pictures_in(cell)]
    result = Run()
    if not shown:
        return result
    InteractiveShell.clear_instance()
    # Its history is the reader's own, and would be kept by a thread.
    no_history = Config({"HistoryManager": {"enabled": False}})
    shell = InteractiveShell.instance(config=no_history)
    mpl.rcdefaults()  # whatever an earlier notebook has set
    mpl.rcParams["figure.hooks"] = ["livenb.site.run:_remember"]
    with contextlib.chdir(folder), _importable(os.getcwd()):
        for cell in cells[: shown[-1] + 1]:
            _made.clear()
            value = _run_cell(shell, cell)
            if isinstance(value, Explorer):
                result.explorers[cell.id] = value
            elif _made and len(_made) == pictures_in(cell):
                result.figures[cell.id] = _made[:]
    return result


def pictures_in(cell):
    """Return how many pictures the stored outputs of a code cell have."""
    return sum("image/png" in output.get("data", {}) for output in cell.outputs)


def shows_explorer(cell):
    """Whether a cell shows an Explorer, by the text that is stored."""
    return any(
        str(output.get("data", {}).get("text/plain", "")).startswith("Explorer(")
        for output in cell.get("outputs", [])
    )


def _run_cell(shell, cell):
    """Run a cell, and return what its last line is."""
    with capture_output(), contextlib.redirect_stderr(io.StringIO()):
        ran = shell.run_cell(cell.source)
        plt.close("all")
    error = ran.error_before_exec or ran.error_in_exec
    if error is not None and "raises-exception" not in cell.metadata.get("tags", []):
        line = cell.source.strip().splitlines()[0]
        raise CellFailed(
            f"the cell that begins with {line!r} fails: "
            f"{type(error).__name__}: {error}{os.linesep}`livenb refresh` shows it"
        )
    return ran.result


def _remember(figure):
    _made.append(figure)


@contextlib.contextmanager
def _importable(folder):
    """Find modules beside a notebook, as a kernel does."""
    sys.path.insert(0, folder)
    try:
        yield
    finally:
        sys.path.remove(folder)
