"""The examples in JupyterLab: a key moves the picture, and the readout is right."""

import base64
import pathlib
import runpy

import pytest

from .accessibility import violations

EXAMPLES = sorted(pathlib.Path(__file__).parents[2].glob("examples/*.py"))

KEYS = {
    "confidence": ("size", "size", 50, "ArrowRight"),
    "damped_spring": ("damping (kg/s)", "damping", 0.7, "ArrowRight"),
    "epidemic": ("contagion", "contagion", 0.31, "ArrowRight"),
    "histogram": ("bins", "n_bins", 13, "ArrowRight"),
    "image_filter": ("radius", "radius", 1.6, "ArrowRight"),
    "letters": ("ordered", "ordered", True, "Space"),
    "logistic_map": ("growth", "growth", 3.21, "ArrowRight"),
    "sampling": ("frequency (Hz)", "frequency", 10, "ArrowRight"),
}
"""The label of a control, its argument, and its value after a key."""


def test_every_example_is_tried():
    assert {path.stem for path in EXAMPLES} == set(KEYS)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_a_key_moves_the_picture(open_cells, path):
    label, name, value, key = KEYS[path.stem]
    expected = runpy.run_path(str(path))["explorer"]
    before = expected.png()
    expected.move(**{name: value})
    assert expected.values[name] == value
    assert expected.png() != before
    notebook = open_cells(path.read_text("utf-8") + "\nexplorer\n")
    (shown,) = notebook.explorers()
    shown.focus(label)
    notebook.page.keyboard.press(key)
    expected._pictures.set_scale(shown.scale())
    picture = base64.b64encode(expected.png()).decode()
    shown.expect("", expected.readout, picture)
    assert violations(notebook.page) == []
    assert notebook.complaints == []
