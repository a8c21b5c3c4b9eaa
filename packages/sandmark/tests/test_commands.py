"""The commands: what they say, on a class and on what cannot be done."""

import errno
import os
import re
import shlex
import shutil
import subprocess
import sys

import pytest
from sandmark.course import Course, CourseError
from sandmark.files import write

from .letters import LETTERS, NAMED
from .lists import MOODLE, ROSTER
from .made_up import hand_in, hand_in_all, marked, pack


def test_nbgrader_s_exchange_collects_as_the_guide_says(run, course, tmp_path):
    submitted = tmp_path / "student" / LETTERS
    submitted.mkdir(parents=True)
    (tmp_path / "exchange").mkdir()
    (tmp_path / "exchange").chmod(0o777)
    settings = "c = get_config()\nc.CourseDirectory.course_id = 'default_course'\n"
    for name in ("root", "cache"):
        settings += f"c.Exchange.{name} = {str(tmp_path / 'exchange')!r}\n"
    (course.folder / "own_config.py").write_text(settings)
    (submitted.parent / "nbgrader_config.py").write_text(settings)
    shutil.copy(course.book.released(LETTERS), submitted)
    option = "--CourseDirectory.submitted_directory=submitted"
    for folder, *words in (
        (course.folder, "release_assignment", LETTERS),
        (submitted.parent, "submit", LETTERS),
        (course.folder, "collect", LETTERS, option),
    ):
        command = [sys.executable, "-m", "nbgrader", *words]
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
    (row,) = marked(course).values()
    assert row.time and row.state == "marked"


@pytest.mark.parametrize("end", ["\n", "\r", "\x0c", "\x85", "\u2028"])
def test_no_name_makes_lines_of_its_own(run, course, end):
    said = run.collect(f"Eve/x{end}Bob/letters.ipynb: taken{end}.txt")
    assert len(said.splitlines()) == 2 and re.match(r"'Eve/x.*\.txt': left out", said)
    hand_in(course, f"Eve{end}Bob")
    assert len(run("mark", LETTERS).splitlines()) == 5
    assert len(run("export", LETTERS).splitlines()) == 2


def test_a_platform_that_calls_a_hand_in_late_is_heard(run):
    names = "lovelaceada_LATE_1_5_h3.ipynb", "kimlee_2_5_h3.ipynb"
    ada, kim, *_ = run.collect(*names).splitlines()
    assert "Canvas calls it late, but gives no time" in ada and "late" not in kim


def test_who_has_handed_in_another_assignment_only_is_missing(run, course):
    hand_in(course, "Bob Ross", assignment="other")
    (course.folder / "roster.csv").write_text("name\nAda Lovelace\nBob Ross\n")
    assert "nothing from: 'Bob Ross'\n" in run.collect("Ada Lovelace/letters.ipynb")


def test_ignored_times_are_told_even_beside_a_file_that_has_one(run):
    said = run.collect("Ada/letters.ipynb", "Bob/letters.ipynb", "notes.txt")
    assert "without a known time: 2 of 3. The times" in said
    said = run.collect("Ada/l.ipynb", "Bob/l.ipynb", ("Cleo/l.ipynb", "right", 22))
    assert "without a known time: 2 of 3 ('Ada', 'Bob'). The times" in said
    assert "hand-ins taken: 1; entries left out: 0 of 3" in said


def test_names_alone_say_whose_a_file_is_on_google_classroom(run):
    for name in ("Ada Lovelace - h3.ipynb", "Eve/h3.ipynb"):
        assert ("counts as theirs" in run.collect(name)) == (" - " in name)


