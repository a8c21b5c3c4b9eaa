"""Whose a folder is, when names and lists change: numbers, pages and points."""

import datetime
import shutil
import zipfile

import nbformat
import pytest
from sandmark.files import write
from sandmark.roster import Roster

from .letters import LETTERS
from .lists import GRADEBOOK, MOODLE, NAMES, NAMESAKES, ROSTER, WORKSHEET
from .made_up import hand_in, marked


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


@pytest.mark.parametrize("listed", [ROSTER, WORKSHEET])
def test_whose_page_a_mailed_hand_in_gets_is_told(run, course, listed):
    run.collect(f"Ada Lovelace_1043{MOODLE}")
    run.give(listed)
    said = run.collect(("Ada Lovelace/h3.ipynb", "wrong"))
    assert ("its page goes to Moodle's number 1043" in said) == (listed == ROSTER)
    # What the message advises.
    shutil.rmtree(course.folder / "submitted/Ada Lovelace")
    run.give(WORKSHEET)
    run.collect(f"Ada Lovelace_1043{MOODLE}")
    run.collect(("Ada Lovelace/h3.ipynb", "wrong"))
    run("mark", LETTERS)
    _, (*_, ada, bob) = run.export("moodle")
    assert (ada[4], bob[4]) == ("0", "13")


def test_the_platform_s_own_list_shows_whose_mail_it_was(run, course):
    run.give(WORKSHEET)
    run.collect("Ada Lovelace/h3.ipynb")
    run.collect((f"Ada Lovelace_1042{MOODLE}", "right, and later"))
    said = run.collect(("Ada Lovelace/h3.ipynb", "wrong"))
    assert course.students() == ["Ada Lovelace"] and "page" not in said


def test_a_platform_s_number_is_no_number_of_another_list(run):
    run.collect(f"Kim Lee_1{MOODLE}", (f"Kim Lee_2{MOODLE}", "wrong"))
    run("mark", LETTERS)
    run.give("name,id\nKim Lee,2\nKim Lee,1\n")
    said, (_, *exported) = run.export("csv")
    assert "without a number: 'Kim Lee (1)'" in said
    assert [line[3] for line in exported if line[1]] == ["", ""]


def another(course, student, platform, number):
    """Let a student hand in another assignment on a platform."""
    course.store.write("other", "numbers", {platform: {student: number}}, "")
    (course.folder / "release/other").mkdir()
    hand_in(course, student, assignment="other")


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
    assert IS_BOB in run("status", LETTERS) and IS_BOB in run("give-back", LETTERS)
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
    both = "the class list has 'Kim Lee (7004)' and 'Kim Lee (7009)': use the platform"
    assert f"without a number: 'Kim Lee': {both}" in run("export", LETTERS)
    assert both in run("status", LETTERS)


def test_more_time_goes_to_the_folder_that_counts_even_if_another_has_the_name(
    run, course
):
    another(course, "Ada Lovelace", "Moodle", "7")
    run.give(WORKSHEET.replace("1042", "7"))  # the other assignment's
    run.collect(f"Ada Lovelace_1042{MOODLE}")
    run.give(WORKSHEET)
    run("due", LETTERS, "2026-11-19 23:59")
    ada = "Ada Lovelace (1042)"
    assert run("extend", LETTERS, "Ada Lovelace", "--days", "2").startswith(f"{ada}: 2")
    assert run("extend", LETTERS, ada, "--days", "3").startswith(f"{ada}: 3")


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


# Extra time


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


def test_more_time_goes_to_the_very_name_if_there_are_several(run, course):
    run("due", LETTERS, "2026-11-19 23:59")
    for name in ("Ada", "ada"):
        hand_in(course, name, assignment="other")
        assert run("extend", LETTERS, name, "--days", "2").startswith(f"{name}: 2")
    with pytest.raises(SystemExit, match="choose one of 'Ada', 'ada'"):
        run("extend", LETTERS, "ADA", "--days", "2")


def test_more_time_goes_to_the_folder_with_the_hand_in(run, course):
    run("due", LETTERS, "2026-11-19 23:59")
    run.give("name\nAda Lovelace\n")
    run("extend", LETTERS, "Ada Lovelace", "--days", "2")
    run.collect("x_alove_attempt_2026-11-20-10-15-00_h3.ipynb")
    run.give("name,login\nAda Lovelace,alove\n")
    assert "late" in run("mark", LETTERS, "--student", "Ada Lovelace")
    assert run("extend", LETTERS, "Ada Lovelace", "--days", "2").startswith("alove: 2")
    assert [row.late for row in course.rows(LETTERS) if row.score == 13] == [0]
