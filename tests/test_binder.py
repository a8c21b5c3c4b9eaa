"""Binder builds the course: without Docker, repo2docker says which files it picks."""

import contextlib
import os
import subprocess
import tomllib

import pytest
from packaging.specifiers import SpecifierSet

from . import ROOT

BINDER = ROOT / "binder"


@pytest.fixture(scope="module")
def build_pack():
    """Return the build pack that repo2docker picks for the checkout."""
    from repo2docker.app import Repo2Docker

    with contextlib.chdir(ROOT):
        app = Repo2Docker()
        packs = (kind(base_image=app.base_image) for kind in app.buildpacks)
        pack = next(pack for pack in packs if pack.detect())
        pack.platform = app.platform
        yield pack


def test_the_python_build_pack_and_the_version_of_runtime_txt_are_chosen(build_pack):
    from repo2docker.buildpacks import PythonBuildPack
    from repo2docker.buildpacks.conda.supported_python_version import (
        SUPPORTED_PYTHON_VERSION,
    )

    assert type(build_pack) is PythonBuildPack
    version = build_pack.python_version
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert f"python-{version}" == (BINDER / "runtime.txt").read_text().strip()
    assert version in SUPPORTED_PYTHON_VERSION
    assert version in SpecifierSet(project["requires-python"])


def test_post_build_leaves_out_solutions_and_right_answers(tmp_path):
    python = tmp_path / "programs" / "python"
    python.parent.mkdir()
    python.write_text("#!/bin/sh\n")
    python.chmod(0o755)
    assignments = ROOT.glob("packages/*/*/assignments")
    secret = [path.relative_to(ROOT) for path in assignments]
    assert secret
    secret += ["packages/posenc_checks/tests", "tests"]
    open_ = ["packages/hintcheck/hintcheck", "notebooks"]
    for folder in [*secret, *open_]:
        (tmp_path / folder).mkdir(parents=True)
    path = f"{python.parent}:{os.environ['PATH']}"
    subprocess.run([BINDER / "postBuild"], cwd=tmp_path, env={"PATH": path}, check=True)
    assert not any((tmp_path / folder).exists() for folder in secret)
    assert all((tmp_path / folder).exists() for folder in open_)


def test_every_session_begins_with_what_make_lab_sets():
    asked = [BINDER / "start", "sh", "-c", "echo $MALLOC_TOP_PAD_"]
    told = subprocess.run(asked, capture_output=True, text=True, check=True)
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert f"export MALLOC_TOP_PAD_ := {told.stdout}" in makefile
