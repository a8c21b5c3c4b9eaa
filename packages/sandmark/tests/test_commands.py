"""The commands: status, export, deadlines, one student, and a mistyped course."""

import concurrent.futures
import csv
import datetime
import errno
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
import zipfile

import nbformat
import pytest
from sandmark import report, sandbox
from sandmark.__main__ import main
from sandmark.course import Course, CourseError
from sandmark.export import export
from sandmark.files import write
from sandmark.report import Row
from sandmark.roster import Roster
from sandmark.values import no_formula

from .letters import LETTERS, NAMED
from .made_up import Inline, hand_in, hand_in_all, made_by, marked, pack
from .test_archives import GRADEBOOK, H3, MOODLE, NAMES, ROSTER, WORKSHEET


class Commands:
    """The commands in a course: each call returns what a command prints."""

    def __init__(self, course, folder, capsys):
        self.course, self.folder, self.capsys = course, folder, capsys

    def __call__(self, *words):
        main([*NAMED, "--course", str(self.course.folder), *map(str, words)])
        return self.capsys.readouterr().out

    def collect(self, *entries):
        """Collect an archive of some entries, as in `pack`."""
        pack(self.folder / "all.zip", *entries)
        source = ["--from", platform.lower()] if (platform := made_by(*entries)) else []
        return self("collect", LETTERS, self.folder / "all.zip", *source)

    def give(self, text):
        """Give the course a class list."""
        (self.folder / "class.csv").write_text(text, "utf-8")
        return self("roster", self.folder / "class.csv")

    def export(self, platform):
        """Return what `export` prints, and the file's lines."""
        said = self("export", LETTERS, "--for", platform, "--partial")
        path = self.course.folder / "marks" / LETTERS / f"{platform}.csv"
        return said, lines(path.read_text("utf-8-sig"))


@pytest.fixture
def run(course, monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(concurrent.futures, "ThreadPoolExecutor", lambda jobs: Inline())
    monkeypatch.setattr(sandbox, "share_memory", lambda jobs: jobs)
    return Commands(course, tmp_path, capsys)


# Exports


def a_row(student, score=13.5, by_hand=False):
    state = "not handed in" if score is None else "marked"
    return Row(student, state, "", score, None if score is None else 18.0, by_hand)


CLASS = [a_row("Ada Lovelace"), a_row("Bob Ross", None), a_row("Eve", 3.0)]
EVE = "left out: 'Eve': not in the class list"


def lines(text):
    return list(csv.reader(io.StringIO(text, newline="")))


def test_moodle_s_worksheet_comes_back_with_grades():
    listed = WORKSHEET.replace("-,-,\n", '-,-,"- well done; =1+1"\n')
    text, remarks = export(H3, CLASS, Roster(listed), "moodle")
    header, ada, bob = lines(text)
    before = lines(listed.removeprefix("\ufeff"))
    assert header == before[0]
    place = header.index("Grade")
    assert (ada[place], bob[place]) == ("13.5", "")
    for line, was in zip((ada, bob), before[1:]):
        assert line[:place] == was[:place] and line[place + 1 :] == was[place + 1 :]
    assert remarks == [EVE, "the points are in Moodle's column 'Grade'"]


def test_canvas_s_gradebook_comes_back_with_its_numbers():
    text, remarks = export(H3, CLASS, Roster(GRADEBOOK), "canvas")
    keys = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]
    assert lines(text) == [
        [*keys, "H3 (991)"],
        ["    Points Possible", "", "", "", "", "18"],
        ["Lovelace, Ada", "1042", "7001", "alovelace", "A", "13.5"],
        ["Ross, Bob", "1043", "7002", "bross", "A", ""],
    ]
    assert remarks == [EVE, "the points are in Canvas's column 'H3 (991)'"]
    excused = GRADEBOOK.replace(",A,\n", ",A,EX\n")
    text, remarks = export(H3, CLASS, Roster(excused), "canvas")
    assert [line[-1] for line in lines(text)[2:]] == ["EX", "EX"]
    assert remarks[-1] == "excused on Canvas, so left as it is: Lovelace, Ada"


@pytest.mark.parametrize(
    "titles, column, taken",
    [
        ("h3_letters (1),H3 (2)", None, "h3_letters (1)"),
        ("H3 quiz (1)", None, "h3_letters"),
        ("H3 a (1),H3 b (2)", "H3 b", "H3 b (2)"),
        ("H3 (1),H3 (2)", "H3 (2)", "H3 (2)"),
        ("H3 (991)", "New", "New"),
        ("H3 (1),H3 (2)", None, None),
        ("H3 (1),H3 (2)", "H3", None),
    ],
)
def test_canvas_s_column_is_not_guessed(titles, column, taken):
    about = H3, CLASS, Roster(GRADEBOOK.replace("H3 (991)", titles)), "canvas", column
    if not taken:
        with pytest.raises(CourseError, match="which column"):
            export(*about)
        return
    text, remarks = export(*about)
    assert lines(text)[0][-1] == taken and f"column {taken!r}" in remarks[-1]
    assert ("--column" in remarks[-1]) == (taken not in titles)


