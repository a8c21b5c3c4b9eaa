"""What is kept of answers, how it is grouped, and which line is proposed."""

import json
import os
import re
import subprocess
import sys

import numpy as np
import pytest
from hintcheck import Exercises, attempts, keep, problems, unexplained
from hintcheck.__main__ import main
from hintcheck.proposals import line_for

from .conftest import EXAMPLES, NAME
from .test_exercises import TABLES


def cubed(xs):
    """Return a mean of cubes, with other names for the variables."""
    middle = sum(xs) / len(xs)
    parts = [x - middle for x in xs]
    return sum(d**3 for d in parts) / len(xs)


def cubed_in_a_loop(numbers):
    total, mean = 0.0, np.mean(numbers)
    for number in numbers:
        total += (number - mean) ** 3
    return np.float64(total / len(numbers))


def variance(numbers):
    mean = sum(numbers) / len(numbers)
    return sum((x - mean) ** 2 for x in numbers) / len(numbers)


def kept(path):
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def command(path, exercises=NAME):
    """Run the command that shows the unexplained answers in a file."""
    main(["unexplained", str(path), "--exercises", exercises])


# What is kept


def test_nothing_is_kept_by_default(course, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    before = set(tmp_path.iterdir())
    assert attempts._file is None
    course().check("variance", cubed)
    assert set(tmp_path.iterdir()) - before <= {tmp_path / "__pycache__"}


def test_a_line_is_kept_for_each_check_until_it_is_switched_off(course, path):
    check = course().check
    check("variance", variance)
    check("variance", lambda numbers: variance(numbers) ** 0.5)
    check("variance", cubed)
    check("median", 8)
    check("ranks", "\u00fc \ud800")
    check("ranks", ...)
    keep(None)
    check("median", 7)
    lines = kept(path)
    shown = [(line["exercise"], line["verdict"], line["mistake"]) for line in lines]
    assert shown == [
        ("variance", "right", None),
        ("variance", "wrong", "standard deviation"),
        ("variance", "wrong", None),
        ("median", "wrong", "off by one"),
        ("ranks", "wrong", None),
        ("ranks", "not attempted", None),
    ]
    assert lines[0]["answer"].startswith("def variance(numbers):\n    mean = ")
    assert lines[1]["answer"] == "lambda numbers: variance(numbers) ** 0.5"
    assert lines[1]["hint"].startswith("not yet. That is the standard deviation: the ")
    others = [line["answer"] for line in lines[3:]]
    assert others == ["8", repr("\u00fc \ud800"), "Ellipsis"]
    assert [k for k, line in enumerate(lines) if "returned" in line] == [2, 4]
    assert lines[2]["returned"] == pytest.approx([6.0, 0.0, 0.144])


def signed(numbers):
    """By Ada Lovelace."""

    class inner:
        "Ada's"

    return inner and 1815  # Ada, 1234567


def test_no_name_is_kept(course, path):
    check = course().check
    check("variance", lambda numbers: 1815, student="Ada Lovelace")
    check(
        "variance",
        lambda numbers: 1815,
        student="Ada Lovelace",
    )
    check("variance", signed)
    check("Ada Lovelace", 3)
    check(["Ada Lovelace"], 3)
    assert [line["answer"] for line in kept(path)] == [
        *["lambda numbers: 1815"] * 2,
        "def signed(numbers):\n\n    class inner:\n        pass\n"
        "    return inner and 1815",
    ]
    assert "ada" not in path.read_text().casefold()
    assert "1234567" not in path.read_text()


def test_own_numbers_are_not_kept_as_they_lead_to_a_name(path):
    exercises = Exercises({"area": TABLES["area"]})
    said = exercises.check("area", 1.5, student="Ada Lovelace")
    assert "side = " in said.text
    assert path.read_bytes() == b""
    line = attempts.attempt(said, "1.5")
    assert unexplained(exercises, [line]) == []


@pytest.mark.parametrize("path", [3, "", "nowhere/attempts.jsonl", "a\0b", b"x"])
def test_what_cannot_be_written_is_refused_in_a_sentence(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match="a file that can be written to, or None; got"):
        keep(path)
    assert attempts._file is None


def test_a_write_that_fails_breaks_no_check(course, path, capsys):
    path.unlink()
    path.mkdir()
    assert course().check("median", 7).ok
    assert capsys.readouterr().err.startswith("This answer was not kept: ")


# How it is grouped


def test_equal_results_are_one_group_and_the_most_frequent_comes_first(course, path):
    course = course()
    course.check("variance", lambda numbers: variance(numbers) ** 1.7)
    course.check("median", 777)
    for answer in (cubed_in_a_loop, cubed, lambda numbers: cubed(numbers) + 1e-12):
        course.check("variance", answer)
    course.check("variance", lambda numbers: 1 / 0)
    course.check("variance", lambda numbers: variance(numbers) ** 0.5)
    course.check("median", 777)
    course.check("median", float("nan"))
    course.check("variance", lambda numbers: "7")
    found = unexplained(course.EXERCISES, kept(path))
    assert [(group[0]["exercise"], len(group)) for group in found] == [
        ("variance", 3),
        ("median", 2),
        ("variance", 1),
    ]
    assert found[0][0]["answer"] == "lambda numbers: cubed(numbers) + 1e-12"


def test_numbers_of_any_precision_are_kept():
    for kind in (np.float16, np.longdouble, np.uint8):
        assert json.loads(json.dumps(attempts._plain(np.ones(3, kind)))) == [1, 1, 1]


def test_an_empty_array_with_a_long_axis_takes_no_memory():
    long = np.empty((10**9, 0))
    assert attempts._plain(long) == attempts.shown(long)
    assert attempts._plain(np.empty((2, 0))) == [[], []]


LOST = {"exercise": "variance", "verdict": "wrong", "mistake": None, "hint": ""}
LOST |= {"answer": "x", "returned": [{"failure": "It ran for too long."}, None]}


def test_what_returns_nothing_is_in_no_group(course):
    unknown = LOST | {"exercise": "gone", "returned": [1.0]}
    cubes = LOST | {"returned": [6.0, 0.0, 0.144]}
    assert unexplained(course().EXERCISES, [LOST, unknown, cubes]) == [[cubes]]


def test_the_line_that_is_proposed_explains_the_group(course, path, tmp_path, capsys):
    check = course().check
    check("variance", cubed_in_a_loop)
    check("median", 777)
    check("variance", cubed)
    check("variance", variance)
    keep(None)
    command(path)
    said = capsys.readouterr().out
    readme = (EXAMPLES.parent / "README.md").read_text("utf-8")
    typed = f"$ python -m hintcheck unexplained --exercises {NAME} attempts.jsonl"
    assert f"```\n{typed}\n{said}```" in readme
    cubes, number = re.findall("- TODO.*", said)
    table = tmp_path / f"{NAME}.md"
    text = table.read_text("utf-8").replace(
        "- not squared:", f"{cubes.replace('TODO', 'cubes')}\n- not squared:"
    )
    table.write_text(text)
    course()
    command(path)
    assert capsys.readouterr().out.startswith("median: 1 answer\n")
    table.write_text(f"{text}{number}\n")
    changed = course()
    assert problems(changed.EXERCISES) == []
    for answer in (cubed_in_a_loop, cubed):
        assert changed.check("variance", answer).mistake == "cubes"
    assert changed.check("median", 777).mistake == "TODO"
    command(path)
    assert capsys.readouterr().out == "4 answers; none needs a new slip.\n"


def test_the_command_can_be_typed(tmp_path):
    (tmp_path / "none.jsonl").write_text("")
    command = ["hintcheck", "unexplained", "none.jsonl", "--exercises", NAME]
    env = os.environ | {"PYTHONPATH": os.pathsep.join([str(EXAMPLES), *sys.path])}
    said = subprocess.check_output(
        [sys.executable, "-m", *command], cwd=tmp_path, env=env
    )
    assert said.startswith(b"0 answers; ")


TWICE = """def f(a):
    m = sum(a) / len(a)
    w = [x - m for x in a]
    return sum(d**2 for d in w) / len(w)
"""
WHOLE = "`sum(d**2 for d in away) / len(numbers)`"


@pytest.mark.parametrize(
    ("answer", "edit"),
    [
        # What differs occurs twice in the reference, so more of it is quoted.
        (TWICE, f"{WHOLE} -> `sum((d ** 2 for d in away)) / len(away)`"),
        # Two differences.
        (
            TWICE.replace("d**2", "d * 2"),
            f"{WHOLE} -> `sum((d * 2 for d in away)) / len(away)`",
        ),
        # A tree of another form.
        (TWICE.replace("    m =", "    print(a)\n    m ="), "`TODO` -> `TODO`"),
        ("lambda xs: max(xs) - 3", "`max(numbers) - 3`"),
        ("def f(): return", "`TODO` -> `TODO`"),
        ("def f(", "`TODO` -> `TODO`"),
        ("x" + "(" * 10_000, "`TODO` -> `TODO`"),
        ("x = 3", "`TODO` -> `TODO`"),
        ("", "`TODO` -> `TODO`"),
    ],
)
def test_a_line_is_proposed_or_left_to_the_author(course, answer, edit):
    line = line_for(course().EXERCISES["variance"], [{"answer": answer}])
    assert line == f"- TODO: {edit}: TODO"


@pytest.mark.parametrize("line", ["{", "[]", '{"exercise": "variance"}', "7"])
def test_a_file_of_something_else_is_refused_with_its_line(course, path, line):
    course()
    path.write_text(line + "\n")
    said = r"attempts\.jsonl:1 is not a line that keep\(\) wrote"
    with pytest.raises(SystemExit, match=said):
        command(path)
    with pytest.raises(SystemExit, match="No module named 'nowhere'"):
        command(path, "nowhere")


def test_an_answer_cannot_steer_the_terminal(course, path, capsys):
    line = LOST | {"hint": "x\x1b", "answer": "\x1b[2J", "returned": [6.5, 1.0, 2.0]}
    course()
    path.write_text(json.dumps(line))
    command(path)
    assert "\x1b" not in capsys.readouterr().out
