"""The example course and the README do what they say."""

import doctest
import io
import pathlib
import re

import pytest
from hintcheck import problems

ROOT = pathlib.Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")


def failures(transcript):
    """Return what differs when the lines of a transcript are typed."""
    test = doctest.DocTestParser().get_doctest(transcript, {}, "README", None, None)
    said = io.StringIO()
    doctest.DocTestRunner().run(test, out=said.write)
    return said.getvalue()


TRANSCRIPT, OF_TEN_LINES = re.findall(r"```\n(>>>.*?)```", README, re.S)


def test_the_transcript_is_what_the_checks_say(course):
    course()
    assert failures(TRANSCRIPT) == ""


def moving_mean(numbers, width):
    total, means = sum(numbers[:width]), []
    for new, old in zip([*numbers[width:], 0], numbers):
        means.append(total / width)
        total += new - old
    return means


def test_the_exercise_in_ten_lines_runs(tmp_path, imported):
    markdown = re.search(r"````markdown\n(.*?)````", README, re.S)[1]
    (tmp_path / "course.md").write_text(markdown)
    python = re.search(r"```python\n(from hintcheck.*?)```", README, re.S)[1]
    (tmp_path / "course.py").write_text(python)
    ten_lines = imported("course")
    assert problems(ten_lines.EXERCISES) == []
    assert failures(OF_TEN_LINES) == ""
    assert ten_lines.check("mean", lambda x: sum(x) / len(x)).ok


def test_a_reply_says_which_source_it_comes_from(course):
    check = course().check

    def reply(answer):
        return check("moving mean", answer, why=True).text

    assert reply(lambda x, n: moving_mean(x, n)[:-1]).endswith(
        "[from: slips of the exercise, statistics_course.md:29]"
    )
    backwards = reply(lambda x, n: moving_mean(x, n)[::-1])
    assert backwards.startswith("not yet. Your result is in reverse order. For ")
    assert backwards.endswith("is 6.5 instead of 1.5. [from: slips of any exercise]")
    both = reply(lambda x, n: [n * mean for mean in moving_mean(x, n)[:-1]])
    assert "It looks like two slips at once. One: " in both
    assert "[from: two edits, statistics_course.md:29 and " in both
    assert "[from" not in reply(lambda x, n: [7.5] + moving_mean(x, n)[1:])


def test_the_error_in_the_readme_is_what_a_wrong_edit_says(course, tmp_path):
    path = tmp_path / "statistics_course.md"
    text = path.read_text("utf-8").replace("`d**2` -> `d`", "`d**3` -> `d`")
    path.write_text(text)
    with pytest.raises(ValueError) as error:
        course()
    assert str(error.value) in README