def test_only_a_short_name_with_a_number_is_a_column_of_canvas_s():
    listed = Roster(GRADEBOOK.replace("H3 (991)", "letters (9)"))
    for name in ("letters_2", "section_1"):
        text, _ = export(name, CLASS, listed, "canvas")
        assert lines(text)[0][-1] == name


def test_who_is_in_two_lines_of_the_list_is_one_person():
    listed = Roster("name,id\nAda Lovelace,7\nBob Ross,8\nAda Lovelace,7\n")
    text, remarks = export(H3, CLASS, listed, "csv")
    named = [["Ada Lovelace", "7"], ["Bob Ross", "8"], ["Eve", ""]]
    assert [line[:2] for line in lines(text)[1:]] == named
    assert remarks == ["without a number: 'Eve': not in the class list"]


@pytest.mark.parametrize(
    "maximum, points, said",
    [
        ("100", "75", "18 points become 100"),
        ("1,000", "750", "18 points become 1000"),
        ("", "13.5", "scaled"),
    ],
)
def test_points_are_scaled_to_the_maximum_of_canvas_s_column(maximum, points, said):
    roster = Roster(GRADEBOOK.replace(",18\n", f',"{maximum}"\n'))
    text, remarks = export(H3, CLASS, roster, "canvas")
    assert [line[-1] for line in lines(text)[1:]] == [maximum, points, ""]
    assert any(said in remark for remark in remarks)


# The second one's line also holds the number of the first; names in two columns.
NAMESAKES = [
    """Identifier,Full name,Email address,Status,Grade,Maximum Grade,Open,Time,Feedback
Participant 7,Kim Lee,a@uni.example,-,,18.00,Yes,-,
Participant 12,Kim Lee,b@uni.example,-,,18.00,Yes,-,Participant 7
""",
    """Student,ID,SIS User ID,Section,H3 (991)
"Lee, Kim",7,,A,
"Lee, Kim",12,,7,
""",
    """Bezeichner,Vorname,Nachname,Status,Bewertung,Bestwertung,Offen,Zeit
Teilnehmer/in7,Kim,Lee,-,,18,Ja,-
Teilnehmer/in12,Kim,Lee,-,,18,Nein,"Freitag, 20. November 2026, 10:15"
""",
]


@pytest.mark.parametrize("listed", NAMESAKES)
def test_each_namesake_gets_the_points_of_the_own_number(listed):
    roster = Roster(listed)
    rows = [a_row(person.folder, k) for k, person in enumerate(roster.people, 1)]
    text, _ = export(H3, rows, roster, roster.platform.casefold())
    assert [line[4] for line in lines(text)[-2:]] == ["1", "2"]


@pytest.mark.parametrize("platform", ["moodle", "canvas"])
@pytest.mark.parametrize("text", ["", ROSTER])
def test_a_platform_s_numbers_are_not_guessed(platform, text):
    with pytest.raises(CourseError, match="export the class there"):
        export(H3, CLASS, Roster(text), platform)


def test_two_of_one_name_get_their_own_points_or_none():
    rows = [a_row("Kim Lee (7004)", 19.0), a_row("Kim Lee (7005)", 2.0)]
    rows += [a_row("Ada Lovelace", 3.0), a_row("ada lovelace", 4.0, by_hand=True)]
    text, remarks = export(H3, rows, Roster(ROSTER), "csv")
    points = {line[1]: line[3] for line in lines(text) if line[1]}
    assert (points["7004"], points["7005"]) == ("19", "2") and "7001" not in points
    assert "two hand-ins, 'Ada Lovelace', 'ada lovelace'" in remarks[0]
    assert remarks[1] == "more points than the maximum: 'Kim Lee (7004)'"
    assert remarks[2].endswith("(or use --partial): 'ada lovelace'")


LISTS = {"moodle": (WORKSHEET, 4), "canvas": (GRADEBOOK, -1), "csv": (ROSTER, 3)}


