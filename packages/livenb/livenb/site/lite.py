"""The notebooks in JupyterLite, where Python runs in the reader's browser.

The reader's browser gets Python, NumPy and Matplotlib as Pyodide from a public address,
and all else from the site itself: JupyterLab, the notebooks, and wheels of the packages
that the notebooks import. Pyodide loads a package when a cell imports it, if its own
list of packages, the lock, has it: the lock is copied with ours added.
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
import tomllib
import urllib.request
import zipfile

import nbformat
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from livenb.site.notebooks import images

_LOCK = "pyodide-lock.json"
_WHEELS = "wheels"
_KERNEL = "@jupyterlite/pyodide-kernel-extension"
_SETTINGS = f"{_KERNEL}:kernel"
# What these bring to Python stands in JupyterLab itself.
_IN_THE_PAGE = {"jupyterlab-widgets", "widgetsnbextension"}
_EXTENSIONS = ("anywidget", "@jupyter-widgets/jupyterlab-manager", _KERNEL)
_BESIDE = {"comm"}  # what the kernel itself needs, and Pyodide does not bring
_AT_ONCE = ("comm", "ipython", "jedi", "micropip")  # while Python starts


def build(settings, packages, out, lock=None):
    """Build the folder of a JupyterLite.

    Parameters
    ----------
    settings : livenb.settings.Settings
        The settings: their folder has the notebooks.
    packages : list of pathlib.Path
        The folders of packages that the notebooks import and no index has. Each can
        name files to leave out in its pyproject.toml, as
        ``[tool.livenb] leave_out = ["solutions"]``.
    out : pathlib.Path
        The folder; it is made anew.
    lock : pathlib.Path, optional
        Pyodide's lock as a file. Without it, it is asked of Pyodide's public address.

    Raises
    ------
    RuntimeError
        If a command fails, or if Pyodide's NumPy or Matplotlib is none that the
        packages run with.
    """
    listed = json.loads(lock.read_bytes() if lock else _ask(f"{address()}/{_LOCK}"))
    with tempfile.TemporaryDirectory() as folder:
        lite, made = pathlib.Path(folder, "lite"), pathlib.Path(folder, "made")
        files, wheels = lite / "files", made / _WHEELS
        files.mkdir(parents=True)
        wheels.mkdir(parents=True)
        copy_notebooks(settings, files)
        ours = {_name(path): path for path in own_wheels(packages, wheels)}
        requires = [r for path in ours.values() for r in _metadata(path).requires or []]
        _download(needed(listed["packages"], requires, set(ours)), wheels)
        add_wheels(listed, wheels)
        (made / _LOCK).write_text(json.dumps(listed), "utf-8")
        options = json.dumps(lite_options(settings.title, ours))
        (lite / "jupyter-lite.json").write_text(options, "utf-8")
        (lite / "jupyter_lite_config.json").write_text(json.dumps(_how()), "utf-8")
        _run(
            [sys.executable, "-m", "jupyterlite_core", "build"]
            + ["--lite-dir", str(lite), "--output-dir", str(lite / "out")],
            cwd=lite,
        )
        shutil.rmtree(out, ignore_errors=True)
        shutil.copytree(lite / "out", out)
        shutil.copytree(made, out / "python")


def address():
    """Return where a browser finds the Pyodide that the kernel is made for."""
    from jupyterlite_pyodide_kernel.constants import PYODIDE_CDN_URL

    return PYODIDE_CDN_URL


def lite_options(title, packages):
    """Return what JupyterLite is told: which lock, and what is loaded at once."""
    loaded = [*_AT_ONCE, *packages]
    python = {"lockFileURL": f"./python/{_LOCK}", "packages": loaded}
    return {
        "jupyter-lite-schema-version": 0,
        "jupyter-config-data": {
            "appName": title,
            "exposeAppInBrowser": True,  # a test looks into it
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


def copy_notebooks(settings, files):
    """Copy notebooks, what they show, and what readers can download beside them."""
    folder = settings.folder
    patterns = ["*.ipynb", *settings.further.values(), *settings.downloads]
    for path in settings.matching(patterns):
        target = files / path.relative_to(folder)
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix != ".ipynb":
            shutil.copy(path, target)
            continue
        notebook = nbformat.read(path, as_version=4)
        notebook.metadata.kernelspec = {
            "name": "python",
            "display_name": "Python (Pyodide)",
            "language": "python",
        }
        # JupyterLite shows a string in lines, as files on disk have it, with commas.
        target.write_text(nbformat.writes(notebook, split_lines=False), "utf-8")
        for image in images(notebook):
            (files / image).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path.parent / image, files / image)


def copy_package(package, copy):
    """Copy what a package's wheel is made of, without what it leaves out.

    Parameters
    ----------
    package, copy : pathlib.Path
        The package's folder, with its pyproject.toml, and a folder to make.
    """
    project = tomllib.loads((package / "pyproject.toml").read_text("utf-8"))
    options = project["tool"]
    names = {
        p.split("*")[0] for p in options["setuptools"]["packages"]["find"]["include"]
    }
    left_out = options.get("livenb", {}).get("leave_out", [])
    ignored = shutil.ignore_patterns("__pycache__", *left_out)
    copy.mkdir(parents=True)
    for name in sorted(names):
        shutil.copytree(package / name, copy / name, ignore=ignored)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(package / name, copy / name)


def own_wheels(packages, wheels):
    """Build the wheels of packages from copies, and return their paths."""
    made = []
    for number, package in enumerate(packages):
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder, f"copy-{number}")
            copy_package(package, copy)
            before = set(wheels.glob("*.whl"))
            _pip("wheel", "--no-deps", "--wheel-dir", str(wheels), str(copy))
            made += set(wheels.glob("*.whl")) - before
    return made


def needed(packages, requires, ours=frozenset()):
    """Return what a wheel is needed of beside our own: all that Pyodide has not.

    Parameters
    ----------
    packages : dict
        The packages of Pyodide's lock.
    requires : list of str
        What our own packages require.
    ours : set of str, optional
        The names of our own packages.

    Returns
    -------
    list of str
        Requirements with the versions that are installed here, by which JupyterLab's
        widgets and their Python fit together.
    """
    names, ahead = set(), _requirements([*requires, *_BESIDE])
    while ahead:
        requirement = ahead.pop()
        name = canonicalize_name(requirement.name)
        if name in packages:
            version = packages[name]["version"]
            if not requirement.specifier.contains(version):
                raise RuntimeError(f"Pyodide has {name} {version}, not {requirement}")
        elif name not in names | _IN_THE_PAGE | set(ours):
            names.add(name)
            ahead += _requirements(importlib.metadata.requires(name))
    return [f"{name}=={importlib.metadata.version(name)}" for name in sorted(names)]


def _requirements(lines):
    """Return the requirements that hold in a browser."""
    there = {"sys_platform": "emscripten", "platform_system": "Emscripten"}
    there |= {"os_name": "posix", "platform_machine": "wasm32", "extra": ""}
    every = [Requirement(line) for line in lines or []]
    return [r for r in every if not r.marker or r.marker.evaluate(there)]


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
    packages |= {package["name"]: package for package in added}
    for package in added:
        needs = [name for name in package["depends"] if name not in _IN_THE_PAGE]
        missing = set(needs) - set(packages)
        if missing:
            raise RuntimeError(f"{package['name']} needs {', '.join(sorted(missing))}")
        package["depends"] = needs


def _described(path):
    """Return what the lock says of a wheel."""
    metadata = _metadata(path)
    imports = {name.split("/")[0] for name in _names(path) if name.endswith(".py")}
    return {
        "name": _name(path),
        "version": metadata.version,
        "file_name": f"{_WHEELS}/{path.name}",
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        "install_dir": "site",
        "package_type": "package",
        "imports": sorted(name.removesuffix(".py") for name in imports),
        "depends": [
            canonicalize_name(r.name) for r in _requirements(metadata.requires)
        ],
        "unvendored_tests": False,
    }


def _name(wheel):
    return canonicalize_name(_metadata(wheel).metadata["Name"])


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
