"""The project's frame: declarations agree, layers hold, docstrings are complete."""

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

from . import CURIOUS, LESSONS, ROOT

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def declared(path):
    """Return all requirements of a package, including those of its extras."""
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


# What is declared


def test_ranges_have_two_ends_and_are_the_same_in_all_packages():
    ranges = {}
    for requirement in ALL:
        operators = {bound.operator for bound in requirement.specifier}
        assert operators == {">=", "<"}, requirement
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


# What lies where


@pytest.mark.skipif(not shutil.which("git"), reason="git is not installed")
def test_no_file_names_a_path_of_one_machine():
    pattern = r"(^|[^[:alnum:]_])/(home|Users)/[[:alnum:]_]|/root[/]|[A-Z]:\\+Users"
    git = ["git", "grep", "--untracked", "--name-only", "-E", pattern]
    run = subprocess.run(git, cwd=ROOT, capture_output=True, text=True)
    assert run.stdout == ""


PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md")),
    *ROOT.glob("packages/*/README.md"),
    *LESSONS,
    *CURIOUS,
]


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_link_leads_nowhere(page):
    text = page.read_text("utf-8")
    targets = re.findall(r"\]\((?!https?:|#)([^)#]+)", re.sub(r"`+[^`]*`+", "", text))
    assert [t for t in targets if not (page.parent / t).exists()] == []


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


IMPORT = """
import random, sys, warnings
import matplotlib.pyplot as plt, numpy as np

def state():
    settings = dict(plt.rcParams), np.geterr(), np.get_printoptions(), sys.path[:]
    seeds = str(np.random.get_state()), random.getstate()
    return *settings, *seeds, plt.get_fignums(), list(warnings.filters)

before = state()
import posenc_lessons
assert state() == before
heavy = "autograd", "IPython", "drawahead", "hintcheck", "posenc_checks", "nbformat"
assert not [name for name in heavy if name in sys.modules]
"""


def test_importing_the_package_changes_nothing_and_loads_nothing_heavy():
    subprocess.run([sys.executable, "-W", "error", "-c", IMPORT], check=True)


# What the docstrings say


DOCUMENTED = [
    name for name in posenc_lessons.__all__ if callable(getattr(posenc_lessons, name))
]


@pytest.mark.parametrize("name", DOCUMENTED)
def test_docstrings_follow_numpydoc(name):
    checks = PYPROJECT["tool"]["numpydoc_validation"]["checks"]
    errors = validate(f"posenc_lessons.{name}")["errors"]
    assert [error for error in errors if error[0] in checks] == []
