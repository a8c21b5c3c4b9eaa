"""JupyterLite next to the pages: which wheels its Python gets, without a network."""

import importlib.metadata
import json
import zipfile

import nbformat
import pytest
from livenb.settings import Settings

lite = pytest.importorskip("livenb.site.lite")


def lock_of(**versions):
    return {
        name: {"name": name, "version": version, "file_name": f"{name}.whl"}
        for name, version in versions.items()
    }


THERE = {"numpy": "2.4.6", "matplotlib": "3.10.8", "ipython": "9.12.0"}
THERE |= {"traitlets": "5.14.3", "typing-extensions": "4.15.0", "pillow": "11.3.0"}
LINES = ["numpy>=2.2,<2.6", "drawahead>=0.3", *importlib.metadata.requires("drawahead")]
OURS = [{"name": "drawahead", "requires": lite._in_browser(LINES)}]


def test_wheels_are_wanted_of_what_pyodide_lacks():
    wanted = lite.needed(lock_of(**THERE), OURS)
    names = {line.split("==")[0] for line in wanted}
    assert names == {"anywidget", "comm", "ipywidgets", "latex2mathml", "psygnal"}


def test_a_pyodide_with_another_numpy_is_refused():
    packages = lock_of(**{**THERE, "numpy": "1.26.4"})
    with pytest.raises(RuntimeError, match=r"Pyodide has numpy 1\.26\.4, not numpy"):
        lite.needed(packages, OURS)


def write_wheel(folder, name, *requires):
    path = folder / f"{name}-1.0-py3-none-any.whl"
    told = [f"Requires-Dist: {line}\n" for line in requires]
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr(f"{name}/__init__.py", "")
        wheel.writestr(f"{name}/deep/METADATA", "not this one")
        wheel.writestr(
            f"{name}-1.0.dist-info/METADATA",
            f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n{''.join(told)}",
        )
    return path


def test_a_lock_gets_our_wheels_and_says_where_the_others_are(tmp_path, monkeypatch):
    monkeypatch.setattr(lite, "address", lambda: "https://nowhere.invalid/full")
    needs = ("numpy>=2", "widgetsnbextension", 'pywin32; sys_platform == "win32"')
    wheel = write_wheel(tmp_path, "our_own", *needs, 'pytest; extra == "test"')
    packages = lock_of(**THERE)
    lite.add_wheels({"packages": packages}, tmp_path)
    assert packages["numpy"]["file_name"] == "https://nowhere.invalid/full/numpy.whl"
    ours = packages["our-own"]
    assert ours["file_name"] == f"wheels/{wheel.name}"
    assert (ours["imports"], ours["depends"]) == (["our_own"], ["numpy"])


def test_notebooks_are_copied_for_the_kernel_of_the_browser(tmp_path):
    folder = tmp_path / "books"
    (folder / "images").mkdir(parents=True)
    (folder / "images" / "a.png").write_bytes(b"picture")
    cells = [nbformat.v4.new_markdown_cell("# A\n\n![a](images/a.png)")]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), folder / "01_a.ipynb")
    (folder / "data.csv").write_text("1,2")
    settings = Settings(folder, downloads=["*.csv"])
    lite.copy_notebooks(settings, tmp_path / "files")
    assert (tmp_path / "files" / "data.csv").read_text() == "1,2"
    made = json.loads((tmp_path / "files" / "01_a.ipynb").read_text("utf-8"))
    assert made["metadata"]["kernelspec"]["name"] == "python"
    assert made["cells"][0]["source"] == cells[0].source
    assert (tmp_path / "files" / "images" / "a.png").read_bytes() == b"picture"


def test_a_package_is_copied_without_what_it_leaves_out(tmp_path):
    package = tmp_path / "tool"
    (package / "tool" / "secret").mkdir(parents=True)
    (package / "tool" / "__init__.py").write_text("")
    (package / "tool" / "secret" / "answer.txt").write_text("42")
    for name in ("README.md", "LICENSE", "notes.txt"):
        (package / name).write_text("")
    (package / "pyproject.toml").write_text(
        '[tool.setuptools.packages.find]\ninclude = ["tool*"]\n'
        '[tool.livenb]\nleave_out = ["secret"]\n'
    )
    lite.copy_package(package, tmp_path / "copy")
    names = {p.name for p in (tmp_path / "copy").rglob("*") if p.is_file()}
    assert names == {"__init__.py", "README.md", "LICENSE", "pyproject.toml"}


def test_an_address_that_cannot_be_reached_is_told(monkeypatch, tmp_path):
    monkeypatch.setattr(lite, "address", lambda: "http://127.0.0.1:9")
    with pytest.raises(RuntimeError, match=r"127.0.0.1:9/.* cannot be reached"):
        lite.build(Settings(tmp_path), [], tmp_path)
