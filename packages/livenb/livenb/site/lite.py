"""The notebooks in JupyterLite, where Python runs in the reader's browser.

The browser gets Python, NumPy and Matplotlib from Pyodide's public address, and
JupyterLab, the notebooks and the wheels of packages from the site. When a cell imports
a package, Pyodide loads it if it is listed in Pyodide's lock file. So the lock file
is copied, and our packages are added to it. The kernel's PyodideLockAddon does the
same, but it needs Python 3.12 and all of Pyodide's wheels.
"""

import hashlib
import importlib.metadata
import json
import pathlib
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

from livenb.site.notebooks import copy_images

_LOCK = "pyodide-lock.json"
_KERNEL = "@jupyterlite/pyodide-kernel-extension"
_EXTENSIONS = ("anywidget", "@jupyter-widgets/jupyterlab-manager", _KERNEL)
_IN_THE_PAGE = {"jupyterlab-widgets", "widgetsnbextension"}  # parts of JupyterLab
_AT_ONCE = ("comm", "ipython", "jedi", "micropip")  # loaded while Python starts
# Wheels must run on any machine, and requirements are evaluated for a browser.
_ANYWHERE = ["--only-binary", ":all:", "--platform", "any", "--implementation", "py"]
_BROWSER = {"sys_platform": "emscripten", "platform_system": "Emscripten",
            "os_name": "posix", "platform_machine": "wasm32", "extra": ""}  # fmt: skip


def build(settings, packages, out, lock=None):
    """Build JupyterLite in a folder, including the notebooks of the settings' folder.

    `packages` are the folders of the packages that the notebooks import and that are
    not on PyPI, and `lock` is a copy of Pyodide's lock file, to use instead of the file
    at Pyodide's address. Raises `RuntimeError` if this address cannot be reached, a
    command fails, or the packages do not work with Pyodide's packages.
    """
    listed = json.loads(lock.read_bytes() if lock else _fetched_lock())
    with tempfile.TemporaryDirectory() as folder:
        lite = pathlib.Path(folder)
        wheels, copies = lite / "python/wheels", lite / "copies"
        copy_notebooks(settings, lite / "files")
        for number, package in enumerate(packages):
            copy_package(package, copies / str(number))
        _run("pip", "wheel", "--no-deps", "--wheel-dir", wheels, *copies.iterdir())
        ours = [_described(path) for path in wheels.iterdir()]
        wanted = needed(listed["packages"], ours)
        _run("pip", "download", "--no-deps", "--dest", wheels, *_ANYWHERE, *wanted)
        add_wheels(listed, wheels)
        made = _settings(settings.title, ours) | {f"python/{_LOCK}": listed}
        for name, content in made.items():
            (lite / name).write_text(json.dumps(content), "utf-8")
        _run("jupyterlite_core", "build", "--output-dir", lite / "out", folder=lite)
        shutil.rmtree(out, ignore_errors=True)
        shutil.copytree(lite / "out", out)
        shutil.copytree(lite / "python", out / "python")


def address():
    """Return the address of the Pyodide version that the kernel is made for."""
    from jupyterlite_pyodide_kernel.constants import PYODIDE_CDN_URL

    return PYODIDE_CDN_URL


def _settings(title, ours):
    """Return JupyterLite's settings: how it is built, and what Python loads at once."""
    extensions = pathlib.Path(sys.prefix, "share/jupyter/labextensions")
    how = {
        "apps": ["lab"],
        "no_sourcemaps": True,
        "no_unused_shared_packages": True,
        "ignore_sys_prefix": ["federated_extensions"],  # no extensions except these
        "federated_extensions": [str(extensions / name) for name in _EXTENSIONS],
    }
    loaded = [*_AT_ONCE, *(package["name"] for package in ours)]
    python = {"lockFileURL": f"./python/{_LOCK}", "packages": loaded}
    data = {
        "appName": title,
        "exposeAppInBrowser": True,  # for tests
        "litePluginSettings": {f"{_KERNEL}:kernel": {"loadPyodideOptions": python}},
    }
    return {
        "jupyter_lite_config.json": {"LiteBuildConfig": how},
        "jupyter-lite.json": {
            "jupyter-lite-schema-version": 0,
            "jupyter-config-data": data,
        },
    }


