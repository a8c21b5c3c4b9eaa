"""The project's frame: what is declared twice agrees, layers hold, docstrings serve."""

import pathlib
import re
import shutil
import subprocess
import sys
import tomllib

import pytest
from numpydoc.validate import validate
from packaging.requirements import Requirement

import posenc_lessons

from . import ROOT

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))

TOP_LEVEL = {
    *("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "CITATION.cff", "LICENSE"),
    *("Makefile", "pyproject.toml", "requirements.txt"),
    *("notebooks", "posenc_lessons", "packages", "tests", "binder"),
    *(".ci", ".github", ".gitignore", ".gitattributes"),
}


def declared(path):
    """Return all requirements of a package, those of its extras too."""
    project = tomllib.loads(path.read_text("utf-8"))["project"]
    extras = project.get("optional-dependencies", {}).values()
    lines = [*project["dependencies"], *(line for extra in extras for line in extra)]
    return [Requirement(line) for line in lines]


PACKAGES = sorted(ROOT.glob("packages/*/pyproject.toml"))
ALL = [
    requirement
    for path in (ROOT / "pyproject.toml", *PACKAGES)
    for requirement in declared(path)
]


@pytest.fixture(scope="module")
def tracked():
    """Return the paths that git tracks, relative to the root."""
    try:
        run = subprocess.run(
            ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True
        )
    except FileNotFoundError:
        pytest.skip("git is not installed")
    if run.returncode or not run.stdout:
        pytest.skip("this is no git checkout")
    return [pathlib.PurePosixPath(name) for name in run.stdout.split("\0") if name]


# What is declared


def test_two_packages_ask_for_the_same_range():
    ranges = {}
    for requirement in ALL:
        ranges.setdefault(requirement.name, set()).add(str(requirement.specifier))
    assert {name: asked for name, asked in ranges.items() if len(asked) > 1} == {}


def test_the_requirements_install_every_package_from_its_folder():
    lines = [
        line
        for name in ("requirements.txt", "tests/requirements.txt")
        for line in (ROOT / name).read_text("utf-8").splitlines()
    ]
    installed = {re.match(r"-e ([^[]+)", line)[1] for line in lines if "-e " in line}
    wanted = {".", *(f"packages/{path.parent.name}" for path in PACKAGES)}
    assert installed == wanted


@pytest.mark.parametrize("requirement", ALL, ids=str)
def test_every_range_has_two_ends(requirement):
    operators = {bound.operator for bound in requirement.specifier}
    assert operators == {">=", "<"}


# What lies where


def test_the_top_level_holds_nothing_else(tracked):
    assert {path.parts[0] for path in tracked} - TOP_LEVEL == set()


def test_no_file_names_a_path_of_one_machine(tracked):
    personal = re.compile(r"(?<!\w)/(home|Users)/\w+|(?<!\w)/root[/]|[A-Z]:\\+Users")
    texts = {
        path: (ROOT / path).read_text("utf-8", errors="replace")
        for path in tracked
        if (ROOT / path).is_file()
    }
    assert [path for path, text in texts.items() if personal.search(text)] == []


PAGES = ["README.md", "CONTRIBUTING.md", *ROOT.glob("packages/*/README.md")]


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_no_link_leads_nowhere(page):
    text = (ROOT / page).read_text("utf-8")
    targets = re.findall(r"\]\((?!https?:|#)([^)#]+)", re.sub(r"`+[^`]*`+", "", text))
    assert [t for t in targets if not (ROOT / page).parent.joinpath(t).exists()] == []


# What imports what


def test_every_module_stands_in_its_layer():
    """The layers are declared in pyproject.toml, [tool.importlinter]."""
    command = shutil.which("lint-imports", path=pathlib.Path(sys.executable).parent)
    run = subprocess.run(
        [command, "--no-cache"], cwd=ROOT, capture_output=True, text=True
    )
    broken = run.stdout.partition("Broken contracts")
    assert run.returncode == 0, (
        "give the module its place in pyproject.toml, [tool.importlinter]\n"
        + (broken[2] or run.stdout + run.stderr)
    )


def test_importing_the_package_loads_nothing_heavy():
    heavy = "autograd", "IPython", "drawahead", "hintcheck", "posenc_checks", "nbformat"
    code = (
        f"import sys, posenc_lessons; print([m for m in {heavy} if m in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.stdout.strip() == "[]", run.stdout + run.stderr


IMPORT = """
import logging, os, random, sys, warnings
import anywidget, ipywidgets, IPython.display, matplotlib.pyplot as plt, numpy as np

def state():
    return {
        "rcParams": dict(plt.rcParams),
        "figures": plt.get_fignums(),
        "numpy's seed": str(np.random.get_state()),
        "numpy's errors": np.geterr(),
        "numpy's printing": np.get_printoptions(),
        "seed": random.getstate(),
        "warning filters": list(warnings.filters),
        "logging": (logging.root.level, list(logging.root.handlers)),
        "environment": dict(os.environ),
        "folder": (os.getcwd(), os.listdir()),
        "path": list(sys.path),
    }

before = state()
import posenc_lessons
after = state()
print([name for name in before if before[name] != after[name]])
"""


def test_importing_the_package_changes_nothing(tmp_path):
    run = subprocess.run(
        [sys.executable, "-c", IMPORT], cwd=tmp_path, capture_output=True, text=True
    )
    assert (run.stdout, run.stderr) == ("[]\n", "")


# What the docstrings say


DOCUMENTED = [
    name for name in posenc_lessons.__all__ if callable(getattr(posenc_lessons, name))
]


@pytest.mark.parametrize("name", DOCUMENTED)
def test_docstrings_follow_numpydoc(name):
    checks = PYPROJECT["tool"]["numpydoc_validation"]["checks"]
    errors = validate(f"posenc_lessons.{name}")["errors"]
    assert [error for error in errors if error[0] in checks] == []
