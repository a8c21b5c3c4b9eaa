"""What Binder builds the course from, and what its scripts do."""

import os
import subprocess
import tomllib

from packaging.specifiers import SpecifierSet

from . import ROOT

BINDER = ROOT / "binder"


def test_binder_builds_from_the_requirements_with_a_python_that_the_package_takes():
    # Another file, such as environment.yml, would take the place of the requirements.
    names = {path.name for path in BINDER.iterdir()}
    assert names == {"requirements.txt", "runtime.txt", "postBuild", "start"}
    version = (BINDER / "runtime.txt").read_text().strip().removeprefix("python-")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
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