@pytest.mark.parametrize("platform", LISTS)
def test_totals_that_wait_for_marks_by_hand_are_left_out(platform):
    rows = [a_row("Ada Lovelace", 3.0), a_row("Bob Ross", 4.0, by_hand=True)]
    listed, place = LISTS[platform]
    for partial, points in ((False, ""), (True, "4")):
        text, remarks = export(H3, rows, Roster(listed), platform, None, partial)
        found = {line[place] for line in lines(text) if "Ada" in str(line)}
        assert found == {"3"}
        found = {line[place] for line in lines(text) if "Ross" in str(line)}
        assert found == {points}
        assert any("--partial" in remark for remark in remarks) == (not partial)
        assert any(remark.endswith(": 'Bob Ross'") for remark in remarks)


def test_a_plain_table_has_everybody_and_names_what_could_not_run():
    rows = [Row("Ada Lovelace", "could not run", "no JSON", 0.0, 18.0), a_row("Eve")]
    listed = "name,id,login\nAda Lovelace,7001,alove\nBob Ross,7002,bross\n"
    text, remarks = export(H3, rows, Roster(listed), "csv")
    assert "could not run: 'Ada Lovelace'" in remarks
    about = [["name", "state", "login"]] + [["Ada Lovelace", "could not run", "alove"]]
    about += [["Eve", "marked", ""], ["Bob Ross", "not handed in", "bross"]]
    assert [[line[0], line[5], line[-1]] for line in lines(text)] == about


@pytest.mark.parametrize("listed", ["", ROSTER])
def test_a_platform_s_number_takes_no_hand_in_that_came_by_mail(run, course, listed):
    if listed:
        run.give(listed)
    run.collect("Ada Lovelace/h3.ipynb")
    said = run.collect((f"Ada Lovelace_1043{MOODLE}", "wrong"))
    assert "somebody else has the same name: check which hand-in is whose" in said
    assert course.students() == ["Ada Lovelace", "Ada Lovelace (1043)"]
    run("mark", LETTERS)
    run.give(WORKSHEET)
    said, (*_, ada, bob) = run.export("moodle")
    assert (ada[4], bob[4]) == ("13", "0") and "Bob Ross's" in said


@pytest.mark.parametrize("step", range(2))
def test_an_interrupted_collection_that_is_repeated_makes_nobody_two(
    run, course, monkeypatch, step
):
    names = [f"{name}_{number}{MOODLE}" for number, name in enumerate(["Ada", "Bob"])]
    with monkeypatch.context() as patch:
        steps = iter([write] * step)
        patch.setattr("sandmark.hand_ins.write", lambda *it: next(steps)(*it))
        with pytest.raises(StopIteration):
            run.collect(*names)
    run.collect(*names)
    assert course.students() == ["Ada", "Bob"]


def test_the_platform_s_own_list_shows_whose_mail_it_was(run, course):
    run.give(WORKSHEET)
    run.collect("Ada Lovelace/h3.ipynb")
    run.collect((f"Ada Lovelace_1042{MOODLE}", "right, and later"))
    assert course.students() == ["Ada Lovelace"]


def test_more_time_goes_to_the_only_folder_that_is_left(run, course):
    run("due", LETTERS, "2026-11-19 23:59")
    for name in ("Ada Lovelace", "7001"):
        hand_in(course, name, name, datetime.datetime(2026, 11, 20).astimezone())
    run.give(ROSTER)
    run("mark", LETTERS)
    shutil.rmtree(course.folder / "submitted" / "Ada Lovelace")
    assert "extra time" not in run("status", LETTERS)
    assert run("extend", LETTERS, "Ada Lovelace", "--days", "2").startswith("7001: 2")
    (course.folder / "submitted/7001").rename(course.folder / "submitted/Ada Lovelace")
    assert "extra time for this name counts for nobody" in run("status", LETTERS)


def test_a_platform_s_number_is_no_number_of_another_list(run):
    run.collect(f"Kim Lee_1{MOODLE}", (f"Kim Lee_2{MOODLE}", "wrong"))
    run("mark", LETTERS)
    run.give("name,id\nKim Lee,2\nKim Lee,1\n")
    said, (_, *exported) = run.export("csv")
    assert "without a number: 'Kim Lee (1)'" in said
    assert [line[3] for line in exported if line[1]] == ["", ""]


def test_canvas_s_gradebook_with_split_names_is_canvas_s(run):
    split = GRADEBOOK.replace("Student,ID", "LastName,FirstName,ID")
    split = split.replace("Points Possible,", "Points Possible,,").replace('"', "")
    assert "2 people in Canvas's list" in run.give(split.replace(", ", ","))
    run.collect("lovelaceada_1043_5_h3.ipynb")
    run("mark", LETTERS)
    _, (header, _, ada, bob) = run.export("canvas")
    assert header[:3] == ["LastName", "FirstName", "ID"]
    assert (ada[-1], bob[-1]) == ("", "13")


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


