"""The examples in JupyterLab: a key moves the picture, and the readout is right."""

import base64
import pathlib
import runpy

import pytest

EXAMPLES = sorted(pathlib.Path(__file__).parents[2].glob("examples/*.py"))

KEYS = {"range": "ArrowRight", "checkbox": "Space"}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_a_key_moves_the_picture(open_cells, path):
    expected = runpy.run_path(str(path))["explorer"]
    described = expected.described()["controls"]
    control = next(one for one in described if one["kind"] in KEYS)
    before, value = expected.png(), expected._controls[control["name"]].value
    expected.move(**{control["name"]: value(control["start"] + 1)})
    assert expected.png() != before
    (shown,) = open_cells(path.read_text("utf-8") + "\nexplorer\n").explorers()
    shown.focus(control["label"])
    shown.press(KEYS[control["kind"]])
    scale = "(image) => image.naturalWidth / image.getAttribute('width')"
    expected._pictures.set_scale(shown.image.evaluate(scale))
    picture = base64.b64encode(expected.png()).decode()
    shown.expect("", expected.readout, picture)
    assert shown.notebook.violations() == []
