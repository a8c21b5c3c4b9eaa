"""The example course, imported anew from a folder in which its files can be changed."""

import importlib.util
import pathlib
import sys

import pytest
from hintcheck import keep

NAME = "statistics_course"
EXAMPLES = pathlib.Path(__file__).parents[1] / "examples"


@pytest.fixture
def imported(tmp_path, monkeypatch):
    """Return a function that imports a module of the test's folder anew."""
    monkeypatch.syspath_prepend(tmp_path)

    def module(name):
        spec = importlib.util.spec_from_file_location(name, tmp_path / f"{name}.py")
        made = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(made)
        monkeypatch.setitem(sys.modules, name, made)
        return made

    return module


@pytest.fixture
def course(tmp_path, imported):
    """Return a function that imports the course as it is in the test's folder."""
    for name in (f"{NAME}.py", f"{NAME}.md"):
        (tmp_path / name).write_text((EXAMPLES / name).read_text("utf-8"))
    return lambda: imported(NAME)


@pytest.fixture
def path(tmp_path):
    """Return the path of a file in which the answers of a test are kept."""
    keep(tmp_path / "attempts.jsonl")
    yield tmp_path / "attempts.jsonl"
    keep(None)