@pytest.mark.parametrize(
    "before, told", [("0", True), ("B", True), ("13,50", False), ("-", False)]
)
def test_a_grade_that_was_changed_on_the_platform_is_told(before, told):
    graded = GRADEBOOK.replace("alovelace,A,", f'alovelace,A,"{before}"')
    worksheet = WORKSHEET.replace(",,18.00", f',"{before}",18.00')
    both = [(graded, "canvas")] + [(worksheet, "moodle")] * (before != "B")
    for listed, platform in both:
        _, remarks = export(H3, [a_row("Ada Lovelace")], Roster(listed), platform)
        said = f"Ada: {before} becomes 13.5", f"Lovelace: {before} becomes 13.5"
        assert any(it.endswith(said) for it in remarks) == told


def test_lines_of_nobody_and_numbered_names_change_nothing():
    text, _ = export(H3, CLASS, Roster(WORKSHEET + ",,,,,,,,,\n"), "moodle")
    assert [line[4] for line in lines(text)] == ["Grade", "13.5", "", ""]
    for listed in (
        "name,id\nStudent 1,5\nStudent 2,6\n",
        "id,name,group,year\ns1001,Ada,1,2026\ns1002,Bob,2,2026\n",
        "id,name,email,course\ns1,Bob Ross,b@x,A\ns2,Ada Lovelace,a@x,A\n",
    ):
        assert Roster(listed).platform == ""
    # What is almost a worksheet, in the grade, the maximum, the words and the times.
    good = ",,18.00,Yes,-,-,"
    for line in (
        ",B,18.00,Yes,-,-,",
        ",,,Yes,-,-,",
        ",,18.00,,-,-,",
        ",,18.00,Y2,-,-,",
        ",,18.00,Yes,R 12,2026-11-2,",
        ",,18.00,Yes,,,-",
    ):
        assert Roster(WORKSHEET.replace(good, line)).platform == ""
    assert Roster(WORKSHEET.replace(good, ",,9,Yes,-,-,", 1)).platform == ""
    assert 4 in Roster(WORKSHEET.replace(good, ",7,9,A,No,-,")).places


GERMAN = """\ufeffID,Vollständiger Name,ID-Nummer,Status,Bewertung,Bestwertung,\
Bewertung kann geändert werden,Zuletzt geändert (Bewertung),Feedback als Kommentar
Teilnehmer/in1042,Ada Lovelace,77001,Zur Bewertung abgegeben,,"100,00",Ja,-,
Teilnehmer/in1043,Bob Ross,77002,Keine Abgabe,,"100,00",Ja,-,
"""


def test_a_worksheet_in_another_language_is_filled_and_scaled():
    # A comma of Moodle's is a decimal sign.
    for maximum, points in (("20,000", "15"), ("100000,20", "75000.15")):
        roster = Roster(GERMAN.replace("100,00", maximum))
        text, remarks = export(H3, CLASS, roster, "moodle")
        assert [line[4] for line in lines(text)] == ["Bewertung", points, ""]
    assert "18 points become 1000" in remarks[-1]
    # Each of a person's numbers is another spelling of the name.
    for number in ("77001", "1042", "Teilnehmer/in1042"):
        assert roster.find(number).name == "Ada Lovelace"


def test_a_worksheet_whose_grades_cannot_be_told_asks():
    text = GERMAN.replace('"100,00"', "gut; besser")
    with pytest.raises(CourseError, match="--column: 'ID', 'Vollständiger Name'"):
        export(H3, CLASS, Roster(text), "moodle")
    for maximum in ("gut; besser", "inf", "0"):
        text = GERMAN.replace('"100,00"', maximum)
        text, remarks = export(H3, CLASS, Roster(text), "moodle", "Bewertung")
        assert [line[4] for line in lines(text)] == ["Bewertung", "13.5", ""]
        assert "is unclear, so nothing is scaled" in remarks[-1]
    twice = GERMAN.replace("Status,Bewertung", "Bewertung,Bewertung")
    of_status = GERMAN.replace(',,"100,00"', ",10,-")
    for text, column in (GERMAN, "Note"), (twice, "Bewertung"), (of_status, None):
        with pytest.raises(CourseError, match="for grades"):
            export(H3, CLASS, Roster(text), "moodle", column)


