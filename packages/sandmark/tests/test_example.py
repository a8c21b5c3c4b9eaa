"""The example runs as the README shows it, command by command."""

import pathlib
import runpy
import shlex
import shutil
import sys

import pytest
from sandmark.__main__ import main
from sandmark.material import load

from .conftest import EXAMPLE

README = (pathlib.Path(__file__).parents[1] / "README.md").read_text("utf-8")


def transcript():
    """Return the README's commands, each with the lines that it prints."""
    block = README.split("```\n$ ", 1)[1].partition("\n```")[0]
    return [part.partition("\n")[::2] for part in block.split("\n$ ")]


@pytest.mark.skipif(not shutil.which("bwrap"), reason="marking needs bubblewrap")
def test_the_transcript_of_the_readme_is_what_happens(tmp_path, monkeypatch, capsys):
    shutil.copytree(EXAMPLE, tmp_path / "strings")
    monkeypatch.chdir(tmp_path / "strings")
    commands = transcript()
    assert len(commands) == 7
    for command, printed in commands:
        program, *words = shlex.split(command)
        if program == "python":
            runpy.run_path(*words)
        else:
            main(words)
        said = capsys.readouterr().out.replace(str(tmp_path / "strings"), "...")
        assert said.strip() == printed.strip(), command
    page = tmp_path / "strings/autumn/feedback/Bob Ross/letters/letters.html"
    assert "What does your function do with an A?" in page.read_text("utf-8")


def test_the_readme_s_course_is_a_course(tmp_path, monkeypatch):
    code = README.split("```python\n", 1)[1].partition("```")[0]
    (tmp_path / "mycourse.py").write_text(code)
    monkeypatch.syspath_prepend(tmp_path)
    assert [*load("mycourse").exercises] == ["double"]
    assert sys.modules["mycourse"].check("double", lambda text: 2 * len(text)).ok


@pytest.mark.parametrize(
    "name, code, sentence",
    [
        ("faulty_1", "def (", r"SyntaxError: .*faulty_1.py, line 1\)"),
        ("faulty_2", "\nx = y", r"NameError: .*, in line 2 of faulty_2.py\)"),
        ("faulty_3", "STAND_INS = []", "STAND_INS in .* must be of the type dict"),
        ("faulty_4", "PACKAGES = []", "PACKAGES in .* must be of the type dict"),
        ("nowhere", None, r"not be imported \(Mod.*: No module named 'nowhere'\)"),
        ("math", None, "EXERCISES in module 'math' must be of the type Exercises"),
    ],
)
def test_what_is_no_course_is_a_sentence(name, code, sentence, tmp_path, monkeypatch):
    if code:
        start = "" if name < "faulty_3" else "from text_checks import EXERCISES\n"
        (tmp_path / f"{name}.py").write_text(start + code)
        monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(SystemExit, match=sentence):
        main(["--exercises", name, "--course", "x", "status", "letters"])
