"""The Explorers of a notebook, made by the notebook's own cells."""

import contextlib
import io
import os
import sys

import matplotlib.pyplot as plt
from drawahead.explorer import Explorer
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output


class CellFailed(RuntimeError):
    """Raised if a cell of a notebook fails."""


def explorers(notebook, folder):
    """Run a notebook's cells up to its last Explorer; return these by their cells' ids.

    Parameters
    ----------
    notebook : nbformat.NotebookNode
        The notebook. Its outputs stay as they are.
    folder : str or pathlib.Path
        Where its cells run.

    Returns
    -------
    dict of Explorer
        By the ids of the cells that show them.

    Raises
    ------
    CellFailed
        If a cell raises.
    """
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    shown = [n for n, cell in enumerate(cells) if shows_explorer(cell)]
    if not shown:
        return {}
    InteractiveShell.clear_instance()
    shell = InteractiveShell.instance()
    made = {}
    with contextlib.chdir(folder), _importable(os.getcwd()):
        for cell in cells[: shown[-1] + 1]:
            with capture_output(), contextlib.redirect_stderr(io.StringIO()):
                ran = shell.run_cell(cell.source)
                plt.close("all")
            error = ran.error_before_exec or ran.error_in_exec
            if error is not None:
                line = cell.source.strip().splitlines()[0]
                raise CellFailed(
                    f"the cell that begins with {line!r} fails: "
                    f"{type(error).__name__}: {error}{os.linesep}"
                    "`livenb refresh` shows it"
                )
            if isinstance(ran.result, Explorer):
                made[cell.id] = ran.result
    return made


@contextlib.contextmanager
def _importable(folder):
    """Find modules beside a notebook, as a kernel does."""
    sys.path.insert(0, folder)
    try:
        yield
    finally:
        sys.path.remove(folder)


def shows_explorer(cell):
    """Whether a code cell shows an Explorer, by the text that is stored."""
    return any(
        str(output.get("data", {}).get("text/plain", "")).startswith("Explorer(")
        for output in cell.get("outputs", [])
    )
