"""The notebooks in JupyterLite, where Python runs in the reader's browser.

The reader's browser gets Python, NumPy and Matplotlib as Pyodide from a public address,
and all else from the site itself: JupyterLab, the notebooks, and the wheels that a cell
with ``import posenc_lessons`` needs. Which these are stands in Pyodide's own list of
packages, its lock, which is copied with ours added.
"""

import hashlib
import importlib.metadata
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request
import zipfile

import nbformat
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

START = "lab/index.html?path=00_start_here.ipynb"
"""Where a reader begins, within the folder that is built."""

_OURS = "posenc-lessons"
_LOCK = "pyodide-lock.json"
_WHEELS = "wheels"
_KERNEL = "@jupyterlite/pyodide-kernel-extension"
_SETTINGS = f"{_KERNEL}:kernel"
# What these bring to Python stands in JupyterLab itself.
_IN_THE_PAGE = {"jupyterlab-widgets", "widgetsnbextension"}
_EXTENSIONS = ("anywidget", "@jupyter-widgets/jupyterlab-manager", _KERNEL)
_BESIDE = {"comm"}  # what the kernel itself needs, and Pyodide does not bring
_AT_ONCE = ("comm", "ipython", "jedi", "micropip", _OURS)  # while Python starts
_NO_SOLUTIONS = shutil.ignore_patterns("sources", "__pycache__")


def build(root, out, lock=None):
    """Build the folder of a JupyterLite.

    Parameters
    ----------
    root : pathlib.Path
        The project: its notebooks and its package are taken.
    out : pathlib.Path
        The folder; it is made anew.
    lock : pathlib.Path, optional
        Pyodide's lock as a file. Without it, it is asked of Pyodide's public address.

    Raises
    ------
    RuntimeError
        If a command fails, or if Pyodide's NumPy or Matplotlib is none that the package
        runs with.
    """
    listed = json.loads(lock.read_bytes() if lock else _ask(f"{address()}/{_LOCK}"))
    with tempfile.TemporaryDirectory() as folder:
        lite, made = pathlib.Path(folder, "lite"), pathlib.Path(folder, "made")
        files, wheels = lite / "files", made / _WHEELS
        files.mkdir(parents=True)
        wheels.mkdir(parents=True)
        copy_notebooks(root / "notebooks", files)
        ours = _metadata(own_wheel(root, wheels)).requires
        _download(needed(listed["packages"], ours), wheels)
        add_wheels(listed, wheels)
        (made / _LOCK).write_text(json.dumps(listed), "utf-8")
        (lite / "jupyter-lite.json").write_text(json.dumps(settings()), "utf-8")
        (lite / "jupyter_lite_config.json").write_text(json.dumps(_how()), "utf-8")
        _run(
            [sys.executable, "-m", "jupyterlite_core", "build"]
            + ["--lite-dir", str(lite), "--output-dir", str(lite / "out")],
            cwd=lite,
        )
        if out.exists():
            shutil.rmtree(out)
        shutil.copytree(lite / "out", out)
        shutil.copytree(made, out / "python")


def address():
    """Return where a browser finds the Pyodide that the kernel is made for."""
    from jupyterlite_pyodide_kernel.constants import PYODIDE_CDN_URL

    return PYODIDE_CDN_URL


def settings():
    """Return what JupyterLite is told: which lock, and what is loaded at once."""
    python = {"lockFileURL": f"./python/{_LOCK}", "packages": list(_AT_ONCE)}
    return {
        "jupyter-lite-schema-version": 0,
        "jupyter-config-data": {
            "appName": "posenc_lessons",
            "exposeAppInBrowser": True,  # the smoke test looks into it
            "litePluginSettings": {_SETTINGS: {"loadPyodideOptions": python}},
        },
    }


def _how():
    """Return how JupyterLite is built: with these extensions of JupyterLab alone."""
    extensions = pathlib.Path(sys.prefix, "share/jupyter/labextensions")
    return {
        "LiteBuildConfig": {
            "apps": ["lab"],
            "no_sourcemaps": True,
            "no_unused_shared_packages": True,
            "ignore_sys_prefix": ["federated_extensions"],
            "federated_extensions": [str(extensions / name) for name in _EXTENSIONS],
        }
    }


def copy_notebooks(notebooks, files):
    """Copy lessons, with their pictures, and what students get of the homework."""
    (files / "homework").mkdir()
    for path in [*notebooks.glob("*.ipynb"), *notebooks.glob("homework/*.ipynb")]:
        notebook = nbformat.read(path, as_version=4)
        notebook.metadata.kernelspec = {
            "name": "python",
            "display_name": "Python (Pyodide)",
            "language": "python",
        }
        # JupyterLite shows a text in lines, as files on disk have it, with commas.
        text = nbformat.writes(notebook, split_lines=False)
        (files / path.relative_to(notebooks)).write_text(text, "utf-8")
    shutil.copytree(notebooks / "images", files / "images")


