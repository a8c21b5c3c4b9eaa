"""Compare what a notebook shows with what it stores, as nbval does."""

import nbformat
from nbval.plugin import IPyNbFile, coalesce_streams


def differences(session, path, outputs):
    """Return what nbval says of each cell that shows something else than is stored.

    Parameters
    ----------
    session : pytest.Session
        The running session, whose options nbval reads.
    path : pathlib.Path
        The notebook.
    outputs : list of dict
        What it has shown when it was run: outputs as a notebook stores them, each with
        the number of its cell under ``cell``.

    Returns
    -------
    list of str
        Empty if nothing differs. A cell that is stored as not run may show anything.
    """
    places = [
        place
        for place, cell in enumerate(nbformat.read(path, as_version=4).cells)
        if cell.cell_type == "code"
    ]
    found = []
    for place, item in zip(places, IPyNbFile.from_parent(session, path=path).collect()):
        if item.cell.execution_count is None:
            continue
        shown = [
            nbformat.from_dict({k: v for k, v in output.items() if k != "cell"})
            for output in outputs
            if output["cell"] == place
        ]
        stored = coalesce_streams(item.cell.outputs)
        if not item.compare_outputs(coalesce_streams(shown), stored):
            found.append("\n".join([f"cell {place}:", *item.comparison_traceback]))
    return found
