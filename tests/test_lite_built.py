"""JupyterLite as it is built, which only `make test-site` and the workflow do."""

import hashlib
import json

import pytest
from livenb.site import lite
from packaging.utils import canonicalize_name

from .pages import LESSONS, SETTINGS, secrets_in, texts_in
from .test_lite import LOCK, PACKAGES


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("built") / "lite"
    lite.build(SETTINGS, PACKAGES, folder, LOCK)
    return folder


def test_the_built_files_hold_no_solution(built):
    texts = texts_in(built)
    assert any(name.endswith(".whl/drawahead/explorer.js") for name in texts)
    assert not [name for name in texts if "/assignments/" in name]
    assert secrets_in(texts) == []


def test_the_built_lock_is_whole(built):
    python = built / "python"
    packages = json.loads((python / "pyodide-lock.json").read_text("utf-8"))["packages"]
    for name, package in packages.items():
        assert {canonicalize_name(one) for one in package["depends"]} <= set(packages)
        if "://" in package["file_name"]:
            continue
        content = (python / package["file_name"]).read_bytes()
        assert hashlib.sha256(content).hexdigest() == package["sha256"], name
    assert packages["posenc-lessons"]["imports"] == ["posenc_lessons"]
    assert {"hintcheck", "posenc-lessons"} <= set(packages["posenc-checks"]["depends"])
    assert {"matplotlib", "anywidget"} <= set(packages["drawahead"]["depends"])


def test_the_page_knows_the_lock_the_lessons_and_the_widgets(built):
    told = json.loads((built / "jupyter-lite.json").read_text("utf-8"))
    config = told["jupyter-config-data"]
    (options,) = [
        one["loadPyodideOptions"] for one in config["litePluginSettings"].values()
    ]
    assert (built / options["lockFileURL"]).is_file()
    names = {one["name"] for one in config["federated_extensions"]}
    assert {"anywidget", "@jupyter-widgets/jupyterlab-manager"} <= names
    assert any("pyodide" in name for name in names)
    assert len(names) == 3
    listed = json.loads((built / "api/contents/all.json").read_text("utf-8"))
    there = {one["path"] for one in listed["content"]}
    assert {path.name for path in LESSONS} <= there
    assert (built / "lab/index.html").is_file()
