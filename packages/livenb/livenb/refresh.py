"""Run notebooks and write them so that a second run changes no byte."""

import hashlib

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from livenb.folds import only_draws

_VIEW = "application/vnd.jupyter.widget-view+json"
_KEPT = ("tags", "slideshow", "nbgrader")
_PREDICT = "predict"  # the tag of a cell whose output readers should predict
_KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
_METADATA = {"kernelspec": _KERNEL, "language_info": {"name": "python"}}


def refresh(paths):
    """Run notebooks, write them in their canonical form, and print which have changed.

    Raises `RuntimeError` if a cell raises an error or the kernel fails twice. The
    notebook then stays as it was.
    """
    for path in paths:
        notebook = nbformat.read(path, as_version=4)
        try:
            run(notebook, path.parent)
        except CellExecutionError as error:
            raise RuntimeError(
                f"{path} is unchanged. A cell failed:\n{error}"
            ) from None
        except RuntimeError as error:
            raise RuntimeError(
                f"{path} is unchanged, because its kernel twice failed to answer. Is "
                f"the machine busy or short of memory? ({error})"
            ) from None
        content = (nbformat.writes(tidy(notebook)) + "\n").encode()
        said = "nothing to change" if content == path.read_bytes() else "changed"
        path.write_bytes(content)
        print(f"{path}: {said}", flush=True)


def run(notebook, folder):
    """Run a notebook in a new kernel in a folder; try once more if the kernel dies."""
    client = NotebookClient(
        notebook,
        timeout=60,
        kernel_name="python3",
        coalesce_streams=True,
        resources={"metadata": {"path": str(folder)}},
    )
    try:
        client.execute()
    except RuntimeError:  # nbclient raises this if a kernel died or was never ready
        client.reset_execution_trackers()
        client.execute()


def tidy(notebook):
    """Remove everything that differs from run to run, and return the notebook.

    The notebook loses times, the states and views of controls, kernel details, and all
    cell metadata except tags, slideshow and nbgrader. Code that only draws is folded.
    The notebook gets a short string that identifies its code, so that pictures made by
    different code can be recognized. Cells with the tag "predict" keep their execution
    count but lose their output; for nbval, they also need the tag
    "nbval-ignore-output".
    """
    code = "\0".join(cell.source for cell in notebook.cells if "outputs" in cell)
    stamp = {"code": hashlib.sha256(code.encode()).hexdigest()[:16]}
    notebook.metadata = nbformat.from_dict(_METADATA | {"livenb": stamp})
    for cell in notebook.cells:
        kept = {key: cell.metadata[key] for key in _KEPT if cell.metadata.get(key)}
        if "outputs" in cell and only_draws(cell):
            kept["jupyter"] = {"source_hidden": True}
        cell.metadata = nbformat.from_dict(kept)
        for output in cell.get("outputs", []):
            output.get("data", {}).pop(_VIEW, None)
        if _PREDICT in kept.get("tags", ()):
            cell.outputs = []
    return notebook