def test_no_table_holds_formulas_whatever_separates_its_cells():
    names = ["a;=1+1", "a\t=1", " =1", "\n=1", '"=1', "a\n\n@x", "a; +1"]
    rows = list(map(a_row, [*names, "\uff1d1+1", "a;\uff201", "-2+3", "-", "-2.5"]))
    for text in (report.as_csv(rows), export(H3, rows, Roster(), "csv")[0]):
        cells = [line[0] for line in lines(text)][1:]
        assert cells[-3:] == ["'-2+3", "-", "-2.5"] and len(cells) == len(rows)
        assert cells[:3] == ["a;'=1+1", "a\t'=1", " '=1"]
        for part in re.split(r"[;\t\r\n]", ";".join(cells)):
            assert not re.match(r'[\s"]*[=+@\uff1d\uff20]', part), part
    begun = time.process_time()
    no_formula("\n\t" * 500_000 + "x" + '" ' * 500_000)
    assert time.process_time() < begun + 5


# From a platform and back to it


def another(course, student, platform, number):
    """Let a student hand in another assignment on a platform."""
    course.store.write("other", "numbers", {platform: {student: number}}, "")
    (course.folder / "release/other").mkdir()
    hand_in(course, student, assignment="other")


def test_pages_go_back_to_moodle_in_folders_that_it_reads(run):
    names = "Ada Lovelace_1042", "Bob Ross_1043"
    run.collect(*[f"{name}_assignsubmission_file_/h3.ipynb" for name in names])
    run("mark", LETTERS)
    with zipfile.ZipFile(run("give-back", LETTERS).strip()) as pages:
        ada, bob = sorted(pages.namelist())
    assert ada == f"Ada Lovelace_1042_assignfeedback_file_/{LETTERS}.html"
    assert bob.startswith("Bob Ross_1043_assignfeedback_file_/")


@pytest.mark.parametrize(
    "of, told",
    [(f"_1042{MOODLE}", False), (f"_2042{MOODLE}", True), ("/h3.ipynb", True)],
)
def test_the_worksheet_of_another_assignment_is_told(run, of, told):
    run.give(WORKSHEET)
    run.collect(f"Ada Lovelace{of}")
    said = run("export", LETTERS, "--for", "moodle")
    assert ("none of the hand-ins' numbers is in the class list" in said) == told


@pytest.mark.parametrize("listed", [True, False])
def test_a_name_that_is_another_s_number_brings_no_points(run, listed):
    if listed:
        run.give(ROSTER)
    run.collect(f"7002_1099{MOODLE}")
    run.give(ROSTER)
    run("mark", LETTERS)
    told = " (1099)': not in the" if listed else "': the class list has Ross, Bob with"
    assert f"without a number: '7002{told}" in run("export", LETTERS)


EARLIER = [
    (GRADEBOOK, "canvas", ["lovelaceada_1042_5_h3.ipynb", "rossbob_1043_6_h3.ipynb"]),
    (WORKSHEET, "moodle", [f"Ada_1042{MOODLE}", f"1042_1043{MOODLE}"]),
    (NAMESAKES[0], "moodle", [f"Kim Lee_7{MOODLE}", f"Kim Lee_12{MOODLE}"]),
    (ROSTER, "csv", ["Lovelace, Ada/h3.ipynb", "ross.bob@uni.example/h3.ipynb"]),
]


@pytest.mark.parametrize("listed, platform, paths", EARLIER)
def test_who_was_there_before_the_list_keeps_the_folder(
    run, course, listed, platform, paths
):
    run.collect(*paths)
    before = course.students()
    run.give(listed)
    first = Roster(listed).people[0]
    assert first.name not in run.collect(*paths).partition("nothing from")[2]
    assert "13 of 18" in run("mark", LETTERS, "--student", first.id)
    run("mark", LETTERS)
    assert course.students() == before
    said = run("export", LETTERS, "--for", platform)
    assert "not in the class list" not in said and "two hand-ins" not in said


# Each platform's list, its file names for a name and a number, and the points' column.
SWAPS = [(WORKSHEET, f"{{}}_{{}}{MOODLE}", "moodle", 4)]
SWAPS += [(GRADEBOOK, "{}_{}_5_h3.ipynb", "canvas", -1)]
LOGINS = "name,login\nAda Lovelace,1042\nBob Ross,1043\n"
ATTEMPT = "x_{1}_attempt_2026-11-20-10-15-00_h3.ipynb"
SWAPS += [(LOGINS, ATTEMPT, "csv", 3)]
IS_BOB = "the platform's number shows that it is "


