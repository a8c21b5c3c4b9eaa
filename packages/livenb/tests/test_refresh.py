"""Notebooks are run and stored, so that a second run changes no byte."""

import nbformat
import pytest
from livenb.__main__ import main
from livenb.refresh import tidy
from nbformat.v4 import new_code_cell, new_notebook

EXPLORER = """\
from drawahead import Explorer


def draw_line(ax, slope=2):
    "A line."
    ax.plot([0, slope])
    return f"slope {slope}"


Explorer(draw_line, slope=(0, 5), figsize=(2, 1))"""

SOURCES = [
    "import sys\nprint('one')\nsys.stdout.flush()\nprint('two')",
    "print('three'); sys.stdout.flush()\nprint('four')",
    EXPLORER,
    "print(7)",
]
KEPT = {"tags": ["kept"], "slideshow": {"slide_type": "skip"}}
PREDICT = {"tags": ["nbval-ignore-output", "predict"]}


def write(path, *sources):
    """Write a notebook whose first cell is a skipped slide, and the last a question."""
    cells = [
        new_code_cell(source, id=f"cell-{k}", metadata={"collapsed": True})
        for k, source in enumerate(sources)
    ]
    cells[0].metadata |= KEPT
    cells[-1].metadata |= PREDICT
    nbformat.write(new_notebook(cells=cells, metadata={"widgets": {}}), path)
    return path


@pytest.fixture(scope="module")
def refreshed(tmp_path_factory):
    path = write(tmp_path_factory.mktemp("refreshed") / "lesson.ipynb", *SOURCES)
    main(["refresh", str(path)])
    return path


def test_a_kernel_that_dies_is_tried_once_more_and_told_in_a_sentence(tmp_path, capsys):
    died, path = tmp_path / "died", tmp_path / "lesson.ipynb"
    cell = f"""\
import os, pathlib
times = pathlib.Path({str(died)!r})
times.open("a").write("x")
if len(times.read_text()) < {{}}:
    os._exit(1)"""
    for enough, ends in ((2, None), (4, "its kernel twice failed to answer")):
        died.unlink(missing_ok=True)
        before = write(path, cell.format(enough)).read_bytes()
        if ends is None:
            main(["refresh", str(path)])
            assert path.read_bytes() != before
            assert capsys.readouterr().out == f"{path}: changed\n"
        else:
            with pytest.raises(SystemExit, match=ends):
                main(["refresh", str(path)])
            assert path.read_bytes() == before
        assert len(died.read_text()) == 2


def test_the_second_time_no_byte_changes(refreshed, tmp_path, capsys):
    path = tmp_path / "lesson.ipynb"
    path.write_bytes(refreshed.read_bytes())
    main(["refresh", str(path)])
    assert path.read_bytes() == refreshed.read_bytes()
    assert capsys.readouterr().out == f"{path}: nothing to change\n"


def test_what_is_kept_and_what_is_not(refreshed):
    notebook = nbformat.read(refreshed, as_version=4)
    assert set(notebook.metadata) == {"kernelspec", "language_info", "livenb"}
    assert notebook.metadata.language_info == {"name": "python"}
    folded = {"jupyter": {"source_hidden": True}}
    assert [cell.metadata for cell in notebook.cells] == [KEPT, {}, folded, PREDICT]
    assert [cell.execution_count for cell in notebook.cells] == [1, 2, 3, 4]
    (stream,) = notebook.cells[0].outputs
    assert stream.text == "one\ntwo\n"
    (shown,) = notebook.cells[2].outputs
    assert set(shown.data) == {"text/plain", "image/png"}
    assert shown.data["text/plain"] == "Explorer(draw_line, slope=2)\nslope 2"
    assert shown.metadata["image/png"]["alt"] == "A line. slope 2"
    assert notebook.cells[3].outputs == []  # it is to be predicted


def test_a_change_of_the_code_alone_is_found(refreshed):
    notebook = nbformat.read(refreshed, as_version=4)
    notebook.cells[2].source = notebook.cells[2].source.replace("ax.plot", "ax.step")
    before = notebook.metadata.livenb.code
    assert tidy(notebook).metadata.livenb.code != before


def test_a_failing_notebook_is_left_alone(tmp_path):
    path = write(tmp_path / "lesson.ipynb", "1 / 0")
    before = path.read_bytes()
    with pytest.raises(SystemExit, match="A cell failed"):
        main(["refresh", str(path)])
    assert path.read_bytes() == before


def test_a_missing_notebook(tmp_path):
    with pytest.raises(SystemExit, match="No such file"):
        main(["refresh", str(tmp_path / "none.ipynb")])
