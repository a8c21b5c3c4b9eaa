"""The environment that `make` creates first, or uses."""

import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parents[1]
SCRIPT = ROOT / ".ci" / "environment.py"


def run(folder, *before):
    """Run the script in a folder, after statements that change its surroundings."""
    script = f"runpy.run_path({str(SCRIPT)!r}, run_name='__main__')"
    code = "; ".join(["import runpy, sys", *before, script])
    return subprocess.run(
        [sys.executable, "-c", code], cwd=folder, capture_output=True, text=True
    )


def test_is_made_with_links_to_its_python_and_then_used(tmp_path):
    assert run(tmp_path).returncode == 0
    python = tmp_path / ".venv" / "bin" / "python"
    assert python.is_symlink() or os.name == "nt"
    subprocess.run([python, "-m", "pip", "--version"], check=True, capture_output=True)
    keep = tmp_path / ".venv" / "mine.txt"
    keep.touch()
    again = run(tmp_path)
    assert again.returncode == 0
    assert again.stdout.startswith("using .venv, with Python 3.")
    assert keep.exists()


def test_leaves_a_folder_that_is_no_environment(tmp_path):
    (tmp_path / ".venv").mkdir()
    answer = run(tmp_path)
    assert answer.returncode == 1
    assert "remove it (make clean)" in answer.stderr
    assert (tmp_path / ".venv").exists()


@pytest.mark.parametrize(
    "before, sentence",
    [
        ("sys.version_info = (3, 10, 4)", "Python 3.10, but 3.11 or newer is needed"),
        ("sys.modules['ensurepip'] = None", "apt install python3-venv"),
    ],
)
def test_says_what_lacks(tmp_path, before, sentence):
    answer = run(tmp_path, before)
    assert answer.returncode == 1
    assert sentence in answer.stderr
    assert "Traceback" not in answer.stderr
    assert not (tmp_path / ".venv").exists()