def copy_package(root, copy):
    """Copy what the package's wheel is made of, without the homework's sources."""
    shutil.copytree(
        root / "posenc_lessons", copy / "posenc_lessons", ignore=_NO_SOLUTIONS
    )
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(root / name, copy / name)


def own_wheel(root, wheels):
    """Build the package's wheel, and return its path."""
    with tempfile.TemporaryDirectory() as folder:
        copy_package(root, pathlib.Path(folder, "copy"))
        _pip("wheel", "--no-deps", "--wheel-dir", str(wheels), f"{folder}/copy")
    (made,) = wheels.glob("posenc_lessons-*.whl")
    return made


def needed(packages, ours):
    """Return what a wheel is needed of beside our own: all that Pyodide has not.

    Parameters
    ----------
    packages : dict
        The packages of Pyodide's lock.
    ours : list of str
        What our own package requires.

    Returns
    -------
    list of str
        Requirements with the versions that are installed here, by which JupyterLab's
        widgets and their Python fit together.
    """
    found, ahead = set(), _requirements([*ours, *_BESIDE])
    while ahead:
        requirement = ahead.pop()
        name = canonicalize_name(requirement.name)
        if name in packages:
            version = packages[name]["version"]
            if not requirement.specifier.contains(version):
                raise RuntimeError(f"Pyodide has {name} {version}, not {requirement}")
        elif name not in found | _IN_THE_PAGE:
            found.add(name)
            ahead += _requirements(importlib.metadata.requires(name))
    return [f"{name}=={importlib.metadata.version(name)}" for name in sorted(found)]


def _requirements(lines):
    """Return the requirements that hold in a browser."""
    there = {"sys_platform": "emscripten", "platform_system": "Emscripten"}
    there |= {"os_name": "posix", "platform_machine": "wasm32", "extra": ""}
    every = [Requirement(line) for line in lines or []]
    return [one for one in every if not one.marker or one.marker.evaluate(there)]


def add_wheels(listed, wheels):
    """Add wheels to Pyodide's lock, and say where its own packages are.

    Parameters
    ----------
    listed : dict
        The lock; it is changed.
    wheels : pathlib.Path
        A folder of wheels, which lies beside the lock.
    """
    packages = listed["packages"]
    for package in packages.values():
        if "://" not in package["file_name"]:
            package["file_name"] = f"{address()}/{package['file_name']}"
    added = [_described(path) for path in sorted(wheels.glob("*.whl"))]
    packages |= {one["name"]: one for one in added}
    for one in added:
        one["depends"] = [name for name in one["depends"] if name not in _IN_THE_PAGE]
        missing = set(one["depends"]) - set(packages)
        if missing:
            raise RuntimeError(f"{one['name']} needs {', '.join(sorted(missing))}")


def _described(path):
    """Return what the lock says of a wheel."""
    told = _metadata(path)
    imports = {name.split("/")[0] for name in _names(path) if name.endswith(".py")}
    return {
        "name": canonicalize_name(told.metadata["Name"]),
        "version": told.version,
        "file_name": f"{_WHEELS}/{path.name}",
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        "install_dir": "site",
        "package_type": "package",
        "imports": sorted(name.removesuffix(".py") for name in imports),
        "depends": [
            canonicalize_name(one.name) for one in _requirements(told.requires)
        ],
        "unvendored_tests": False,
    }


def _metadata(wheel):
    (file,) = [n for n in _names(wheel) if re.fullmatch(r"[^/]+/METADATA", n)]
    place = zipfile.Path(wheel, file.removesuffix("METADATA"))
    return importlib.metadata.PathDistribution(place)


def _names(wheel):
    with zipfile.ZipFile(wheel) as opened:
        return opened.namelist()


def _download(requirements, wheels):
    """Fetch wheels that run on any machine."""
    anywhere = ["--platform", "any", "--implementation", "py", "--abi", "none"]
    options = ["--no-deps", "--only-binary", ":all:", "--dest", str(wheels), *anywhere]
    _pip("download", *options, *requirements)


def _pip(*arguments):
    _run([sys.executable, "-m", "pip", "--quiet", *arguments])


def _ask(url):
    with urllib.request.urlopen(url, timeout=60) as answer:
        return answer.read()


def _run(command, cwd=None):
    run = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    if run.returncode:
        raise RuntimeError(f"{' '.join(command[:5])}:\n{run.stdout}{run.stderr}")