@pytest.mark.skipif(not shutil.which("bwrap"), reason="needs a read-only folder")
def test_a_read_only_copy_can_be_looked_at_and_a_pipe_may_close(run, course):
    hand_in(course, "Ada Lovelace")
    run("mark", LETTERS)
    folder = str(course.folder)
    named = [*NAMED, "--course", folder]
    # The last of these writes into the folder.
    words = [["status"], ["export"]]
    code = "from sandmark.__main__ import main\n"
    code += "".join(f"main({[*named, *step, LETTERS]})\n" for step in words)
    alone = ["bwrap", "--dev-bind", "/", "/", "--ro-bind", folder, folder]
    alone += [sys.executable, "-c", code]
    looked = subprocess.run(alone, capture_output=True, text=True)
    assert "Ada Lovelace" in looked.stdout
    assert "Fix this and run the command again" in looked.stderr
    status = shlex.join([sys.executable, "-m", "sandmark", *named, "status", LETTERS])
    piped = subprocess.run(f"{status} | true", shell=True, stderr=subprocess.PIPE)
    assert not piped.stderr


def test_status_tells_who_waits_for_what(run, course):
    (course.folder / "roster.csv").write_text(ROSTER, "utf-8")
    hand_in(course, "Ada Lovelace")
    run("mark", LETTERS)
    hand_in(course, "Bob Ross")
    (course.folder / "submitted/.ipynb_checkpoints").mkdir()
    said = run("due", LETTERS, "2026-11-30 23:59")
    assert "deadline Monday, 30 November 2026" in said
    run("extend", LETTERS, "ada lovelace", "--days", "1")
    said = run("extend", LETTERS, "ada lovelace", "--days", "3")
    assert said == "Ada Lovelace: 3 days more, until 2026-12-03 23:59\n"
    # Kim Lee has handed in nothing yet.
    assert "Kim Lee (7004): 24 h more" in run("extend", LETTERS, "7004", "--days", "1")
    with pytest.raises(SystemExit, match=r"has .Kim Lee \(7004\). and .Kim Lee \(7005"):
        run("extend", LETTERS, "Kim Lee")
    said = run("status", LETTERS)
    assert "1 marked" in said and "1 not marked" in said
    assert "deadline 2026-11-30 23:59" in said
    assert "waiting for marks by hand (1): 'Ada Lovelace'" in said
    assert "waiting to be marked (1): 'Bob Ross'" in said
    assert "not handed in (3): 'Kim Lee (7004)', 'Kim Lee (7005)', 'Zoë Ñandú'" in said


def test_who_waits_to_be_marked_is_named_everywhere(run, course):
    hand_in_all(course, "Ada", "Bob", "Cleo")
    run("mark", LETTERS, "--student", "Ada", "--student", "Cleo")
    hand_in(course, "Ada", "right, and later")
    for command, told in (
        ("status", "waiting to be marked (2): 'Ada', 'Bob'"),
        ("give-back", "pages that are missing or out of date: 'Ada', 'Bob'"),
        ("export", "marks are missing or out of date: 'Ada', 'Bob'"),
    ):
        assert told in run(command, LETTERS)
    ada = course.rows(LETTERS)[0]
    assert (ada.state, ada.why) == ("marked", "its latest version is not marked yet")
    assert "not marked" not in run("mark", LETTERS)


def test_a_page_that_cannot_be_written_is_told_and_marking_makes_it(run, course):
    hand_in_all(course, "Ada", "Bob")
    run("mark", LETTERS)
    shutil.rmtree(course.folder / "autograded" / "Ada")
    assert "missing or out of date: 'Ada'" in run("give-back", LETTERS)
    run("mark", LETTERS)
    assert "missing or out of date" not in run("give-back", LETTERS)


