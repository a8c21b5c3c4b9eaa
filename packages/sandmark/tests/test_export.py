"""Grades for platforms: which column, which line, and what is said."""

import re
import time
import zipfile

import pytest
from sandmark import report
from sandmark.course import CourseError
from sandmark.export import export
from sandmark.report import Row
from sandmark.roster import Roster
from sandmark.values import no_formula

from .letters import LETTERS
from .lists import GRADEBOOK, H3, MOODLE, NAMESAKES, ROSTER, WORKSHEET
from .made_up import lines


def a_row(student, score=13.5, by_hand=False):
    state = "not handed in" if score is None else "marked"
    return Row(student, state, "", score, None if score is None else 18.0, by_hand)


CLASS = [a_row("Ada Lovelace"), a_row("Bob Ross", None), a_row("Eve", 3.0)]
EVE = "left out: 'Eve': not in the class list"


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
    named = GRADEBOOK.replace("Ross, Bob", "Points Possible, Bob")
    assert export(H3, CLASS, Roster(named), "canvas")[1] == remarks
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
    assert "could not run, so the checks gave 0 points: 'Ada Lovelace'" in remarks
    about = [["name", "state", "login"]] + [["Ada Lovelace", "could not run", "alove"]]
    about += [["Eve", "marked", ""], ["Bob Ross", "not handed in", "bross"]]
    assert [[line[0], line[5], line[-1]] for line in lines(text)] == about


def test_canvas_s_gradebook_with_split_names_is_canvas_s(run):
    split = GRADEBOOK.replace("Student,ID", "LastName,FirstName,ID")
    split = split.replace("Points Possible,", "Points Possible,,").replace('"', "")
    assert "2 people in Canvas's list" in run.give(split.replace(", ", ","))
    run.collect("lovelaceada_1043_5_h3.ipynb")
    run("mark", LETTERS)
    _, (header, _, ada, bob) = run.export("canvas")
    assert header[:3] == ["LastName", "FirstName", "ID"]
    assert (ada[-1], bob[-1]) == ("", "13")


@pytest.mark.parametrize(
    "before, told", [("0", True), ("B", True), ("13,50", False), ("-", False)]
)
def test_a_grade_that_was_changed_on_the_platform_is_told(before, told):
    graded = GRADEBOOK.replace("alovelace,A,", f'alovelace,A,"{before}"')
    worksheet = WORKSHEET.replace(",,18.00", f',"{before}",18.00')
    both = [(graded, "canvas")] + [(worksheet, "moodle")] * (before != "B")
    for listed, platform in both:
        text, remarks = export(H3, [a_row("Ada Lovelace")], Roster(listed), platform)
        assert platform == "canvas" or lines(text)[-1][4] == before  # Bob's
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
    text, _ = export(H3, CLASS, Roster(WORKSHEET), "moodle", "Feedback comments")
    assert [line[-1] for line in lines(text)] == ["Feedback comments", "13.5", ""]
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


def test_pages_go_back_to_moodle_in_folders_that_it_reads(run):
    names = "Ada Lovelace_1042", "Bob Ross_1043"
    run.collect(*[f"{name}_assignsubmission_file_/h3.ipynb" for name in names])
    others = "Eve_1043_assignfeedback_file_", "Kim Lee", "Kim_Lee"  # without a number
    run.collect(*[f"{name}/h3.ipynb" for name in others])
    run("mark", LETTERS)
    with zipfile.ZipFile(run("give-back", LETTERS).strip()) as pages:
        ada, bob, *others = sorted(pages.namelist())
    named = "Eve_1043 assignfeedback_file_", "Kim Lee", "Kim_Lee"
    assert others == [f"{name}/{LETTERS}.html" for name in named]
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