@pytest.mark.parametrize("listed, path, platform, place", SWAPS)
def test_numbers_decide_when_a_list_with_swapped_names_is_corrected(
    run, course, listed, path, platform, place
):
    swapped = listed.replace("Ada", "x").replace("Bob", "Ada").replace("x", "Bob")
    swapped = swapped.replace("Lovelace", "x").replace("Ross", "Lovelace")
    run.give(swapped.replace("x", "Ross"))
    wrong = path.format("Bob Ross", 1043), "wrong"
    entries = path.format("Ada Lovelace", 1042), wrong
    run.collect(*entries)
    run("mark", LETTERS)
    before = course.students()
    run.give(listed)
    assert IS_BOB in run("status", LETTERS)
    run.collect(*entries)
    run("mark", LETTERS)
    assert course.students() == before
    said, (*_, ada, bob) = run.export(platform)
    if platform == "csv":  # in the order of the folders
        ada, bob = bob, ada
    assert (ada[place], bob[place]) == ("13", "0") and IS_BOB in said


@pytest.mark.parametrize("listed, path, platform, place", SWAPS[:2])
def test_who_is_shown_under_another_s_name_gets_the_own_points(
    run, course, listed, path, platform, place
):
    run.collect((path.format("Ada Lovelace", 1043), "right"))
    run("mark", LETTERS)
    run.give(listed)
    told, (*_, ada, bob) = run.export(platform)
    assert IS_BOB in told and IS_BOB in run("status", LETTERS)
    assert (ada[place], bob[place]) == ("", "13")
    run.collect((path.format("Ada Lovelace", 1042), "wrong"))
    run("mark", LETTERS)
    _, (*_, ada, bob) = run.export(platform)
    assert (ada[place], bob[place]) == ("0", "13") and len(course.students()) == 2


@pytest.mark.parametrize("listed, path, platform, place", SWAPS[:2])
def test_who_has_a_name_of_the_list_and_another_number_gets_nobody_s_points(
    run, listed, path, platform, place
):
    run.collect((path.format("Ada Lovelace", 99), "right"))
    for _ in range(2):
        run("mark", LETTERS)
        run.give(listed)
        told, (*_, ada, bob) = run.export(platform)
        assert "the class list has" in told and "with another number" in told
        assert (ada[place], bob[place]) == ("", "")


def test_a_plain_list_that_comes_after_a_platform_s_archive_finds_its_people(run):
    run.collect("lovelaceada_1042_5_h3.ipynb", "rossbob_1043_6_h3.ipynb")
    run.give(ROSTER)
    run("mark", LETTERS)
    said, (_, *exported) = run.export("csv")
    assert [line[1] for line in exported][:2] == ["7001", "7002"]
    assert "without a number" not in said and "with another number" not in said


@pytest.mark.parametrize("listed", ["", "name,id\nBob Ross,7002\nAda Lovelace,7001\n"])
@pytest.mark.parametrize("first, later", [("Bob Ross", "Gruppe A-Bob Ross"), NAMES])
def test_who_is_shown_under_a_new_name_keeps_the_folder(
    run, course, listed, first, later
):
    if listed:
        run.give(listed)
    run.collect(f"{first}_1043{MOODLE}")
    said = run.collect((f"{later}_1043{MOODLE}", "right, and later", 21))
    assert f"taken as the hand-in of {first!r}" in said
    assert f"the platform's number shows that it is {first}'s" in said
    assert course.students() == [first]
    run.give(WORKSHEET)
    run("mark", LETTERS)
    said, (*_, ada, bob) = run.export("moodle")
    assert "not in the class list" not in said and "two hand-ins" not in said
    assert (ada[4], bob[4]) == ("", "13")


KIMS = "name,id\nKim Lee,7004\nKim Lee,7009\n"
ONE_KIM = "name,id\nKim Lee,7004\nAda Lovelace,7001\n"
KIMS_OF_MOODLE = """ID,Full name,ID number,Grade,Maximum Grade,State,Open,Time
Participant 7,Kim Lee,7004,,18.00,Not marked,Yes,-
Participant 9,Kim Lee,7009,,18.00,Released,Yes,-
"""
KIM_OF_MOODLE = KIMS_OF_MOODLE.replace("9,Kim Lee,7009", "9,Ada Lovelace,7001")


