"""The example runs as the README shows it, command by command."""

import os
import pathlib
import shlex
import shutil
import subprocess
import sys

import pytest

from .conftest import EXAMPLE

README = (pathlib.Path(__file__).parents[1] / "README.md").read_text("utf-8")
PROGRAMS = {"python": [sys.executable], "sandmark": [sys.executable, "-m", "sandmark"]}


def transcript():
    """Return the README's commands, each with the lines that it prints."""
    block = README.split("```\n$ ", 1)[1].partition("\n```")[0]
    return [part.partition("\n")[::2] for part in block.split("\n$ ")]


@pytest.mark.skipif(not shutil.which("bwrap"), reason="marking needs bubblewrap")
def test_the_transcript_of_the_readme_is_what_happens(tmp_path):
    shutil.copytree(EXAMPLE, tmp_path / "strings")
    commands = transcript()
    assert len(commands) == 7
    for command, printed in commands:
        program, *words = shlex.split(command)
        run = subprocess.run(
            [*PROGRAMS[program], *words],
            cwd=tmp_path / "strings",
            env=os.environ | {"PYTHONPATH": ""},
            capture_output=True,
            text=True,
        )
        assert run.returncode == 0, run.stderr
        said = run.stdout.replace(str(tmp_path / "strings"), "...")
        assert said.strip() == printed.strip(), command
    page = tmp_path / "strings/autumn/feedback/Bob Ross/letters/letters.html"
    assert "What does it do with an A?" in page.read_text("utf-8")


def test_the_readme_s_course_is_a_course(tmp_path):
    code = README.split("```python\n", 1)[1].partition("```")[0]
    (tmp_path / "mycourse.py").write_text(code)
    look = "from sandmark.material import load; print(*load('mycourse').exercises)"
    run = subprocess.run(
        [sys.executable, "-c", look], cwd=tmp_path, capture_output=True, text=True
    )
    assert run.stdout == "double\n", run.stderr


@pytest.mark.parametrize(
    "name, sentence",
    [
        ("nowhere", "cannot be imported (No module named 'nowhere')"),
        ("math", "module 'math' needs EXERCISES, a hintcheck.Exercises"),
    ],
)
def test_what_is_no_course_is_told_in_a_sentence(name, sentence, tmp_path):
    command = [*PROGRAMS["sandmark"], "--exercises", name, "--course", "x", "status"]
    run = subprocess.run(
        [*command, "letters"], cwd=tmp_path, capture_output=True, text=True
    )
    assert run.returncode == 1 and sentence in run.stderr
    assert "Traceback" not in run.stderr