def copy_notebooks(settings, files):
    """Copy the notebooks, their images, and the files that readers can download."""
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
        # JupyterLite shows commas between the lines of a string that is split.
        target.write_text(nbformat.writes(notebook, split_lines=False), "utf-8")
        copy_images(notebook, path.parent, files)


def _fetched_lock():
    url = f"{address()}/{_LOCK}"
    try:
        with urllib.request.urlopen(url, timeout=60) as answer:
            return answer.read()
    except OSError as error:
        raise RuntimeError(
            f"{url} cannot be reached ({error}). If you have a copy of that file, pass "
            "it with --lock."
        ) from None


def copy_package(package, copy):
    """Copy the files for a package's wheel, except those to be left out of it."""
    tools = tomllib.loads((package / "pyproject.toml").read_text("utf-8"))["tool"]
    left_out = tools.get("livenb", {}).get("leave_out", [])
    ignored = shutil.ignore_patterns("__pycache__", *left_out)
    for pattern in tools["setuptools"]["packages"]["find"]["include"]:
        name = pattern.split("*")[0]
        shutil.copytree(package / name, copy / name, ignore=ignored, dirs_exist_ok=True)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(package / name, copy / name)


def needed(packages, ours):
    """Return the requirements of our packages that Pyodide does not have.

    The versions are those installed here, because the widgets in JupyterLab and in
    Python must match.
    """
    done = {package["name"] for package in ours} | _IN_THE_PAGE
    names, ahead = set(), [Requirement("comm")]  # the kernel itself needs it
    ahead += [requirement for package in ours for requirement in package["requires"]]
    while ahead:
        requirement = ahead.pop()
        name = canonicalize_name(requirement.name)
        if name in packages:
            version = packages[name]["version"]
            if not requirement.specifier.contains(version):
                raise RuntimeError(f"Pyodide has {name} {version}, not {requirement}")
        elif name not in names | done:
            names.add(name)
            ahead += _in_browser(importlib.metadata.requires(name))
    return [f"{name}=={importlib.metadata.version(name)}" for name in sorted(names)]


def add_wheels(listed, wheels):
    """Add the wheels in a folder to Pyodide's lock, and complete its addresses."""
    packages = listed["packages"]
    for package in packages.values():
        if "://" not in package["file_name"]:
            package["file_name"] = f"{address()}/{package['file_name']}"
    added = [_described(path) for path in sorted(wheels.iterdir())]
    packages |= {package["name"]: package for package in added}
    for package in added:
        needs = {canonicalize_name(one.name) for one in package.pop("requires")}
        package["depends"] = sorted(needs - _IN_THE_PAGE)


def _described(wheel):
    """Return a lock's entry for a wheel, with what the wheel requires in a browser."""
    names = zipfile.ZipFile(wheel).namelist()
    (info,) = {name.split("/")[0] for name in names if ".dist-info/" in name}
    about = importlib.metadata.PathDistribution(zipfile.Path(wheel, f"{info}/"))
    imports = {name.split("/")[0] for name in names if name.endswith(".py")}
    return {
        "name": canonicalize_name(about.metadata["Name"]),
        "version": about.version,
        "file_name": f"wheels/{wheel.name}",
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "install_dir": "site",
        "package_type": "package",
        "imports": sorted(name.removesuffix(".py") for name in imports),
        "requires": _in_browser(about.requires),
        "unvendored_tests": False,
    }


def _in_browser(requirements):
    every = [Requirement(line) for line in requirements or []]
    return [r for r in every if not r.marker or r.marker.evaluate(_BROWSER)]


def _run(module, *arguments, folder=None):
    command = [sys.executable, "-m", module, *map(str, arguments)]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if run.returncode:
        raise RuntimeError(f"{' '.join(command[1:4])}:\n{run.stdout}{run.stderr}")