@pytest.mark.parametrize("listed", [ONE_KIM, KIMS_OF_MOODLE, KIM_OF_MOODLE])
def test_who_shared_a_name_keeps_the_folder(run, course, listed):
    run.give(KIMS)
    named = nbformat.v4.new_code_cell('student = "Kim Lee"  # right')
    data = nbformat.writes(nbformat.v4.new_notebook(cells=[named]))
    run.collect(*[(f"Kim Lee ({number})/h3.ipynb", data) for number in (7004, 7009)])
    run("mark", LETTERS)
    before = course.students()
    run.give(listed)
    said = run("status", LETTERS)
    assert "mark it again" not in said
    assert "Kim" not in said.partition("not handed in (")[2]
    # Who is no longer in the list has no other numbers when marked again.
    marked(course, again=True)
    names = {course.store.read(LETTERS, student)["name"] for student in before}
    assert names == {"Kim Lee"}
    said, (_, *exported) = run.export("csv")
    exported = [line for line in exported if line[5] != "not handed in"]
    assert "'Kim Lee (7004)':" not in said
    gone = "7009" not in listed
    assert ("'Kim Lee (7009)': not in the class list" in said) == gone
    assert [line[3] for line in exported] == ["13", "13"]
    said = run.collect(("7004/h3.ipynb", data + " ", 21))
    assert "hand-in of 'Kim Lee (7004)'" in said
    assert course.students() == before


def test_a_name_that_two_share_since_says_who_they_are(run, course):
    run.give(ONE_KIM)
    hand_in(course, "Kim Lee")
    run("mark", LETTERS)
    run.give(KIMS)
    both = "the class list has 'Kim Lee (7004)' and 'Kim Lee (7009)': change the name"
    assert f"without a number: 'Kim Lee': {both}" in run("export", LETTERS)
    assert both in run("status", LETTERS)


def test_more_time_stays_with_who_keeps_the_name(run, course):
    run.give(KIMS)
    run("due", LETTERS, "2026-11-19 23:59")
    run("extend", LETTERS, "7004", "--days", "2")
    run.give(ONE_KIM)
    late = "Ada Lovelace/h3.ipynb", "right", 21
    assert "hand-in of 'Kim Lee (7004)'" in run.collect("Kim Lee/h3.ipynb", late)
    assert [row.late > 0 for row in marked(course).values()] == [True, False]


BJORN = "name,id\nBjorn,7004\n"


@pytest.mark.parametrize(
    "first, later, name",
    [(ONE_KIM, KIMS, "Kim Lee"), (BJORN, BJORN.replace("o", "ö"), "Bjorn")],
)
def test_more_time_that_counts_for_nobody_is_told(run, first, later, name):
    run.give(first)
    run("due", LETTERS, "2026-11-19 23:59")
    run("extend", LETTERS, name, "--days", "2")
    assert "extra time" not in run("status", LETTERS)
    run.give(later)
    assert "extra time for this name counts for nobody" in run("status", LETTERS)


def test_more_time_for_a_name_whose_hand_in_has_another_folder_is_told(run, course):
    told = "extra time for this name counts for nobody"
    run("due", LETTERS, "2026-11-19 23:59")
    hand_in(course, "Ada Lovelace", assignment="other")
    run("extend", LETTERS, "Ada Lovelace", "--days", "2")
    assert told not in run("status", LETTERS)
    run.give("name,login\nAda Lovelace,alove\n")
    hand_in(course, "alove")
    assert told in run("status", LETTERS)


def test_more_time_goes_to_the_folder_with_the_hand_in(run, course):
    run("due", LETTERS, "2026-11-19 23:59")
    run.give("name\nAda Lovelace\n")
    run("extend", LETTERS, "Ada Lovelace", "--days", "2")
    run.collect("x_alove_attempt_2026-11-20-10-15-00_h3.ipynb")
    run.give("name,login\nAda Lovelace,alove\n")
    assert "late" in run("mark", LETTERS, "--student", "Ada Lovelace")
    assert run("extend", LETTERS, "Ada Lovelace", "--days", "2").startswith("alove: 2")
    assert [row.late for row in course.rows(LETTERS) if row.score == 13] == [0]


def test_of_one_person_s_two_hand_ins_the_one_that_is_deleted_does_not_count(
    run, course
):
    run.collect(("Ada Lovelace/h3.ipynb", "wrong"))
    run.collect("x_alove_attempt_2026-11-20-10-15-00_h3.ipynb")
    run("mark", LETTERS)
    run.give("name,login\nAda Lovelace,alove\n")
    said, (_, *exported) = run.export("csv")
    assert "Ada Lovelace: two hand-ins" in said
    assert run("mark", LETTERS, "--student", "Ada Lovelace").startswith("Ada Lovelace")
    shutil.rmtree(course.folder / "submitted" / "Ada Lovelace")
    said, (_, *exported) = run.export("csv")
    assert "two hand-ins" not in said
    assert "no longer in submitted: 'Ada Lovelace'" in said
    assert [line[3] for line in exported if line[0] == "Ada Lovelace"][-1] == "13"
    run("give-back", LETTERS)
    with zipfile.ZipFile(course.folder / "marks" / LETTERS / "feedback.zip") as archive:
        assert archive.namelist() == [f"alove/{LETTERS}.html"]


