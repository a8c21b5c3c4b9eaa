"""What a notebook shows when its cells run: Explorers and figures."""

import contextlib
import io
import sys
import types

import matplotlib as mpl
import matplotlib.pyplot as plt
from drawahead import Explorer
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
from traitlets.config import Config

_made = []  # the figures of pyplot in the order in which a cell makes them


class CellFailed(RuntimeError):
    """Raised if a cell of a notebook fails."""


def run(notebook, folder):
    """Run a notebook's cells in a folder, up to the last one that shows a picture.

    The stored outputs stay as they are. The result holds, by cell id, the ``explorers``
    and the lists of pyplot's ``figures`` of cells that make as many figures as they
    have stored pictures. Raises `CellFailed` if a cell without the tag
    "raises-exception" fails.
    """
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    shown = [n for n, cell in enumerate(cells) if pictures_in(cell)]
    result = types.SimpleNamespace(explorers={}, figures={})
    if not shown:
        return result
    InteractiveShell.clear_instance()
    # IPython's history belongs to the user and needs a thread.
    no_history = Config({"HistoryManager": {"enabled": False}})
    shell = InteractiveShell.instance(config=no_history)
    mpl.rcdefaults()  # an earlier notebook may have set something
    mpl.rcParams["figure.hooks"] = ["livenb.site.run:_remember"]
    if "" not in sys.path:  # as in a kernel, modules beside the notebook are found
        sys.path.insert(0, "")
    with contextlib.chdir(folder):
        for cell in cells[: shown[-1] + 1]:
            _made.clear()
            value = _run_cell(shell, cell)
            if isinstance(value, Explorer):
                result.explorers[cell.id] = value
            elif _made and len(_made) == pictures_in(cell):
                result.figures[cell.id] = _made[:]
    return result


def pictures_in(cell):
    """Return how many pictures a code cell's stored outputs have."""
    return sum("image/png" in output.get("data", {}) for output in cell.outputs)


def _run_cell(shell, cell):
    """Run a cell, and return the value of its last line."""
    with capture_output(), contextlib.redirect_stderr(io.StringIO()):
        ran = shell.run_cell(cell.source)
        plt.close("all")
    error = ran.error_before_exec or ran.error_in_exec
    if error is not None and "raises-exception" not in cell.metadata.get("tags", []):
        line = cell.source.strip().splitlines()[0]
        raise CellFailed(
            f"the cell that begins with {line!r} raised {type(error).__name__}: "
            f"{error}\n`livenb refresh` shows where"
        )
    return ran.result


def _remember(figure):
    _made.append(figure)