def test_notebooks_of_another_assignment_are_left_out(run, course):
    release = course.book.released(LETTERS)
    other = course.folder / "release/other/other.ipynb"
    write(other, release.read_bytes().replace(b'"grade_id": "', b'"grade_id": "o'))
    write(course.folder / "release/copy/copy.ipynb", release.read_bytes())
    # The names of two answers and of their checks are exchanged.
    older = release.read_text().replace('"vowels"', '"x"').replace("counts", "vowels")
    older = older.replace('"x"', '"counts"')
    write(course.folder / "release/older/older.ipynb", older.encode())
    said = run.collect((f"Dan_4{MOODLE}", older))
    assert "left out: it is a notebook of older, not of letters" in said
    three = [(f"Ada_1{MOODLE}", other.read_text()), (f"Bob_2{MOODLE}", "damaged")]
    three.append((f"Cleo_3{MOODLE}", release.read_text()))
    said = run.collect(*three)
    assert "left out: it is a notebook of other, not of letters" in said
    assert course.students() == ["Bob", "Cleo"]
    numbers = course.store.read(LETTERS, "numbers", "")
    assert numbers == {"Moodle": {"Bob": "2", "Cleo": "3"}}


def test_one_student_alone_and_an_earlier_version(run, course):
    hand_in_all(course, "Ada", "Bob")
    said = run("mark", LETTERS, "--student", "ADA")
    assert "Ada" in said and "Bob" not in said
    assert [row.state for row in course.rows(LETTERS)] == ["marked", "not marked"]
    hand_in(course, "Ada", "broken")
    run("mark", LETTERS, "--student", "Ada")
    assert course.rows(LETTERS)[0].score == 0
    hand_in(course, "Ada")
    run("mark", LETTERS, "--student", "Ada")
    (ada, _) = course.rows(LETTERS)
    assert (ada.score, ada.version) == (13, "1 of 2")


NOT_DONE = {
    "mark letters --student Adam": "no student is called 'Adam': see status",
    "mark h9": "'h9' has not been released",
    "--course curse mark letters": "no course in .*curse: name it",
    "--course curse collect letters x.zip": "no course in .*curse: name it",
    "collect ../h9 x.zip": "'../h9' has not been released",
    "due letters soon": "write the time as",
    "due letters 2026-11-30": "write the time as",
    "release h9": r"no notebook .*/h9/h9.ipynb: put it there.*\(letters\)$",
    "collect letters missing.zip": "missing.zip cannot be collected",
    "give-back letters": "no hand-in for 'letters' has been marked",
    "extend letters Ada --days 1": "has no deadline",
    "extend letters Ada --days nan": "--days must be from 0 to 1000; got nan",
    "mark letters --jobs 0": "--jobs must be 1 or more; got 0",
    "roster missing.csv": "missing.csv does not exist",
}


@pytest.mark.parametrize("words", NOT_DONE)
def test_what_cannot_be_done_says_why(run, course, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    hand_in(course, "Ada")
    with pytest.raises(SystemExit, match=NOT_DONE[words]):
        run(*words.split())
    assert os.listdir() == ["course"]  # a slip creates no other one


def test_an_archive_with_a_name_in_no_letters_is_refused(run, tmp_path):
    path = tmp_path / "all.zip"
    pack(path, "Zo\xeb/h3.ipynb")
    path.write_bytes(path.read_bytes().replace("\xeb".encode(), b"\xff\xfe"))
    with pytest.raises(SystemExit, match="cannot be collected") as told:
        run("collect", LETTERS, path)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    "error, sentence",
    [
        (OSError(errno.ENOSPC, "No space left"), "No space left.*run the command"),
        (CourseError("bad \x1b[2J name"), r"bad \?\[2J name"),
    ],
)
def test_a_failure_before_anything_runs_is_a_sentence(
    run, monkeypatch, error, sentence
):
    def fail(*arguments):
        raise error

    monkeypatch.setattr(Course, "mark", fail)
    with pytest.raises(SystemExit, match=sentence):
        run("mark", LETTERS)


def test_a_damaged_book_is_a_sentence(run, course):
    (course.folder / "gradebook.db").write_bytes(b"no database" * 100)
    with pytest.raises(SystemExit, match="gradebook cannot be used"):
        run("status", LETTERS)