def test_a_name_from_another_assignment_is_nobody_else_s_folder(run, course):
    another(course, "7002", "Moodle", "1099")
    (course.folder / "roster.csv").write_text(ROSTER, "utf-8")
    assert "hand-in of 'Bob Ross'" in run.collect(f"Bob Ross_1043{MOODLE}")


def test_a_list_that_changes_a_name_asks_to_mark_again(run):
    named = nbformat.v4.new_code_cell('student = "Bob Ross"')
    data = nbformat.writes(nbformat.v4.new_notebook(cells=[named]))
    run.collect(("rossbob_1043_6_h3.ipynb", data))
    run("mark", LETTERS)
    run.give(GRADEBOOK)
    assert "now gives it another name: mark it again" in run("status", LETTERS)
    assert "out of date: 'rossbob'" in run("export", LETTERS)
    run("mark", LETTERS)
    assert "mark it again" not in run("status", LETTERS)


@pytest.mark.parametrize("end", ["\n", "\r", "\x0c", "\x85", "\u2028"])
def test_no_name_makes_lines_of_its_own(run, course, end):
    said = run.collect(f"Eve/x{end}Bob/letters.ipynb: taken{end}.txt")
    assert len(said.splitlines()) == 2 and re.match(r"'Eve/x.*\.txt': left out", said)
    hand_in(course, f"Eve{end}Bob")
    assert len(run("mark", LETTERS).splitlines()) == 5
    assert len(run("export", LETTERS).splitlines()) == 2


def test_a_number_of_another_assignment_makes_no_one_the_owner(run, course):
    another(course, "Kim Lee", "Moodle", "12")
    hand_in(course, "Kim Lee")
    run("mark", LETTERS)
    run.give(NAMESAKES[0])
    assert "the class list has 'Kim Lee (Participant" in run("export", LETTERS)


def test_a_name_that_two_share_asks_even_if_one_has_a_folder(run):
    run.collect(f"Kim Lee_7{MOODLE}")
    run.give(NAMESAKES[0])
    both = "has 'Kim Lee (Participant 7)' and 'Kim Lee (Participant 12)': use one"
    assert f"left out: the class list {both}" in run.collect("Kim Lee/h3.ipynb")
    run("due", LETTERS, "2026-11-19 23:59")
    with pytest.raises(SystemExit, match="use one of these names"):
        run("extend", LETTERS, "Kim Lee")
    said = run("extend", LETTERS, "Kim Lee (Participant 7)", "--days", "2")
    assert said.startswith("Kim Lee: 2 days more")
    run.give(NAMESAKES[0].replace("7,Kim Lee", "7,Kim Park"))
    assert run("extend", LETTERS, "Kim Lee").startswith("Kim Lee (Participant 12): no")


def test_a_folder_that_was_renamed_keeps_its_new_name(run, course):
    run.give(WORKSHEET)
    submitted, long = course.folder / "submitted", "n" * 250
    said = run.collect(f"{long}_1044{MOODLE}", f"Ada_1042{MOODLE}")
    assert "rename the folder" in said
    assert "hand-in of 'new'" in run.collect(f"new_1044{MOODLE}")
    (submitted / "new").rename(submitted / "newer")
    assert "hand-in of 'newest'" in run.collect((f"newest_1044{MOODLE}", "right", 21))


def test_a_folder_that_was_deleted_stays_whose_it_was(run, course):
    run.collect(f"Ada Lovelace_1043{MOODLE}", f"7002_1099{MOODLE}")
    run("mark", LETTERS)
    shutil.rmtree(course.folder / "submitted")
    listed = WORKSHEET.replace("Submitted for grading", "7001", 1)
    listed = listed.replace("Submitted for grading", "7002")
    run.give(listed.replace("Status", "ID number"))
    (course.folder / "submitted").mkdir()
    assert "not in the class list" not in run("status", LETTERS)
    run.collect(f"Ada Lovelace_1043{MOODLE}", f"7002_1099{MOODLE}")
    assert len(course.students()) == 2
    said, exported = run.export("moodle")
    assert "two hand-ins" not in said
    assert [line[4] for line in exported] == ["Grade", "", "13"]


@pytest.mark.parametrize(
    "platform, path", [("Canvas", "leekim_2_52_h3.ipynb"), ("Blackboard", ATTEMPT)]
)
def test_two_of_one_name_in_two_assignments_are_two(run, course, platform, path):
    another(course, "leekim", platform, "1")
    run.give("name,login\nleekim,2\n")
    assert "hand-in of 'leekim (2)'" in run.collect(path.format("", 2))


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


# What goes wrong is said in a sentence


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
